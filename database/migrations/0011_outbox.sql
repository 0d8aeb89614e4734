-- Everything that leaves by mail, or is forwarded, and how far it got: one table in place of three.
create table outbox (
  id uuid primary key,
  -- team-mail, sender-mail, forward, reply, client-notice, team-notice.
  kind text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'skipped', 'failed')),
  -- What it is about: a form's name, or what a notice tells of.
  topic text,
  -- The submission, the reply, or the first thing that a notice tells of.
  subject_id uuid,
  lead_id uuid references leads (id) on delete cascade,
  client_id uuid references people (id) on delete cascade,
  attempts integer not null default 0,
  last_error text,
  message_id text,
  created_at timestamptz not null,
  -- From then on it gathers nothing more.
  taken_at timestamptz,
  settled_at timestamptz
);

insert into outbox (id, kind, state, topic, subject_id, lead_id, attempts, last_error, message_id, created_at, settled_at)
select gen_random_uuid(), deliveries.kind, state, form, submissions.id, lead_id, attempts, last_error, message_id, created_at, settled_at
from deliveries join submissions on submissions.id = submission_id;

insert into outbox (id, kind, state, subject_id, lead_id, attempts, last_error, created_at, settled_at)
select id, 'reply', state, id, lead_id, attempts, last_error, sent_at, settled_at
from lead_replies;

insert into outbox (id, kind, state, topic, subject_id, client_id, attempts, last_error, created_at, taken_at, settled_at)
select id, audience || '-notice', state, kind, subject_id, client_id, attempts, last_error, created_at, taken_at, settled_at
from client_mails;

-- What a lead causes leaves once: a submission's mail to the team, a reply.
create unique index outbox_once on outbox (subject_id, kind) where lead_id is not null;
create index outbox_lead_id on outbox (lead_id) where lead_id is not null;
-- Also finds the mail that still gathers.
create index outbox_client_id on outbox (client_id, kind, topic) where client_id is not null;
create index outbox_failed on outbox (settled_at) where state = 'failed';

alter table client_mail_items
  drop constraint client_mail_items_mail_id_fkey,
  add constraint client_mail_items_mail_id_fkey foreign key (mail_id) references outbox (id) on delete cascade;

drop table client_mails;
drop table deliveries;
drop index lead_replies_failed;
alter table lead_replies drop column state, drop column attempts, drop column last_error, drop column settled_at;
