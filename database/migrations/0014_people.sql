-- Files attached to replies to leads. They are stored before the reply is sent, so that nothing is chosen twice if
-- the form is refused or asks a question; those of replies that were never sent are deleted after a day.
create table lead_reply_files (
  id uuid primary key,
  lead_id uuid not null references leads on delete cascade,
  -- The id that the reply has once it is sent.
  reply_id uuid not null,
  name text not null,
  media_type text not null,
  size_bytes integer not null,
  sha256 text not null,
  content bytea not null,
  stored_at timestamptz not null,
  unique (reply_id, sha256, name)
);
create index lead_reply_files_lead_id on lead_reply_files (lead_id);

-- What only the team sees about clients and their people.
alter table clients
  add column phone text not null default '',
  add column address text not null default '',
  add column notes text not null default '',
  add column tags text[] not null default '{}';
alter table people
  add column phone text not null default '',
  add column notes text not null default '',
  add column tags text[] not null default '{}';

-- People whom the studio knows and who are not clients: labels, freelancers, mastering engineers.
create table contacts (
  id uuid primary key,
  name text not null,
  company text not null default '',
  role text not null default '',
  email text not null default '',
  -- The lowercase address, by which a lead's page finds them; empty without one.
  email_key text not null default '',
  phone text not null default '',
  address text not null default '',
  notes text not null default '',
  tags text[] not null default '{}',
  created_at timestamptz not null
);
create index contacts_email_key on contacts (email_key) where email_key <> '';

-- A team member's session on a device that they trust: until when it needs no use to stay open.
alter table sessions add column trusted_until timestamptz;
-- The studio's setting: for how many days; with 0, no device can be trusted. No row: as many as usual.
create table sign_in_settings (
  is_only boolean primary key default true check (is_only),
  trusted_days integer not null check (trusted_days between 0 and 30)
);
