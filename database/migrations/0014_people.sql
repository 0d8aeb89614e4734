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
