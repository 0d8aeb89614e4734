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
