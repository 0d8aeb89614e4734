-- One-time links of the sample team; accounts will replace them.
create table team_links (
  token_hash text primary key,
  expires_at timestamptz not null
);
