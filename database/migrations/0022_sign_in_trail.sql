-- When somebody last showed in this session that it is them: by signing in, by a mailed code, or by a passkey.
alter table sessions add column proved_at timestamptz;

-- What happened to somebody's account, and what was taken out of the product: for themselves, and for the team that looks after them.
create table sign_in_trail (
  id uuid primary key,
  at timestamptz not null,
  -- Whom it concerns.
  person_id uuid not null references people (id) on delete cascade,
  -- Who did it; null where nobody knows.
  actor_id uuid references people (id) on delete set null,
  kind text not null,
  -- A file, an invoice, a lead or a client.
  subject_id uuid,
  -- What the browser says of itself, and the network that it came from.
  user_agent text not null,
  network text not null,
  details json not null,
  -- How often within the hour; what repeats is one row.
  times integer not null default 1,
  repeat_key text unique
);

create index sign_in_trail_person_id on sign_in_trail (person_id, at);
create index sign_in_trail_at on sign_in_trail (at);
