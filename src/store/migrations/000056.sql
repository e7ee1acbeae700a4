-- Whether rules of the style sheets of a campaign are written to the elements they are for when it is composed.
alter table campaigns add column inline_css boolean not null default true;
