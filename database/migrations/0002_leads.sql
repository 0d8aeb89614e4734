-- One person, by e-mail address without regard to case.
create table leads (
  id uuid primary key,
  email_key text not null unique,
  email text not null,
  name text not null,
  status text not null check (status in ('guest', 'lead', 'booked', 'proposal', 'converted', 'closed')),
  -- Known from held submissions alone.
  is_held boolean not null,
  created_at timestamptz not null
);

create table submissions (
  id uuid primary key,
  lead_id uuid not null references leads (id) on delete cascade,
  form text not null,
  form_source text not null,
  -- json, not jsonb: it keeps what was sent, in the order in which it was sent.
  fields json not null,
  fingerprint text not null,
  is_held boolean not null,
  created_at timestamptz not null
);

create index submissions_lead_id on submissions (lead_id);

-- What leaves because of a submission: a mail to the team, one to the sender, a forward.
create table deliveries (
  submission_id uuid not null references submissions (id) on delete cascade,
  kind text not null check (kind in ('team-mail', 'sender-mail', 'forward')),
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  message_id text,
  settled_at timestamptz,
  primary key (submission_id, kind)
);

create index deliveries_failed on deliveries (submission_id) where state = 'failed';

-- A browser that has sent a form. It knows what that browser did, never who the address belongs to.
create table visitors (
  id uuid primary key,
  status text not null check (status in ('lead', 'booked')),
  seen_at timestamptz not null
);
