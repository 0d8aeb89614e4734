-- What a member of the team has read on Today: a thing as it was at a moment, or with an empty item everything of a kind.
create table today_reads (
  person_id uuid not null references people (id) on delete cascade,
  kind text not null,
  item text not null,
  read_at timestamptz not null,
  primary key (person_id, kind, item)
);
create trigger tell_desk after insert or update on today_reads
  for each statement execute function tell_desk('unspoken');

-- What the team has handled without a trace elsewhere, such as a change request that was discussed.
create table today_handled (
  kind text not null,
  item text not null,
  -- Anything newer is waiting again.
  handled_at timestamptz not null,
  primary key (kind, item)
);
create trigger tell_desk after insert or update or delete on today_handled
  for each statement execute function tell_desk('today-handled');

-- Members who were there before this version are not shown what is old news to them.
insert into today_reads (person_id, kind, item, read_at)
  select people.id, kind, '', now() from people, (values ('approval'), ('file')) as kinds (kind)
  where role = 'team';

-- The conversations whose last message is the client's, with the messages since the team's last one. Kept by triggers, because
-- every page of the desk counts them. A general conversation is named by its client.
create table unanswered_messages (
  conversation_id uuid primary key,
  project_id uuid references projects (id) on delete cascade,
  client_id uuid references clients (id) on delete cascade,
  since timestamptz not null,
  newest timestamptz not null,
  count integer not null
);
insert into unanswered_messages (conversation_id, project_id, since, newest, count)
  select project_id, project_id, min(sent_at), max(sent_at), count(*) from messages m
  where sender = 'client' and sent_at > coalesce((select max(sent_at) from messages t
    where t.project_id = m.project_id and t.sender = 'team'), '-infinity')
  group by project_id;
create function note_unanswered_message() returns trigger language plpgsql as $$
begin
  if new.sender = 'team' then
    delete from unanswered_messages where conversation_id = coalesce(new.project_id, new.client_id);
  else
    insert into unanswered_messages
      values (coalesce(new.project_id, new.client_id), new.project_id, new.client_id, new.sent_at, new.sent_at, 1)
      on conflict (conversation_id) do update set since = least(unanswered_messages.since, excluded.since),
        newest = greatest(unanswered_messages.newest, excluded.newest), count = unanswered_messages.count + 1;
  end if;
  return null;
end
$$;
create trigger note_unanswered_message after insert on messages
  for each row execute function note_unanswered_message();
-- A message that was deleted, or that needs no answer, no longer waits.
create function forget_unanswered_message() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.settled_at is not null then
    delete from unanswered_messages
      where conversation_id = coalesce(old.project_id, old.client_id) and newest <= old.sent_at;
  end if;
  return null;
end
$$;
create trigger forget_unanswered_message after update or delete on messages
  for each row execute function forget_unanswered_message();

create index calls_past on calls (ends_at) where state in ('booked', 'missed');
create index change_requests_waiting on change_requests (requested_at) where closed_at is null;
create index file_approvals_approved_at on file_approvals (approved_at);
create index file_comments_open on file_comments (file_id, made_at)
  where done_at is null and reply_to is null and sender <> 'team';
create index file_comments_replied on file_comments (made_at) where reply_to is not null and sender <> 'team';
create index sent_files_sent_at on sent_files (sent_at);
create index upload_requests_closed_at on upload_requests (closed_at) where state = 'done';
create index conversations_waiting on conversations (waiting_since) where waiting_since is not null;
create index invoices_reported on invoices (paid_at) where state = 'reported';
