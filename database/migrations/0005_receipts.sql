-- The keys that sign receipts of approvals. The newest that SECRET can decrypt is the current one; all public keys stay,
-- so that receipts can be verified after a key has changed.
create table signing_keys (
  -- The thumbprint (RFC 7638) of the public key, base64url.
  id text primary key,
  -- 32 bytes, base64url.
  public_key text not null,
  -- PKCS #8, encrypted with a key derived from SECRET.
  sealed_private_key text not null,
  made_at timestamptz not null
);

-- Anyone who has exactly the approved bytes can look up a published approval. New approvals begin as their project says.
alter table projects add column publishes_receipts boolean not null default false;
alter table file_approvals add column is_published boolean not null default false;
-- Unpublished approvals are not in it: looking them up is the same work as looking up unknown bytes.
create index file_approvals_published on file_approvals (sha256) where is_published;

-- The approval that a format of the same recording was part of: they have one receipt.
alter table file_approvals add column approved_with uuid references file_approvals (file_id) on delete cascade;
create index file_approvals_approved_with on file_approvals (approved_with) where approved_with is not null;

-- The names of the file and its project when it was approved, which receipts state after they were renamed. Null for an approval
-- stored by an older version.
alter table file_approvals add column file_name text;
alter table file_approvals add column project_name text;
update file_approvals set file_name = files.name, project_name = projects.name
  from files join projects on projects.id = files.project_id
  where files.id = file_approvals.file_id;
