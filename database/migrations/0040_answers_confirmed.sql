-- Answers by mail have a token of their own, which opens the conversation once whoever has the mail has said that it was they who wrote;
-- chats whose visitor is gone end by themselves; what the team has not seen yet is marked.
alter table conversations
  -- Made when the first answer goes by mail.
  add column mail_token_hash text unique,
  add column mail_confirmed_at timestamptz,
  -- When the visitor last had a stream of it open.
  add column visitor_seen_at timestamptz,
  -- The number of the latest line when the team last had it open; null where nobody had yet.
  add column seen_seq integer,
  add check (mail_confirmed_at is null or mail_token_hash is not null);
update conversations set seen_seq = seq;

alter table conversation_lines
  drop constraint conversation_lines_kind_check,
  -- left: the visitor was gone for a day, and it ended by itself.
  add constraint conversation_lines_kind_check
    check (kind in ('text', 'taken', 'handed-back', 'ended', 'mailed', 'left'));

-- An open list of chats marks what nobody has seen.
create trigger tell_desk_of_seen after update of seen_seq on conversations
  for each row when (old.seen_seq is distinct from new.seen_seq) execute function tell_desk('chat-line');

-- Booked calls of somebody who was erased: what takes them out of their hosts' calendars, and nothing of whom they were with.
create table erased_calls (
  id uuid primary key,
  host_id uuid not null references call_hosts (person_id) on delete cascade,
  -- By which the host's calendar knows the call.
  call_id uuid not null,
  generation integer not null,
  given_sequence integer not null,
  sequence integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null
);
