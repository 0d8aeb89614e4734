-- What a team member may do besides the usual: see invoices and amounts, publish the website. Present members keep seeing invoices.
alter table people
  add column can_see_money boolean not null default false,
  add column can_publish_website boolean not null default false;
update people set can_see_money = true, can_publish_website = true where role = 'team';
