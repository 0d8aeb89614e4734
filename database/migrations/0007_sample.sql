-- The sample studio is made once. Its row stays after it was removed, so that no later start makes it again.
create table sample_studio (
  id boolean primary key default true check (id),
  made_at timestamptz not null,
  removed_at timestamptz
);

alter table leads add column is_sample boolean not null default false;
