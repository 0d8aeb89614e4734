-- The path of the page on which the visitor has the chat open; null if it is not known.
alter table conversations add column page text check (page like '/%' and length(page) <= 200);
-- An open chat at the desk shows it.
create trigger tell_desk_of_page after update of page on conversations
  for each row when (old.page is distinct from new.page) execute function tell_desk('chat-line');
