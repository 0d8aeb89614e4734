-- Whether emails about messages and comments contain their texts; they do without a row.
create table email_settings (
  only_row boolean primary key default true check (only_row),
  includes_texts boolean not null
);
