-- What was typed into a submission, as the inbox searches it: lower case, one value after the other with a unit separator
-- between them, without the fields' names. Apart from the submissions, because a search reads all of it.
create table submission_search (
  submission_id uuid primary key references submissions (id) on delete cascade,
  lead_id uuid not null,
  content text not null
);

create function searchable_content(fields json) returns text language sql immutable as $$
  -- Two escapes of JSON stand for what no text of the database can hold.
  select case when fields::text ~ '\\u(0000|[dD][89a-fA-F])' then lower(fields::text)
    else (select coalesce(string_agg(lower(value), chr(31)), '') from json_each_text(fields)) end
$$;

insert into submission_search (submission_id, lead_id, content)
select id, lead_id, searchable_content(fields) from submissions;

-- A trigger, so that nothing that stores a submission can leave it out.
create function make_submission_searchable() returns trigger language plpgsql as $$
begin
  insert into submission_search (submission_id, lead_id, content)
  select id, lead_id, searchable_content(fields) from stored order by id;
  return null;
end $$;

create trigger submissions_searchable after insert on submissions
  referencing new table as stored for each statement execute function make_submission_searchable();
