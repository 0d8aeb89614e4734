-- Who has begun an upload, so that one person has few of them open.
alter table sent_uploads add column begun_by uuid references people (id) on delete set null;
create index sent_uploads_begun_by on sent_uploads (begun_by);
