-- Conversations of visitors with a person of the team, by the chat; who of the team takes them; and who may begin none.
create table conversations (
  id uuid primary key,
  -- Made by the browser that asked, so that a repeat begins no second one.
  asked_as uuid not null unique,
  token_hash text not null unique,
  lead_id uuid references leads (id) on delete cascade,
  -- Whom an answer by mail goes to, once they have left their address.
  name text,
  email text,
  -- handed-back: the assistant answers again, until the visitor writes to a person anew.
  state text not null check (state in ('waiting', 'live', 'handed-back', 'ended', 'mailed')),
  -- The number of the latest line.
  seq integer not null default 0,
  taken_by uuid references people (id),
  taken_by_name text,
  -- The network it was begun from, as a keyed hash.
  network_key text not null,
  is_blocked boolean not null default false,
  begun_at timestamptz not null,
  -- Since when the visitor waits for somebody of the team; null when they do not.
  waiting_since timestamptz,
  changed_at timestamptz not null,
  check ((lead_id is null) = (email is null)),
  check ((name is null) = (email is null)),
  check (state <> 'mailed' or lead_id is not null),
  check ((state = 'live') = (taken_by is not null)),
  check ((taken_by is null) = (taken_by_name is null))
);
create index conversations_lead_id on conversations (lead_id) where lead_id is not null;
create index conversations_changed_at on conversations (changed_at);
create index conversations_network_key on conversations (network_key);

-- What was said, and what happened between: numbered from 1 without a gap.
create table conversation_lines (
  conversation_id uuid not null references conversations (id) on delete cascade,
  seq integer not null,
  -- Made by whoever wrote it, so that a repeat is stored once.
  written_as uuid not null,
  kind text not null check (kind in ('text', 'taken', 'handed-back', 'ended', 'mailed')),
  sender text not null check (sender in ('visitor', 'team')),
  author_id uuid references people (id),
  author_name text,
  content text not null,
  at timestamptz not null,
  primary key (conversation_id, seq),
  unique (conversation_id, written_as),
  check ((kind = 'text') = (content <> '')),
  check ((sender = 'team') = (author_name is not null))
);

create table chat_members (
  person_id uuid primary key references people (id) on delete cascade,
  takes_chats boolean not null
);

-- When a session last had a stream of the desk open: who has the desk before them can be asked in the chat.
alter table sessions add column desk_open_at timestamptz;

create table blocked_networks (
  network_key text primary key,
  blocked_at timestamptz not null
);

-- Tells every process, once this commits, which conversation has a new line, and the desk what happened.
create function tell_of_line() returns trigger language plpgsql as $$
begin
  perform pg_notify('conversation_lines', new.conversation_id::text);
  perform pg_notify('desk_changes', case new.kind when 'text' then 'chat-line' else 'chat-' || new.kind end);
  return null;
end
$$;
create trigger tell_of_line after insert on conversation_lines
  for each row execute function tell_of_line();
create trigger tell_desk after insert on conversations
  for each statement execute function tell_desk('chat-begun');
-- Somebody who was with the automatic replies asks for a person again.
create trigger tell_desk_of_wait after update of waiting_since on conversations
  for each row when (old.waiting_since is null and new.waiting_since is not null) execute function tell_desk('chat-begun');
