-- Names, notes, groups and the order of a project's files, and formats of the same recording.

alter table files
  -- `name` is the display name. This is the name at the upload; null until the team renames the file.
  add column original_name text,
  add column note text not null default '',
  -- The folder on the uploader's disk, with slashes; empty without one.
  add column folder text not null default '',
  -- Set by the team; null if it follows from stage, kind, folder and name.
  add column list_group text check (list_group in ('mixes', 'masters', 'stems', 'documents', 'video', 'other')),
  -- The team's own order within a project, the same for all versions of a recording; null if the name decides.
  add column position integer,
  -- The file that has the same recording in another format; one entry of the list.
  add column format_of uuid references files (id) on delete set null,
  -- The file that it looks like another format of, until the team decides.
  add column format_proposed_for uuid references files (id) on delete set null,
  -- True once the team said that it is not another format of the proposed file.
  add column is_format_declined boolean not null default false,
  add constraint files_format_of check (format_of <> id);
create index files_format_of on files (format_of) where format_of is not null;
create index files_format_proposed_for on files (format_proposed_for) where format_proposed_for is not null;
