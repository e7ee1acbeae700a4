-- What comes back of reports by mail: until it is processed, it is in the mailbox.
alter table mailbox
  drop constraint mailbox_route_check,
  add constraint mailbox_route_check check (route in ('bounce', 'opt-out', 'complaint', 'report', 'other'));
create index if not exists mailbox_reports on mailbox (recipient) where route = 'report';
