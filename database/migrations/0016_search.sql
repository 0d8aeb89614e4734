-- What the desk's search finds: one row for each lead, form, message and so on, folded like `search_folded`. What is shown of a hit is
-- read from its own table.
create table search_entries (
  kind text not null,
  source_id uuid not null,
  -- The time by which hits are sorted.
  at timestamptz not null,
  content text not null,
  primary key (kind, source_id)
);
create index search_entries_at on search_entries (kind, at desc);

-- Finds rare words without reading every row. A server without this extension, or whose administrator has to create it, searches
-- without the index.
do $$
begin
  create extension if not exists pg_trgm;
  create index search_entries_words on search_entries using gin (content gin_trgm_ops);
exception when feature_not_supported or insufficient_privilege or undefined_file or undefined_object then
  raise notice 'The search has no index, because the extension pg_trgm is not available.';
end $$;

-- A searched word as a pattern of `like` that finds it anywhere in folded text.
create function search_pattern(word text) returns text language sql immutable strict as $$
  select '%' || regexp_replace(search_folded(word), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- The text by which a row is found: the values of these columns with a unit separator between them; "number:P-" puts P- before it. Null
-- if the row is not to be found: held as spam, removed, erased, or an offered time that nobody has chosen.
create function search_content(entry jsonb, columns text[]) returns text language sql immutable strict as $$
  select case
    when entry ->> 'removed_at' is not null or entry ->> 'erased_at' is not null or entry ->> 'is_held' = 'true'
      or entry ->> 'state' in ('offered', 'released') then null
    else (
      select search_folded(coalesce(string_agg(split_part(name, ':', 2) || case jsonb_typeof(value)
        when 'array' then (select string_agg(item, chr(31)) from jsonb_array_elements_text(value) item)
        else value #>> '{}' end, chr(31) order by place), ''))
      from unnest(columns) with ordinality each (name, place), lateral (select entry -> split_part(name, ':', 1) as value) column_of
      where jsonb_typeof(value) <> 'null')
  end
$$;

create function store_search_entry(kind text, source_id uuid, at timestamptz, content text) returns void language sql as $$
  insert into search_entries values (kind, source_id, at, content)
  on conflict (kind, source_id) do update set at = excluded.at, content = excluded.content
$$;

-- Triggers, so that no code that changes a row can forget its entry. Arguments: kind, column of the time, columns of the text. Columns
-- that a table does not have are skipped.
create function make_searchable() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  text_before text := search_content(before, tg_argv[2:]);
  text_after text := search_content(after, tg_argv[2:]);
begin
  if text_before is not distinct from text_after and before ->> tg_argv[1] is not distinct from after ->> tg_argv[1] then
    return null;
  end if;
  if text_after is null then
    delete from search_entries where kind = tg_argv[0] and source_id = (before ->> 'id')::uuid;
  else
    perform store_search_entry(tg_argv[0], (after ->> 'id')::uuid, (after ->> tg_argv[1])::timestamptz, text_after);
  end if;
  return null;
end $$;

create trigger searchable after insert or update or delete on leads for each row
  execute function make_searchable('lead', 'created_at', 'name', 'email', 'follow_up_note');
create trigger searchable after insert or update or delete on lead_notes for each row
  execute function make_searchable('note', 'written_at', 'content', 'author_name');
create trigger searchable after insert or update or delete on lead_replies for each row
  execute function make_searchable('reply', 'sent_at', 'subject', 'content', 'author_name');
create trigger searchable after insert or update or delete on people for each row
  execute function make_searchable('person', 'created_at', 'name', 'email', 'phone', 'notes', 'tags');
create trigger searchable after insert or update or delete on clients for each row
  execute function make_searchable('client', 'created_at', 'name', 'phone', 'address', 'notes', 'tags');
create trigger searchable after insert or update or delete on contacts for each row
  execute function make_searchable('contact', 'created_at', 'name', 'company', 'role', 'email', 'phone', 'address', 'notes', 'tags');
create trigger searchable after insert or update or delete on projects for each row
  execute function make_searchable('project', 'created_at', 'number:P-', 'name', 'description');
create trigger searchable after insert or update or delete on all_files for each row
  execute function make_searchable('file', 'uploaded_at', 'name', 'original_name', 'note', 'folder');
create trigger searchable after insert or update or delete on sent_files for each row
  execute function make_searchable('sent-file', 'sent_at', 'name', 'sent_by_name');
create trigger searchable after insert or update or delete on messages for each row
  execute function make_searchable('message', 'sent_at', 'content', 'author_name');
create trigger searchable after insert or update or delete on calls for each row
  execute function make_searchable('call', 'starts_at', 'name', 'email', 'reason');

-- Submissions keep what was sent as json, which may contain escapes that jsonb cannot hold.
create function make_form_searchable() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from search_entries where kind = 'form' and source_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    if not new.is_held then
      perform store_search_entry('form', new.id, new.created_at, searchable_content(new.fields));
    end if;
  end if;
  return null;
end $$;
create trigger searchable after insert or update or delete on submissions for each row execute function make_form_searchable();

-- Comments are found as long as their file is; `written_as` identifies a line of a chat.
create function make_comment_searchable() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_entries where kind = 'comment' and source_id = old.id;
  elsif exists (select from files where id = new.file_id) then
    perform store_search_entry('comment', new.id, new.made_at, search_folded(new.content || chr(31) || new.author_name));
  end if;
  return null;
end $$;
create trigger searchable after insert or delete or update of content, author_name, file_id on file_comments for each row
  execute function make_comment_searchable();

create function make_comments_of_file_searchable() returns trigger language plpgsql as $$
begin
  if new.removed_at is null then
    perform store_search_entry('comment', id, made_at, search_folded(content || chr(31) || author_name))
      from file_comments where file_id = new.id;
  else
    delete from search_entries where kind = 'comment' and source_id in (select id from file_comments where file_id = new.id);
  end if;
  return null;
end $$;
create trigger comments_searchable after update of removed_at on all_files for each row
  when ((old.removed_at is null) <> (new.removed_at is null)) execute function make_comments_of_file_searchable();

create function make_line_searchable() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_entries where kind = 'chat' and source_id = old.written_as;
  elsif new.kind = 'text' then
    perform store_search_entry('chat', new.written_as, new.at,
      search_folded(new.content || chr(31) || coalesce(new.author_name, '')));
  end if;
  return null;
end $$;
create trigger searchable after insert or update or delete on conversation_lines for each row execute function make_line_searchable();

-- Invoices of an erased client stay for the books, and are found by their number and description alone.
create function invoice_search_content(invoice jsonb) returns text language sql stable as $$
  select search_content(invoice, case
    when exists (select from clients where id = (invoice ->> 'client_id')::uuid and erased_at is null)
      then array['code', 'description', 'bill_to_name', 'bill_to_email']
    else array['code', 'description'] end)
$$;

create function make_invoice_searchable() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_entries where kind = 'invoice' and source_id = old.id;
  else
    perform store_search_entry('invoice', new.id, new.created_at, invoice_search_content(to_jsonb(new)));
  end if;
  return null;
end $$;
create trigger searchable after insert or update or delete on invoices for each row execute function make_invoice_searchable();

create function make_invoices_of_erased_searchable() returns trigger language plpgsql as $$
begin
  perform store_search_entry('invoice', id, created_at, invoice_search_content(to_jsonb(invoices)))
    from invoices where client_id = new.id;
  return null;
end $$;
create trigger invoices_searchable after update of erased_at on clients for each row
  when (old.erased_at is null and new.erased_at is not null) execute function make_invoices_of_erased_searchable();

-- What is there already: the same texts as their triggers store.
do $$
declare
  of_table record;
begin
  for of_table in
    select tgrelid::regclass as name, string_to_array(encode(tgargs, 'escape'), '\000') as arguments
    from pg_trigger where tgfoid = 'make_searchable()'::regprocedure
  loop
    execute format(
      'insert into search_entries select %L, one.id, (entry ->> %L)::timestamptz, searched.content from %s as one,
        lateral (select to_jsonb(one) as entry) as_json, lateral (select search_content(entry, %L) as content) searched
        where searched.content is not null',
      of_table.arguments[1], of_table.arguments[2], of_table.name,
      of_table.arguments[3:cardinality(of_table.arguments) - 1]);
  end loop;
end $$;
insert into search_entries select 'form', id, created_at, searchable_content(fields) from submissions where not is_held;
insert into search_entries select 'comment', id, made_at, search_folded(content || chr(31) || author_name) from file_comments
  where file_id in (select id from files);
insert into search_entries select 'chat', written_as, at, search_folded(content || chr(31) || coalesce(author_name, ''))
  from conversation_lines where kind = 'text';
insert into search_entries select 'invoice', id, created_at, invoice_search_content(to_jsonb(invoices)) from invoices;
