-- What was measured of the sound in a file, once for the same bytes. Old files get their rows after the upgrade.
create table sound_measurements (
  sha256 text primary key,
  state text not null check (state in ('waiting', 'measuring', 'measured', 'unmeasured')),
  -- The version of the analyser that measured, or is to measure.
  analyser integer not null,
  asked_at timestamptz not null,
  -- How often it was begun.
  attempts integer not null default 0,
  percent integer not null default 0,
  -- Nobody else begins it before then.
  leased_until timestamptz,
  -- Why it was not measured.
  reason text,
  measures json,
  -- FLAC of the same sound, where browsers cannot play the original exactly.
  rendition_key text,
  measured_at timestamptz
);

create index sound_measurements_waiting on sound_measurements (asked_at) where state in ('waiting', 'measuring');
create index files_sha256 on files (sha256);
