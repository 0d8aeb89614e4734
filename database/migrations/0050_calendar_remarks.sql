-- What was read of a calendar in a way that its owner may not expect, each with how often. All are read again, to say so.
alter table busy_calendars add column remarks jsonb not null default '{}';
update busy_calendars set etag = null, last_modified = null;
