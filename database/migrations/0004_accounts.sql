-- The sample team's one-time links; sign-in takes their place.
drop table team_links;

-- Whoever can sign in.
create table people (
  id uuid primary key,
  role text not null check (role in ('client', 'team')),
  email_key text not null unique,
  email text not null,
  name text not null,
  -- The lead that became this client.
  lead_id uuid unique references leads (id) on delete set null,
  is_sample boolean not null default false,
  mail_preference text not null default 'at-once' check (mail_preference in ('at-once', 'daily', 'none')),
  -- When this person last had the portal before them.
  looked_at timestamptz,
  -- The number of this client's latest event; taking the next one holds the row, so numbers commit in order.
  event_seq bigint not null default 0,
  disabled_at timestamptz,
  erased_at timestamptz,
  created_at timestamptz not null
);

-- One code an address, the newest; made for unknown addresses too, so that nothing tells them apart.
create table sign_in_codes (
  email_key text primary key,
  code_hash text not null,
  token_hash text not null unique,
  tries_left integer not null,
  -- A path of ours to go on to.
  next text,
  expires_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  token_hash text not null unique,
  person_id uuid not null references people (id) on delete cascade,
  role text not null check (role in ('client', 'team')),
  user_agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- When a passkey confirmed this session.
  confirmed_at timestamptz,
  challenge text,
  challenge_expires_at timestamptz
);

create index sessions_person_id on sessions (person_id);

create table passkeys (
  -- The credential id, base64url.
  id text primary key,
  person_id uuid not null references people (id) on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports json not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);

create index passkeys_person_id on passkeys (person_id);

-- Who did what and when. Names are kept as they were.
create table activity (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid,
  actor_name text not null,
  kind text not null,
  lead_id uuid,
  client_id uuid,
  project_id uuid,
  subject_id uuid,
  details json not null
);

create index activity_lead_id on activity (lead_id, at) where lead_id is not null;
create index activity_project_id on activity (project_id, at) where project_id is not null;
create index activity_at on activity (at);
