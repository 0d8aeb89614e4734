-- Playlists: a listening link covers chosen files in an order, and its settings can be changed later.

alter table listening_links
  add column covers_project boolean not null default false,
  -- Shown to guests in place of the project's name.
  add column title text,
  -- A picture of the project, as the cover of a playlist; without one it is the figure of its first title.
  add column cover_file_id uuid references files (id) on delete set null,
  add column asks_name boolean not null default false,
  -- False: guests see their own comments and the replies to them.
  add column shows_all_comments boolean not null default false;
create index listening_links_cover on listening_links (cover_file_id) where cover_file_id is not null;
-- Existing links keep what they showed.
update listening_links set covers_project = file_id is null and recording_id is null, shows_all_comments = true;

-- What a link covers unless it covers the project: in this order, a file, or the newest version of a recording.
create table listening_entries (
  link_id uuid not null references listening_links (id) on delete cascade,
  position integer not null check (position >= 0),
  file_id uuid references files (id) on delete cascade,
  recording_id uuid,
  -- Shown to guests; the file's name if there is none.
  title text,
  primary key (link_id, position),
  check ((file_id is null) <> (recording_id is null))
);
create index listening_entries_file on listening_entries (file_id) where file_id is not null;
create index listening_entries_recording on listening_entries (recording_id) where recording_id is not null;
insert into listening_entries (link_id, position, file_id, recording_id)
  select id, 0, file_id, recording_id from listening_links where not covers_project;

alter table listening_links drop column file_id, drop column recording_id;

create or replace function listening_links_follow() returns trigger language plpgsql as $$
begin
  if not exists (select from files where recording_id = old.recording_id) then
    update listening_entries set recording_id = new.recording_id where recording_id = old.recording_id;
  end if;
  return null;
end $$;

-- `visits` counts plays; a row is made when the page shows the file.
alter table listening_visits
  add column opens integer not null default 0,
  add column played_at timestamptz,
  -- The hundredths of the file that were played, and where playing last stopped. Only browsers with scripts report them.
  add column heard bit(100),
  add column stopped_ms integer check (stopped_ms >= 0);
update listening_visits set opens = visits, played_at = last_at;

-- A link that was sent by email.
create table listening_mails (
  id uuid primary key,
  link_id uuid not null references listening_links (id) on delete cascade,
  email text not null,
  message text not null,
  -- Where replies go; null for the studio's inbox.
  reply_to text,
  sent_by uuid references people (id) on delete set null,
  sent_by_name text not null,
  sent_at timestamptz not null
);
create index listening_mails_link on listening_mails (link_id);
create index listening_mails_sent_at on listening_mails (sent_at);
