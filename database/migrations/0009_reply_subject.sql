-- The subject of the reply's email; empty for the studio's usual one.
alter table lead_replies add column subject text not null default '';
