-- An invoice that its client reports as paid is paid only once the studio has confirmed it.
alter table invoices drop constraint invoices_state_check;
update invoices set state = 'reported' where state = 'paid' and confirmed_at is null;
alter table invoices add constraint invoices_state_check check (state in ('pending', 'reported', 'paid', 'void'));
alter table invoices add constraint invoices_paid_is_confirmed check (state <> 'paid' or confirmed_at is not null);

-- What a client said is told apart from what the team recorded, in what was done and in mails that have not left.
update activity set kind = 'invoice-reported' where kind = 'invoice-paid' and actor_id = client_id;
update client_mail_items set kind = 'invoice-reported' where kind = 'invoice-paid';
update outbox set topic = 'invoice-reported' where topic = 'invoice-paid' and kind = 'team-notice';
