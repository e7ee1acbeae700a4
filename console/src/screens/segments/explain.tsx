/** Why one person is in the segment or not, condition by condition. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { read } from '../../api/call.ts'
import { Icon } from '../../ui/icons.tsx'
import layout from '../../ui/layout.module.css'
import { Chip, Note, Panel, css as parts, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { stateOf } from '../audience-search.ts'
import { subscriberWords } from '../subscribers/state-words.ts'
import { type PlacedLeaf, placedLeaves, type WrittenTree, writtenOf } from './editing.ts'
import type { Editor } from './editor.ts'
import css from './segments.module.css'
import { sentenceOf } from './sentences.ts'
import type { Explained, Leaf } from './types.ts'
import { rootOf, useSavedSegment } from './use-segment.ts'

export function Explain({ editor, segmentId }: { readonly editor: Editor; readonly segmentId: string }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const { data: saved } = useSavedSegment(segmentId)
  const savedTree = useMemo(() => saved && writtenOf(rootOf(saved.Tree)), [saved])
  const { data, error, isFetching } = useQuery({
    ...read('Segment.Explain', { SegmentID: segmentId, Email: asked }),
    enabled: asked !== '',
    // what was asked before may be old: it is asked again by the button
    staleTime: 0,
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setAsked(text.trim())
  }
  return (
    <Panel title={t`Why is a person in or out?`}>
      <form onSubmit={onSubmit} className={css.ask}>
        <TextInput
          type="email"
          aria-label={t`Email address`}
          placeholder={t`Email address`}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Button type="submit" variant="default" loading={isFetching && asked !== ''}>
          <Trans>Explain</Trans>
        </Button>
      </form>
      {editor.segment.isChanged && (
        <p className={`${parts.quiet} ${parts.small} ${layout.top8}`}>
          <Trans>Your changes are not saved: the saved conditions are explained.</Trans>
        </p>
      )}
      <div role="status" className={layout.top12}>
        <Refused error={error} />
        {asked !== '' && !data && !error && <Skeletons lines={3} />}
        {data && savedTree && <Answer editor={editor} email={asked} explained={data} tree={savedTree} />}
      </div>
    </Panel>
  )
}

function Answer({
  editor,
  email,
  explained: { In, Suppressed, Memberships = [] },
  tree,
}: {
  readonly editor: Editor
  readonly email: string
  readonly explained: Explained
  readonly tree: WrittenTree<Leaf>
}) {
  const { i18n } = useLingui()
  const { names } = editor.choices
  const placed = placedLeaves(tree)
  return (
    <>
      <p>
        {In ? (
          <Chip tone="good">
            <Trans>In the segment</Trans>
          </Chip>
        ) : (
          <Chip tone="plain" icon="close">
            <Trans>Not in the segment</Trans>
          </Chip>
        )}{' '}
        <bdi>{email}</bdi>
      </p>
      {Suppressed ? (
        <Note tone="warn">
          <p>
            <Trans>The person is suppressed and gets no mail.</Trans>
          </p>
        </Note>
      ) : null}
      {Memberships.length === 0 && (
        <p className={parts.quiet}>
          <Trans>The person is on no list that the segment looks at.</Trans>
        </p>
      )}
      {Memberships.map(({ ListID = '', State = '', Leaves = [] }) => {
        const known = stateOf(State)
        return (
          <div key={ListID} className={layout.top8}>
            <p>
              <strong dir="auto">{names.list(ListID)}</strong>{' '}
              <span className={parts.quiet}>{known ? i18n._(subscriberWords[known].label) : State}</span>
            </p>
            {known !== undefined && known !== 'Active' && (
              <p className={`${parts.quiet} ${parts.small}`}>
                <Trans>Only active subscribers are in a segment, whatever its conditions say.</Trans>
              </p>
            )}
            <ul className={css.why}>
              {Leaves.map(({ Path = '', Answer: holds }) => (
                <LeafAnswer
                  key={Path}
                  editor={editor}
                  placed={placed.find(({ path }) => path === Path)}
                  holds={holds}
                />
              ))}
            </ul>
          </div>
        )
      })}
    </>
  )
}

/** Whether one condition holds, and whether the segment asks for that. */
function LeafAnswer({
  editor,
  placed,
  holds,
}: {
  readonly editor: Editor
  readonly placed: PlacedLeaf<Leaf> | undefined
  readonly holds: 'Yes' | 'No' | 'Unknown'
}) {
  const { i18n } = useLingui()
  if (!placed) return null
  const isUnknown = holds === 'Unknown'
  const isGood = (holds === 'Yes') === placed.isWanted
  return (
    <li data-good={(!isUnknown && isGood) || undefined} data-bad={(!isUnknown && !isGood) || undefined}>
      <Icon name={isUnknown ? 'info' : isGood ? 'check' : 'close'} size={14} />
      <span dir="auto">
        {sentenceOf(i18n, placed.leaf, editor.choices.names)}
        {': '}
        <strong>{isUnknown ? <Trans>unknown</Trans> : holds === 'Yes' ? <Trans>yes</Trans> : <Trans>no</Trans>}</strong>
      </span>
    </li>
  )
}
