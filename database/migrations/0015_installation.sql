-- Backups, exports of everything and restore tests: those started at the desk, and what commands report.
create table installation_tasks (
  id uuid primary key,
  kind text not null check (kind in ('backup', 'export', 'restore-test')),
  is_from_command boolean not null default false,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  asked_by uuid references people (id) on delete set null,
  asked_at timestamptz not null,
  finished_at timestamptz,
  percent smallint not null default 0 check (percent between 0 and 100),
  -- Why it failed, without personal data.
  problem text,
  -- Where a command wrote its archive.
  place text,
  -- The archive in the file store; null once it is deleted.
  storage_key text unique,
  sha256 text,
  size_bytes bigint,
  row_count bigint,
  file_count bigint,
  -- Files that the database names and that were missing or had changed.
  missing_count integer not null default 0,
  damaged_count integer not null default 0,
  -- Of a restore test: the backup, if it was made here, and the moment that it holds.
  tested_id uuid references installation_tasks (id) on delete set null,
  tested_at timestamptz
);
create index installation_tasks_kind on installation_tasks (kind, asked_at desc);
-- One of a kind at a time.
create unique index installation_tasks_open on installation_tasks (kind) where state in ('waiting', 'running');

create trigger installation_task_asked after insert on installation_tasks
  for each row execute function tell_desk('unspoken');
create trigger installation_task_progress after update on installation_tasks
  for each row when (old.state = new.state) execute function tell_desk('unspoken');
create trigger installation_task_state after update on installation_tasks
  for each row when (old.state <> new.state) execute function tell_desk('installation-changed');

-- The last result of each check that a job makes, such as that of the certificate.
create table installation_checks (
  name text primary key,
  checked_at timestamptz not null,
  result json not null
);

-- The log of the last day, redacted as it is written.
create table log_lines (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  level text not null check (level in ('info', 'warn', 'error')),
  -- The process that wrote it, of several.
  process text not null,
  event text not null,
  -- As they are shown: "queue=outbox attempt=2".
  fields text not null
);
create index log_lines_at on log_lines (at);
