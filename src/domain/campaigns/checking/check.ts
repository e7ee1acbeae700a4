/** Campaign.Check: everything that can be known of a campaign before it is sent. It changes nothing. */
import { Refusal } from '../../../contract/refusals.ts'
import type { Fetch } from '../../../lib/fetcher.ts'
import { type Audience, countUnknown, readCampaignPlaces } from '../../../store/campaigns/audience.ts'
import {
  type AudienceCount,
  type AudienceMeasure,
  countAudience as countRecipients,
  measureAudience,
} from '../../../store/campaigns/audience-counts.ts'
import { readDraft } from '../../../store/campaigns/draft-rows.ts'
import {
  type Acknowledgement,
  acknowledge,
  type CheckedRow,
  findCheckedCampaign,
  readAcknowledgements,
} from '../../../store/campaigns/preflight.ts'
import type { Database } from '../../../store/connection/database.ts'
import { isHistoryComplete } from '../../../store/tracking/engagement-rollups.ts'
import type { CampaignRef } from '../../access/access.ts'
import { costOf } from '../../clients/billing.ts'
import { noConditions } from '../../content/conditions/letter.ts'
import { faultOf } from '../../content/tasks.ts'
import { hasOneClick, type MailLinks } from '../../tokens/mail-links.ts'
import { missingParts } from '../drafting/draft-parts.ts'
import type { DraftTasks } from '../drafting/draft-tasks.ts'
import type { SourceParts } from '../drafting/source-kinds.ts'
import { type JudgedPlaces, judgePlaces, readAudience } from '../drafting/sources.ts'
import { countText, type LetterReading, type Tag } from '../findings/check-content.ts'
import {
  type Finding,
  type FindingCode,
  finding,
  inOrder,
  isWarning,
  unreadableSegment,
} from '../findings/check-findings.ts'
import { foreignTagFindings, writtenDraft } from '../findings/content-repairs.ts'
import { branchFindings } from './check-branches.ts'
import { checkLaw } from './check-law.ts'
import { checkLinks } from './check-links.ts'
import { checkSource } from './check-source.ts'
import { distinct, readOtherVariants, variantFindings } from './check-variants.ts'
import type { ComposeOnce } from './compose-once.ts'

export interface CheckParts {
  readonly db: Database
  readonly fetch: Fetch
  readonly compose: ComposeOnce
  /** Reads the letter. */
  readonly contentTasks: SourceParts['contentTasks'] & Pick<DraftTasks, 'readLetter' | 'repairContent'>
  /** May mail be sent from this domain? Left out where sending domains are not known. */
  readonly domainIsVerified?: ((domain: string) => Promise<boolean>) | undefined
  /** The complaints of the client's recipients. Left out where they are not known. */
  readonly complaints?: (() => Promise<{ readonly held: boolean; readonly high: string | undefined }>) | undefined
}

export interface CheckReport {
  /** No errors, and every warning acknowledged. */
  readonly ready: boolean
  /** Who would get a copy now. */
  readonly recipients: number
  readonly suppressed: number
  /** In major units; null for a client that does not pay. */
  readonly cost: string | null
  readonly currency: string | null
  /** Of the message to one recipient; 0 without any. */
  readonly sizeInBytes: number
  readonly findings: readonly (Finding & { readonly acknowledged: Acknowledgement | undefined })[]
}

/**
 * Gmail shows no more of the HTML of a message. Google publishes no number; senders have measured it for years: of the HTML as it arrives,
 * decoded, with links and pixels that were put in. See docs/content.md#preview.
 */
const clippedAbove = 102 * 1024

/** @throws Refusal InvalidCampaignId */
export async function checkCampaign(
  { db, fetch, compose, contentTasks, domainIsVerified, complaints }: CheckParts,
  campaign: CampaignRef,
  mailLinks: MailLinks,
): Promise<CheckReport> {
  const { clientId, campaignId } = campaign
  const source = await checkSource({ db, fetch, contentTasks }, campaign)
  const row = await findCheckedCampaign(db, clientId, campaignId)
  if (!row) throw new Refusal('InvalidCampaignId')
  const isReadable = row.hasContent && source.isTaken
  const { findings, tags, links, legal, conditions, isAllInBranches } = isReadable
    ? await readLetter(contentTasks, clientId, row)
    : nothingRead
  const others = isReadable
    ? await readOtherVariants(db, campaign, row, own => readLetter(contentTasks, clientId, own))
    : []
  const written = await writtenFindings(db, contentTasks, campaign, { ...row, isReadable })
  const { audience: read, ...segments } = await judgePlaces(db, await readCampaignPlaces(db, clientId, campaignId))
  const allTags = distinct([tags, ...others.map(({ reading }) => reading.tags)].flat())
  const keys = [...new Set(allTags.flatMap(tag => (tag.of === 'custom' ? [tag.key] : [])))]
  const audience = await measureAudience(db, clientId, read ?? noAudience, keys)
  const [ofLinks, composed, verified, standing, known, ofLaw] = await Promise.all([
    checkLinks(distinct([links, ...others.map(({ reading }) => reading.links)].flat()), fetch),
    audience.sample && isReadable && row.fromEmail !== ''
      ? compose(campaign, audience.sample, mailLinks.base() ?? anyBase)
      : undefined,
    row.fromEmail === '' ||
      (domainIsVerified?.(row.fromEmail.slice(row.fromEmail.lastIndexOf('@') + 1).toLowerCase()) ?? true),
    complaints?.(),
    readAcknowledgements(db, clientId, campaignId),
    checkLaw(db, campaign, row, legal),
  ])
  const { recipients } = audience
  const base = [
    ...findings,
    ...ofLaw,
    ...(await branchFindings(db, clientId, read ?? noAudience, { conditions, isAllInBranches }, recipients)),
  ]
  const ofVariants = await variantFindings(
    { db, compose, publicUrl: mailLinks.base() ?? anyBase, clippedAbove },
    campaign,
    { others, findings: base, audience, read: read ?? noAudience },
  )
  const all = inOrder([
    ...missingParts(row).map(code => finding(code)),
    ...source.findings,
    ...written,
    ...(read === undefined
      ? segments.lost.map(detail => finding('SegmentUnreadable', detail))
      : [...ofAudience(audience), ...(await ofEngagement(db, clientId, read, segments))]),
    ...base,
    ...ofVariants,
    ...(verified ? [] : [finding('FromDomainUnverified', row.fromEmail)]),
    ...ofBase(mailLinks),
    ...(standing?.held ? [finding('ClientHeld')] : []),
    ...(standing?.high === undefined ? [] : [finding('ComplaintsHigh', standing.high)]),
    ...missing(allTags, audience),
    ...ofLinks,
    ...(composed && 'fault' in composed ? [finding('NotComposed', composed.fault)] : []),
    ...(composed && 'htmlBytes' in composed && composed.htmlBytes > clippedAbove
      ? [finding('MessageClipped', `${Math.round(composed.htmlBytes / 1024)} KB`)]
      : []),
    ...(row.missed === null ? [] : [finding('ScheduleMissed', row.missed)]),
  ]).map(found => ({ ...found, acknowledged: known.find(({ code }) => code === found.code) }))
  return {
    ready: !all.some(blocks),
    recipients,
    suppressed: audience.suppressed,
    ...costOf(row, recipients),
    sizeInBytes: composed && 'bytes' in composed ? composed.bytes : 0,
    findings: all,
  }
}

/** Findings about segments that ask what people did. */
async function ofEngagement(
  db: Database,
  clientId: number,
  { sources, exclusions }: Audience,
  { asksForEvents, mayBeUnknown }: Pick<JudgedPlaces, 'asksForEvents' | 'mayBeUnknown'>,
): Promise<readonly Finding[]> {
  const incomplete = asksForEvents && !(await isHistoryComplete(db, clientId))
  const leftOut = mayBeUnknown ? await countUnknown(db, clientId, sources) : 0
  const notExcluded = mayBeUnknown ? await countUnknown(db, clientId, exclusions) : 0
  return [
    ...(incomplete ? [finding('EngagementIncomplete')] : []),
    ...(leftOut > 0 ? [finding('EngagementUnknown', `${countText(leftOut, 'address', 'addresses')} left out`)] : []),
    ...(notExcluded > 0
      ? [finding('EngagementUnknown', `${countText(notExcluded, 'address', 'addresses')} not excluded`)]
      : []),
  ]
}

const noAudience = { sources: [], exclusions: [] }
const nothingRead: LetterReading = {
  ...{ findings: [], tags: [], links: [], legal: undefined },
  ...{ conditions: noConditions, isAllInBranches: false },
}

/** A letter that cannot be read cannot be composed either. */
async function readLetter(
  contentTasks: CheckParts['contentTasks'],
  clientId: number,
  { subject, preheader, fromEmail, html, text, customFields, ...row }: CheckedRow,
): Promise<LetterReading> {
  const { fromName, companyName, postalAddress, imprintUrl } = row
  const identity = { fromName, companyName, postalAddress, imprintUrl }
  const letter = { subject, preheader, fromEmail, html, text, customFields, identity }
  const reading = await contentTasks.readLetter(letter, { key: clientId }).catch(error => faultOf(error))
  return 'fault' in reading ? { ...nothingRead, findings: [finding('NotComposed', reading.fault)] } : reading
}

/** What the source says that what is sent may not show, since it may not be there yet. */
async function writtenFindings(
  db: Database,
  contentTasks: CheckParts['contentTasks'],
  campaign: CampaignRef,
  { customFields, isReadable }: { readonly customFields: readonly string[]; readonly isReadable: boolean },
): Promise<readonly Finding[]> {
  const version = await readDraft(db, campaign, campaign.timeZone)
  if (!version) return []
  const draft = { ...writtenDraft(version), customFields }
  const found = await contentTasks.repairContent({ draft }, { key: campaign.clientId }).catch(error => faultOf(error))
  // what keeps it from being read is a finding already
  if ('fault' in found || 'refused' in found) return []
  const links = [...new Set(found.links.map(({ detail }) => detail))]
  return [
    ...foreignTagFindings(found.tags),
    ...(isReadable ? [] : links.map(detail => finding('UnsubscribeElsewhere', detail))),
  ]
}

/** Whom a campaign would go to now. @throws Refusal InvalidSegments */
export async function countAudience(db: Database, { clientId, campaignId }: CampaignRef): Promise<AudienceCount> {
  const audience = await readAudience(db, clientId, campaignId)
  if (audience === undefined) throw new Refusal('InvalidSegments', unreadableSegment)
  return countRecipients(db, clientId, audience)
}

/** Codes of what keeps a campaign from being ready, each once. */
export function blockingCodes({ findings }: CheckReport): readonly FindingCode[] {
  return [...new Set(findings.filter(blocks).map(({ code }) => code))]
}

function blocks({ severity, acknowledged }: CheckReport['findings'][number]): boolean {
  return severity === 'Error' || (severity === 'Warning' && !acknowledged)
}

/**
 * Remembers who accepted which warnings of a campaign, whether or not it has them now. Again is nothing new.
 * @throws Refusal InvalidCampaignId, AlreadySent, UnknownWarning
 */
export async function acknowledgeWarnings(
  db: Database,
  { clientId, campaignId }: CampaignRef,
  codes: readonly (string | null)[],
  by: string,
  now: Date,
): Promise<void> {
  const given = [...new Set(codes.map(code => (code ?? '').trim()).filter(code => code !== ''))]
  if (given.length === 0) throw new Refusal('UnknownWarning', 'Codes names at least one warning of Campaign.Check.')
  const unknown = given.find(code => !isWarning(code))
  if (unknown !== undefined) {
    throw new Refusal('UnknownWarning', `${unknown.slice(0, 60)} is no warning of Campaign.Check.`)
  }
  if (!(await acknowledge(db, clientId, campaignId, given, by, now))) throw new Refusal('AlreadySent')
}

function ofBase({ base, leaveThisMachine }: MailLinks): readonly Finding[] {
  const publicUrl = base()
  if (publicUrl === undefined) return [finding('PublicUrlMissing')]
  return leaveThisMachine && !hasOneClick(publicUrl) ? [finding('OneClickWithoutTls', publicUrl)] : []
}

/** A substitute for a missing public URL: the message is measured and not sent. */
const anyBase = 'https://mail.invalid'

function ofAudience({
  members,
  addresses,
  suppressed,
  excluded,
  recipients,
  withoutConsent,
  paused,
  capped,
}: AudienceMeasure): readonly Finding[] {
  const expired = withoutConsent['consent expired']
  const notAsked = addresses - recipients - suppressed - paused - capped - expired
  return [
    ...(recipients === 0 ? [finding('AudienceEmpty')] : []),
    ...(members > addresses ? [finding('DuplicateAddresses', countText(members - addresses, 'copy', 'copies'))] : []),
    ...(excluded > 0 ? [finding('ExcludedRecipients', countText(excluded, 'address', 'addresses'))] : []),
    ...(suppressed > 0 ? [finding('SuppressedRecipients', countText(suppressed, 'address', 'addresses'))] : []),
    ...(expired > 0 ? [finding('ConsentExpired', countText(expired, 'address', 'addresses'))] : []),
    ...(paused > 0 ? [finding('PausedRecipients', countText(paused, 'address', 'addresses'))] : []),
    ...(capped > 0 ? [finding('CappedRecipients', countText(capped, 'address', 'addresses'))] : []),
    ...(notAsked > 0 ? [finding('NotAskedAgain', countText(notAsked, 'address', 'addresses'))] : []),
  ]
}

function missing(tags: readonly Tag[], audience: AudienceMeasure): readonly Finding[] {
  const { recipients } = audience
  return tags
    .filter(({ hasFallback }) => !hasFallback)
    .map(tag => ({ name: tag.of === 'custom' ? tag.key : tag.of, count: withoutValue(tag, audience) }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) =>
      finding('MissingFallback', `[${name}]: ${count} of ${countText(recipients, 'recipient')}`),
    )
}

function withoutValue({ of: source, key }: Tag, { nameless, lastNameless, without }: AudienceMeasure): number {
  switch (source) {
    case 'email':
      return 0
    case 'firstname':
    case 'fullname':
      return nameless
    case 'lastname':
      return lastNameless
    case 'custom':
      return without[key] ?? 0
  }
}
