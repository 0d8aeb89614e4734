-- The day on which the money of an invoice arrived, as the team recorded it.
alter table invoices add column paid_on date;
