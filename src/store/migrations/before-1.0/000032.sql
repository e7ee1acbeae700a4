-- Sources of drafts besides HTML and pages: MJML, an uploaded ZIP file, the regions of a template.
alter table campaign_contents
  -- What a kind has besides HTML and text: the name of the file, or the template and the values of its regions.
  add column detail jsonb not null default '{}',
  -- Paths of the assets that belong to the source itself, and are kept as long as it is. Of the kind url those of `files` do.
  add column own_files text[] not null default '{}';
