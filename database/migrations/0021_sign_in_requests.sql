-- Who is to be mailed a code and a link, until that mail has gone. Jobs name the row, so that no queue holds an address.
create table sign_in_requests (
  id uuid primary key,
  email_key text not null,
  -- asked, welcome, invited.
  reason text not null,
  -- A path of ours to go on to.
  next text,
  created_at timestamptz not null
);

create index sign_in_requests_email_key on sign_in_requests (email_key);
create index sign_in_requests_created_at on sign_in_requests (created_at);

-- Jobs of earlier versions hold the address themselves. Those that still have to run get a row; of the others nothing is left.
do $$
begin
  if to_regclass('pgboss.job') is not null then
    insert into sign_in_requests (id, email_key, reason, next, created_at)
    select id, data ->> 'emailKey', data ->> 'reason', data ->> 'next', created_on
    from pgboss.job
    where name in ('sign-in-mail', 'sign-in-mail.dead') and data ? 'emailKey'
      and state in ('created', 'retry', 'active');
    update pgboss.job set data = jsonb_build_object('requestId', id)
    where name in ('sign-in-mail', 'sign-in-mail.dead') and data ? 'emailKey'
      and state in ('created', 'retry', 'active');
    delete from pgboss.job
    where name in ('sign-in-mail', 'sign-in-mail.dead') and data ? 'emailKey';
  end if;
end $$;
