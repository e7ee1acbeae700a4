-- A numbered page of a large list or campaign begins at a mark, which is known to be out of date when the revision is another one.
alter table list_totals add column revision bigint not null default 0;
alter table campaign_totals add column hits_revision bigint not null default 0;
