-- What a visitor asked the assistant before they asked for a person, oldest first; handed to the team with the chat.
alter table conversations add column asked_before jsonb not null default '[]';
