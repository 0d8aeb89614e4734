-- Removed files, requested uploads and delivered projects.

-- ---- Removed files ---------------------------------------------------------------------------------------------------------------

-- A removed file stays in `all_files` for 30 days, with its comments. `files` is a view without removed files, so that no query has
-- to leave them out. Migrations after this one alter and reference `all_files`, and end a new column with the view's definition again.
alter table files rename to all_files;
alter table all_files
  add column removed_at timestamptz,
  add column removed_by uuid references people (id) on delete set null,
  add column removed_by_name text,
  add constraint files_removed check ((removed_at is null) = (removed_by_name is null));

-- Neither the version number nor the place in front of a removed file is taken.
alter table all_files drop constraint files_version;
alter table all_files add constraint files_version
  exclude using btree (recording_id with =, version with =) where (removed_at is null) deferrable initially deferred;
drop index files_pinned;
create unique index files_pinned on all_files (recording_id) where is_pinned and removed_at is null;
create index all_files_removed on all_files (removed_at) where removed_at is not null;

create view files as select * from all_files where removed_at is null;

-- ---- Delivered projects ----------------------------------------------------------------------------------------------------------

-- When the client was last emailed that the project is delivered; null if it never was.
alter table projects add column delivery_emailed_at timestamptz;

-- ---- Requested uploads -----------------------------------------------------------------------------------------------------------

-- Files that the team asked a client for, until a day. Open until somebody says that all are there, or the team cancels it.
create table upload_requests (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- What is asked for.
  title text not null,
  due_on date not null,
  requested_by uuid references people (id) on delete set null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  -- When the client was reminded, once.
  reminded_at timestamptz,
  state text not null default 'open' check (state in ('open', 'done', 'cancelled')),
  closed_by uuid references people (id) on delete set null,
  closed_by_name text,
  closed_at timestamptz,
  check ((state = 'open') = (closed_at is null) and (closed_at is null) = (closed_by_name is null))
);
create index upload_requests_project on upload_requests (project_id, requested_at);
create index upload_requests_open on upload_requests (due_on) where state = 'open';

-- The request that a sent file answers.
alter table sent_files add column request_id uuid references upload_requests (id) on delete set null;
create index sent_files_request on sent_files (request_id) where request_id is not null;
