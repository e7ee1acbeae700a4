/** Public archives of lists: their settings, and the campaigns that they show. */
import type { Fragment, Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'

export interface ArchiveSettings {
  readonly shown: boolean
  /** '' for the name of the list. */
  readonly title: string
  readonly description: string
  /** The first day, `YYYY-MM-DD` in the time zone of the client; '' for all. */
  readonly since: string
  readonly searchEngines: boolean
  /** Public id of a form; '' for none. */
  readonly form: string
}

interface ListKey {
  readonly clientId: number
  readonly listId: number
}

/** The settings of a list; null where its archive was never shown. */
export async function readArchiveSettings(sql: Sql, { clientId, listId }: ListKey): Promise<ArchiveSettings | null> {
  const [list] = await sql<{ archive: ArchiveSettings | null }[]>`
    select archive from lists where client_id = ${clientId} and id = ${listId}`
  return list?.archive ?? null
}

export async function updateArchiveSettings(
  sql: Sql,
  { clientId, listId }: ListKey,
  settings: ArchiveSettings,
): Promise<void> {
  await sql`
    update lists set archive = ${sql.json(settings as never)} where client_id = ${clientId} and id = ${listId}`
}

/** An archive that is shown. */
export interface ShownArchive extends ListKey {
  readonly settings: ArchiveSettings
  readonly listPublicId: string
  readonly listTitle: string
  readonly listLanguage: string
  readonly clientPublicId: string
  readonly companyName: string
  readonly timeZone: string
}

/** @returns undefined once it is hidden, or its list or its client is deleted */
export async function findShownArchive(sql: Sql, { clientId, listId }: ListKey): Promise<ShownArchive | undefined> {
  const [archive] = await sql<ShownArchive[]>`
    select l.client_id, l.id as list_id, l.archive as settings, l.public_id as list_public_id, l.title as list_title, l.language as list_language,
      c.public_id as client_public_id, c.company_name, c.time_zone
    from lists l
    join clients c on c.id = ${clientId} and c.deleted_at is null
    where l.client_id = ${clientId} and l.id = ${listId} and l.deleted_at is null and (l.archive->>'shown')::boolean`
  return archive
}

/** What an archive shows of a campaign. */
export interface ArchivedLetter {
  readonly campaignId: number
  readonly publicId: string
  readonly startedAt: Date
  readonly subject: string
  readonly preheader: string
  /** Keys of the custom fields of its lists, without brackets. */
  readonly customFields: readonly string[]
}

/**
 * The letters of an archive, the latest first.
 * @param before the public id of the campaign that they follow; undefined for the first page
 */
export async function readArchivedLetters(
  sql: Sql,
  archive: ShownArchive,
  before: string | undefined,
  most: number,
): Promise<readonly ArchivedLetter[]> {
  const { clientId } = archive
  const earlier =
    before === undefined
      ? sql``
      : sql`and (m.started_at, m.id) < (select b.started_at, b.id from campaigns b where b.client_id = ${clientId} and b.public_id = ${before}::uuid)`
  return sql<ArchivedLetter[]>`
    select m.id as campaign_id, m.public_id, m.started_at, coalesce(v.subject, m.subject) as subject,
      case when v.html is null then m.preheader else coalesce(v.preheader, '') end as preheader,
      array(
        select distinct f.key from campaign_lists cl
        join custom_fields f on f.client_id = ${clientId} and f.list_id = cl.list_id
        where cl.client_id = ${clientId} and cl.campaign_id = m.id) as custom_fields
    from campaigns m
    -- of a test of variants, the one that was chosen
    left join campaign_tests t on t.client_id = ${clientId} and t.campaign_id = m.id
    left join campaign_variants v on v.client_id = ${clientId} and v.campaign_id = m.id and v.variant = t.chosen
    where m.client_id = ${clientId} and ${isArchived(sql, archive)} ${earlier}
    order by m.started_at desc, m.id desc
    limit ${most}`
}

/** The key of a campaign that an archive shows. */
export async function findArchivedLetter(
  sql: Sql,
  archive: ShownArchive,
  publicId: string,
): Promise<CampaignKey | undefined> {
  const { clientId } = archive
  const [campaign] = await sql<CampaignKey[]>`
    select m.client_id, m.id as campaign_id from campaigns m
    where m.client_id = ${clientId} and m.public_id = ${publicId}::uuid and ${isArchived(sql, archive)}`
  return campaign
}

/** Condition on campaign `m` of the client: the archive shows it. */
function isArchived(
  sql: Sql,
  {
    clientId,
    listId,
    settings: { since },
    timeZone,
  }: Pick<ShownArchive, 'clientId' | 'listId' | 'settings' | 'timeZone'>,
): Fragment {
  const isRecent =
    since === '' ? sql`` : sql`and m.started_at >= ${`${since} 00:00:00`}::text::timestamp at time zone ${timeZone}`
  return sql`m.state = 'sent' and m.deleted_at is null and m.series_id is null and m.archived is distinct from false ${isRecent} and exists (
      select 1 from campaign_lists cl
      where cl.client_id = ${clientId} and cl.campaign_id = m.id and cl.list_id = ${listId}
        and (m.archived or (cl.segment = '' and m.follows_id is null and not m.asks_for_consent)))`
}

/** What its author chose: null for the rule. */
export async function readArchiveChoice(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<boolean | null> {
  const [campaign] = await sql<{ archived: boolean | null }[]>`
    select archived from campaigns where client_id = ${clientId} and id = ${campaignId}`
  return campaign?.archived ?? null
}

export async function updateArchiveChoice(
  sql: Sql,
  { clientId, campaignId }: CampaignKey,
  choice: boolean | null,
): Promise<void> {
  await sql`update campaigns set archived = ${choice} where client_id = ${clientId} and id = ${campaignId}`
}

/** The archives that are shown of the lists of a campaign, by title, and whether each shows it. */
export async function readArchivesOfCampaign(
  sql: Sql,
  { clientId, campaignId, timeZone }: CampaignKey & { readonly timeZone: string },
): Promise<
  readonly {
    readonly listId: number
    readonly listPublicId: string
    readonly title: string
    readonly isShown: boolean
  }[]
> {
  const archives = await sql<{ listId: number; listPublicId: string; title: string; settings: ArchiveSettings }[]>`
    select l.id as list_id, l.public_id as list_public_id, coalesce(nullif(l.archive->>'title', ''), l.title) as title, l.archive as settings
    from lists l
    where l.client_id = ${clientId} and l.deleted_at is null and (l.archive->>'shown')::boolean
      and l.id = any(array(select list_id from campaign_lists where client_id = ${clientId} and campaign_id = ${campaignId}))
    order by title, l.id`
  return Promise.all(
    archives.map(async ({ settings, ...archive }) => {
      const [shown] = await sql`
        select 1 from campaigns m
        where m.client_id = ${clientId} and m.id = ${campaignId}
          and ${isArchived(sql, { clientId, listId: archive.listId, settings, timeZone })}`
      return { ...archive, isShown: shown !== undefined }
    }),
  )
}
