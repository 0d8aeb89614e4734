create sequence project_numbers as integer start 101;
create sequence invoice_numbers as integer start 1001;

create table projects (
  id uuid primary key,
  -- Shown as P-214.
  number integer not null unique default nextval('project_numbers'),
  client_id uuid not null references people (id),
  name text not null,
  description text not null,
  status text not null check (status in ('backlog', 'in-progress', 'review', 'delivered')),
  progress integer not null check (progress between 0 and 100),
  due_on date,
  -- Raised by every change; an edit names the one it began from.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index projects_client_id on projects (client_id);
create index projects_status on projects (status, due_on);

create table milestones (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  title text not null,
  description text not null,
  due_on date,
  completed_at timestamptz,
  position integer not null
);

create index milestones_project_id on milestones (project_id, position);

create table files (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- As the uploader's disk called it; never a path of ours.
  name text not null,
  kind text not null check (kind in ('audio', 'document', 'data', 'image', 'video', 'other')),
  media_type text not null,
  size_bytes bigint not null,
  -- Hexadecimal.
  sha256 text not null,
  storage_key text not null unique,
  needs_approval boolean not null,
  -- Of audio that we can read: its length and its loudest sample in each of 400 slices, one byte each, as base64.
  duration_ms integer,
  peaks text,
  uploaded_by uuid references people (id),
  uploaded_by_name text not null,
  uploaded_at timestamptz not null
);

create index files_project_id on files (project_id, uploaded_at);

-- Approval is one way and names the exact bytes; a file that bears one cannot be removed.
create table file_approvals (
  file_id uuid primary key references files (id) on delete restrict,
  sha256 text not null,
  approved_by uuid references people (id),
  approved_by_name text not null,
  approved_at timestamptz not null
);

create table file_comments (
  id uuid primary key,
  file_id uuid not null references files (id) on delete cascade,
  author_id uuid references people (id),
  author_name text not null,
  sender text not null check (sender in ('team', 'client')),
  at_ms integer not null check (at_ms >= 0),
  content text not null,
  made_at timestamptz not null,
  done_at timestamptz,
  done_by_name text
);

create index file_comments_file_id on file_comments (file_id, at_ms);

create table messages (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  author_id uuid references people (id),
  author_name text not null,
  sender text not null check (sender in ('team', 'client')),
  content text not null,
  sent_at timestamptz not null
);

create index messages_project_id on messages (project_id, sent_at);

create table invoices (
  id uuid primary key,
  -- Shown as INV-1042.
  number integer not null unique default nextval('invoice_numbers'),
  project_id uuid not null references projects (id),
  client_id uuid not null references people (id),
  amount_cents bigint not null check (amount_cents > 0),
  description text not null,
  issued_on date not null,
  due_on date not null,
  -- Overdue follows from the due date.
  state text not null check (state in ('pending', 'paid', 'void')),
  -- Whom it was made out to, as they were then: an invoice has to keep that.
  bill_to_name text not null,
  bill_to_email text not null,
  paid_at timestamptz,
  paid_by uuid references people (id),
  paid_by_name text,
  confirmed_at timestamptz,
  confirmed_by_name text,
  voided_at timestamptz,
  voided_by_name text,
  void_reason text,
  created_at timestamptz not null
);

create index invoices_client_id on invoices (client_id, issued_on);
create index invoices_project_id on invoices (project_id);
create index invoices_state on invoices (state, due_on);

create table notifications (
  id uuid primary key,
  client_id uuid not null references people (id) on delete cascade,
  kind text not null,
  project_id uuid references projects (id) on delete cascade,
  subject_id uuid not null,
  -- The names that its sentence is made of.
  details json not null,
  made_at timestamptz not null,
  cleared_at timestamptz,
  unique (client_id, kind, subject_id)
);

create index notifications_client_id on notifications (client_id, made_at) where cleared_at is null;

-- What happened in a client's projects, numbered without gaps; open pages follow it.
create table client_events (
  client_id uuid not null references people (id) on delete cascade,
  seq bigint not null,
  kind text not null,
  project_id uuid,
  at timestamptz not null,
  primary key (client_id, seq)
);

create index client_events_at on client_events (at);

-- Mails to clients about what waits for them, and how far each got.
create table client_mails (
  id uuid primary key,
  client_id uuid not null references people (id) on delete cascade,
  kind text not null,
  subject_id uuid,
  state text not null default 'queued' check (state in ('queued', 'sent', 'skipped', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  settled_at timestamptz
);

create index client_mails_failed on client_mails (created_at) where state = 'failed';
create index client_mails_queued on client_mails (client_id, kind) where state = 'queued';
