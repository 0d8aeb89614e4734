-- Since when somebody waits for an answer; null when nobody does.
alter table leads add column waiting_since timestamptz;
alter table leads add column opened_at timestamptz;
alter table leads add column answered_at timestamptz;
alter table leads add column answered_by_name text;

update leads set waiting_since =
  (select min(created_at) from submissions where lead_id = leads.id and not submissions.is_held)
  where not is_held;

create index leads_waiting_since on leads (waiting_since) where waiting_since is not null;
create index leads_created_at on leads (created_at);

-- Notes of the team; no client ever sees them.
create table lead_notes (
  id uuid primary key,
  lead_id uuid not null references leads (id) on delete cascade,
  author_id uuid references people (id),
  author_name text not null,
  content text not null,
  written_at timestamptz not null
);

create index lead_notes_lead_id on lead_notes (lead_id, written_at);

-- Answers that the team mailed from the desk, and how far each got.
create table lead_replies (
  id uuid primary key,
  lead_id uuid not null references leads (id) on delete cascade,
  author_id uuid references people (id),
  author_name text not null,
  content text not null,
  sent_at timestamptz not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  settled_at timestamptz
);

create index lead_replies_lead_id on lead_replies (lead_id, sent_at);
create index lead_replies_failed on lead_replies (sent_at) where state = 'failed';
