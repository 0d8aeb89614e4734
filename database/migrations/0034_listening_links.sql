-- Links by which somebody without an account hears a file, the newest version of a recording, or a project. Of the link's token
-- and of its password only hashes are kept.
create table listening_links (
  id uuid primary key,
  token_hash text not null unique,
  project_id uuid not null references projects (id) on delete cascade,
  -- What it opens: this file, or the newest version of this recording; the whole project where both are null.
  file_id uuid references files (id) on delete cascade,
  recording_id uuid,
  -- As it is listed; guests do not see it.
  name text not null,
  password_hash text,
  may_comment boolean not null,
  may_download boolean not null,
  -- Whether previews of its address may name the project.
  names_project boolean not null,
  made_by uuid references people (id) on delete set null,
  made_by_name text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check (file_id is null or recording_id is null)
);

create index listening_links_project_id on listening_links (project_id);
create index listening_links_file_id on listening_links (file_id) where file_id is not null;
create index listening_links_recording_id on listening_links (recording_id) where recording_id is not null;

-- A browser that has used a link: known again by a cookie, of which a hash is kept.
create table listening_guests (
  id uuid primary key,
  link_id uuid not null references listening_links (id) on delete cascade,
  token_hash text not null,
  -- As the guest gave it.
  name text,
  user_agent text not null,
  unlocked_at timestamptz,
  visits integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  unique (link_id, token_hash)
);

create index listening_guests_last_at on listening_guests (last_at);

-- What a guest has listened to.
create table listening_visits (
  guest_id uuid not null references listening_guests (id) on delete cascade,
  file_id uuid not null references files (id) on delete cascade,
  visits integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (guest_id, file_id)
);

create index listening_visits_file_id on listening_visits (file_id);

alter table file_comments
  drop constraint file_comments_sender_check,
  add constraint file_comments_sender_check check (sender in ('team', 'client', 'guest')),
  add column guest_id uuid references listening_guests (id) on delete set null;

create index file_comments_guest_id on file_comments (guest_id) where guest_id is not null;

-- A recording whose last file becomes a version of another is that other; so are the links to it.
create function listening_links_follow() returns trigger language plpgsql as $$
begin
  if not exists (select from files where recording_id = old.recording_id) then
    update listening_links set recording_id = new.recording_id where recording_id = old.recording_id;
  end if;
  return null;
end $$;

create trigger listening_links_follow after update of recording_id on files
  for each row when (old.recording_id is distinct from new.recording_id)
  execute function listening_links_follow();
