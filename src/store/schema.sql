-- The schema that the migrations make, written by BLESS=1 node test/run.mjs src/store/migrate.test.ts

create table account_months (
  account_id bigint not null,
  month text not null,
  campaigns integer not null,
  accepted bigint not null,
  counted_at timestamp with time zone not null,
  asked_at timestamp with time zone,
  constraint account_months_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_months_pkey PRIMARY KEY (account_id)
);

create table account_suppression_history (
  account_id bigint not null,
  address text not null,
  at timestamp with time zone not null,
  from_reason text,
  to_reason text,
  evidence jsonb not null default '{}'::jsonb
);
CREATE INDEX account_suppression_history_of ON public.account_suppression_history USING btree (account_id, address, at);

create table account_suppressions (
  account_id bigint not null,
  address text not null,
  email text not null,
  reason text not null,
  at timestamp with time zone not null,
  evidence jsonb not null default '{}'::jsonb,
  constraint account_suppressions_reason_check CHECK ((reason = ANY (ARRAY['unsubscribed'::text, 'bounced'::text, 'complained'::text, 'manual'::text]))),
  constraint account_suppressions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_suppressions_pkey PRIMARY KEY (account_id, address)
);
CREATE INDEX account_suppressions_by_address ON public.account_suppressions USING btree (account_id, reason, address COLLATE "C");

create table accounts (
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  name text not null,
  site_url text not null,
  time_zone text not null default 'Etc/UTC'::text,
  created_at timestamp with time zone not null default now(),
  factor_required_from timestamp with time zone,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_public_id_key UNIQUE (public_id),
  constraint accounts_site_url_key UNIQUE (site_url)
);

create table api_keys (
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  account_id bigint not null,
  label text not null,
  scopes text[] not null,
  client_ids bigint[],
  networks text[] not null default '{}'::text[],
  secret_hash bytea not null,
  old_hash bytea,
  old_ends_at timestamp with time zone,
  person_id bigint,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_from text,
  old_last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  old_last_used_from text,
  own_of bigint,
  constraint api_keys_old CHECK (((old_hash IS NULL) = (old_ends_at IS NULL))),
  constraint api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint api_keys_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_old_hash_key UNIQUE (old_hash),
  constraint api_keys_public_id_key UNIQUE (public_id),
  constraint api_keys_secret_hash_key UNIQUE (secret_hash)
);
CREATE INDEX api_keys_account ON public.api_keys USING btree (account_id, id);
CREATE UNIQUE INDEX api_keys_own_of ON public.api_keys USING btree (own_of) WHERE (own_of IS NOT NULL);
CREATE INDEX api_keys_person ON public.api_keys USING btree (person_id) WHERE (revoked_at IS NULL);

create table assets (
  client_id bigint not null,
  owner text not null,
  owner_id bigint not null,
  path text not null,
  media_type text not null,
  bytes bytea not null,
  constraint assets_owner_check CHECK ((owner = ANY (ARRAY['template'::text, 'campaign'::text]))),
  constraint assets_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint assets_pkey PRIMARY KEY (client_id, owner, owner_id, path)
);

create table audience (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  list_id bigint not null,
  subscriber_id bigint not null,
  email text not null,
  address text not null,
  name text not null,
  fields jsonb not null,
  tracked boolean not null default true,
  constraint audience_pkey PRIMARY KEY (client_id, campaign_id, number)
);
CREATE UNIQUE INDEX audience_address ON public.audience USING btree (client_id, address, campaign_id);

create table audit_log (
  account_id bigint not null,
  client_id bigint,
  at timestamp with time zone not null default now(),
  id bigint not null default nextval('audit_log_id'::regclass),
  actor_kind text not null,
  actor_id bigint not null,
  actor_name text not null,
  means text not null,
  wire text not null,
  operation text not null,
  subject text not null,
  outcome text not null,
  request_id text not null,
  remote text not null
) partition by RANGE (at);
CREATE INDEX audit_log_account ON ONLY public.audit_log USING btree (account_id, at, id);
CREATE INDEX audit_log_actor ON ONLY public.audit_log USING btree (account_id, actor_id, actor_kind, at, id);
CREATE INDEX audit_log_client ON ONLY public.audit_log USING btree (client_id, at, id) WHERE (client_id IS NOT NULL);
CREATE INDEX audit_log_failures ON ONLY public.audit_log USING btree (account_id, at, id) WHERE (outcome <> ''::text);
CREATE INDEX audit_log_faults ON ONLY public.audit_log USING btree (account_id, at, id) WHERE (outcome = 'UnexpectedError'::text);
CREATE INDEX audit_log_operation ON ONLY public.audit_log USING btree (account_id, operation, at, id);

create table audit_log_rest partition of audit_log default;

create table backup_schedule (
  one boolean not null default true,
  minute integer not null,
  folder text not null,
  keep integer not null,
  recipients text[] not null,
  passphrase_file text,
  next_at timestamp with time zone not null,
  claim bigint not null default 0,
  claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  claimed_by text,
  constraint backup_schedule_keep_check CHECK ((keep > 0)),
  constraint backup_schedule_minute_check CHECK (((minute >= 0) AND (minute <= 1439))),
  constraint backup_schedule_one_check CHECK (one),
  constraint backup_schedule_pkey PRIMARY KEY (one)
);

create table backups (
  id bigint not null generated always as identity,
  public_id uuid not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  scheduled boolean not null,
  anonymous boolean not null,
  encrypted boolean not null,
  host text not null,
  file text not null,
  bytes bigint not null,
  rows bigint not null,
  problem text,
  verified_at timestamp with time zone,
  verify_problem text,
  deleted_at timestamp with time zone,
  constraint backups_pkey PRIMARY KEY (id)
);
CREATE INDEX backups_public_id ON public.backups USING btree (public_id);

create table bulk_change_rows (
  client_id bigint not null,
  change_id bigint not null,
  number bigint not null,
  subscriber_id bigint not null,
  before jsonb,
  copied jsonb,
  constraint bulk_change_rows_pkey PRIMARY KEY (client_id, change_id, number)
);

create table bulk_changes (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  list_id bigint not null,
  to_list_id bigint,
  action text not null,
  rule jsonb not null,
  about jsonb not null,
  state text not null default 'choosing'::text,
  subscribers bigint not null,
  cursor bigint not null default 0,
  written_to bigint not null default 0,
  changed bigint not null default 0,
  left_alone bigint not null default 0,
  undone bigint not null default 0,
  not_undone bigint not null default 0,
  problem text,
  created_at timestamp with time zone not null default now(),
  created_by jsonb not null,
  ended_at timestamp with time zone,
  claim bigint not null default 0,
  claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  claimed_by text,
  attempts integer not null default 0,
  constraint bulk_changes_action_check CHECK ((action = ANY (ARRAY['unsubscribe'::text, 'delete'::text, 'set field'::text, 'clear field'::text, 'copy'::text, 'move'::text]))),
  constraint bulk_changes_state_check CHECK ((state = ANY (ARRAY['choosing'::text, 'changing'::text, 'done'::text, 'cancelled'::text, 'undoing'::text, 'undone'::text, 'failed'::text]))),
  constraint bulk_changes_client_id_list_id_fkey FOREIGN KEY (client_id, list_id) REFERENCES lists(client_id, id),
  constraint bulk_changes_client_id_to_list_id_fkey FOREIGN KEY (client_id, to_list_id) REFERENCES lists(client_id, id),
  constraint bulk_changes_pkey PRIMARY KEY (client_id, id)
);
CREATE INDEX bulk_changes_list ON public.bulk_changes USING btree (client_id, list_id, id);
CREATE INDEX bulk_changes_open ON public.bulk_changes USING btree (claimed_until) WHERE (state = ANY (ARRAY['choosing'::text, 'changing'::text, 'undoing'::text]));
CREATE UNIQUE INDEX bulk_changes_public_id ON public.bulk_changes USING btree (client_id, public_id);

create table campaign_acknowledgements (
  client_id bigint not null,
  campaign_id bigint not null,
  code text not null,
  by text not null,
  at timestamp with time zone not null,
  constraint campaign_acknowledgements_client_id_campaign_id_fkey FOREIGN KEY (client_id, campaign_id) REFERENCES campaigns(client_id, id),
  constraint campaign_acknowledgements_pkey PRIMARY KEY (client_id, campaign_id, code)
);

create table campaign_approvals (
  client_id bigint not null,
  id bigint not null generated always as identity,
  campaign_id bigint not null,
  revision integer not null,
  fingerprint text not null,
  state text not null default 'requested'::text,
  requested_at timestamp with time zone not null,
  requested_by text not null,
  requester_person_id bigint,
  requester_login_id bigint,
  request_comment text not null,
  decided_at timestamp with time zone,
  decided_by text,
  decision_comment text,
  mails_made boolean not null default false,
  constraint campaign_approvals_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text, 'replaced'::text]))),
  constraint campaign_approvals_client_id_campaign_id_fkey FOREIGN KEY (client_id, campaign_id) REFERENCES campaigns(client_id, id),
  constraint campaign_approvals_pkey PRIMARY KEY (client_id, id)
);
CREATE INDEX campaign_approvals_campaign ON public.campaign_approvals USING btree (client_id, campaign_id, id);
CREATE UNIQUE INDEX campaign_approvals_open ON public.campaign_approvals USING btree (client_id, campaign_id) WHERE (state = ANY (ARRAY['requested'::text, 'approved'::text]));
CREATE INDEX campaign_approvals_waiting ON public.campaign_approvals USING btree (client_id, campaign_id) WHERE (state = 'requested'::text);

create table campaign_arrivals (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  at timestamp with time zone not null,
  kind text not null,
  constraint campaign_arrivals_kind_check CHECK ((kind = ANY (ARRAY['delivery'::text, 'auto-reply'::text]))),
  constraint campaign_arrivals_pkey PRIMARY KEY (client_id, campaign_id, number)
);

create table campaign_bounce_classes (
  client_id bigint not null,
  campaign_id bigint not null,
  class text not null,
  recipients integer not null,
  constraint campaign_bounce_classes_pkey PRIMARY KEY (client_id, campaign_id, class)
);

create table campaign_bounces (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  type text not null,
  at timestamp with time zone not null,
  evidence text not null,
  class text,
  status text not null default ''::text,
  code smallint,
  reported text not null default ''::text,
  mail_id text,
  worked_at timestamp with time zone,
  constraint campaign_bounces_class_check CHECK ((class = ANY (ARRAY['recipient gone'::text, 'mailbox full'::text, 'policy'::text, 'content'::text, 'dns'::text, 'transient'::text, 'unknown'::text]))),
  constraint campaign_bounces_type_check CHECK ((type = ANY (ARRAY['H'::text, 'S'::text]))),
  constraint campaign_bounces_pkey PRIMARY KEY (client_id, campaign_id, number)
);
CREATE INDEX campaign_bounces_new ON public.campaign_bounces USING btree (at) WHERE (worked_at IS NULL);

create table campaign_comments (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  campaign_id bigint not null,
  revision integer not null,
  place text not null,
  text text not null,
  at timestamp with time zone not null,
  author text not null,
  author_kind text not null,
  author_id bigint not null,
  resolved_at timestamp with time zone,
  resolved_by text,
  constraint campaign_comments_client_id_campaign_id_fkey FOREIGN KEY (client_id, campaign_id) REFERENCES campaigns(client_id, id),
  constraint campaign_comments_pkey PRIMARY KEY (client_id, id)
);
CREATE INDEX campaign_comments_campaign ON public.campaign_comments USING btree (client_id, campaign_id, id);
CREATE UNIQUE INDEX campaign_comments_public_id ON public.campaign_comments USING btree (client_id, public_id);

create table campaign_complaints (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  at timestamp with time zone not null,
  feedback_type text not null,
  evidence text not null,
  mail_id text,
  constraint campaign_complaints_pkey PRIMARY KEY (client_id, campaign_id, number)
);

create table campaign_contents (
  client_id bigint not null,
  campaign_id bigint not null,
  revision integer not null,
  kind text not null,
  html text not null,
  text text,
  html_url text not null default ''::text,
  text_url text not null default ''::text,
  files text[] not null default '{}'::text[],
  detail jsonb not null default '{}'::jsonb,
  own_files text[] not null default '{}'::text[],
  constraint campaign_contents_client_id_campaign_id_fkey FOREIGN KEY (client_id, campaign_id) REFERENCES campaigns(client_id, id),
  constraint campaign_contents_pkey PRIMARY KEY (client_id, campaign_id, revision)
);

create table campaign_domain_counts (
  client_id bigint not null,
  campaign_id bigint not null,
  asked_at timestamp with time zone not null,
  counted_at timestamp with time zone,
  milliseconds integer,
  constraint campaign_domain_counts_pkey PRIMARY KEY (client_id, campaign_id)
);

create table campaign_domains (
  client_id bigint not null,
  campaign_id bigint not null,
  domain text not null,
  recipients integer not null,
  accepted integer not null,
  deferred integer not null,
  refused integer not null,
  unknown integer not null,
  bounced integer not null,
  human_opened integer not null,
  human_clicked integer not null,
  constraint campaign_domains_pkey PRIMARY KEY (client_id, campaign_id, domain)
);

create table campaign_exclusions (
  client_id bigint not null,
  campaign_id bigint not null,
  list_id bigint not null,
  segment text not null default ''::text,
  constraint campaign_exclusions_client_id_campaign_id_fkey FOREIGN KEY (client_id, campaign_id) REFERENCES campaigns(client_id, id),
  constraint campaign_exclusions_pkey PRIMARY KEY (client_id, campaign_id, list_id, segment)
);
CREATE INDEX campaign_exclusions_list ON public.campaign_exclusions USING btree (client_id, list_id);

create table campaign_history (
  client_id bigint not null,
  campaign_id bigint not null,
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  action text not null,
  login_id bigint not null,
  username text not null,
  wire text not null,
  remote text not null,
  from_state text not null,
  to_state text not null,
  detail jsonb not null default '{}'::jsonb,
  constraint campaign_history_action_check CHECK ((action = ANY (ARRAY['send'::text, 'unschedule'::text, 'pause'::text, 'resume'::text, 'cancel'::text, 'retry'::text, 'settle'::text, 'settle as retry'::text, 'test'::text, 'tested'::text, 'promise'::text, 'delete'::text, 'hold'::text, 'begin'::text, 'finish'::text, 'miss'::text, 'withdraw'::text, 'delete client'::text, 'restore'::text, 'request approval'::text, 'withdraw request'::text, 'approve'::text, 'reject'::text]))),
  constraint campaign_history_client_id_campaign_id_fkey FOREIGN KEY (client_id, campaign_id) REFERENCES campaigns(client_id, id),
  constraint campaign_history_pkey PRIMARY KEY (client_id, campaign_id, id)
);

create table campaign_hours (
  client_id bigint not null,
  campaign_id bigint not null,
  hour timestamp with time zone not null,
  accepted integer not null default 0,
  opens integer not null default 0,
  human_opens integer not null default 0,
  clicks integer not null default 0,
  human_clicks integer not null default 0,
  constraint campaign_hours_pkey PRIMARY KEY (client_id, campaign_id, hour)
);

create table campaign_lists (
  client_id bigint not null,
  campaign_id bigint not null,
  list_id bigint not null,
  segment text not null default ''::text,
  constraint campaign_lists_client_id_campaign_id_fkey FOREIGN KEY (client_id, campaign_id) REFERENCES campaigns(client_id, id),
  constraint campaign_lists_pkey PRIMARY KEY (client_id, campaign_id, list_id, segment)
);

create table campaign_revisions (
  client_id bigint not null,
  campaign_id bigint not null,
  revision integer not null,
  at timestamp with time zone not null,
  username text not null,
  means text not null,
  action text not null,
  restored integer,
  content_revision integer not null,
  settings jsonb not null,
  constraint campaign_revisions_client_id_campaign_id_fkey FOREIGN KEY (client_id, campaign_id) REFERENCES campaigns(client_id, id),
  constraint campaign_revisions_pkey PRIMARY KEY (client_id, campaign_id, revision)
);

create table campaign_totals (
  client_id bigint not null,
  campaign_id bigint not null,
  recipients integer not null default 0,
  next_number integer not null default 1,
  planned integer not null default 0,
  handing_over integer not null default 0,
  accepted integer not null default 0,
  deferred integer not null default 0,
  refused integer not null default 0,
  unknown integer not null default 0,
  excluded integer not null default 0,
  opens integer not null default 0,
  unique_opens integer not null default 0,
  clicks integer not null default 0,
  unsubscribes integer not null default 0,
  bounces integer not null default 0,
  unique_clicks integer not null default 0,
  complaints integer not null default 0,
  forwards integer not null default 0,
  constraint campaign_totals_accepted_check CHECK ((accepted >= 0)),
  constraint campaign_totals_check CHECK ((recipients = ((((((planned + handing_over) + accepted) + deferred) + refused) + unknown) + excluded))),
  constraint campaign_totals_deferred_check CHECK ((deferred >= 0)),
  constraint campaign_totals_excluded_check CHECK ((excluded >= 0)),
  constraint campaign_totals_handing_over_check CHECK ((handing_over >= 0)),
  constraint campaign_totals_planned_check CHECK ((planned >= 0)),
  constraint campaign_totals_refused_check CHECK ((refused >= 0)),
  constraint campaign_totals_unknown_check CHECK ((unknown >= 0)),
  constraint campaign_totals_client_id_campaign_id_fkey FOREIGN KEY (client_id, campaign_id) REFERENCES campaigns(client_id, id),
  constraint campaign_totals_pkey PRIMARY KEY (client_id, campaign_id)
);
CREATE INDEX campaign_totals_unknown ON public.campaign_totals USING btree (client_id, campaign_id) WHERE (unknown > 0);

create table campaign_unsubscribes (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  at timestamp with time zone not null,
  constraint campaign_unsubscribes_pkey PRIMARY KEY (client_id, campaign_id, number)
);

create table campaigns (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  name text not null,
  subject text not null,
  from_name text not null,
  from_email text not null,
  reply_to text not null,
  html_url text not null,
  text_url text not null default ''::text,
  html text not null,
  text text,
  state text not null default 'draft'::text,
  confirmation_email text,
  due_at timestamp with time zone,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  at_least_once boolean not null default false,
  public_url text,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  missed_at timestamp with time zone,
  link_version smallint not null default 1,
  active_at timestamp with time zone not null default now(),
  revision integer not null default 1,
  content_revision integer not null default 1,
  taken_revision integer not null default 1,
  content_kind text not null default 'url'::text,
  preheader text not null default ''::text,
  track_opens boolean not null default true,
  track_clicks boolean not null default true,
  utm jsonb default '{}'::jsonb,
  sent_utm jsonb,
  tags text[] not null default '{}'::text[],
  inline_css boolean not null default true,
  constraint campaigns_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'sending'::text, 'paused'::text, 'cancelled'::text, 'sent'::text]))),
  constraint campaigns_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint campaigns_pkey PRIMARY KEY (client_id, id),
  constraint campaigns_public_id_key UNIQUE (public_id)
);
CREATE INDEX campaigns_active ON public.campaigns USING btree (client_id, state, active_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX campaigns_closing ON public.campaigns USING btree (client_id, id) WHERE ((state = 'cancelled'::text) AND (finished_at IS NULL));
CREATE UNIQUE INDEX campaigns_draft_name ON public.campaigns USING btree (client_id, lower(name)) WHERE ((deleted_at IS NULL) AND (state = ANY (ARRAY['draft'::text, 'scheduled'::text])));
CREATE INDEX campaigns_due ON public.campaigns USING btree (due_at) WHERE ((state = 'scheduled'::text) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX campaigns_id ON public.campaigns USING btree (id);
CREATE INDEX campaigns_sending ON public.campaigns USING btree (client_id, id) WHERE (state = 'sending'::text);
CREATE INDEX campaigns_started ON public.campaigns USING btree (client_id, started_at) WHERE (started_at IS NOT NULL);
CREATE INDEX campaigns_under_way ON public.campaigns USING btree (client_id, state) WHERE ((deleted_at IS NULL) AND (state = ANY (ARRAY['scheduled'::text, 'sending'::text, 'paused'::text])));

create table clicks (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  link integer not null,
  clicks integer not null,
  first_at timestamp with time zone not null,
  constraint clicks_pkey PRIMARY KEY (client_id, campaign_id, number, link)
);

create table client_brandings (
  client_id bigint not null,
  changed_at timestamp with time zone not null default now(),
  logo_url text not null,
  primary_color text not null,
  background_color text not null,
  footer_text text not null,
  postal_address text not null,
  imprint_url text not null,
  from_name text not null,
  from_email text not null,
  wordings jsonb not null,
  logo_image_id bigint,
  constraint client_brandings_background_color_check CHECK ((background_color ~ '^(#[0-9a-f]{6})?$'::text)),
  constraint client_brandings_primary_color_check CHECK ((primary_color ~ '^(#[0-9a-f]{6})?$'::text)),
  constraint client_brandings_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint client_brandings_client_id_logo_image_id_fkey FOREIGN KEY (client_id, logo_image_id) REFERENCES images(client_id, id),
  constraint client_brandings_pkey PRIMARY KEY (client_id)
);

create table client_days (
  client_id bigint not null,
  day date not null,
  handed_before bigint not null,
  unknown_before integer not null default 0,
  constraint client_days_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint client_days_pkey PRIMARY KEY (client_id, day)
);

create table clients (
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  account_id bigint not null,
  company_name text not null,
  contact_name text not null,
  email text not null,
  country text not null,
  time_zone text not null,
  time_zone_label text not null,
  access_level integer not null default 0,
  billing_type text,
  currency text,
  delivery_fee numeric(12,4),
  cost_per_recipient numeric(12,4),
  design_and_spam_test_fee numeric(12,4),
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  daily_limit integer,
  limited_until timestamp with time zone,
  held_at timestamp with time zone,
  send_only_ready boolean not null default false,
  utm jsonb not null default '{}'::jsonb,
  stop_seconds integer not null default 60,
  approval_required boolean not null default false,
  is_sample boolean not null default false,
  confirm_above integer,
  constraint clients_confirm_above_check CHECK ((confirm_above >= 0)),
  constraint clients_daily_limit_check CHECK ((daily_limit >= 0)),
  constraint clients_stop_seconds_check CHECK (((stop_seconds >= 0) AND (stop_seconds <= 600))),
  constraint clients_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint clients_pkey PRIMARY KEY (id),
  constraint clients_public_id_key UNIQUE (public_id)
);
CREATE INDEX clients_by_account ON public.clients USING btree (account_id, created_at);
CREATE UNIQUE INDEX clients_email ON public.clients USING btree (account_id, lower(email)) WHERE ((deleted_at IS NULL) AND (email <> ''::text));
CREATE UNIQUE INDEX clients_sample ON public.clients USING btree (account_id) WHERE (is_sample AND (deleted_at IS NULL));

create table complaint_alarms (
  client_id bigint not null,
  id bigint not null generated always as identity,
  kind text not null,
  campaign_id bigint,
  at timestamp with time zone not null,
  complaints integer not null,
  mails integer not null,
  released_at timestamp with time zone,
  released_by bigint,
  released_as text,
  released_wire text,
  released_remote text,
  released_complaints integer,
  released_mails integer,
  constraint complaint_alarms_kind_check CHECK ((kind = ANY (ARRAY['warning'::text, 'hold'::text]))),
  constraint complaint_alarms_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint complaint_alarms_pkey PRIMARY KEY (client_id, id)
);
CREATE INDEX complaint_alarms_at ON public.complaint_alarms USING btree (at);
CREATE UNIQUE INDEX complaint_alarms_hold ON public.complaint_alarms USING btree (client_id, COALESCE(campaign_id, (0)::bigint)) WHERE ((kind = 'hold'::text) AND (released_at IS NULL));
CREATE INDEX complaint_alarms_of ON public.complaint_alarms USING btree (client_id, campaign_id, id);
CREATE INDEX complaint_alarms_standing ON public.complaint_alarms USING btree (id) WHERE ((kind = 'hold'::text) AND (released_at IS NULL));

create table custom_fields (
  client_id bigint not null,
  list_id bigint not null,
  key text not null,
  name text not null,
  data_type text not null,
  options text[] not null default '{}'::text[],
  position integer not null,
  visible boolean not null default true,
  constraint custom_fields_data_type_check CHECK ((data_type = ANY (ARRAY['Text'::text, 'Number'::text, 'MultiSelectOne'::text, 'MultiSelectMany'::text, 'Date'::text, 'Country'::text, 'USState'::text]))),
  constraint custom_fields_client_id_list_id_fkey FOREIGN KEY (client_id, list_id) REFERENCES lists(client_id, id),
  constraint custom_fields_pkey PRIMARY KEY (client_id, list_id, key)
);
CREATE UNIQUE INDEX custom_fields_key ON public.custom_fields USING btree (client_id, list_id, lower(key));

create table database_server (
  one boolean not null default true,
  server text not null,
  claims_from timestamp with time zone,
  constraint database_server_one_check CHECK (one),
  constraint database_server_pkey PRIMARY KEY (one)
);

create table deletions (
  id bigint not null generated always as identity,
  account_id bigint not null,
  client_id bigint not null,
  kind text not null,
  public_id uuid not null,
  name text not null,
  at timestamp with time zone not null,
  deleted_by text not null,
  constraint deletions_kind_check CHECK ((kind = ANY (ARRAY['client'::text, 'list'::text, 'template'::text, 'campaign'::text, 'asset'::text]))),
  constraint deletions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint deletions_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint deletions_pkey PRIMARY KEY (client_id, kind, public_id)
);
CREATE INDEX deletions_object ON public.deletions USING btree (account_id, public_id);
CREATE INDEX deletions_of_account ON public.deletions USING btree (account_id, kind, id);
CREATE INDEX deletions_of_client ON public.deletions USING btree (client_id, kind, id);

create table devices (
  person_id bigint not null,
  token_hash bytea not null,
  agent text not null,
  remote text not null,
  first_at timestamp with time zone not null default now(),
  last_at timestamp with time zone not null default now(),
  constraint devices_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint devices_pkey PRIMARY KEY (person_id, token_hash)
);

create table editors (
  client_id bigint not null,
  kind text not null,
  item_id bigint not null,
  editor_kind text not null,
  editor_id bigint not null,
  name text not null,
  until timestamp with time zone not null,
  constraint editors_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint editors_pkey PRIMARY KEY (client_id, kind, item_id, editor_kind, editor_id)
);
CREATE INDEX editors_until ON public.editors USING btree (until);

create table engagement (
  client_id bigint not null,
  campaign_id bigint not null,
  rules_version integer not null,
  redone_to integer,
  classified_at timestamp with time zone,
  opens integer not null default 0,
  clicks integer not null default 0,
  machine_opens integer not null default 0,
  machine_clicks integer not null default 0,
  human_opens integer not null default 0,
  human_unique_opens integer not null default 0,
  human_clicks integer not null default 0,
  human_unique_clicks integer not null default 0,
  constraint engagement_pkey PRIMARY KEY (client_id, campaign_id)
);
CREATE INDEX engagement_redone ON public.engagement USING btree (campaign_id) WHERE (redone_to IS NOT NULL);
CREATE INDEX engagement_rules ON public.engagement USING btree (rules_version);

create table erased_recipients (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  erasure_id bigint not null,
  constraint erased_recipients_pkey PRIMARY KEY (client_id, campaign_id, number)
);
CREATE INDEX erased_recipients_of ON public.erased_recipients USING btree (client_id, erasure_id);

create table erasures (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  hash text not null,
  address text,
  spellings text[] not null default '{}'::text[],
  subscriber_ids bigint[] not null default '{}'::bigint[],
  state text not null default 'waiting'::text,
  waits_for text,
  removed jsonb not null default '{}'::jsonb,
  requested_at timestamp with time zone not null default now(),
  requested_by text not null,
  is_replayed boolean not null default false,
  looked_at timestamp with time zone,
  ended_at timestamp with time zone,
  claim bigint not null default 0,
  claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  claimed_by text,
  constraint erasures_check CHECK (((state = 'waiting'::text) OR ((address IS NULL) AND (spellings = '{}'::text[])))),
  constraint erasures_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text]))),
  constraint erasures_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint erasures_pkey PRIMARY KEY (client_id, id)
);
CREATE INDEX erasures_hash ON public.erasures USING btree (client_id, hash);
CREATE UNIQUE INDEX erasures_public_id ON public.erasures USING btree (client_id, public_id);
CREATE INDEX erasures_waiting ON public.erasures USING btree (claimed_until) WHERE (state = 'waiting'::text);

create table event_heads (
  client_id bigint not null,
  last_sequence bigint not null default 0,
  first_kept bigint not null default 1,
  constraint event_heads_pkey PRIMARY KEY (client_id)
);

create table events (
  client_id bigint not null,
  id bigint not null generated always as identity,
  type text not null,
  at timestamp with time zone not null,
  data jsonb not null,
  constraint events_pkey PRIMARY KEY (client_id, id)
);

create table export_chunks (
  client_id bigint not null,
  export_id bigint not null,
  number integer not null,
  bytes bytea not null,
  constraint export_chunks_client_id_export_id_fkey FOREIGN KEY (client_id, export_id) REFERENCES exports(client_id, id),
  constraint export_chunks_pkey PRIMARY KEY (client_id, export_id, number)
);

create table exports (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  kind text not null,
  about jsonb not null,
  format text not null,
  gzip boolean not null,
  state text not null default 'waiting'::text,
  file_name text not null,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  problem text,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  claim bigint not null default 0,
  claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  created_by_name text,
  claimed_by text,
  attempts integer not null default 0,
  constraint exports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'excel'::text, 'xlsx'::text, 'jsonl'::text, 'zip'::text]))),
  constraint exports_kind_check CHECK ((kind = ANY (ARRAY['subscribers'::text, 'history'::text, 'recipients'::text, 'suppressions'::text, 'verdicts'::text, 'access request'::text]))),
  constraint exports_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text]))),
  constraint exports_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint exports_pkey PRIMARY KEY (client_id, id)
);
CREATE INDEX exports_expire ON public.exports USING btree (expires_at);
CREATE UNIQUE INDEX exports_public_id ON public.exports USING btree (client_id, public_id);
CREATE INDEX exports_waiting ON public.exports USING btree (claimed_until) WHERE (state = 'waiting'::text);

create table factor_attempts (
  person_id bigint not null,
  attempts integer not null,
  since timestamp with time zone not null,
  constraint factor_attempts_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint factor_attempts_pkey PRIMARY KEY (person_id)
);

create table grants (
  person_id bigint not null,
  account_id bigint not null,
  client_id bigint,
  role text not null,
  granted_at timestamp with time zone not null default now(),
  access_level smallint,
  is_primary boolean not null default false,
  constraint grants_access_level_check CHECK (((access_level >= 1) AND (access_level <= 1023))),
  constraint grants_role_check CHECK (((role = ANY (ARRAY['Owner'::text, 'Manager'::text, 'Designer'::text, 'Author'::text, 'Approver'::text, 'Analyst'::text, 'Client'::text])) OR ((role = 'Custom'::text) AND (access_level IS NOT NULL)))),
  constraint grants_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint grants_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint grants_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);
CREATE INDEX grants_account ON public.grants USING btree (account_id, person_id);
CREATE INDEX grants_client ON public.grants USING btree (client_id) WHERE (client_id IS NOT NULL);
CREATE UNIQUE INDEX grants_once ON public.grants USING btree (person_id, account_id, COALESCE(client_id, (0)::bigint));
CREATE UNIQUE INDEX grants_primary ON public.grants USING btree (account_id, COALESCE(client_id, (0)::bigint)) WHERE is_primary;

create table heartbeats (
  folder text not null,
  beat bigint not null,
  at timestamp with time zone not null,
  boot text not null,
  uptime double precision not null,
  folder_sign text not null,
  files jsonb not null default '[]'::jsonb,
  constraint heartbeats_pkey PRIMARY KEY (folder)
);

create table hits (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  kind text not null,
  link integer,
  at timestamp with time zone not null,
  remote text not null,
  agent text not null,
  method text not null default 'GET'::text,
  prefetch boolean not null default false,
  constraint hits_kind_check CHECK ((kind = ANY (ARRAY['open'::text, 'click'::text]))),
  constraint hits_method_check CHECK ((method = ANY (ARRAY['GET'::text, 'HEAD'::text])))
) partition by RANGE (at);
CREATE INDEX hits_of ON ONLY public.hits USING btree (client_id, campaign_id, number, at);

create table hits_rest partition of hits default;

create table holds (
  kind text not null,
  folder text not null default ''::text,
  detail text not null,
  since timestamp with time zone not null,
  constraint holds_pkey PRIMARY KEY (kind, folder)
);

create table idempotency_keys (
  caller text not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  answer bytea,
  created_at timestamp with time zone not null default now(),
  holder uuid,
  held_until timestamp with time zone,
  constraint idempotency_keys_pkey PRIMARY KEY (caller, key_hash)
);
CREATE INDEX idempotency_keys_created ON public.idempotency_keys USING btree (created_at);

create table image_copies (
  client_id bigint not null,
  image_id bigint not null,
  width integer not null,
  bytes bytea,
  constraint image_copies_client_id_image_id_fkey FOREIGN KEY (client_id, image_id) REFERENCES images(client_id, id),
  constraint image_copies_pkey PRIMARY KEY (client_id, image_id, width)
);

create table images (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  name text not null,
  sha256 bytea not null,
  media_type text not null,
  width integer not null,
  height integer not null,
  animated boolean not null,
  size integer not null,
  bytes bytea not null,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  shown_in text,
  shown_in_id bigint,
  constraint images_shown_in_check CHECK ((shown_in = ANY (ARRAY['campaign'::text, 'template'::text]))),
  constraint images_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint images_pkey PRIMARY KEY (client_id, id)
);
CREATE INDEX images_deleted ON public.images USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX images_listed ON public.images USING btree (client_id, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX images_public_id ON public.images USING btree (client_id, public_id);
CREATE UNIQUE INDEX images_sha256 ON public.images USING btree (client_id, sha256);

create table import_asks (
  client_id bigint not null,
  import_id bigint not null,
  cursor bigint not null default 0,
  last_row bigint not null,
  asked bigint not null default 0,
  is_done boolean not null default false,
  claim bigint not null default 0,
  claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  claimed_by text,
  constraint import_asks_client_id_import_id_fkey FOREIGN KEY (client_id, import_id) REFERENCES imports(client_id, id) ON DELETE CASCADE,
  constraint import_asks_pkey PRIMARY KEY (client_id, import_id)
);
CREATE INDEX import_asks_open ON public.import_asks USING btree (claimed_until) WHERE (NOT is_done);

create table import_counts (
  client_id bigint not null,
  import_id bigint not null,
  stage text not null,
  rows bigint not null default 0,
  added bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  stricter bigint not null default 0,
  opt_out_kept bigint not null default 0,
  suppressed bigint not null default 0,
  bounced_kept bigint not null default 0,
  duplicate bigint not null default 0,
  skipped bigint not null default 0,
  refused bigint not null default 0,
  value_dropped bigint not null default 0,
  undone bigint not null default 0,
  left_alone bigint not null default 0,
  constraint import_counts_check CHECK ((rows = (((((((((added + updated) + unchanged) + stricter) + opt_out_kept) + suppressed) + bounced_kept) + duplicate) + skipped) + refused))),
  constraint import_counts_stage_check CHECK ((stage = ANY (ARRAY['judged'::text, 'written'::text]))),
  constraint import_counts_client_id_import_id_fkey FOREIGN KEY (client_id, import_id) REFERENCES imports(client_id, id),
  constraint import_counts_pkey PRIMARY KEY (client_id, import_id, stage)
);

create table import_rows (
  client_id bigint not null,
  import_id bigint not null,
  number bigint not null,
  address text,
  email text not null,
  name text,
  mobile_number text,
  wanted text not null,
  fields jsonb not null,
  joined_at timestamp with time zone,
  evidence jsonb,
  verdict text not null,
  reason text,
  duplicate_of bigint,
  dropped text[],
  before jsonb,
  written jsonb,
  left_alone text,
  losses jsonb,
  constraint import_rows_pkey PRIMARY KEY (client_id, import_id, number)
);
CREATE INDEX import_rows_left_alone ON public.import_rows USING btree (client_id, import_id, number) WHERE (left_alone IS NOT NULL);
CREATE INDEX import_rows_verdict ON public.import_rows USING btree (client_id, import_id, verdict, number) WHERE (verdict <> 'added'::text);

create table imports (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  list_id bigint not null,
  state text not null default 'reading'::text,
  file_name text not null,
  bytes bigint not null,
  sha256 bytea,
  upload_id bigint,
  consent jsonb not null,
  created_at timestamp with time zone not null default now(),
  created_by jsonb not null,
  ended_at timestamp with time zone,
  problem text,
  source jsonb,
  mapping jsonb,
  rows bigint,
  last_row bigint,
  cursor bigint not null default 0,
  written_to bigint not null default 0,
  claim bigint not null default 0,
  claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  remote jsonb,
  credentials bytea,
  fetched bigint not null default 0,
  to_fetch bigint not null default 0,
  problem_code text,
  problem_about text[] not null default '{}'::text[],
  losses jsonb,
  claimed_by text,
  attempts integer not null default 0,
  constraint imports_credentials CHECK (((credentials IS NULL) OR (state = 'fetching'::text))),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['fetching'::text, 'reading'::text, 'mapping'::text, 'judging'::text, 'judged'::text, 'committing'::text, 'done'::text, 'undoing'::text, 'undone'::text, 'cancelled'::text, 'failed'::text]))),
  constraint imports_client_id_list_id_fkey FOREIGN KEY (client_id, list_id) REFERENCES lists(client_id, id),
  constraint imports_pkey PRIMARY KEY (client_id, id)
);
CREATE INDEX imports_failed ON public.imports USING btree (ended_at, client_id) WHERE (state = 'failed'::text);
CREATE INDEX imports_fetching ON public.imports USING btree (claimed_until) WHERE (state = 'fetching'::text);
CREATE INDEX imports_list ON public.imports USING btree (client_id, list_id, id);
CREATE INDEX imports_open ON public.imports USING btree (claimed_until) WHERE (state = ANY (ARRAY['reading'::text, 'judging'::text, 'committing'::text, 'undoing'::text]));
CREATE UNIQUE INDEX imports_public_id ON public.imports USING btree (client_id, public_id);
CREATE UNIQUE INDEX imports_writing ON public.imports USING btree (client_id, list_id) WHERE (state = ANY (ARRAY['committing'::text, 'undoing'::text]));

create table installation (
  one boolean not null default true,
  installation_id uuid not null default gen_random_uuid(),
  secret_fingerprint bytea not null,
  created_at timestamp with time zone not null default now(),
  database_sign text,
  released_at timestamp with time zone,
  constraint installation_one_check CHECK (one),
  constraint installation_pkey PRIMARY KEY (one)
);

create table invitations (
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  account_id bigint not null,
  email text not null,
  address text not null,
  name text not null,
  language text not null,
  grants jsonb not null,
  token_hash bytea not null,
  invited_by text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  inviter_id bigint,
  constraint invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint invitations_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES people(id),
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_public_id_key UNIQUE (public_id),
  constraint invitations_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX invitations_inviter ON public.invitations USING btree (inviter_id) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX invitations_open ON public.invitations USING btree (account_id, id) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

create table job_workers (
  worker text not null,
  process text not null,
  constraint job_workers_pkey PRIMARY KEY (worker)
);

create table leases (
  client_id bigint not null,
  campaign_id bigint not null,
  low integer not null,
  high integer not null,
  owner text not null,
  token bigint not null,
  expires_at timestamp with time zone not null,
  due_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  done boolean not null default false,
  handed integer not null default 0,
  opened_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  reserved integer not null default 0,
  called boolean not null default false,
  constraint leases_pkey PRIMARY KEY (client_id, campaign_id, low)
);
CREATE INDEX leases_open ON public.leases USING btree (client_id, campaign_id, expires_at) WHERE (NOT done);

create table link_keys (
  version smallint not null,
  key bytea,
  created_at timestamp with time zone not null default now(),
  signs_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint link_keys_version_check CHECK (((version >= 1) AND (version <= 255))),
  constraint link_keys_pkey PRIMARY KEY (version)
);

create table link_totals (
  client_id bigint not null,
  campaign_id bigint not null,
  link integer not null,
  clicks integer not null default 0,
  unique_clicks integer not null default 0,
  human_clicks integer not null default 0,
  human_unique_clicks integer not null default 0,
  constraint link_totals_pkey PRIMARY KEY (client_id, campaign_id, link)
);

create table links (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  url text not null,
  constraint links_client_id_campaign_id_fkey FOREIGN KEY (client_id, campaign_id) REFERENCES campaigns(client_id, id),
  constraint links_pkey PRIMARY KEY (client_id, campaign_id, number)
);

create table list_days (
  client_id bigint not null,
  list_id bigint not null,
  day date not null,
  active integer not null default 0,
  unsubscribed integer not null default 0,
  bounced integer not null default 0,
  deleted integer not null default 0,
  confirmed integer not null default 0,
  complained integer not null default 0,
  active_at_end integer,
  constraint list_days_client_id_list_id_fkey FOREIGN KEY (client_id, list_id) REFERENCES lists(client_id, id),
  constraint list_days_pkey PRIMARY KEY (client_id, list_id, day)
);

create table list_suppression_history (
  client_id bigint not null,
  list_id bigint not null,
  address text not null,
  at timestamp with time zone not null,
  from_reason text,
  to_reason text,
  evidence jsonb not null default '{}'::jsonb
);
CREATE INDEX list_suppression_history_of ON public.list_suppression_history USING btree (client_id, address, at);

create table list_suppressions (
  client_id bigint not null,
  list_id bigint not null,
  address text not null,
  email text not null,
  reason text not null,
  at timestamp with time zone not null,
  evidence jsonb not null default '{}'::jsonb,
  constraint list_suppressions_reason_check CHECK ((reason = ANY (ARRAY['unsubscribed'::text, 'bounced'::text, 'complained'::text, 'manual'::text]))),
  constraint list_suppressions_client_id_list_id_fkey FOREIGN KEY (client_id, list_id) REFERENCES lists(client_id, id),
  constraint list_suppressions_pkey PRIMARY KEY (client_id, address, list_id)
);
CREATE INDEX list_suppressions_by_address ON public.list_suppressions USING btree (client_id, reason, address COLLATE "C", list_id);
CREATE INDEX list_suppressions_of_list ON public.list_suppressions USING btree (client_id, list_id, reason, address COLLATE "C");

create table list_totals (
  client_id bigint not null,
  list_id bigint not null,
  active integer not null default 0,
  unconfirmed integer not null default 0,
  unsubscribed integer not null default 0,
  bounced integer not null default 0,
  deleted integer not null default 0,
  days_from date,
  constraint list_totals_client_id_list_id_fkey FOREIGN KEY (client_id, list_id) REFERENCES lists(client_id, id),
  constraint list_totals_pkey PRIMARY KEY (client_id, list_id)
);

create table lists (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  title text not null,
  unsubscribe_page text not null default ''::text,
  confirm_opt_in boolean not null,
  confirmation_success_page text not null default ''::text,
  unsubscribe_scope text not null default 'list'::text,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  tracking text not null default 'always'::text,
  language text not null default 'en'::text,
  constraint lists_tracking_check CHECK ((tracking = ANY (ARRAY['always'::text, 'consent'::text, 'never'::text]))),
  constraint lists_unsubscribe_scope_check CHECK ((unsubscribe_scope = ANY (ARRAY['list'::text, 'client'::text]))),
  constraint lists_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint lists_pkey PRIMARY KEY (client_id, id),
  constraint lists_public_id_key UNIQUE (public_id)
);
CREATE UNIQUE INDEX lists_id ON public.lists USING btree (id);
CREATE UNIQUE INDEX lists_title ON public.lists USING btree (client_id, lower(title)) WHERE (deleted_at IS NULL);

create table log (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  attempt integer not null,
  kind text not null,
  at timestamp with time zone not null default now(),
  code smallint,
  answer text,
  retry_at timestamp with time zone,
  login_id bigint,
  constraint log_kind_check CHECK ((kind = ANY (ARRAY['handing over'::text, 'accepted'::text, 'deferred'::text, 'refused'::text, 'unknown'::text, 'excluded'::text]))),
  constraint log_pkey PRIMARY KEY (client_id, campaign_id, number, attempt, kind)
);
CREATE INDEX log_exceptions ON public.log USING btree (client_id, campaign_id, kind, number) WHERE (kind = ANY (ARRAY['deferred'::text, 'refused'::text, 'unknown'::text, 'excluded'::text]));

create table logins (
  id bigint not null generated always as identity,
  account_id bigint not null,
  client_id bigint,
  username text not null,
  password_hash text not null,
  key_version integer not null default 1,
  key_hash bytea,
  created_at timestamp with time zone not null default now(),
  old_key_hash bytea,
  old_key_ends_at timestamp with time zone,
  key_rotated_at timestamp with time zone,
  epoch integer not null default 1,
  withdrawn_at timestamp with time zone,
  constraint logins_old_key CHECK (((old_key_hash IS NULL) = (old_key_ends_at IS NULL))),
  constraint logins_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint logins_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint logins_pkey PRIMARY KEY (id),
  constraint logins_key_hash_key UNIQUE (key_hash),
  constraint logins_old_key_hash_key UNIQUE (old_key_hash)
);
CREATE UNIQUE INDEX logins_client ON public.logins USING btree (client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX logins_clients ON public.logins USING btree (account_id, id) WHERE (client_id IS NOT NULL);
CREATE UNIQUE INDEX logins_username ON public.logins USING btree (account_id, lower(username));

create table mail_programs (
  client_id bigint not null,
  campaign_id bigint not null,
  name text not null,
  version text not null,
  recipients integer not null,
  constraint mail_programs_pkey PRIMARY KEY (client_id, campaign_id, name, version)
);

create table mailbox (
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  at timestamp with time zone not null,
  source text not null,
  remote text not null default ''::text,
  helo text not null default ''::text,
  sender text not null default ''::text,
  recipient text not null,
  route text not null,
  size bigint not null,
  sha256 bytea not null,
  raw bytea not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  client_id bigint,
  campaign_id bigint,
  number bigint,
  kind text,
  class text,
  status text,
  evidence text,
  reason text,
  worked_at timestamp with time zone,
  constraint mailbox_route_check CHECK ((route = ANY (ARRAY['bounce'::text, 'opt-out'::text, 'complaint'::text, 'other'::text]))),
  constraint mailbox_source_check CHECK ((source = ANY (ARRAY['smtp'::text, 'import'::text]))),
  constraint mailbox_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'read'::text, 'unrecognised'::text, 'unmatched'::text, 'unreadable'::text]))),
  constraint mailbox_pkey PRIMARY KEY (id),
  constraint mailbox_public_id_key UNIQUE (public_id)
);
CREATE INDEX mailbox_by_age ON public.mailbox USING btree (at);
CREATE INDEX mailbox_of_client ON public.mailbox USING btree (client_id, id);
CREATE INDEX mailbox_of_recipient ON public.mailbox USING btree (campaign_id, number);
CREATE UNIQUE INDEX mailbox_once ON public.mailbox USING btree (sha256, recipient);
CREATE INDEX mailbox_unmatched ON public.mailbox USING btree (id) WHERE ((state = ANY (ARRAY['unmatched'::text, 'unreadable'::text])) AND (client_id IS NULL));
CREATE INDEX mailbox_waiting ON public.mailbox USING btree (due_at) WHERE (state = 'waiting'::text);

create table migrations (
  number integer not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (number)
);

create table occurrences (
  kind text not null,
  subject text not null,
  at timestamp with time zone not null default now()
);
CREATE INDEX occurrences_of ON public.occurrences USING btree (kind, subject, at);

create table opens (
  client_id bigint not null,
  campaign_id bigint not null,
  number integer not null,
  opens integer not null,
  first_at timestamp with time zone not null,
  clicks integer not null default 0,
  heads integer not null default 0,
  stale_at timestamp with time zone,
  counted jsonb,
  constraint opens_pkey PRIMARY KEY (client_id, campaign_id, number)
);
CREATE INDEX opens_stale ON public.opens USING btree (stale_at) WHERE (stale_at IS NOT NULL);

create table password_resets (
  token_hash bytea not null,
  person_id bigint not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint password_resets_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint password_resets_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX password_resets_person ON public.password_resets USING btree (person_id);

create table pauses (
  work text not null,
  reason text not null,
  since timestamp with time zone not null default now(),
  constraint pauses_pkey PRIMARY KEY (work)
);

create table people (
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  email text,
  address text,
  name text not null,
  login_id bigint,
  password_hash text,
  language text not null default 'en'::text,
  time_zone text not null,
  notifications text[] not null default '{}'::text[],
  totp_secret bytea,
  totp_since timestamp with time zone,
  totp_step bigint not null default 0,
  epoch integer not null default 1,
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  constraint people_email CHECK (((email IS NULL) = (address IS NULL))),
  constraint people_password CHECK (((login_id IS NULL) OR (password_hash IS NULL))),
  constraint people_reached CHECK (((login_id IS NOT NULL) OR (address IS NOT NULL))),
  constraint people_login_id_fkey FOREIGN KEY (login_id) REFERENCES logins(id),
  constraint people_pkey PRIMARY KEY (id),
  constraint people_login_id_key UNIQUE (login_id),
  constraint people_public_id_key UNIQUE (public_id)
);
CREATE UNIQUE INDEX people_address ON public.people USING btree (address) WHERE (removed_at IS NULL);

create table preference_history (
  client_id bigint not null,
  list_id bigint not null,
  subscriber_id bigint not null,
  at timestamp with time zone not null,
  preference text not null,
  from_value text,
  to_value text,
  evidence jsonb not null default '{}'::jsonb,
  constraint preference_history_preference_check CHECK ((preference = ANY (ARRAY['language'::text, 'tracking'::text, 'address'::text, 'opt-out'::text, 'mobile'::text])))
);
CREATE INDEX preference_history_of ON public.preference_history USING btree (client_id, list_id, subscriber_id, at);

create table previews (
  client_id bigint not null,
  id bigint not null generated always as identity,
  html text not null,
  framed_by text not null,
  expires_at timestamp with time zone not null,
  constraint previews_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint previews_pkey PRIMARY KEY (client_id, id)
);
CREATE INDEX previews_expired ON public.previews USING btree (client_id, expires_at);

create table processes (
  id uuid not null,
  host text not null,
  pid integer not null,
  roles text[] not null,
  version text not null,
  schema integer not null,
  node text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null default now(),
  held_relays text[] not null,
  is_disk_full boolean not null,
  are_heartbeats_overdue boolean not null,
  settings jsonb not null default '{}'::jsonb,
  constraint processes_pkey PRIMARY KEY (id)
);

create table published_events (
  client_id bigint not null,
  sequence bigint not null,
  type text not null,
  at timestamp with time zone not null,
  published_at timestamp with time zone not null,
  data jsonb not null,
  constraint published_events_pkey PRIMARY KEY (client_id, sequence)
);

create table recovery_codes (
  person_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint recovery_codes_pkey PRIMARY KEY (person_id, code_hash)
);

create table report_links (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  campaign_id bigint not null,
  label text not null,
  language text not null,
  created_at timestamp with time zone not null default now(),
  created_by text not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  views integer not null default 0,
  last_viewed_at timestamp with time zone,
  link_places jsonb not null,
  constraint report_links_client_id_campaign_id_fkey FOREIGN KEY (client_id, campaign_id) REFERENCES campaigns(client_id, id),
  constraint report_links_pkey PRIMARY KEY (client_id, id)
);
CREATE INDEX report_links_campaign ON public.report_links USING btree (client_id, campaign_id, id);
CREATE UNIQUE INDEX report_links_public_id ON public.report_links USING btree (client_id, public_id);

create table segments (
  client_id bigint not null,
  list_id bigint not null,
  name text not null,
  rules jsonb not null,
  created_at timestamp with time zone not null default now(),
  public_id uuid not null default gen_random_uuid(),
  constraint segments_client_id_list_id_fkey FOREIGN KEY (client_id, list_id) REFERENCES lists(client_id, id),
  constraint segments_pkey PRIMARY KEY (client_id, list_id, name)
);
CREATE INDEX segments_public_id ON public.segments USING btree (public_id);

create table senders (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  from_name text not null,
  from_email text not null,
  reply_to text not null,
  constraint senders_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint senders_pkey PRIMARY KEY (client_id, id)
);
CREATE UNIQUE INDEX senders_name ON public.senders USING btree (client_id, lower(from_email), from_name);
CREATE UNIQUE INDEX senders_public_id ON public.senders USING btree (client_id, public_id);

create table sending_domains (
  client_id bigint not null,
  domain text not null,
  selector text not null,
  rsa_private bytea not null,
  rsa_public text not null,
  ed25519_private bytea not null,
  ed25519_public text not null,
  rsa_found boolean not null default false,
  ed25519_found boolean not null default false,
  created_at timestamp with time zone not null default now(),
  checked_at timestamp with time zone,
  verified_at timestamp with time zone,
  report jsonb not null default '[]'::jsonb,
  constraint sending_domains_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint sending_domains_pkey PRIMARY KEY (client_id, domain)
);
CREATE INDEX sending_domains_broken ON public.sending_domains USING btree (client_id) WHERE ((checked_at IS NOT NULL) AND (verified_at IS NULL));

create table sessions (
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  token_hash bytea not null,
  person_id bigint,
  login_id bigint,
  account_id bigint not null,
  epoch integer not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  remote text not null,
  agent text not null,
  ended_at timestamp with time zone,
  constraint sessions_whose CHECK (((person_id IS NULL) <> (login_id IS NULL))),
  constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint sessions_login_id_fkey FOREIGN KEY (login_id) REFERENCES logins(id) ON DELETE CASCADE,
  constraint sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_public_id_key UNIQUE (public_id),
  constraint sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX sessions_expires ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_login ON public.sessions USING btree (login_id) WHERE (ended_at IS NULL);
CREATE INDEX sessions_person ON public.sessions USING btree (person_id) WHERE (ended_at IS NULL);

create table shared_buckets (
  kind text not null,
  subject text not null,
  tokens double precision not null,
  at timestamp with time zone not null default now(),
  constraint shared_buckets_pkey PRIMARY KEY (kind, subject)
);

create table sign_in_attempts (
  subject bytea not null,
  attempts integer not null,
  since timestamp with time zone not null default now(),
  constraint sign_in_attempts_pkey PRIMARY KEY (subject)
);

create table subscriber_history (
  client_id bigint not null,
  list_id bigint not null,
  subscriber_id bigint not null,
  at timestamp with time zone not null,
  from_state text,
  to_state text not null,
  cause text not null,
  evidence jsonb not null default '{}'::jsonb
) partition by RANGE (at);
CREATE INDEX subscriber_history_of ON ONLY public.subscriber_history USING btree (client_id, list_id, subscriber_id, at);

create table subscriber_history_rest partition of subscriber_history default;

create table subscribers (
  client_id bigint not null,
  list_id bigint not null,
  id bigint not null generated always as identity,
  email text not null,
  address text not null,
  name text not null default ''::text,
  mobile_number text,
  state text not null,
  state_at timestamp with time zone not null,
  joined_at timestamp with time zone not null,
  fields jsonb not null default '{}'::jsonb,
  tracking_consent boolean,
  language text,
  mobile_consent boolean,
  constraint subscribers_state_check CHECK ((state = ANY (ARRAY['Active'::text, 'Unconfirmed'::text, 'Unsubscribed'::text, 'Bounced'::text, 'Deleted'::text]))),
  constraint subscribers_pkey PRIMARY KEY (client_id, id)
);
CREATE UNIQUE INDEX subscribers_address ON public.subscribers USING btree (client_id, address text_pattern_ops, list_id);
CREATE INDEX subscribers_by_address ON public.subscribers USING btree (list_id, state, address COLLATE "C");
CREATE INDEX subscribers_by_domain ON public.subscribers USING btree (client_id, split_part(address, '@'::text, '-1'::integer) COLLATE "C");
CREATE INDEX subscribers_by_list_name ON public.subscribers USING btree (list_id, state, "left"(lower(name), 60) COLLATE "C", id);
CREATE INDEX subscribers_by_name_part ON public.subscribers USING gin (client_id, lower(name) gin_trgm_ops) WHERE (name <> ''::text);
CREATE INDEX subscribers_joined ON public.subscribers USING btree (list_id, state, joined_at, id);
CREATE INDEX subscribers_state ON public.subscribers USING btree (list_id, state, state_at, id);

create table suppression_history (
  client_id bigint not null,
  address text not null,
  at timestamp with time zone not null,
  from_reason text,
  to_reason text,
  evidence jsonb not null default '{}'::jsonb
);
CREATE INDEX suppression_history_of ON public.suppression_history USING btree (client_id, address, at);

create table suppressions (
  client_id bigint not null,
  address text not null,
  email text not null,
  reason text not null,
  at timestamp with time zone not null,
  evidence jsonb not null default '{}'::jsonb,
  constraint suppressions_reason_check CHECK ((reason = ANY (ARRAY['unsubscribed'::text, 'bounced'::text, 'complained'::text, 'manual'::text]))),
  constraint suppressions_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint suppressions_pkey PRIMARY KEY (client_id, address)
);
CREATE INDEX suppressions_at ON public.suppressions USING btree (client_id, at);
CREATE INDEX suppressions_by_address ON public.suppressions USING btree (client_id, reason, address COLLATE "C");
CREATE INDEX suppressions_by_date ON public.suppressions USING btree (client_id, at, address);

create table template_revisions (
  client_id bigint not null,
  template_id bigint not null,
  revision integer not null,
  at timestamp with time zone not null,
  username text not null,
  means text not null,
  action text not null,
  restored integer,
  name text not null,
  page_url text not null,
  zip_url text not null,
  screenshot_url text not null,
  html text not null,
  files text[] not null default '{}'::text[],
  constraint template_revisions_client_id_template_id_fkey FOREIGN KEY (client_id, template_id) REFERENCES templates(client_id, id),
  constraint template_revisions_pkey PRIMARY KEY (client_id, template_id, revision)
);

create table templates (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  name text not null,
  page_url text not null,
  zip_url text not null default ''::text,
  screenshot_url text not null default ''::text,
  html text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  revision integer not null default 1,
  constraint templates_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint templates_pkey PRIMARY KEY (client_id, id),
  constraint templates_public_id_key UNIQUE (public_id)
);

create table test_groups (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  name text not null,
  addresses text[] not null,
  constraint test_groups_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint test_groups_pkey PRIMARY KEY (client_id, id)
);
CREATE UNIQUE INDEX test_groups_name ON public.test_groups USING btree (client_id, lower(name));
CREATE UNIQUE INDEX test_groups_public_id ON public.test_groups USING btree (client_id, public_id);

create table throttle_buckets (
  key text not null,
  full_at timestamp with time zone not null,
  constraint throttle_buckets_pkey PRIMARY KEY (key)
);

create table uncounted_hits (
  client_id bigint not null,
  campaign_id bigint not null,
  id bigint not null generated always as identity,
  numbers integer[] not null,
  links integer[] not null,
  times timestamp with time zone[] not null,
  heads boolean[] not null,
  constraint uncounted_hits_pkey PRIMARY KEY (client_id, campaign_id, id)
);
CREATE INDEX uncounted_hits_id ON public.uncounted_hits USING btree (id);

create table upload_chunks (
  client_id bigint not null,
  upload_id bigint not null,
  number integer not null,
  bytes bytea not null,
  constraint upload_chunks_client_id_upload_id_fkey FOREIGN KEY (client_id, upload_id) REFERENCES uploads(client_id, id),
  constraint upload_chunks_pkey PRIMARY KEY (client_id, upload_id, number)
);

create table uploads (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  file_name text not null,
  bytes bigint not null default 0,
  reserved bigint not null,
  sha256 bytea,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  claim bigint not null default 0,
  claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  import_id bigint,
  claimed_by text,
  constraint uploads_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint uploads_pkey PRIMARY KEY (client_id, id)
);
CREATE INDEX uploads_expires ON public.uploads USING btree (expires_at);
CREATE UNIQUE INDEX uploads_public_id ON public.uploads USING btree (client_id, public_id);

create table webhook_attempts (
  client_id bigint not null,
  webhook_id bigint not null,
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  sequence bigint,
  type text not null,
  attempt integer not null,
  status integer,
  milliseconds integer not null,
  error text,
  constraint webhook_attempts_client_id_webhook_id_fkey FOREIGN KEY (client_id, webhook_id) REFERENCES webhooks(client_id, id) ON DELETE CASCADE,
  constraint webhook_attempts_pkey PRIMARY KEY (client_id, webhook_id, id)
);

create table webhooks (
  client_id bigint not null,
  id bigint not null generated always as identity,
  public_id uuid not null,
  url text not null,
  types text[] not null,
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  published_to bigint not null,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  slow boolean not null default false,
  due_at timestamp with time zone not null default now(),
  paused_at timestamp with time zone,
  pause_reason text,
  edition integer not null default 0,
  lease bigint,
  leased_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  list_id bigint,
  constraint webhooks_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint webhooks_client_id_list_id_fkey FOREIGN KEY (client_id, list_id) REFERENCES lists(client_id, id) ON DELETE CASCADE,
  constraint webhooks_pkey PRIMARY KEY (client_id, id),
  constraint webhooks_public_id_key UNIQUE (public_id)
);
CREATE INDEX webhooks_due ON public.webhooks USING btree (due_at) WHERE (paused_at IS NULL);
CREATE INDEX webhooks_of_list ON public.webhooks USING btree (client_id, list_id) WHERE (list_id IS NOT NULL);
CREATE INDEX webhooks_paused ON public.webhooks USING btree (client_id) WHERE (paused_at IS NOT NULL);

create extension btree_gin;

create extension pg_trgm;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'entries of the audit log are never changed';
end $function$;

CREATE OR REPLACE FUNCTION public.standing_sessions(token_hashes bytea[], idle interval, outdated interval)
 RETURNS TABLE(token_hash bytea, session_id bigint, account_id bigint, person_id bigint, name text, grants jsonb, login_id bigint, username text, client_id bigint, level integer, needs_factor boolean, is_use_outdated boolean)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
#variable_conflict use_column
begin
  return query
    select s.token_hash, s.id, s.account_id, p.id, p.name,
      case when p.id is not null then coalesce((
        select jsonb_agg(jsonb_build_object('clientId', g.client_id, 'role', g.role, 'accessLevel', g.access_level))
        from grants g
        left join clients k on k.id = g.client_id
        where g.person_id = p.id and g.account_id = s.account_id and k.deleted_at is null
      ), '[]') end,
      l.id, l.username, l.client_id, coalesce(c.access_level, 0)::integer,
      coalesce(a.factor_required_from <= now(), false) and p.totp_since is null,
      s.last_used_at < now() - outdated
    from sessions s
    join accounts a on a.id = s.account_id
    left join people p on p.id = s.person_id and p.removed_at is null and p.epoch = s.epoch
    left join logins l on l.id = s.login_id and l.epoch = s.epoch and l.withdrawn_at is null
    left join clients c on c.id = l.client_id
    where s.token_hash = any(token_hashes) and s.ended_at is null and s.expires_at > now() and s.last_used_at > now() - idle
      and (p.id is not null or l.id is not null and (l.client_id is null or (c.deleted_at is null and c.access_level > 0)));
end $function$;

create sequence audit_log_id;

create sequence lease_tokens;

create sequence webhook_leases;

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
