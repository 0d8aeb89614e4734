-- The light renditions that somebody wanted, once for the same bytes; their storage keys lie in sound_measurements.artefacts.
create table light_renditions (
  sha256 text primary key references sound_measurements (sha256) on delete cascade,
  state text not null check (state in ('waiting', 'making', 'made', 'failed')),
  asked_at timestamptz not null,
  -- How often it was begun.
  attempts integer not null default 0,
  -- Nobody else begins it before then.
  leased_until timestamptz,
  -- Of what was made.
  size_bytes bigint
);

create index light_renditions_waiting on light_renditions (asked_at) where state in ('waiting', 'making');
