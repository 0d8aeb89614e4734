-- Texts as searches compare them: without regard to case, accents, width, ligatures and invisible characters, in any script. The
-- database's own lower() may know ASCII alone, so capitals of other scripts are listed.
create function search_folded(value text) returns text language sql immutable parallel safe as $$
  select case when octet_length(value) = length(value) then lower(value) else
    translate(
      replace(replace(replace(replace(replace(replace(replace(replace(
        lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g')),
        'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
      'ØøĐđÐðŁłŦŧĦħıŊŋςΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
      'ooddddlltthhinnσαβγδεζηθικλμνξοπρστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяђєѕіјљњћџաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ')
  end
$$;

create or replace function searchable_content(fields json) returns text language sql immutable as $$
  -- Two escapes of JSON stand for what no text of the database can hold.
  select case when fields::text ~ '\\u(0000|[dD][89a-fA-F])' then search_folded(fields::text)
    else (select coalesce(string_agg(search_folded(value), chr(31)), '') from json_each_text(fields)) end
$$;

update submission_search set content = searchable_content(fields) from submissions where submissions.id = submission_id;

-- Notes and replies about leads, as the inbox searches them.
create table lead_search (
  source_id uuid primary key,
  lead_id uuid not null references leads (id) on delete cascade,
  content text not null
);
create index lead_search_lead on lead_search (lead_id);

insert into lead_search (source_id, lead_id, content)
select id, lead_id, search_folded(content) from lead_notes
union all select id, lead_id, search_folded(content) from lead_replies;

-- Triggers, so that nothing that stores one can leave it out.
create function make_lead_text_searchable() returns trigger language plpgsql as $$
begin
  insert into lead_search (source_id, lead_id, content)
  select id, lead_id, search_folded(content) from stored order by id;
  return null;
end $$;

create trigger lead_notes_searchable after insert on lead_notes
  referencing new table as stored for each statement execute function make_lead_text_searchable();
create trigger lead_replies_searchable after insert on lead_replies
  referencing new table as stored for each statement execute function make_lead_text_searchable();
