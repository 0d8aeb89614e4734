-- What a visitor does with a call is told to an address that may be somebody else's: such mails are counted when they leave.
alter table call_mails add column is_visitors boolean not null default false;
