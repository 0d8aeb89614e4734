-- The summary that an email to the team is named in, where too many were due to send each.
alter table outbox add column summary_id uuid references outbox (id) on delete set null;
create index outbox_summary_id on outbox (summary_id) where summary_id is not null;
