import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import type { Changes, Draft } from '../../drafts/parts.ts'
import { dateTime, number } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import { Empty, css as parts, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { type DraftSegment, draftSegment } from '../segments/audience.ts'
import css from './campaign.module.css'
import { Tick } from './measuring.tsx'

type Count = ValueOf<'Campaign.CountAudience'>
type List = ValueOf<'Client.GetLists'>[number]
interface Place {
  /** '' for all lists of the client. */
  readonly listId: string
  /** Undefined for all of the list. */
  readonly segment: { readonly id: string; readonly title: string; readonly isOfClient: boolean } | undefined
  readonly label: string
  /** Shown where it is chosen, or found by typing: every list has each segment of the client. */
  readonly isRare?: boolean
}

export interface AudienceStepProps {
  readonly clientId: string
  readonly draft: Draft
  readonly onChange: (changes: Changes) => void
  /** Undefined while it goes to no list. */
  readonly count: UseQueryResult<Count> | undefined
  /** Whether the count is of what is shown. */
  readonly isSaved: boolean
}

export function AudienceStep({ clientId, draft, onChange, count, isSaved }: AudienceStepProps) {
  const { t } = useLingui()
  const lists = useQuery(read('Client.GetLists', { ClientID: clientId }))
  const segments = useQuery(read('Segment.ListAll', { ClientID: clientId }))
  const error = lists.error ?? segments.error
  const places = placesOf(lists.data ?? [], segments.data ?? [], {
    allLists: t`All lists`,
    broken: label => t`${label} (broken: no one is in it)`,
  })
  if (error) return <Refused error={error} />
  if (!lists.data || !segments.data) return <Skeletons lines={4} />
  if (lists.data.length === 0)
    return (
      <Empty
        icon="list"
        title={t`No lists yet`}
        action={<Link to={`/clients/${clientId}/lists` as string}>{t`Create the first list`}</Link>}
      >
        <Trans>Campaigns are sent to lists of subscribers. Create a list and add your subscribers.</Trans>
      </Empty>
    )
  return (
    <div className={css.fields}>
      <Sentence count={count} isSaved={isSaved} />
      <FollowNote clientId={clientId} campaignId={draft.CampaignID ?? ''} />
      {namesSegments(draft) && <JudgedAtStart />}
      <Places label={t`Send to`} places={places} audience={draft.Audience} kind="in" onChange={onChange} />
      <NarrowedNote audience={draft.Audience} />
      <Places label={t`Exclude`} places={places} audience={draft.Audience} kind="out" onChange={onChange} />
    </div>
  )
}

interface PlaceWords {
  readonly allLists: string
  readonly broken: (label: string) => string
}

/** The lists, each with its segments, then the segments of the client. */
function placesOf(
  lists: readonly List[],
  segments: readonly ValueOf<'Segment.ListAll'>[number][],
  words: PlaceWords,
): readonly Place[] {
  const placesIn = (listId: string, name: string, owner: string): readonly Place[] =>
    segments
      .filter(({ ListID = '' }) => ListID === owner)
      .map(({ SegmentID: id = '', Title: title = '', Problems = [] }) => {
        const label = `${name} › ${title}`
        return {
          listId,
          segment: { id, title, isOfClient: owner === '' },
          label: Problems.length > 0 ? words.broken(label) : label,
          isRare: listId !== owner,
        }
      })
  return [
    ...lists.flatMap(({ ListID: listId = '', Name: name = '' }): readonly Place[] => [
      { listId, segment: undefined, label: name },
      ...placesIn(listId, name, listId),
      ...placesIn(listId, name, ''),
    ]),
    ...placesIn('', words.allLists, ''),
  ]
}

/** "12,403 people: 13,120 active − 610 duplicates − 107 suppressed": the service has computed it. */
function Sentence({ count, isSaved }: Pick<AudienceStepProps, 'count' | 'isSaved'>) {
  if (!count) return null
  if (count.error)
    return (
      <div role="status">
        <Refused error={count.error} />
      </div>
    )
  const { data } = count
  return (
    <p className={css.sentence} role="status" aria-busy={!isSaved}>
      {!data || !isSaved ? (
        <span className={parts.quiet}>
          <Trans>Counting …</Trans>
        </span>
      ) : (
        <>
          <strong>
            <Plural value={data.Recipients} one="# person" other="# people" />
          </strong>
          {': '}
          <Trans>{number(data.Members)} active</Trans>
          {data.Duplicates > 0 && (
            <>
              {' − '}
              <Plural value={data.Duplicates} one="# duplicate" other="# duplicates" />
            </>
          )}
          {data.Suppressed > 0 && (
            <>
              {' − '}
              <Trans>{number(data.Suppressed)} suppressed</Trans>
            </>
          )}
          {data.Paused > 0 && (
            <>
              {' − '}
              <Trans>{number(data.Paused)} who paused mail</Trans>
            </>
          )}
          {data.Capped > 0 && (
            <>
              {' − '}
              <Trans>{number(data.Capped)} at the frequency cap</Trans>
            </>
          )}
          {data.ConsentExpired > 0 && (
            <>
              {' − '}
              <Trans>{number(data.ConsentExpired)} with expired consent</Trans>
            </>
          )}
          {data.ConsentGranted > 0 && (
            <>
              {' − '}
              <Trans>{number(data.ConsentGranted)} who have consented</Trans>
            </>
          )}
          {data.AskedBefore > 0 && (
            <>
              {' − '}
              <Trans>{number(data.AskedBefore)} who were asked in the last six months</Trans>
            </>
          )}
          {data.ConsentRefused > 0 && (
            <>
              {' − '}
              <Trans>{number(data.ConsentRefused)} who refused in the last six months</Trans>
            </>
          )}
          {data.Excluded > 0 && (
            <span className={parts.quiet}>
              {' · '}
              <Trans>{number(data.Excluded)} excluded</Trans>
            </span>
          )}
        </>
      )}
    </p>
  )
}

/** What a segment of all lists does to lists that are chosen beside it. */
function NarrowedNote({ audience }: { readonly audience: Draft['Audience'] }) {
  const { ListIDs = [], Segments = [] } = audience ?? {}
  if (ListIDs.length === 0 || !Segments.some(({ ListID, SegmentID }) => SegmentID && !ListID)) return null
  return (
    <p className={parts.quiet}>
      <Trans>Of the chosen lists, only people in the segments of all lists get the mail.</Trans>
    </p>
  )
}

/** Of a campaign that follows another: whom it is narrowed to. */
function FollowNote({ clientId, campaignId }: { readonly clientId: string; readonly campaignId: string }) {
  const session = useSession()
  const { data } = useQuery({
    ...read('Campaign.GetFollowUps', { CampaignID: campaignId }),
    enabled: may(session, 'ReadReports', clientId),
  })
  const mails = data?.Mails ?? []
  const own = mails.find(({ CampaignID }) => CampaignID === campaignId)
  const followed = mails.find(({ CampaignID }) => CampaignID === own?.FollowsID)?.Name ?? ''
  if (!own || own.Kind === 'Original') return null
  return (
    <p className={parts.quiet}>
      {own.Kind === 'CatchUp' ? (
        <Trans>Of the chosen lists, only people whom the frequency cap left out of “{followed}” get the mail.</Trans>
      ) : (
        <Trans>
          Of the chosen lists, only people who received “{followed}” and did not open or click get the mail, as of the
          moment it starts.
        </Trans>
      )}{' '}
      {own.EarliestDate && <Trans>Can start from {dateTime(own.EarliestDate)}</Trans>}
    </p>
  )
}

/** Whether it goes to segments or leaves some out. */
export function namesSegments({ Audience }: Draft): boolean {
  return (Audience?.Segments ?? []).length + (Audience?.ExcludedSegments ?? []).length > 0
}

/** For drafts and scheduled campaigns. */
export function JudgedAtStart() {
  return (
    <p className={parts.quiet}>
      <Trans>Segments are evaluated when the campaign starts: people who meet the conditions then receive it.</Trans>
    </p>
  )
}

/** From here on one finds by typing. */
const manyPlaces = 8
const mostShown = 200

function Places({
  label,
  places,
  audience,
  kind,
  onChange,
}: {
  readonly label: string
  readonly places: readonly Place[]
  readonly audience: Draft['Audience']
  readonly kind: 'in' | 'out'
  readonly onChange: (changes: Changes) => void
}) {
  const { t } = useLingui()
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLocaleLowerCase()
  const found = places.filter(
    place =>
      (place.label.toLocaleLowerCase().includes(wanted) && !(place.isRare && wanted === '')) ||
      (wanted === '' && isIn(audience, place, kind)),
  )
  return (
    <fieldset className={css.places}>
      <legend>{label}</legend>
      {places.length > manyPlaces && (
        <TextInput
          type="search"
          aria-label={t`Find a list: ${label}`}
          placeholder={t`Find a list`}
          value={filter}
          onChange={event => setFilter(event.currentTarget.value)}
        />
      )}
      <div className={css.placeList}>
        {found.slice(0, mostShown).map(place => (
          <div
            key={`${place.listId} ${place.segment?.id ?? ''}`}
            data-segment={(place.segment !== undefined && place.listId !== '') || undefined}
          >
            <Tick
              label={place.label}
              isOn={isIn(audience, place, kind)}
              onChange={isOn => onChange({ Audience: changeAudience(audience, place, kind, isOn) })}
            />
          </div>
        ))}
        {found.length === 0 && (
          <p className={parts.quiet} role="status">
            <Trans>No list has this name.</Trans>
          </p>
        )}
        {found.length > mostShown && (
          <p className={parts.quiet}>
            <Trans>Type to find more.</Trans>
          </p>
        )}
      </div>
    </fieldset>
  )
}

const members = {
  in: ['ListIDs', 'Segments'],
  out: ['ExcludedListIDs', 'ExcludedSegments'],
} as const

function isIn(audience: Draft['Audience'], { listId, segment }: Place, kind: 'in' | 'out'): boolean {
  const [lists, segments] = members[kind]
  if (segment === undefined) return audience?.[lists]?.includes(listId) ?? false
  return audience?.[segments]?.some(given => isSegment(given, listId, segment)) ?? false
}

/** A segment of a list is named by both, one of the client by its identifier, and by the list where it chooses from one. */
function isSegment(
  { ListID = '', Name, SegmentID }: DraftSegment,
  listId: string,
  { id, title, isOfClient }: NonNullable<Place['segment']>,
): boolean {
  return ListID === listId && (isOfClient ? SegmentID === id : Name === title)
}

function changeAudience(
  audience: Draft['Audience'],
  place: Place,
  kind: 'in' | 'out',
  isOn: boolean,
): NonNullable<Draft['Audience']> {
  const [lists, segments] = members[kind]
  const { listId, segment } = place
  const before = audience ?? {}
  if (segment === undefined) {
    const others = (before[lists] ?? []).filter(id => id !== listId)
    return { ...before, [lists]: isOn ? [...others, listId] : others }
  }
  const others = (before[segments] ?? []).filter(given => !isSegment(given, listId, segment))
  return { ...before, [segments]: isOn ? [...others, draftSegment({ ...segment, listId })] : others }
}

/** In one line; undefined where it goes to none. */
export function audienceLine(draft: Draft, recipients: number | undefined, lists: readonly List[]) {
  const { ListIDs = [], Segments = [] } = draft.Audience ?? {}
  const names = [
    ...ListIDs.map(id => lists.find(({ ListID }) => ListID === id)?.Name ?? ''),
    ...Segments.map(({ Name = '' }) => Name),
  ].filter(name => name !== '')
  if (ListIDs.length + Segments.length === 0) return undefined
  return (
    <>
      {recipients !== undefined && (
        <>
          <Plural value={recipients} one="# person" other="# people" />
          {' · '}
        </>
      )}
      {names.join(', ')}
    </>
  )
}
