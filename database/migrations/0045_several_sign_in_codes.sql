-- An address has up to three codes at once, so that a request by somebody else voids none that a person is waiting for.
alter table sign_in_codes drop constraint sign_in_codes_pkey;
alter table sign_in_codes add column id bigint generated always as identity primary key;
create index sign_in_codes_email_key on sign_in_codes (email_key, id);

-- How often each network has tried a code, by a keyed hash of the network; a code ends by being used or too old.
update sign_in_codes set expires_at = least(expires_at, now()) where tries_left = 0;
alter table sign_in_codes drop column tries_left;
alter table sign_in_codes add column tries jsonb not null default '{}';

-- How long the code and link of a request can be used.
alter table sign_in_requests add column life_ms integer not null default 600000;
