-- Comments over a range, with replies, edits and mentions. A reply bears the moment of the comment that it answers, and is done
-- with it. `mentions` holds who is named in the text: [{"id": …, "name": as it is written there}].
alter table file_comments
  add column until_ms integer check (until_ms > at_ms),
  add column reply_to uuid references file_comments (id) on delete cascade,
  add column version integer not null default 1,
  add column edited_at timestamptz,
  add column mentions jsonb not null default '[]',
  add check (reply_to is null or (until_ms is null and done_at is null));

create index file_comments_reply_to on file_comments (reply_to) where reply_to is not null;
