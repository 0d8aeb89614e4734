-- The forms that a lead has sent, held ones left out, so that the inbox is filtered and counted without reading submissions.
alter table leads add column sources text[] not null default '{}';

update leads set sources = coalesce(
  (select array_agg(distinct form) from submissions where lead_id = leads.id and not submissions.is_held), '{}');

-- The order of the inbox: the longest wait first, then the latest answer.
drop index leads_waiting_since;
create index leads_inbox on leads (waiting_since, answered_at desc nulls last, id) where not is_held;

create index submissions_held on submissions (lead_id) where is_held;

create index activity_client_id on activity (client_id, at) where client_id is not null;
