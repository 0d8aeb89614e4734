-- What differs between two recordings, once for the same bytes. Forgotten with what was measured of either.
create table sound_comparisons (
  older_sha256 text not null references sound_measurements (sha256) on delete cascade,
  newer_sha256 text not null references sound_measurements (sha256) on delete cascade,
  state text not null check (state in ('waiting', 'comparing', 'compared', 'uncompared')),
  -- The version of what compared them, or is to.
  comparer integer not null,
  asked_at timestamptz not null,
  -- How often it was begun.
  attempts integer not null default 0,
  percent integer not null default 0,
  -- Nobody else begins it before then.
  leased_until timestamptz,
  -- Why they were not compared.
  reason text,
  comparison json,
  compared_at timestamptz,
  primary key (older_sha256, newer_sha256)
);

create index sound_comparisons_newer on sound_comparisons (newer_sha256);
create index sound_comparisons_waiting on sound_comparisons (asked_at) where state in ('waiting', 'comparing');
