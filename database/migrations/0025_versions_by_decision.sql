-- The files of a recording bear its id, each with the number of its version: by decision of the team, not by their names. A file
-- that is a version of nothing else is a recording of its own. `proposed_for` is the recording that the name suggested at the
-- upload, until somebody answers.
alter table files
  add column recording_id uuid,
  add column version integer,
  add column stage text check (stage in ('rough', 'mix', 'master')),
  add column is_pinned boolean not null default false,
  add column proposed_for uuid;

-- Until now a recording was what its files' names had in common (0016): Mix_v2.wav is version 2 of mix_.wav; what bears no number
-- is one with what bears the same name. Where two bear the same number, the later one and those behind it move up.
with named as (
  select id, project_id, uploaded_at,
    lower(regexp_replace(name, '^(.*[^a-z])v([0-9]{1,4})(\.[^.]*)?$', '\1\3', 'i')) as base,
    substring(name from '(?i)^.*[^a-z]v([0-9]{1,4})(?:\.[^.]*)?$')::integer as number
  from files
),
placed as (
  select id, number,
    first_value(id) over recording as recording_id,
    row_number() over recording as place
  from named
  window recording as (
    partition by project_id, base, number is null order by number, uploaded_at, id
  )
),
numbered as (
  select id, recording_id, place + max(coalesce(number, place) - place) over (
    partition by recording_id order by place
  ) as version
  from placed
)
update files set recording_id = numbered.recording_id, version = numbered.version
from numbered where numbered.id = files.id;

alter table files
  alter column recording_id set not null,
  alter column version set not null,
  alter column version set default 1,
  -- Two versions that change places are the same for a moment.
  add constraint files_version unique (recording_id, version) deferrable initially deferred;
create unique index files_pinned on files (recording_id) where is_pinned;

-- A process of an older version of the product, which knows no recordings, still adds files.
create function make_file_a_recording() returns trigger language plpgsql as $$
begin
  new.recording_id := coalesce(new.recording_id, new.id);
  return new;
end $$;
create trigger files_recording before insert on files for each row execute function make_file_a_recording();

-- Where a comment that was open stands on a newer version than that it was made on: it is one comment at several places. `at_ms`
-- and `until_ms` are of the newer version; where the passage was cut out of that, they are as they were.
create table carried_comments (
  comment_id uuid not null references file_comments (id) on delete cascade,
  file_id uuid not null references files (id) on delete cascade,
  -- The version before, from which it came there.
  from_file_id uuid references files (id) on delete set null,
  at_ms integer not null check (at_ms >= 0),
  until_ms integer check (until_ms > at_ms),
  is_cut boolean not null default false,
  primary key (comment_id, file_id)
);
create index carried_comments_file on carried_comments (file_id);

-- How many revision rounds were agreed for each recording of the project; null where nothing was.
alter table projects add column revision_rounds integer check (revision_rounds between 0 and 99);
