-- The missed or cancelled call that an offered or booked one replaces.
alter table calls add column replaces_id uuid references calls (id) on delete set null;
create index calls_replaces on calls (replaces_id) where replaces_id is not null;
