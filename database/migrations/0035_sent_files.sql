-- What a client sends to the studio: the inbox of a project, apart from the files that the studio shares.
create table sent_files (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  name text not null,
  kind text not null,
  media_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  storage_key text not null unique,
  sent_by uuid references people (id) on delete set null,
  sent_by_name text not null,
  sent_at timestamptz not null,
  -- When somebody of the team downloaded it first, and who.
  fetched_at timestamptz,
  fetched_by_name text,
  -- The recording that the team made of it.
  taken_as uuid references files (id) on delete set null
);
create index sent_files_project on sent_files (project_id, sent_at);
create index sent_files_taken_as on sent_files (taken_as) where taken_as is not null;

-- The uploads of clients that are not files yet: what each declares is kept for it.
create table sent_uploads (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  size_bytes bigint not null,
  begun_at timestamptz not null
);
create index sent_uploads_project on sent_uploads (project_id);

-- How much a client may send into a project; null where it is as much as in content/project.yaml.
alter table projects add column sent_limit_bytes bigint;
