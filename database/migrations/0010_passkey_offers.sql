-- When a member of the team was offered a passkey and put it off.
alter table people add column passkey_offered_at timestamptz;
