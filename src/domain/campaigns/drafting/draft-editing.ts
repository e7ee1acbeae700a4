/**
 * Begins, saves, duplicates and restores drafts. Each save is one transaction that makes a revision. A save names the revision it
 * is based on; of two saves based on the same revision, the first succeeds and the second is refused.
 * See docs/decisions/content.md#a-draft-is-saved-as-revisions.
 */
import { Refusal } from '../../../contract/refusals.ts'
import { endRequest } from '../../../store/campaigns/approvals.ts'
import { addAssets } from '../../../store/campaigns/assets.ts'
import {
  type DraftSettings,
  type DraftVersion,
  insertContent,
  insertRevision,
  insertWritten,
  keepFirstRevision,
  readDraft,
  readDraftNamesLike,
  readRevision,
  type SavedBy,
  type Saver,
  writeSettings,
} from '../../../store/campaigns/draft-rows.ts'
import {
  copyFiles,
  copyTemplateFiles,
  storeImportedContent,
  storeImportedPage,
} from '../../../store/campaigns/imported-content.ts'
import { deletePlaces, readPlacesOfCampaign } from '../../../store/campaigns/places.ts'
import { thinRevisions } from '../../../store/campaigns/revisions.ts'
import { copyTiming } from '../../../store/campaigns/timing.ts'
import type { LockedCampaign } from '../../../store/campaigns/transitions.ts'
import type { Database, Transaction } from '../../../store/connection/database.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import type { CampaignKey } from '../../../store/keys.ts'
import { lockClient } from '../../../store/limits/daily-limits.ts'
import { copyLinkTags } from '../../../store/tags/link-tags.ts'
import type { CampaignRef, ClientRef } from '../../access/access.ts'
import { type PendingEntry, recordWith } from '../../audit/audit-log.ts'
import { stateAfter } from '../../campaign-state/states.ts'
import { lockOrRefuse, stateOf } from '../../campaign-state/transitions.ts'
import { staleRevisionRefusal, unknownRevisionRefusal } from '../../revisions/revision-refusals.ts'
import { cleanLine } from '../../text-rules/single-line.ts'
import { useUp } from '../../uploads/uploads.ts'
import { holdPlaces, writePlaces } from './draft-audience.ts'
import type { DraftContent } from './draft-content.ts'
import { draftRecord } from './draft-record.ts'
import {
  applyChange,
  audienceOf,
  emptySettings,
  type FoundAudience,
  findAudience,
  type GivenSettings,
  isSame,
  readSettings,
  type SettingsChange,
} from './draft-settings.ts'
import {
  isImportedAtOnce,
  isSameSource,
  needsPresent,
  readContentFromSource,
  readSource,
  refuseOtherMembers,
} from './draft-source.ts'
import { nameTaken } from './drafts.ts'
import { type GivenContent, noSource, type ReadSource, type SourceParts } from './source-kinds.ts'
import { withGivenFile } from './zip-source.ts'

export interface EditingParts extends SourceParts {
  readonly now: () => Date
}

/** Who saves, and the audit entry of the call, which is written with what is saved: one commit for both. */
export interface Saving extends Saver {
  readonly audit?: PendingEntry | undefined
}

/** Absent is null. */
export interface GivenDraftParts extends GivenSettings {
  readonly Content: GivenContent | null
}

/** A revision that was saved. */
export interface Saved {
  readonly CampaignID: string
  readonly Revision: number
  /** In the time zone of the client. */
  readonly SavedDate: string
}

/** How a draft is begun. */
export interface Beginning {
  /** Imports the content at once, so that content that cannot be imported is refused before the draft is created. */
  readonly onImport?: (content: DraftContent | undefined) => void
  /** The name that it gets without one, with a number behind it where another draft has it. */
  readonly named?: string
  /** Changes the source of the content before it is saved: its files stay those of the content that was given. */
  readonly changeSource?: (source: ReadSource) => Promise<ReadSource>
}

/**
 * Begins a draft. Without a name it gets one.
 * @param onBegun part of the transaction that creates it
 * @throws Refusal DuplicateCampaignName, InvalidClientId, and as saveDraft does; with `onImport` as importSource does
 */
export async function beginDraft(
  parts: EditingParts,
  client: ClientRef,
  given: GivenDraftParts,
  by: Saver,
  onBegun?: (sql: Transaction, saved: Saved) => Promise<void>,
  { onImport, named = untitled, changeSource = async source => source }: Beginning = {},
): Promise<Saved> {
  const change = readSettings(given)
  if (given.Content) refuseOtherMembers(given.Content)
  const settings = applyChange(emptySettings, change)
  return withGivenFile(parts.db, client, given.Content, async upload => {
    const source = await changeSource(
      given.Content ? await readSource(given.Content, parts, client.clientId, { upload }) : noSource,
    )
    const content = onImport && (await readContentFromSource(parts, client.clientId, source.text))
    onImport?.(content)
    return transaction(parts.db, async sql => {
      const audience = change.audience && (await findAudience(sql, client, change.audience))
      const name = change.name ?? (await freeName(sql, client.clientId, named))
      const key = await insertBegun(sql, client, { settings: { ...settings, name }, ...source }, audience)
      if (content) await storeImportedContent(sql, { ...client, ...key }, key.revision, content)
      const saved = await finish(sql, { ...client, ...key }, { action: 'created', at: parts.now(), ...by })
      await onBegun?.(sql, saved)
      return saved
    })
  })
}

const untitled = 'Untitled'

/**
 * Begins a draft without content, in a transaction.
 * @param settings its name is followed by a number where it is taken
 */
export async function beginEmptyDraft(
  sql: Transaction,
  client: ClientRef,
  settings: Partial<DraftSettings> & Pick<DraftSettings, 'name'>,
  at: Date,
  by: Saver,
): Promise<CampaignKey> {
  const name = await freeName(sql, client.clientId, settings.name)
  const begun = await insertBegun(
    sql,
    client,
    { settings: { ...emptySettings, ...settings, name }, ...noSource },
    undefined,
  )
  await finish(sql, { ...client, ...begun }, { action: 'created', at, ...by })
  return { clientId: client.clientId, campaignId: begun.campaignId }
}

/**
 * Begins a draft with the settings, the content and the times of mails of a campaign. Deleted lists and segments are left out of its audience; if one of
 * them was excluded, the audience is left empty.
 * @throws Refusal DuplicateCampaignName, InvalidClientId, InvalidCampaignId, ValueTooLong, InvalidCharacters
 */
export async function duplicateCampaign(
  { db, now }: Pick<EditingParts, 'db' | 'now'>,
  campaign: CampaignRef,
  givenName: string | null,
  by: Saver,
): Promise<Saved> {
  return transaction(db, async sql => {
    const { saved, key } = await copyCampaign(sql, campaign, { givenName, title: 'Copy' }, now(), by)
    await copyTiming(sql, campaign, key.campaignId)
    return saved
  })
}

/** How a copy differs from its campaign. */
export interface Copy {
  /** Null or blank: a free name is made of the title and that of the campaign. */
  readonly givenName: string | null
  readonly title: string
  readonly settings?: Partial<Pick<DraftSettings, 'subject'>>
  /** Goes to these lists instead of the sources of the campaign, without its exclusions. */
  readonly lists?: readonly number[]
}

/**
 * Begins a draft as `duplicateCampaign` does, in a transaction.
 * @throws Refusal DuplicateCampaignName, InvalidClientId, InvalidCampaignId, ValueTooLong, InvalidCharacters
 */
export async function copyCampaign(
  sql: Transaction,
  campaign: CampaignRef,
  { givenName, title, settings: changed, lists }: Copy,
  at: Date,
  by: Saver,
): Promise<{ readonly saved: Saved; readonly key: CampaignKey }> {
  const wanted = cleanLine('Name', givenName, 250)
  const original = await readDraft(sql, campaign, campaign.timeZone)
  if (!original) throw new Refusal('InvalidCampaignId')
  const { settings, text, ownFiles } = original
  const name =
    wanted === ''
      ? await freeName(sql, campaign.clientId, `${title} of ${settings.name}`.slice(0, 240).toWellFormed())
      : wanted
  const version = { settings: { ...settings, ...changed, name }, text, files: [], ownFiles }
  const audience = await presentAudience(sql, campaign, lists)
  const key = { clientId: campaign.clientId, ...(await insertBegun(sql, campaign, version, audience, campaign)) }
  return { saved: await finish(sql, { ...campaign, ...key }, { action: 'duplicated', at, ...by }), key }
}

/**
 * Saves a draft as a new revision. A save without a change makes no revision.
 * @param revision the one the caller's version is based on
 * @throws Refusal CampaignNotDraft, StaleRevision (with both versions as data), DuplicateCampaignName, and as readSettings,
 *   findAudience, withGivenFile and readSource do
 */
export async function saveDraft(
  parts: EditingParts,
  campaign: CampaignRef,
  revision: number,
  given: GivenDraftParts,
  { audit, ...by }: Saving,
): Promise<Saved> {
  const change = readSettings(given)
  const { Content } = given
  if (Content) refuseOtherMembers(Content)
  // a stale save is refused before anything is read for it, and again when the row is locked: until then it is the same version
  const isLong = Content !== null && needsPresent(Content)
  const present = isLong ? await presentUnlessStale(parts.db, campaign, revision, { change, given }) : undefined
  return withGivenFile(parts.db, campaign, Content, async upload => {
    const source = Content ? await readSource(Content, parts, campaign.clientId, { present, upload }) : undefined
    return withEntry(parts.db, audit, async sql => {
      const current = await lockDraft(sql, campaign)
      if (current.revision !== revision)
        throw await staleSaveRefusal(sql, campaign, current, revision, { change, given })
      const settings = applyChange(current.settings, change)
      const isOther = source !== undefined && !isSameSource(source.text, current.text)
      if (!isOther && isSame(settings, current.settings)) return unchanged(campaign, current)
      const audience = change.audience && (await findAudience(sql, campaign, change.audience))
      const next = { settings, audience, ...(isOther && { source }) }
      return write(sql, campaign, current, next, { action: 'saved', at: parts.now(), ...by })
    })
  })
}

/**
 * Saves an earlier revision of a draft as a new one.
 * @param basedOn the revision the caller saw last; 0 for the present one
 * @throws Refusal UnknownRevision, CampaignNotDraft, StaleRevision, DuplicateCampaignName, InvalidListIds, InvalidSegments
 */
export async function restoreRevision(
  { db, now: clock }: Pick<EditingParts, 'db' | 'now'>,
  campaign: CampaignRef,
  { revision, basedOn }: { readonly revision: number; readonly basedOn: number },
  by: Saver,
): Promise<Saved> {
  return transaction(db, async sql => {
    const current = await lockDraft(sql, campaign)
    if (basedOn !== 0 && current.revision !== basedOn) throw await staleSaveRefusal(sql, campaign, current, basedOn)
    const then = await readRevision(sql, campaign, revision, campaign.timeZone)
    if (!then) throw unknownRevisionRefusal(revision)
    const audience = await findAudience(sql, campaign, audienceOf(then.settings))
    const next = { settings: then.settings, audience, restored: then }
    return write(sql, campaign, current, next, { action: 'restored', restored: revision, at: clock(), ...by })
  })
}

/** Runs a transaction that writes the audit entry of its call, if there is one. */
async function withEntry<Value>(
  db: Database,
  audit: PendingEntry | undefined,
  run: (sql: Transaction) => Promise<Value>,
): Promise<Value> {
  const value = await transaction(db, async sql => {
    const value = await run(sql)
    if (audit) await recordWith(sql, [{ pending: audit, outcome: undefined }])
    return value
  })
  if (audit) audit.isWritten = true
  return value
}

/** Locks a draft for a save. @throws Refusal InvalidCampaignId, CampaignNotDraft */
async function lockDraft(sql: Transaction, campaign: CampaignRef): Promise<DraftVersion> {
  refuseUnlessDraft(await lockOrRefuse(sql, campaign))
  const current = await readDraft(sql, campaign, campaign.timeZone)
  if (!current) throw new Refusal('InvalidCampaignId')
  if (!current.isKept) await keepFirstRevision(sql, campaign)
  return current
}

function refuseUnlessDraft(locked: LockedCampaign): void {
  const state = stateOf(locked)
  if (state === 'scheduled') {
    throw new Refusal('CampaignNotDraft', 'The campaign is scheduled: Campaign.Unschedule makes it a draft again.')
  }
  stateAfter('edit', state)
}

/** Revisions of one campaign: the most that thinning leaves, the newest that it never removes, and the revisions between two thinnings. */
const kept = { most: 190, newest: 50, every: 10 } as const

interface Next {
  readonly settings: DraftSettings
  /** Where it changes. */
  readonly audience: FoundAudience | undefined
  /** A new source. */
  readonly source?: ReadSource
  /** An earlier version, whose source is used again. */
  readonly restored?: DraftVersion
}

async function write(
  sql: Transaction,
  campaign: CampaignRef,
  current: DraftVersion,
  { settings, audience, source, restored }: Next,
  by: SavedBy,
): Promise<Saved> {
  const revision = current.revision + 1
  const from = source ? { contentRevision: revision, text: source.text } : (restored ?? current)
  if ((await writeSettings(sql, campaign, settings, revision, from)) === 'taken') throw nameTakenRefusal()
  if (audience) await writeAudience(sql, campaign, audience)
  await endRequest(sql, campaign)
  if (source) {
    await insertContent(sql, campaign, revision, source.text, source.ownFiles)
    await addFiles(sql, campaign, source)
  }
  if ((source || restored) && isImportedAtOnce(from.text)) await storeImportedPage(sql, campaign)
  const saved = await finish(sql, { ...campaign, revision }, by)
  if (revision % kept.every === 0) await thinRevisions(sql, campaign, kept, by.at)
  return saved
}

async function writeAudience(sql: Transaction, campaign: CampaignKey, audience: FoundAudience): Promise<void> {
  await holdPlaces(sql, campaign, [...audience.sources, ...audience.exclusions])
  await deletePlaces(sql, campaign)
  await writePlaces(sql, campaign, 'sources', audience.sources)
  await writePlaces(sql, campaign, 'exclusions', audience.exclusions)
}

/** The audience of a campaign without deleted lists and segments. Without a deleted exclusion it would reach more people, so it is empty then. */
async function presentAudience(
  sql: Transaction,
  campaign: CampaignKey,
  lists?: readonly number[],
): Promise<FoundAudience> {
  const sources = lists
    ? lists.map(listId => ({ listId, segmentId: 0, segment: '', isThere: true }))
    : await readPlacesOfCampaign(sql, campaign, 'sources')
  const exclusions = await readPlacesOfCampaign(sql, campaign, 'exclusions')
  if (exclusions.some(({ isThere }) => !isThere)) return { sources: [], exclusions: [] }
  return { sources: sources.filter(({ isThere }) => isThere), exclusions }
}

async function addFiles(
  sql: Transaction,
  { clientId, campaignId }: CampaignKey,
  { files, copied, upload }: Pick<ReadSource, 'files' | 'copied' | 'upload'>,
): Promise<void> {
  await addAssets(sql, { clientId, owner: 'campaign', ownerId: campaignId }, files)
  if (upload) await useUp(sql, upload)
  if (copied) await copyTemplateFiles(sql, { clientId, templateId: copied.templateId }, campaignId, copied.files)
}

/** @param copied the campaign whose files its content uses */
async function insertBegun(
  sql: Transaction,
  { clientId }: { readonly clientId: number },
  { settings, ...source }: Pick<DraftVersion, 'settings'> & ReadSource,
  audience: FoundAudience | undefined,
  copied?: CampaignKey,
) {
  const { text, ownFiles } = source
  const campaign = await insertWritten(sql, clientId, { settings, text })
  if (campaign === undefined) throw new Refusal('InvalidClientId')
  if (campaign === 'taken') throw nameTakenRefusal()
  const { campaignId, publicId } = campaign
  const key = { clientId, campaignId }
  if (audience) await writeAudience(sql, key, audience)
  await insertContent(sql, key, 1, text, ownFiles)
  await addFiles(sql, key, source)
  if (copied) {
    await copyFiles(sql, copied, campaignId, ownFiles)
    await copyLinkTags(sql, copied, campaignId)
  }
  if (isImportedAtOnce(text)) await storeImportedPage(sql, key)
  return { campaignId, campaignPublicId: publicId, revision: 1 }
}

async function finish(
  sql: Transaction,
  {
    clientId,
    campaignId,
    campaignPublicId,
    timeZone,
    revision,
  }: CampaignKey & Pick<CampaignRef, 'campaignPublicId' | 'timeZone'> & { readonly revision: number },
  by: SavedBy,
): Promise<Saved> {
  const savedDate = await insertRevision(sql, { clientId, campaignId }, by, timeZone)
  return { CampaignID: campaignPublicId, Revision: revision, SavedDate: savedDate }
}

function unchanged({ campaignPublicId }: CampaignRef, { revision, savedDate }: DraftVersion): Saved {
  return { CampaignID: campaignPublicId, Revision: revision, SavedDate: savedDate }
}

interface Attempt {
  readonly change: SettingsChange
  readonly given: GivenDraftParts
}

/** The present version of a draft. @returns undefined when it was deleted. @throws Refusal StaleRevision */
async function presentUnlessStale(
  db: Database,
  campaign: CampaignRef,
  revision: number,
  attempt: Attempt,
): Promise<DraftVersion | undefined> {
  const current = await readDraft(db, campaign, campaign.timeZone)
  if (current && current.revision !== revision) throw await staleSaveRefusal(db, campaign, current, revision, attempt)
  return current
}

/** Refuses a save that is based on another revision, with the present version and the version that the caller would have saved. */
async function staleSaveRefusal(
  sql: Database | Transaction,
  campaign: CampaignRef,
  current: DraftVersion,
  basedOn: number,
  attempt?: Attempt,
): Promise<Refusal> {
  const base = attempt && (await readRevision(sql, campaign, basedOn, campaign.timeZone))
  const refused = base && draftRecord(campaign, { ...base, settings: applyChange(base.settings, attempt.change) })
  const data = {
    Current: draftRecord(campaign, current),
    ...(refused && { Refused: { ...refused, Content: attempt.given.Content ?? refused.Content } }),
  }
  return staleRevisionRefusal(current, basedOn, data)
}

function nameTakenRefusal(): Refusal {
  return new Refusal('DuplicateCampaignName', nameTaken)
}

/** The name itself, or with the first number that makes it free. The lock on the client keeps two drafts from getting the same name. */
async function freeName(sql: Transaction, clientId: number, name: string): Promise<string> {
  await lockClient(sql, clientId)
  const present = new Set(await readDraftNamesLike(sql, clientId, name))
  if (!present.has(name.toLowerCase())) return name
  let n = 2
  while (present.has(`${name} ${n}`.toLowerCase())) n++
  return `${name} ${n}`
}
