-- A host without a zone of their own has the studio's.
alter table call_hosts alter column time_zone drop not null;
