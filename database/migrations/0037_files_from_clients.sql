-- What the team made of a client's file stays the client's, also once that is gone from the inbox.
alter table files add column is_from_client boolean not null default false;
update files set is_from_client = true where id in (select taken_as from sent_files);
