/** One segment: its conditions as sentences in groups, who is in it, and its size over time. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { may, useSession } from '../../session/session.ts'
import layout from '../../ui/layout.module.css'
import { Chip, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { EarlierCopy } from './earlier-copy.tsx'
import { useEditor } from './editor.ts'
import { GroupCard } from './group-card.tsx'
import { LostNote, ResultPanel } from './result-panel.tsx'
import { SegmentActions } from './segment-actions.tsx'
import css from './segments.module.css'
import { SizeChart } from './size-chart.tsx'
import { useChoices } from './use-choices.ts'
import { type SegmentAtHand, type SegmentStart, useSavedSegment, useSegment } from './use-segment.ts'

const route = getRouteApi('/inside/clients/$clientId/segments/$segmentId')

export function SegmentScreen() {
  const { t } = useLingui()
  const { clientId, segmentId } = route.useParams()
  const { data, error } = useSavedSegment(segmentId)
  if (!data)
    return (
      <Page title={t`Segment`} lead={<AllSegments clientId={clientId} />}>
        <Panel>{error ? <Refused error={error} /> : <Skeletons lines={6} />}</Panel>
      </Page>
    )
  const { ListID = '', Title = '', Tree, Problems } = data
  const start: SegmentStart = {
    segmentId,
    owner: { clientId, listId: ListID },
    title: Title,
    tree: Tree ?? { Match: 'All' },
    problems: Problems,
  }
  return <SegmentEditor key={segmentId} start={start} />
}

/** @param onOwner chooses the list of a new segment; '' for all lists of the client */
export function SegmentEditor({
  start,
  onOwner,
}: {
  readonly start: SegmentStart
  readonly onOwner?: (listId: string) => void
}) {
  const { t } = useLingui()
  const session = useSession()
  const segment = useSegment(start)
  const { owner, segmentId, root } = segment
  const choices = useChoices(owner, root, segmentId)
  const isLocked = !may(session, 'ChangeAudience', owner.clientId)
  const editor = useEditor(segment, choices, isLocked)
  const listName = choices.lists.find(({ value }) => value === owner.listId)?.label
  return (
    <Page
      isWide
      title={segment.savedTitle || t`New segment`}
      lead={
        <span className={css.state}>
          <AllSegments clientId={owner.clientId} />
          <SaveState segment={segment} />
          {segmentId !== undefined && (
            <span>
              {owner.listId === '' ? (
                <Trans>Of all lists of the client</Trans>
              ) : (
                <Trans>Of the list “{listName}”</Trans>
              )}
            </span>
          )}
        </span>
      }
      actions={<SegmentActions editor={editor} />}
    >
      <EarlierCopy segment={segment} />
      <div className={css.columns}>
        <div className={css.builder}>
          <Panel>
            {segment.saveError && segment.problems.length === 0 ? <Refused error={segment.saveError} /> : null}
            <LostNote problems={start.problems ?? []} />
            <div className={css.named}>
              <TextInput
                label={t`Name of the segment`}
                value={segment.title}
                onChange={event => segment.setTitle(event.currentTarget.value)}
                readOnly={isLocked}
                maxLength={100}
                autoComplete="off"
                required
              />
              {onOwner && <OwnerSelect editor={{ lists: choices.lists, listId: owner.listId }} onChange={onOwner} />}
            </div>
            <div className={layout.top16}>
              <GroupCard editor={editor} group={root} level={1} name="" />
            </div>
          </Panel>
        </div>
        <aside className={css.aside} aria-label={t`Who is in the segment`}>
          <ResultPanel editor={editor} />
        </aside>
        {segmentId !== undefined && (
          <div className={css.sizes}>
            <Sizes clientId={owner.clientId} segmentId={segmentId} />
          </div>
        )}
      </div>
    </Page>
  )
}

function AllSegments({ clientId }: { readonly clientId: string }) {
  return (
    <Link to="/clients/$clientId/segments" params={{ clientId }}>
      <Trans>All segments</Trans>
    </Link>
  )
}

function SaveState({ segment: { isChanged, isSaving, segmentId } }: { readonly segment: SegmentAtHand }) {
  const { t } = useLingui()
  return (
    <span role="status">
      {isSaving ? (
        <Chip tone="plain" icon="clock">{t`Saving …`}</Chip>
      ) : isChanged || segmentId === undefined ? (
        <Chip tone="warn" icon="clock">{t`Not saved yet`}</Chip>
      ) : (
        <Chip tone="good">{t`Saved`}</Chip>
      )}
    </span>
  )
}

function OwnerSelect({
  editor: { lists, listId },
  onChange,
}: {
  readonly editor: {
    readonly lists: readonly { readonly value: string; readonly label: string }[]
    readonly listId: string
  }
  readonly onChange: (listId: string) => void
}) {
  const { t } = useLingui()
  return (
    <NativeSelect
      label={t`People of`}
      description={t`This cannot be changed later.`}
      value={listId}
      onChange={event => onChange(event.currentTarget.value)}
      data={[{ value: '', label: t`All lists of the client` }, ...lists.map(({ value, label }) => ({ value, label }))]}
    />
  )
}

function Sizes({ clientId, segmentId }: { readonly clientId: string; readonly segmentId: string }) {
  const { t } = useLingui()
  const { data } = useQuery(read('Segment.ListAll', { ClientID: clientId }))
  const { Sizes: sizes = [] } = data?.find(one => one.SegmentID === segmentId) ?? {}
  return (
    <Panel title={t`Size over time`}>
      <SizeChart sizes={sizes} />
    </Panel>
  )
}
