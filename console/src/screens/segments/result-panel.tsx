/** Who is in the segment as it is edited: how many, ten of them with the conditions that they meet, and why one person is in or out. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { useDebounced } from '../../lib/debounced.ts'
import { dateTime } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import { Icon } from '../../ui/icons.tsx'
import layout from '../../ui/layout.module.css'
import { Note, Panel, css as parts, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { CountWords, UnknownWords } from './count-words.tsx'
import { countLeaves, placedLeaves, writtenOf } from './editing.ts'
import type { Editor } from './editor.ts'
import { Explain } from './explain.tsx'
import { problemSentence, type SegmentProblem } from './problem-words.ts'
import css from './segments.module.css'
import { sentenceOf } from './sentences.ts'
import { isWhole, useCount } from './use-count.ts'
import { treeOf } from './use-segment.ts'

export function ResultPanel({ editor }: { readonly editor: Editor }) {
  const session = useSession()
  const { segment } = editor
  if (!may(session, 'ReadAudience', segment.owner.clientId)) return null
  return (
    <>
      <Total editor={editor} />
      <People editor={editor} />
      {segment.segmentId !== undefined && <Explain editor={editor} segmentId={segment.segmentId} />}
    </>
  )
}

function Total({ editor }: { readonly editor: Editor }) {
  const { t } = useLingui()
  const { segment, root } = editor
  const savedId = segment.isChanged ? undefined : segment.segmentId
  const isSaved = savedId !== undefined
  const counted = useCount(segment.owner, root, savedId)
  return (
    <Panel title={t`People in the segment`}>
      <div role="status" aria-busy={counted.kind === 'counting'}>
        <p className={css.figure}>
          {counted.kind === 'known' && <CountWords count={counted.count} isSaved={isSaved} />}
          {counted.kind === 'counting' && (
            <span className={parts.quiet}>
              <Trans comment="of a number that is not there yet">counting …</Trans>
            </span>
          )}
        </p>
        {counted.kind === 'empty' && (
          <p className={parts.quiet}>
            <Trans>Without conditions no one is in the segment.</Trans>
          </p>
        )}
        {counted.kind === 'incomplete' && (
          <p className={parts.quiet}>
            <Trans>A condition has no value yet. People are counted when it is complete.</Trans>
          </p>
        )}
        {counted.kind === 'known' && (
          <>
            {counted.count.State === 'Counting' && !isSaved && (
              <p className={parts.quiet}>
                <Trans>A saved segment is counted in the background, however long that takes.</Trans>
              </p>
            )}
            {counted.count.State === 'NotAvailable' && (
              <p className={parts.quiet}>
                <Trans>Earlier opens and clicks are still being gathered. The number is shown when that is done.</Trans>
              </p>
            )}
            <p className={parts.quiet}>
              <UnknownWords count={counted.count} />
            </p>
            {counted.count.At ? (
              <p className={`${parts.quiet} ${parts.small}`}>
                <Trans>Counted {dateTime(counted.count.At)}</Trans>
              </p>
            ) : null}
          </>
        )}
      </div>
      {counted.kind === 'failed' && <Refused error={counted.error} />}
      <p className={`${parts.quiet} ${parts.small} ${layout.top8}`}>
        <Trans>
          Only active subscribers are counted. Suppressed people get no mail; the campaign shows how many they are. A
          scheduled campaign counts again when it starts.
        </Trans>
      </p>
    </Panel>
  )
}

function People({ editor }: { readonly editor: Editor }) {
  const { t, i18n } = useLingui()
  const { root, segment, choices } = editor
  const { clientId, listId } = segment.owner
  const settled = useDebounced(root, 600)
  const tree = useMemo(() => treeOf(settled), [settled])
  const asked = { ClientID: clientId, ListID: listId, Tree: tree }
  const isAskable = countLeaves(settled) > 0 && isWhole(settled)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['Segment.SampleTree', asked],
    queryFn: ({ signal }) => call('Segment.SampleTree', asked, { signal }),
    enabled: isAskable,
    gcTime: 60_000,
  })
  if (!isAskable) return null
  const people = data?.People ?? []
  const placed = placedLeaves(writtenOf(settled))
  return (
    <Panel
      title={t`Some of them, and why`}
      actions={
        people.length > 0 && (
          <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
            <Trans>Show others</Trans>
          </Button>
        )
      }
    >
      <Refused error={error} />
      {!data && !error && <Skeletons lines={4} />}
      {data && people.length === 0 && (
        <p className={parts.quiet}>
          <Trans>No one.</Trans>
        </p>
      )}
      <ul className={css.people}>
        {people.map(({ Email = '', Name = '', ListID = '', Leaves = [] }) => (
          <li key={`${Email} ${ListID}`}>
            <Link
              to="/clients/$clientId/contacts"
              params={{ clientId }}
              search={{ list: ListID, subscriber: Email, of: ListID }}
              dir="auto"
            >
              {Email}
            </Link>
            {Name !== '' && (
              <span className={`${parts.quiet} ${parts.small}`} dir="auto">
                {Name}
              </span>
            )}
            <ul className={css.why}>
              {placed
                .filter(({ path, isWanted, isNeeded }) => (Leaves.includes(path) ? isWanted : !isWanted && isNeeded))
                .map(({ path, leaf, isWanted }) => {
                  const sentence = sentenceOf(i18n, leaf, choices.names)
                  return (
                    <li key={path} data-good="">
                      <Icon name="check" size={14} />
                      <span dir="auto">{isWanted ? sentence : <Trans>not: {sentence}</Trans>}</span>
                    </li>
                  )
                })}
            </ul>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What is lost, in a sentence for each. */
export function LostNote({ problems }: { readonly problems: readonly SegmentProblem[] }) {
  const { i18n } = useLingui()
  if (problems.length === 0) return null
  return (
    <Note tone="bad" role="status">
      <p>
        <strong>
          <Trans>No one is in this segment: something that it asks about does not exist any more.</Trans>
        </strong>
      </p>
      <ul>
        {problems.map((problem, n) => (
          // two of them may say the same
          <li key={n}>{problemSentence(i18n, problem)}</li>
        ))}
      </ul>
    </Note>
  )
}
