create table rate_limits (
  key text primary key,
  hits integer not null,
  window_started_at timestamptz not null,
  expires_at timestamptz not null
);

create index rate_limits_expires_at on rate_limits (expires_at);

create table dev_mail (
  id uuid primary key,
  message_id text not null unique,
  sent_at timestamptz not null,
  from_address text not null,
  to_address text not null,
  reply_to text,
  subject text not null,
  html text not null,
  text text not null,
  attachments jsonb not null
);
