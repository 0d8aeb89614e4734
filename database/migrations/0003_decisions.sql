-- A client's request for changes to exactly these bytes of a file; what to change in detail is in its comments. It ends the wait for
-- an approval until the team asks again; the client can still approve the file.
create table change_requests (
  id uuid primary key,
  file_id uuid not null references files (id) on delete cascade,
  sha256 text not null,
  requested_by uuid references people (id) on delete set null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  content text not null,
  -- When the team asked for the approval of the same bytes again; null while the request counts.
  closed_at timestamptz
);
create unique index change_requests_open on change_requests (file_id) where closed_at is null;
create index change_requests_file on change_requests (file_id);
