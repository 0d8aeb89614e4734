-- The day on which the team wants to contact a lead again, by the studio's calendar, and why.
alter table leads
  add column follow_up_on date,
  add column follow_up_note text not null default '';
create index leads_follow_up_on on leads (follow_up_on) where follow_up_on is not null;
