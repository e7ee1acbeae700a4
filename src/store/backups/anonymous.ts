/**
 * Replaces personal data and secrets in a backup for tests. Every column that can hold text has a rule here or a name in `harmless`. A test
 * compares the schema with both, so that a new column cannot enter such a copy without a decision.
 *
 * Equal addresses become equal replacements in all tables, so that lists, campaigns and suppressions still agree. Another backup has other
 * replacements. Their domains end in `.example`, where no mail can arrive.
 * See docs/backups.md#a-copy-without-people.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'

/** The SQL expression to read instead of a column. @param column its quoted name */
type Rule = (column: string, with_: Key) => string
/** Rules by column; `none` leaves all rows of the table out of the copy. */
type TableRule = 'none' | Readonly<Record<string, Rule>>

interface Key {
  /** The salt of this backup, in hexadecimal digits. */
  readonly salt: string
  /** The fingerprint of the copy's own secret. */
  readonly fingerprint: string
  /** The hash of a random password. */
  readonly passwordHash: string
}

export interface Anonymiser {
  /** The secret of the copy. */
  readonly secret: string
  /** The columns and the expressions to read instead; undefined if the table is copied unchanged. */
  rows(table: string): 'none' | Readonly<Record<string, string>> | undefined
}

/** @param passwordHash hash of a random password, for all logins */
export function anonymiser(passwordHash: string): Anonymiser {
  const secret = randomBytes(32).toString('hex')
  const key = {
    salt: randomBytes(16).toString('hex'),
    fingerprint: createHash('sha256').update(secret).digest('hex'),
    passwordHash,
  }
  return {
    secret: `${secret}\n`,
    rows(table) {
      const rule = tables[table]
      if (rule === undefined || rule === 'none') return rule
      return Object.fromEntries(Object.entries(rule).map(([column, say]) => [column, say(`"${column}"`, key)]))
    },
  }
}

/** Replaces a text by hexadecimal digits; equal texts have equal digits. */
const mark = (text: string, { salt }: Key, digits = 12) =>
  `substr(encode(sha256(convert_to('${salt}' || lower(${text}), 'UTF8')), 'hex'), 1, ${digits})`
const domainOf = (text: string, key: Key) => `('d' || ${mark(text, key, 8)} || '.example')`
const unlessEmpty = (column: string, value: string) =>
  `case when ${column} is null or ${column} = '' then ${column} else ${value} end`

/** An address. Entries of suppression lists may be domains or hashes, which are replaced by the same kind. */
const address: Rule = (column, key) =>
  unlessEmpty(
    column,
    `case when starts_with(${column}, '@') and strpos(${column}, ':') > 0 then
        split_part(${column}, ':', 1) || ':' || left(${mark(column, key, 64)}, length(split_part(${column}, ':', 2)))
      when starts_with(${column}, '@') then '@' || ${domainOf(`substr(${column}, 2)`, key)}
      else ${mark(column, key, 16)} || '@' || ${domainOf(`split_part(${column}, '@', -1)`, key)} end`,
  )
const addresses: Rule = (column, key) =>
  `array(select ${address('entry', key)} from unnest(${column}) with ordinality as entries (entry, place) order by place)`
const domain: Rule = (column, key) => unlessEmpty(column, domainOf(column, key))
/** A user name, which may be an address. */
const username: Rule = (column, key) =>
  `case when strpos(${column}, '@') > 0 then ${address(column, key)} else ${column} end`
const person: Rule = (column, key) => unlessEmpty(column, `'Person ' || ${mark(column, key, 6)}`)
/** A value of a custom field. Numbers and dates are unchanged, so that segments still have members. */
const value = (text: string, key: Key) =>
  `case when ${text} ~ '^[-+0-9.,:/ TZ]*$' then ${text} else 'v' || ${mark(text, key, 8)} end`
const values: Rule = (column, key) =>
  `(select coalesce(jsonb_object_agg(key, case jsonb_typeof(value)
      when 'string' then to_jsonb(${value(`(value #>> '{}')`, key)})
      when 'array' then (select coalesce(jsonb_agg(${value('entry', key)}), '[]') from jsonb_array_elements_text(value) as entries (entry))
      else value end), '{}') from jsonb_each(${column}))`
const options: Rule = (column, key) =>
  `array(select ${value('entry', key)} from unnest(${column}) with ordinality as entries (entry, place) order by place)`
/** Matches addresses in a text or a document. */
const pattern = `'[^\\s"''<>(),;:]+@[^\\s"''<>(),;:]+'`
const withoutAddresses: Rule = column => `regexp_replace(${column}, ${pattern}, 'person@replaced.example', 'g')`
const documentWithoutAddresses: Rule = column =>
  `regexp_replace(${column}::text, ${pattern}, 'person@replaced.example', 'g')::jsonb`
const emptied: Rule = column => `case when ${column} is null then null else '' end`
const emptyDocument: Rule = column => `case when ${column} is null then null else '{}'::jsonb end`
const absent: Rule = () => 'null'

const entries = { address, email: address, evidence: emptyDocument }
const entryHistory = { address, evidence: emptyDocument }

/** Tables without personal data and secrets are not listed. */
export const tables: Readonly<Record<string, TableRule>> = {
  account_suppression_history: entryHistory,
  account_suppressions: entries,
  address_requests: 'none',
  api_keys: 'none',
  contact_engagement: { address },
  former_addresses: { address, former: address },
  audience: { email: address, address, name: person, fields: values, traits: absent },
  audit_log: 'none',
  backup_schedule: 'none',
  backups: 'none',
  bulk_change_rows: 'none',
  bulk_changes: 'none',
  campaign_acknowledgements: { by: person },
  campaign_freezes: { audience: documentWithoutAddresses },
  campaign_audiences: { audience: documentWithoutAddresses },
  campaign_approvals: {
    requested_by: person,
    request_comment: emptied,
    decided_by: person,
    decision_comment: emptied,
  },
  campaign_bounces: { evidence: emptied, reported: emptied },
  campaign_comments: { text: person, author: person, resolved_by: person },
  campaign_complaints: { evidence: emptied },
  campaign_domains: { domain },
  campaign_history: { username, remote: emptied, detail: documentWithoutAddresses },
  campaign_tests: { chosen_by: person },
  campaign_revisions: { username, settings: documentWithoutAddresses },
  campaigns: {
    from_email: address,
    reply_to: address,
    confirmation_email: withoutAddresses,
    tags: options,
    rolling_traits: absent,
  },
  client_brandings: { from_email: address },
  clients: { contact_name: person, email: address },
  contact_pauses: { address },
  complaint_alarms: { released_as: person, released_remote: emptied },
  contact_tags: { name: value },
  custom_fields: { options },
  deletions: { deleted_by: person },
  devices: 'none',
  erasures: 'none',
  event_heads: 'none',
  events: 'none',
  export_chunks: 'none',
  exports: 'none',
  factor_attempts: 'none',
  confirmation_stops: 'none',
  feeds: { settings: documentWithoutAddresses, problem: withoutAddresses, etag: emptied, last_modified: emptied },
  feed_runs: { outcome: withoutAddresses },
  form_consents: 'none',
  form_sign_ups: 'none',
  form_tokens: 'none',
  form_wordings: { hash: column => column },
  forms: { settings: documentWithoutAddresses },
  hits: { remote: emptied },
  idempotency_keys: 'none',
  import_asks: 'none',
  import_counts: 'none',
  import_rows: 'none',
  imports: 'none',
  installation: {
    secret_fingerprint: (_, { fingerprint }) => `'\\x${fingerprint}'::bytea`,
    installation_id: () => `'${randomUUID()}'::uuid`,
  },
  invitations: 'none',
  leave_reasons: { comment: emptied },
  link_keys: { key: absent },
  list_suppression_history: entryHistory,
  list_suppressions: entries,
  log: { answer: emptied },
  logins: {
    username,
    password_hash: (_, { passwordHash }) => `'${passwordHash}'`,
    key_hash: absent,
    old_key_hash: absent,
    old_key_ends_at: absent,
  },
  mailbox: 'none',
  occurrences: 'none',
  password_resets: 'none',
  pauses: 'none',
  people: {
    email: address,
    address,
    name: person,
    password_hash: absent,
    totp_secret: absent,
    totp_since: absent,
  },
  preference_history: { from_value: withoutAddresses, to_value: withoutAddresses, evidence: emptyDocument },
  previews: 'none',
  published_events: 'none',
  recovery_codes: 'none',
  report_links: { created_by: person },
  report_mailings: { changed_by: person, problem: withoutAddresses },
  report_mails: 'none',
  report_recipients: 'none',
  report_runs: 'none',
  retention_choices: { by: person },
  segment_templates: { tree: documentWithoutAddresses },
  segments: { rules: documentWithoutAddresses },
  senders: { from_name: person, from_email: address, reply_to: address },
  series: { settings: documentWithoutAddresses, problem: withoutAddresses },
  series_enrolments: { address },
  series_steps: { settings: documentWithoutAddresses },
  // the copy must not sign mail as the client
  sending_domains: 'none',
  sessions: 'none',
  shared_buckets: 'none',
  sign_in_attempts: 'none',
  subscriber_history: { evidence: emptyDocument },
  subscribers: {
    email: address,
    address,
    name: person,
    mobile_number: (column, key) =>
      unlessEmpty(column, `'+1555' || (abs(hashtext('${key.salt}' || ${column})) % 10000000)`),
    fields: values,
  },
  suppression_history: entryHistory,
  suppressions: entries,
  tagged_contacts: { address, evidence: emptyDocument },
  template_revisions: { username },
  test_groups: { addresses },
  upload_chunks: 'none',
  uploads: 'none',
  webhook_attempts: 'none',
  webhooks: 'none',
}

/**
 * Columns of any table that hold a client's texts for all readers, words of the program, or numbers. A text column without a rule
 * that is not
 * listed here fails the test.
 */
export const harmless: ReadonlySet<string> = new Set([
  ...[
    'kind',
    'state',
    'action',
    'type',
    'class',
    'status',
    'code',
    'place',
    'role',

    'method',
    'wire',
    'means',
  ],
  ...['reason', 'from_reason', 'to_reason', 'from_state', 'to_state', 'cause', 'from_value', 'to_value', 'preference'],
  ...['fingerprint', 'mail_id', 'owner', 'claimed_by', 'path', 'media_type', 'month', 'currency', 'billing_type'],
  ...[
    'country',
    'time_zone',
    'time_zone_label',
    'language',
    'data_type',
    'key',
    'work',
    'selector',
    'feedback_type',
    'agent',
  ],
  ...[
    'author_kind',
    'editor_kind',
    'follows_as',
    'released_wire',
    'content_kind',
    'tracking',
    'unsubscribe_scope',
    'notifications',
  ],
  ...['law', 'basis', 'stage', 'description', 'shown_to', 'reader_access', 'purpose', 'wording', 'archive'],
  ...[
    'name',
    'title',
    'label',
    'subject',
    'content_of',
    'decides',
    'verdict',
    'company_name',
    'from_name',
    'preheader',
    'wordings',
    'footer_text',
    'segment',
  ],
  ...['html', 'text', 'html_url', 'text_url', 'page_url', 'zip_url', 'screenshot_url', 'url', 'site_url', 'public_url'],
  ...['unsubscribe_page', 'confirmation_success_page', 'logo_url', 'imprint_url', 'postal_address', 'primary_color'],
  ...[
    'background_color',
    'utm',
    'sent_utm',
    'timing',
    'files',
    'own_files',
    'detail',
    'bytes',
    'sha256',
    'shown_in',
    'link_places',
  ],
  ...['color', 'source', 'sent_url', 'outcome'],
  // version of a mail program
  ...['version'],
  ...['folder', 'counted', 'database_sign'],
  // of blocks and brand kits
  ...['section', 'heading_font', 'text_font', 'colors', 'social_links'],
])
