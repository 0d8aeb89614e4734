-- Calls that are booked at a time, when the team takes them, and when they are busy elsewhere.
create table call_settings (
  only_row boolean primary key default true check (only_row),
  -- Of the discovery call; other meetings have their own.
  length_min integer not null check (length_min between 5 and 480),
  step_min integer not null check (step_min between 5 and 480),
  notice_min integer not null check (notice_min between 0 and 43200),
  horizon_days integer not null check (horizon_days between 1 and 365),
  buffer_before_min integer not null check (buffer_before_min between 0 and 240),
  buffer_after_min integer not null check (buffer_after_min between 0 and 240),
  place text not null,
  -- What counts where a calendar cannot be read: what it said last, or that its owner is busy all the time.
  unread_calendar text not null check (unread_calendar in ('last', 'busy'))
);

-- Meetings other than the discovery call; only the team gives out their times.
create table call_kinds (
  id uuid primary key,
  name text not null,
  length_min integer not null check (length_min between 5 and 480),
  place text not null default '',
  removed_at timestamptz
);
create unique index call_kinds_name on call_kinds (name) where removed_at is null;

-- The lane tells the calls of one host from another's in the one range that must not overlap.
create table call_hosts (
  person_id uuid primary key references people (id) on delete cascade,
  lane integer generated always as identity unique,
  time_zone text not null,
  daily_most integer not null check (daily_most between 1 and 48),
  is_taking_calls boolean not null default true,
  last_booked_at timestamptz,
  -- By which calendars subscribe to the calls of this host; made anew, the old address ends.
  feed_version integer not null default 0
);

-- By the host's clocks; 1 is Monday. What lies between two of a day is a break.
create table call_hours (
  host_id uuid not null references call_hosts (person_id) on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  from_minute smallint not null check (from_minute >= 0),
  to_minute smallint not null check (to_minute <= 1440),
  primary key (host_id, weekday, from_minute),
  check (from_minute < to_minute)
);

-- A day on which other hours hold, or none; of the whole studio where there is no host.
create table call_exceptions (
  id uuid primary key,
  host_id uuid references call_hosts (person_id) on delete cascade,
  day date not null,
  from_minute smallint check (from_minute >= 0),
  to_minute smallint check (to_minute <= 1440),
  note text not null default '',
  check ((from_minute is null) = (to_minute is null)),
  check (from_minute is null or host_id is not null and from_minute < to_minute)
);
create index call_exceptions_host_id on call_exceptions (host_id);

create table calls (
  id uuid primary key,
  -- Null for the discovery call.
  kind_id uuid references call_kinds (id),
  lead_id uuid references leads (id) on delete cascade,
  client_id uuid references clients (id) on delete cascade,
  project_id uuid references projects (id) on delete set null,
  submission_id uuid unique references submissions (id) on delete set null,
  -- The same for times that were offered together.
  offer_id uuid,
  -- With whom it is.
  name text not null,
  email text not null,
  host_id uuid not null references call_hosts (person_id),
  state text not null check (state in ('offered', 'released', 'booked', 'cancelled', 'happened', 'missed')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- In minutes since 1970, buffers included, moved into the host's lane.
  blocked int8range not null,
  -- Until when an offered time is kept for the one it was offered to.
  hold_until timestamptz,
  -- Rises with every change that calendars have to know of.
  sequence integer not null default 0,
  -- Rises when a cancelled call is taken back: calendars get it as another one.
  generation integer not null default 0,
  visitor_zone text not null,
  -- What the clocks showed when the time was taken: rules of zones change.
  visitor_clock text not null,
  host_clock text not null,
  cancelled_by text check (cancelled_by in ('visitor', 'team')),
  reason text not null default '',
  token_hash text not null unique,
  made_at timestamptz not null,
  check (lead_id is not null or client_id is not null),
  check (starts_at < ends_at),
  check ((state = 'offered') = (hold_until is not null)),
  check ((state = 'cancelled') = (cancelled_by is not null)),
  constraint calls_never_twice exclude using gist (blocked with &&) where (state in ('offered', 'booked'))
);
create index calls_lead_id on calls (lead_id) where lead_id is not null;
create index calls_client_id on calls (client_id) where client_id is not null;
create index calls_project_id on calls (project_id) where project_id is not null;
create index calls_offer_id on calls (offer_id) where offer_id is not null;
create index calls_host_id_starts_at on calls (host_id, starts_at);
create index calls_starts_at on calls (starts_at);

-- The mails about calls, each once for every change of a call; the subjects of their rows in the outbox.
create table call_mails (
  id uuid primary key,
  call_id uuid not null references calls (id) on delete cascade,
  kind text not null,
  -- The visitor, or the host it goes to.
  audience text not null check (audience in ('visitor', 'host')),
  host_id uuid references call_hosts (person_id),
  sequence integer not null,
  -- What it was then: a call that is moved or taken back meanwhile is cancelled in calendars as what they know.
  generation integer not null,
  starts_at timestamptz not null,
  check ((audience = 'host') = (host_id is not null)),
  unique (call_id, kind, audience, sequence)
);

-- A host's calendar elsewhere. Its address is a secret: sealed, never shown again.
create table busy_calendars (
  id uuid primary key,
  host_id uuid not null references call_hosts (person_id) on delete cascade,
  name text not null,
  sealed_address text not null,
  etag text,
  last_modified text,
  -- Until when its busy times are known: rules repeat only as far as was asked.
  known_until timestamptz,
  -- When it was read, when that was last tried, and why it failed, if it did.
  read_at timestamptz,
  tried_at timestamptz,
  failure text,
  -- How many of its events could not be understood.
  left_out integer not null default 0,
  made_at timestamptz not null
);
create index busy_calendars_host_id on busy_calendars (host_id);

create table busy_times (
  calendar_id uuid not null references busy_calendars (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  check (starts_at < ends_at)
);
create index busy_times_calendar_id on busy_times (calendar_id, starts_at);
