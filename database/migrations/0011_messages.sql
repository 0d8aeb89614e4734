-- Whether emails about messages and comments contain their texts; they do without a row.
create table email_settings (
  only_row boolean primary key default true check (only_row),
  includes_texts boolean not null
);

-- A message without a project belongs to the general conversation of its client.
alter table messages
  alter column project_id drop not null,
  add column client_id uuid references clients (id) on delete cascade,
  -- When a team member said that a client's message needs no answer.
  add column settled_at timestamptz,
  add constraint messages_conversation check ((project_id is null) <> (client_id is null));
create index messages_client_id on messages (client_id, sent_at) where client_id is not null;

-- The files of a message. In a project they are files of the project; those of a general conversation have their own bytes.
create table message_files (
  id uuid primary key,
  message_id uuid not null references messages (id) on delete cascade,
  position integer not null,
  -- As it was attached; it stays in the message after the file was removed.
  name text not null,
  size_bytes bigint not null,
  -- What the team attached in a project, and what the client did.
  file_id uuid references all_files (id) on delete set null,
  sent_file_id uuid references sent_files (id) on delete set null,
  sha256 text,
  storage_key text unique,
  unique (message_id, position),
  check ((sha256 is null) = (storage_key is null))
);
create index message_files_file on message_files (file_id) where file_id is not null;
create index message_files_sent_file on message_files (sent_file_id) where sent_file_id is not null;

-- When a member of the team is emailed about what clients and visitors do, besides the team's inbox; a kind without a row is as it is
-- delivered.
create table member_email_kinds (
  person_id uuid not null references people (id) on delete cascade,
  kind text not null,
  timing text not null check (timing in ('at-once', 'daily', 'none')),
  primary key (person_id, kind)
);
-- The same for all kinds of one project, in place of the member's kinds.
create table member_email_projects (
  person_id uuid not null references people (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  timing text not null check (timing in ('at-once', 'daily', 'none')),
  primary key (person_id, project_id)
);
create index member_email_projects_project on member_email_projects (project_id);

-- Whom an item is about, where its email is about several clients and leads.
alter table client_mail_items
  add column client_id uuid references clients (id) on delete cascade,
  add column lead_id uuid references leads (id) on delete cascade;
create index client_mail_items_client on client_mail_items (client_id) where client_id is not null;
create index client_mail_items_lead on client_mail_items (lead_id) where lead_id is not null;
