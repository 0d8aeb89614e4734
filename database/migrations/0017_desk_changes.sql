-- Tells every process, once this commits, that open pages of the desk are out of date; the payload says what happened.
create function tell_desk() returns trigger language plpgsql as $$
begin
  perform pg_notify('desk_changes', tg_argv[0]);
  return null;
end
$$;

create function tell_desk_of_activity() returns trigger language plpgsql as $$
begin
  perform pg_notify('desk_changes', new.kind);
  return null;
end
$$;

create trigger tell_desk after insert on activity
  for each row execute function tell_desk_of_activity();
create trigger tell_desk after insert on submissions
  for each statement execute function tell_desk('lead-received');
create trigger tell_desk after update of state on outbox
  for each row when (new.state = 'failed' and old.state <> 'failed') execute function tell_desk('mail-failed');
