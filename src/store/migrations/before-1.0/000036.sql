-- Above how many recipients a person has to type their number to send a campaign; null for ten times the usual audience.
alter table clients add column confirm_above integer
  constraint clients_confirm_above_check check (confirm_above >= 0);
