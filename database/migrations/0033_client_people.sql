-- A client is a company, or somebody alone, with people who sign in. Every client from before gets a row of the id of its one
-- person, so that whatever names a client keeps its value.
create table clients (
  id uuid primary key,
  name text not null,
  -- The lead that became this client.
  lead_id uuid unique references leads (id) on delete set null,
  is_sample boolean not null default false,
  -- The number of this client's latest event; taking the next one holds the row, so numbers commit in order.
  event_seq bigint not null default 0,
  erased_at timestamptz,
  created_at timestamptz not null
);

insert into clients (id, name, lead_id, is_sample, event_seq, erased_at, created_at)
select id, name, lead_id, is_sample, event_seq, erased_at, created_at from people where role = 'client';

alter table people
  add column client_id uuid references clients (id),
  -- Of a client's person: `approve` may do everything, `listen` hears and writes, without invoices, approvals and invitations.
  add column may text check (may in ('approve', 'listen'));
update people set client_id = id, may = 'approve' where role = 'client';
alter table people
  add constraint people_of_client check ((role = 'client') = (client_id is not null) and (client_id is null) = (may is null)),
  drop column lead_id,
  drop column event_seq,
  -- Somebody who is erased has no row from now on; those from before are nameless and disabled.
  drop column erased_at;
create index people_client_id on people (client_id) where client_id is not null;

-- To whom a mail goes, where it goes to somebody who signs in. What a member of the team is mailed is no client's.
alter table outbox add column person_id uuid references people (id) on delete cascade;
update outbox set person_id = client_id where kind in ('client-notice', 'new-sign-in');
update outbox set person_id = subject_id
where kind = 'member-notice' and subject_id in (select id from people);
update outbox set client_id = null where client_id in (select id from people where role = 'team');
create index outbox_person_id on outbox (person_id) where person_id is not null;

alter table projects drop constraint projects_client_id_fkey, add foreign key (client_id) references clients (id);
alter table invoices drop constraint invoices_client_id_fkey, add foreign key (client_id) references clients (id);
alter table notifications drop constraint notifications_client_id_fkey,
  add foreign key (client_id) references clients (id) on delete cascade;
alter table client_events drop constraint client_events_client_id_fkey,
  add foreign key (client_id) references clients (id) on delete cascade;
alter table outbox drop constraint outbox_client_id_fkey,
  add foreign key (client_id) references clients (id) on delete cascade;

-- A notification is everybody's of the client, or one person's who is named. `cleared_at` says that it is settled for all; who
-- clears it for themselves alone gets a row here.
alter table notifications
  add column person_id uuid references people (id) on delete cascade,
  drop constraint notifications_client_id_kind_subject_id_key;
create unique index notifications_once on notifications
  (client_id, kind, subject_id, coalesce(person_id, '00000000-0000-0000-0000-000000000000'));
create table notification_clearings (
  notification_id uuid not null references notifications (id) on delete cascade,
  person_id uuid not null references people (id) on delete cascade,
  cleared_at timestamptz not null,
  primary key (notification_id, person_id)
);
create index notification_clearings_person_id on notification_clearings (person_id);

-- Whether the client said so before the team confirmed it: who paid is one of several people, so their id no longer tells.
alter table invoices add column is_reported boolean not null default false;
update invoices set is_reported = true
where paid_at is not null and (paid_by = client_id or (paid_by is null and paid_at is distinct from confirmed_at));
