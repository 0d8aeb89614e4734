-- Who the studio is on invoices, in one row; without a row nothing is filled in.
create table money_settings (
  only_row boolean primary key default true check (only_row),
  legal_name text not null default '',
  street text not null default '',
  postal_code text not null default '',
  city text not null default '',
  -- ISO 3166.
  country text not null default '',
  vat_id text not null default '',
  tax_number text not null default '',
  -- ISO 4217.
  currency text not null default 'USD',
  payment_days integer not null default 30 check (payment_days between 0 and 365),
  notes text not null default '',
  -- Invoices were issued before there were settings: name and address of the site stand in for missing ones.
  uses_site_address boolean not null default false,
  is_sample boolean not null default false
);
insert into money_settings (uses_site_address) select true where exists (select from invoices);

create table bank_accounts (
  id uuid primary key,
  holder text not null,
  iban text not null unique,
  bic text not null,
  bank text not null,
  is_sample boolean not null default false
);

create table tax_rates (
  id uuid primary key,
  name text not null,
  basis_points integer not null check (basis_points between 0 and 10000),
  category text not null check (category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  sentence text not null,
  -- No longer offered; documents keep their own copy.
  retired_at timestamptz,
  is_sample boolean not null default false,
  check (basis_points = 0 or category = 'S')
);

-- The next number of each kind of document; a series begins with its first document, behind the highest number in use. Its row is locked last in the transaction that issues, so that there are no gaps.
create table invoice_series (
  kind text primary key check (kind in ('invoice', 'credit-note')),
  prefix text not null,
  next bigint not null check (next > 0)
);

-- What a client wants on invoices.
create table client_billing (
  client_id uuid primary key references clients (id) on delete cascade,
  street text not null,
  postal_code text not null,
  city text not null,
  country text not null,
  vat_id text not null,
  email text not null,
  reference text not null
);

-- An invoice with lines holds its document: seller, buyer, lines, taxes and notes as they were when it was issued. The number above all
-- of them is `code`; `number` only orders them.
alter table invoices
  add column code text unique,
  add column currency text not null default 'USD',
  -- Null for an invoice of one amount, from before there were lines.
  add column document json;
update invoices set code = 'INV-' || number;
alter table invoices alter column code set not null;

-- Issued documents never change. An earlier version, which knows no codes, prints the same text.
create function keep_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.code := coalesce(new.code, 'INV-' || new.number);
  elsif (new.code, new.currency, new.amount_cents, new.description, new.issued_on, new.document::text)
      is distinct from (old.code, old.currency, old.amount_cents, old.description, old.issued_on, old.document::text) then
    raise exception 'An issued invoice is not changed';
  end if;
  return new;
end $$;
create trigger keep_invoice before insert or update on invoices for each row execute function keep_invoice();

create table invoice_drafts (
  id uuid primary key,
  project_id uuid references projects (id) on delete cascade,
  -- As typed.
  entries json not null,
  updated_by_name text not null,
  updated_at timestamptz not null
);

create table credit_notes (
  id uuid primary key,
  invoice_id uuid not null references invoices (id) on delete cascade,
  code text not null unique,
  issued_on date not null,
  reason text not null,
  amount_minor bigint not null check (amount_minor > 0),
  document json not null,
  issued_by_name text not null,
  created_at timestamptz not null
);
create index credit_notes_invoice_id on credit_notes (invoice_id);

-- Money that arrived, went back or is given up, in minor units of the invoice's currency. The status of an invoice follows from it.
create table payments (
  id uuid primary key,
  invoice_id uuid not null references invoices (id) on delete cascade,
  kind text not null check (kind in ('payment', 'refund', 'write-off')),
  amount_minor bigint not null check (amount_minor > 0),
  paid_on date not null,
  method text not null,
  reference text not null,
  recorded_by_name text not null,
  recorded_at timestamptz not null,
  -- Recorded by mistake, and no longer counted.
  undone_at timestamptz,
  undone_by_name text
);
create index payments_invoice_id on payments (invoice_id);
insert into payments (id, invoice_id, kind, amount_minor, paid_on, method, reference, recorded_by_name, recorded_at)
  select gen_random_uuid(), id, 'payment', amount_cents, coalesce(paid_on, (confirmed_at at time zone 'UTC')::date), '', '',
    coalesce(confirmed_by_name, ''), confirmed_at from invoices where state = 'paid';
