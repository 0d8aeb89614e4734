-- A mail gathers what happened until a worker takes it; what happens later makes the next one.
alter table client_mails add column audience text not null default 'client' check (audience in ('client', 'team'));
alter table client_mails add column taken_at timestamptz;

-- What a mail tells of.
create table client_mail_items (
  mail_id uuid not null references client_mails (id) on delete cascade,
  -- The notification's kind, or for a mail to the team the kind of the change.
  kind text not null,
  subject_id uuid not null,
  project_id uuid,
  -- The names that its sentence is made of.
  details json not null,
  made_at timestamptz not null,
  primary key (mail_id, kind, subject_id)
);
