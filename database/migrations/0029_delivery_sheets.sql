-- The delivery sheet that a client approved with a file: the very text of its figures as JSON, and the SHA-256 of that text. Null
-- where the file had not been measured.
alter table file_approvals add column sheet text, add column sheet_sha256 text;
create index file_approvals_sheet on file_approvals (sheet_sha256) where sheet_sha256 is not null;
create index file_approvals_sha256 on file_approvals (sha256);

-- What a project's recordings are checked against, by the key of a specification; and how its files are named, as a scheme such as
-- {project}_{title}_{version}. Null where nothing was chosen.
alter table projects add column delivery_specification text, add column file_naming text;
