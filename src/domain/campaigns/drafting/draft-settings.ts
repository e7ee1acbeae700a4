/** Settings of a draft: what a caller gives, and what they become. What is left out stays; what is empty is emptied. */
import { Refusal } from '../../../contract/refusals.ts'
import type { DraftSettings, NamedPlace } from '../../../store/campaigns/draft-rows.ts'
import type { DraftSource } from '../../../store/campaigns/places.ts'
import type { Sql } from '../../../store/connection/database.ts'
import { parseAddress } from '../../text-rules/address.ts'
import { cleanLine } from '../../text-rules/single-line.ts'
import { findPlaces, type GivenPlaces, type GivenSegment, refuseContradiction } from './draft-audience.ts'
import { type GivenUtmTags, readUtmTags, writeUtmTags } from './utm.ts'

interface GivenDraftSegment {
  readonly ListID?: string | null
  readonly Name?: string | null
  readonly SegmentID?: string | null
}

/** As callers give settings; absent is null. */
export interface GivenSettings {
  readonly Name: string | null
  readonly Subject: string | null
  readonly FromName: string | null
  readonly FromEmail: string | null
  readonly ReplyTo: string | null
  readonly Preheader: string | null
  readonly Audience: {
    readonly ListIDs?: readonly (string | null)[] | null
    readonly Segments?: readonly (GivenDraftSegment | null)[] | null
    readonly ExcludedListIDs?: readonly (string | null)[] | null
    readonly ExcludedSegments?: readonly (GivenDraftSegment | null)[] | null
  } | null
  readonly Tracking: { readonly Opens: boolean; readonly Clicks: boolean } | null
  readonly Utm: ({ readonly None: boolean } & GivenUtmTags) | null
  readonly AsksForConsent: boolean | null
  readonly InlineCss: boolean | null
}

/** Settings that a caller changes; undefined for those that stay. */
export type SettingsChange = {
  readonly [Name in keyof Omit<DraftSettings, 'sources' | 'exclusions'>]?: DraftSettings[Name]
} & {
  readonly audience?: { readonly sources: GivenPlaces; readonly exclusions: GivenPlaces }
}

export const emptySettings: DraftSettings = {
  name: '',
  subject: '',
  fromName: '',
  fromEmail: '',
  replyTo: '',
  preheader: '',
  trackOpens: true,
  trackClicks: true,
  asksForConsent: false,
  inlineCss: true,
  utm: {},
  sources: [],
  exclusions: [],
}

/** UTF-16 units; no wider than columns of mail programs are, with room for tags. */
const longest = { name: 250, subject: 500, preheader: 500 } as const

/** @throws Refusal CampaignNameRequired, InvalidFromEmail, InvalidReplyTo, ValueTooLong, InvalidCharacters */
export function readSettings(given: GivenSettings): SettingsChange {
  const { Name, Subject, FromName, FromEmail, ReplyTo, Preheader, Audience, Tracking, Utm } = given
  const { AsksForConsent, InlineCss } = given
  const name = Name === null ? undefined : cleanLine('Name', Name, longest.name)
  if (name === '') throw new Refusal('CampaignNameRequired')
  return {
    ...(name !== undefined && { name }),
    ...(Subject !== null && { subject: cleanLine('Subject', Subject, longest.subject) }),
    ...(FromName !== null && { fromName: cleanLine('FromName', FromName, longest.name) }),
    ...(FromEmail !== null && { fromEmail: address('InvalidFromEmail', FromEmail) }),
    ...(ReplyTo !== null && { replyTo: address('InvalidReplyTo', ReplyTo) }),
    ...(Preheader !== null && { preheader: cleanLine('Preheader', Preheader, longest.preheader) }),
    ...(Tracking && { trackOpens: Tracking.Opens, trackClicks: Tracking.Clicks }),
    ...(AsksForConsent !== null && { asksForConsent: AsksForConsent }),
    ...(InlineCss !== null && { inlineCss: InlineCss }),
    ...(Utm && { utm: Utm.None ? null : readUtmTags(Utm) }),
    ...(Audience && {
      audience: {
        sources: { lists: Audience.ListIDs ?? [], segments: segments(Audience.Segments) },
        exclusions: { lists: Audience.ExcludedListIDs ?? [], segments: segments(Audience.ExcludedSegments) },
      },
    }),
  }
}

/** '' for none. */
function address(refusal: 'InvalidFromEmail' | 'InvalidReplyTo', text: string): string {
  if (text.trim() === '') return ''
  const parsed = parseAddress(text)
  if (!parsed) throw new Refusal(refusal)
  return parsed.email
}

function segments(given: readonly (GivenDraftSegment | null)[] | null | undefined): readonly GivenSegment[] {
  return (given ?? []).map(item => ({
    listId: item?.ListID ?? null,
    name: item?.Name ?? null,
    segmentId: item?.SegmentID ?? null,
  }))
}

/** The rows of an audience. */
export interface FoundAudience {
  readonly sources: readonly DraftSource[]
  readonly exclusions: readonly DraftSource[]
}

/** @throws Refusal ValueTooLong, InvalidListIds, InvalidSegments */
export async function findAudience(
  sql: Sql,
  client: { readonly clientId: number },
  { sources, exclusions }: { readonly sources: GivenPlaces; readonly exclusions: GivenPlaces },
): Promise<FoundAudience> {
  const found = {
    sources: await findPlaces(sql, client, sources),
    exclusions: await findPlaces(sql, client, exclusions, 'exclusions'),
  }
  refuseContradiction(found.sources, found.exclusions)
  return found
}

/** The same as a caller would give it: of settings that were kept. */
export function audienceOf({ sources, exclusions }: Pick<DraftSettings, 'sources' | 'exclusions'>) {
  return { sources: placesOf(sources), exclusions: placesOf(exclusions) }
}

function placesOf(places: readonly NamedPlace[]): GivenPlaces {
  return {
    lists: places.filter(({ segment }) => segment === '').map(({ listId }) => listId),
    segments: places
      .filter(({ segment }) => segment !== '')
      .map(({ listId, segment, segmentId = null }) => ({ listId, name: segment, segmentId })),
  }
}

/** Settings with a change, as a caller who gave both would have them; names of the audience as they were given. */
export function applyChange(settings: DraftSettings, { audience, ...change }: SettingsChange): DraftSettings {
  if (!audience) return { ...settings, ...change }
  return { ...settings, ...change, sources: named(audience.sources), exclusions: named(audience.exclusions) }
}

function named({ lists, segments: given }: GivenPlaces): readonly NamedPlace[] {
  const clean = (text: string | null) => (text ?? '').trim()
  return [
    ...lists.map(id => ({ listId: clean(id).toLowerCase(), segment: '' })),
    ...given.map(({ listId, name, segmentId = null }) => ({
      listId: clean(listId).toLowerCase(),
      segment: clean(name),
      ...(clean(segmentId) !== '' && { segmentId: clean(segmentId).toLowerCase() }),
    })),
  ].filter(({ listId, segment, segmentId = '' }: NamedPlace) => listId !== '' || segment !== '' || segmentId !== '')
}

/** Whether two versions differ in nothing that is saved. */
export function isSame(one: DraftSettings, other: DraftSettings): boolean {
  return canonical(one) === canonical(other)
}

function canonical({ sources, exclusions, utm, ...rest }: DraftSettings): string {
  const places = (list: readonly NamedPlace[]) =>
    list.map(({ listId, segment, segmentId = '' }) => `${listId} ${segmentId || segment}`).sort()
  const sorted = (object: object) => Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([sorted(rest), utm && sorted(utm), places(sources), places(exclusions)])
}

/** As callers get settings. */
export function writtenSettings({ utm, sources, exclusions, trackOpens, trackClicks, ...settings }: DraftSettings) {
  const segmentsOf = (places: readonly NamedPlace[]) =>
    places
      .filter(({ segment }) => segment !== '')
      .map(({ listId, segment, segmentId }) => ({
        ListID: listId,
        Name: segment,
        ...(segmentId !== undefined && { SegmentID: segmentId }),
      }))
  const listsOf = (places: readonly NamedPlace[]) =>
    places.filter(({ segment }) => segment === '').map(({ listId }) => listId)
  return {
    Name: settings.name,
    Subject: settings.subject,
    FromName: settings.fromName,
    FromEmail: settings.fromEmail,
    ReplyTo: settings.replyTo,
    Preheader: settings.preheader,
    Audience: {
      ListIDs: listsOf(sources),
      Segments: segmentsOf(sources),
      ExcludedListIDs: listsOf(exclusions),
      ExcludedSegments: segmentsOf(exclusions),
    },
    Tracking: { Opens: trackOpens, Clicks: trackClicks },
    Utm: { None: utm === null, ...writeUtmTags(utm ?? {}) },
    AsksForConsent: settings.asksForConsent,
    InlineCss: settings.inlineCss,
  }
}
