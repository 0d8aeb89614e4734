-- Browsers in which somebody has signed in before: what strangers ask for uses up none of what these may ask for.
create table known_browsers (
  token_hash text not null,
  person_id uuid not null references people (id) on delete cascade,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (token_hash, person_id)
);

create index known_browsers_person_id on known_browsers (person_id);
create index known_browsers_seen_at on known_browsers (seen_at);

-- Confirmations that were not sent because of a limit, for the desk.
create index outbox_skipped on outbox (settled_at) where state = 'skipped';

-- Limits have other names from now on, so nothing looks at these counters again.
delete from rate_limits;
