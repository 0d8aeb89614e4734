-- The newer version of the same thing for which a file waits no more; where that one is removed, the file waits again.
alter table files add column superseded_by uuid references files (id) on delete set null;
create index files_superseded_by on files (superseded_by) where superseded_by is not null;

-- Whether a recording says how long it plays, so that a browser finds positions in it; null where nobody has looked.
alter table files add column has_length boolean;
update files set has_length = true where kind = 'audio' and media_type <> 'audio/mpeg';

-- Mix_v2.wav is version 2 of mix_.wav; what bears no version is of one series with what bears the same name.
with series as (
  select id, project_id, uploaded_at, needs_approval,
    lower(regexp_replace(name, '^(.*[^a-z])v([0-9]{1,4})(\.[^.]*)?$', '\1\3', 'i')) as base,
    substring(name from '(?i)^.*[^a-z]v([0-9]{1,4})(?:\.[^.]*)?$')::integer as number
  from files
),
settled as (
  select older.id, (
    select newer.id
    from series newer
    where newer.project_id = older.project_id
      and newer.base = older.base
      and (newer.number is null) = (older.number is null)
      and (coalesce(newer.number, 0), newer.uploaded_at, newer.id)
        > (coalesce(older.number, 0), older.uploaded_at, older.id)
    order by coalesce(newer.number, 0) desc, newer.uploaded_at desc, newer.id desc
    limit 1
  ) as newer_id
  from series older
  where older.needs_approval
    and not exists (select from file_approvals where file_id = older.id)
)
update files set superseded_by = settled.newer_id
from settled
where files.id = settled.id and settled.newer_id is not null;

update notifications set cleared_at = now()
where kind = 'file-waiting' and cleared_at is null
  and subject_id in (select id from files where superseded_by is not null);
