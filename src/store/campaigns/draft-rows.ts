/**
 * Stored drafts: the campaign's row has the content to send, `campaign_revisions` each saved version of the settings, `campaign_contents`
 * each version of the source. A campaign from before revisions has only its own row, which is read as both.
 */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import { isUniqueViolation } from '../connection/violations.ts'
import { addToDirectory } from '../directory.ts'
import type { CampaignKey } from '../keys.ts'
import { localTime } from '../local-time.ts'
import type { StoredCampaignState } from '../states.ts'
import { namedPlaces } from './places.ts'

/** Origin of a draft's source; `none` for a draft without content. See domain/campaigns/drafting/draft-source.ts. */
export type ContentKind = 'none' | 'html' | 'url' | 'mjml' | 'zip' | 'regions' | 'sections'

/** A list by its public id, one of its segments by name, or a segment of the client. */
export interface NamedPlace {
  /** '' for all lists of the client. */
  readonly listId: string
  /** '' for the complete list. */
  readonly segment: string
  /** The public id, of segments of the client alone; '' if it is deleted. */
  readonly segmentId?: string
}

/** All of a draft except its content. */
export interface DraftSettings {
  readonly name: string
  readonly subject: string
  readonly fromName: string
  readonly fromEmail: string
  readonly replyTo: string
  readonly preheader: string
  readonly trackOpens: boolean
  readonly trackClicks: boolean
  /** True if the letter asks for consent: it is not tracked at all, and does not go to who answered or was asked lately. */
  readonly asksForConsent: boolean
  /** True if rules of style sheets are copied to the elements they apply to. */
  readonly inlineCss: boolean
  /** Null: no tags, not even those of the client. */
  readonly utm: Readonly<Record<string, string>> | null
  readonly sources: readonly NamedPlace[]
  readonly exclusions: readonly NamedPlace[]
}

/** The source of a draft. */
export interface DraftText {
  readonly kind: ContentKind
  /**
   * For the kinds `url` and `zip` the imported HTML, for `mjml` the MJML, for `regions` the HTML of the template, for `sections` the
   * document, otherwise the HTML of the author.
   */
  readonly html: string
  /** Null if the text is generated from the HTML. */
  readonly text: string | null
  readonly htmlUrl: string
  readonly textUrl: string
  readonly detail: SourceDetail
}

/** Fields of some kinds in addition to HTML and text. */
export interface SourceDetail {
  /** For the kind `zip`: the name of the file, '' if it had no name. */
  readonly fileName?: string
  /** For the kind `regions`: the revision of the template that was chosen. */
  readonly template?: { readonly templateId: number; readonly publicId: string; readonly revision: number }
  /** For the kind `regions`: the values as the caller gave them. */
  readonly values?: readonly object[]
}

/** The present version of a draft, or an earlier one. */
export interface DraftVersion {
  readonly state: StoredCampaignState
  readonly revision: number
  readonly contentRevision: number
  readonly settings: DraftSettings
  readonly text: DraftText
  /** Paths of the assets that belong to the source. */
  readonly ownFiles: readonly string[]
  /** For the kind `regions`: the present revision of the template; null if the template is deleted. */
  readonly newestTemplate: number | null
  /** In the given time zone. */
  readonly savedDate: string
  readonly savedBy: string
  /** The series whose step it is; null or absent for none, and in earlier versions. */
  readonly seriesPublicId?: string | null
  /** True if the version has revision rows; false for a campaign from before revisions. */
  readonly isKept: boolean
}

/** The present version of a campaign. @returns undefined if the campaign does not exist */
export async function readDraft(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  timeZone: string,
): Promise<DraftVersion | undefined> {
  const [row] = await sql<VersionRow[]>`
    select m.state, m.revision, m.content_revision, ${savedAt(sql, timeZone)}, ${settingsOf(sql, clientId)} as settings,
      m.content_kind as kind, case when k.client_id is null then m.html else k.html end as html,
      case when k.client_id is null then m.text else k.text end as text,
      coalesce(k.html_url, m.html_url) as html_url, coalesce(k.text_url, m.text_url) as text_url,
      coalesce(k.detail, '{}') as detail, ${newestTemplate(sql, clientId)},
      (select r.public_id from series r where r.client_id = ${clientId} and r.id = m.series_id) as series_public_id,
      case when k.client_id is null then array(
        select path from assets f where f.client_id = ${clientId} and f.owner = 'campaign' and f.owner_id = m.id)
        else ${ownFilesOf(sql)} end as own_files
    from campaigns m
    left join campaign_revisions r
      on r.client_id = ${clientId} and r.campaign_id = m.id and r.revision = m.revision
    left join campaign_contents k
      on k.client_id = ${clientId} and k.campaign_id = m.id and k.revision = m.content_revision
    where m.client_id = ${clientId} and m.id = ${campaignId} and m.deleted_at is null`
  return row && versionOf(row)
}

/** A stored revision of a campaign. */
export async function readRevision(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  revision: number,
  timeZone: string,
): Promise<DraftVersion | undefined> {
  const [row] = await sql<VersionRow[]>`
    select m.state, r.revision, r.content_revision, ${savedAt(sql, timeZone)},
      jsonb_build_object('inlineCss', m.inline_css, 'asksForConsent', false) || r.settings as settings, k.kind, k.html, k.text, k.html_url,
      k.text_url, k.detail, ${newestTemplate(sql, clientId)}, ${ownFilesOf(sql)} as own_files
    from campaign_revisions r
    join campaigns m on m.client_id = ${clientId} and m.id = r.campaign_id and m.deleted_at is null
    join campaign_contents k
      on k.client_id = ${clientId} and k.campaign_id = r.campaign_id and k.revision = r.content_revision
    where r.client_id = ${clientId} and r.campaign_id = ${campaignId} and r.revision = ${revision}`
  return row && versionOf(row)
}

interface VersionRow extends Omit<DraftVersion, 'text'>, DraftText {}

function versionOf({ kind, html, text, htmlUrl, textUrl, detail, ...version }: VersionRow): DraftVersion {
  return { ...version, text: { kind, html, text, htmlUrl, textUrl, detail } }
}

/** Paths of the files that belong to a source `k`. */
export function ownFilesOf(sql: Sql): Fragment {
  // rows of the kind url are older than the column own_files
  return sql`case when k.kind = 'url' then k.files else k.own_files end`
}

/** The present revision of the template of a source `k`. */
function newestTemplate(sql: Sql, clientId: number): Fragment {
  return sql`(
    select t.revision from templates t
    where t.client_id = ${clientId} and t.id = (k.detail -> 'template' ->> 'templateId')::bigint and t.deleted_at is null
  ) as newest_template`
}

function savedAt(sql: Sql, timeZone: string): Fragment {
  return sql`${localTime(sql, sql`coalesce(r.at, m.created_at)`, timeZone)} as saved_date, coalesce(r.username, '') as saved_by,
    r.client_id is not null as is_kept`
}

/** The settings of a campaign `m` of a client, read from the campaign's row. */
function settingsOf(sql: Sql, clientId: number): Fragment {
  return sql`jsonb_build_object('name', m.name, 'subject', m.subject, 'fromName', m.from_name, 'fromEmail', m.from_email,
    'replyTo', m.reply_to, 'preheader', m.preheader, 'trackOpens', m.track_opens, 'trackClicks', m.track_clicks, 'utm', m.utm,
    'inlineCss', m.inline_css, 'asksForConsent', m.asks_for_consent, 'sources', ${namedPlaces(sql, clientId, 'sources')},
    'exclusions', ${namedPlaces(sql, clientId, 'exclusions')})`
}

/** The person who saves a version. */
export interface Saver {
  readonly username: string
  /** The caller's means of authentication: `session`, `key` or `historical key`. */
  readonly means: string
}

/** The person who saved a version, the date, and the action. */
export interface SavedBy extends Saver {
  readonly at: Date
  readonly action: 'created' | 'saved' | 'duplicated' | 'restored'
  /** The restored revision, if the action is a restore. */
  readonly restored?: number | undefined
}

/** @returns undefined if the client was deleted meanwhile, `taken` if another draft has the name */
export async function insertWritten(
  sql: Transaction,
  clientId: number,
  { settings, text }: Pick<DraftVersion, 'settings' | 'text'>,
): Promise<{ readonly campaignId: number; readonly publicId: string } | 'taken' | undefined> {
  const { name, subject, fromName, fromEmail, replyTo, preheader } = settings
  const { trackOpens, trackClicks, asksForConsent, utm, inlineCss } = settings
  return unlessTaken(async () => {
    const [campaign] = await sql<{ campaignId: number; publicId: string }[]>`
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, preheader, track_opens, track_clicks, utm,
        inline_css, asks_for_consent, html_url, text_url, html, text, content_kind, taken_revision)
      select ${clientId}, ${name}, ${subject}, ${fromName}, ${fromEmail}, ${replyTo}, ${preheader}, ${trackOpens}, ${trackClicks},
        ${utm && sql.json(utm)}, ${inlineCss}, ${asksForConsent}, ${text.htmlUrl}, ${text.textUrl}, '', null, ${text.kind}, 0
      from clients c
      where c.id = ${clientId} and c.deleted_at is null
      returning id as campaign_id, public_id`
    if (campaign)
      await addToDirectory(sql, 'campaign', { clientId, id: campaign.campaignId, publicId: campaign.publicId })
    return campaign
  })
}

/** Writes the settings as the next revision. The caller holds the row's lock. @returns `taken` if another draft has the name */
export async function writeSettings(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  settings: DraftSettings,
  revision: number,
  source: { readonly contentRevision: number; readonly text: DraftText },
): Promise<'taken' | undefined> {
  const { name, subject, fromName, fromEmail, replyTo, preheader } = settings
  const { trackOpens, trackClicks, asksForConsent, utm, inlineCss } = settings
  const { kind, htmlUrl, textUrl } = source.text
  return unlessTaken(async () => {
    await sql`
      update campaigns
      set name = ${name}, subject = ${subject}, from_name = ${fromName}, from_email = ${fromEmail}, reply_to = ${replyTo},
        preheader = ${preheader}, track_opens = ${trackOpens}, track_clicks = ${trackClicks}, utm = ${utm && sql.json(utm)},
        inline_css = ${inlineCss}, asks_for_consent = ${asksForConsent}, revision = ${revision}, content_revision = ${source.contentRevision}, content_kind = ${kind}, html_url = ${htmlUrl},
        text_url = ${textUrl}
      where client_id = ${clientId} and id = ${campaignId}`
    return undefined
  })
}

async function unlessTaken<Value>(write: () => Promise<Value>): Promise<Value | 'taken'> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error, 'campaigns_draft_name')) return 'taken'
    throw error
  }
}

/** Inserts a revision with the present settings of the campaign's row. @returns its date, in the given time zone */
export async function insertRevision(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  { at, username, means, action, restored }: SavedBy,
  timeZone: string,
): Promise<string> {
  const [kept] = await sql<{ savedDate: string }[]>`
    with kept as (
      insert into campaign_revisions (client_id, campaign_id, revision, at, username, means, action, restored, content_revision,
        settings)
      select ${clientId}, m.id, m.revision, ${at}, ${username}, ${means}, ${action}, ${restored ?? null}, m.content_revision,
        ${settingsOf(sql, clientId)}
      from campaigns m
      where m.client_id = ${clientId} and m.id = ${campaignId}
      returning at
    )
    select ${localTime(sql, 'at', timeZone)} as saved_date from kept`
  return kept!.savedDate
}

/** Inserts a version of the source. @param files paths of the assets that belong to it */
export async function insertContent(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  revision: number,
  { kind, html, text, htmlUrl, textUrl, detail }: DraftText,
  files: readonly string[],
): Promise<void> {
  await sql`
    insert into campaign_contents (client_id, campaign_id, revision, kind, html, text, html_url, text_url, files, own_files,
      detail)
    values (${clientId}, ${campaignId}, ${revision}, ${kind}, ${html}, ${text}, ${htmlUrl}, ${textUrl},
      ${files as string[]}::text[], ${files as string[]}::text[], ${sql.json(detail)})`
}

/**
 * Inserts the revision rows of a campaign without revisions, whose row is locked. Does nothing if the rows exist.
 * @param by left out for a campaign from before revisions, whose author is unknown
 */
export async function keepFirstRevision(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  by: Saver = { username: '', means: '' },
): Promise<void> {
  await sql`
    with missing as (
      select m.* from campaigns m
      where m.client_id = ${clientId} and m.id = ${campaignId} and not exists (
        select 1 from campaign_revisions r
        where r.client_id = ${clientId} and r.campaign_id = m.id and r.revision = m.revision
      )
    ), kept as (
      insert into campaign_contents (client_id, campaign_id, revision, kind, html, text, html_url, text_url, files)
      select ${clientId}, m.id, m.content_revision, m.content_kind, m.html, m.text, m.html_url, m.text_url, array(
        select path from assets f where f.client_id = ${clientId} and f.owner = 'campaign' and f.owner_id = m.id)
      from missing m
      on conflict do nothing
    )
    insert into campaign_revisions (client_id, campaign_id, revision, at, username, means, action, content_revision, settings)
    select ${clientId}, m.id, m.revision, m.created_at, ${by.username}, ${by.means}, 'created', m.content_revision, ${settingsOf(sql, clientId)}
    from missing m`
}

/** Names of a client's drafts with this prefix, in lower case. */
export async function readDraftNamesLike(sql: Sql, clientId: number, beginning: string): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select lower(name) as name
    from campaigns
    where client_id = ${clientId} and deleted_at is null and state in ('draft', 'scheduled')
      and starts_with(lower(name), lower(${beginning}))`
  return rows.map(({ name }) => name)
}
