-- A client that became part of another: where its page leads from then on, and the lead that it came from.
create table merged_clients (
  id uuid primary key,
  into_id uuid not null references clients (id) on delete cascade,
  lead_id uuid unique references leads (id) on delete set null,
  merged_at timestamptz not null
);

create index merged_clients_into_id on merged_clients (into_id);
