/** A group of conditions: what it asks of them, the conditions, the groups in it, and how many people it has. */
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { css as parts } from '../../ui/page.tsx'
import { IconButton } from '../content/icon-button.tsx'
import { canMove, countLeaves, hasRoomForGroup, type Match, mostLeaves, mostLevels } from './editing.ts'
import type { Editor } from './editor.ts'
import { GroupCount } from './group-count.tsx'
import { LeafRow } from './leaf-row.tsx'
import css from './segments.module.css'
import type { Root } from './types.ts'

export const matchWords = {
  All: msg`All of these`,
  Any: msg`At least one of these`,
  None: msg`None of these`,
} as const satisfies Record<Match, unknown>

const between = {
  All: msg({ message: 'and', comment: 'between two conditions that must both hold' }),
  Any: msg({ message: 'or', comment: 'between two conditions of which one must hold' }),
  None: msg({ message: 'nor', comment: 'between two conditions neither of which may hold' }),
} as const satisfies Record<Match, unknown>

export interface GroupCardProps {
  readonly editor: Editor
  readonly group: Root
  /** 1 for the outermost. */
  readonly level: number
  readonly parentKey?: number
  readonly at?: number
  /** Its number for people who cannot see where it is: 1, 1.2, 1.2.1. */
  readonly name: string
}

export function GroupCard({ editor, group, level, parentKey, at = 0, name }: GroupCardProps) {
  const { t, i18n } = useLingui()
  const { isLocked, drag, problems } = editor
  const drop = drag.held?.drop
  const heading = useRef<HTMLSelectElement>(null)
  const hasFocus = editor.focused === group.key
  useEffect(() => {
    if (hasFocus) heading.current?.focus()
  }, [hasFocus])
  const problem = problems.find(({ key }) => key === group.key)
  const isOver = drop?.groupKey === group.key
  const isInto = isOver && (group.leaves.length === 0 || drag.held?.key === undefined || editor.isGroup(drag.held.key))
  return (
    <fieldset
      aria-label={level === 1 ? t`Conditions of the segment` : t`Group ${name}: ${i18n._(matchWords[group.match])}`}
      className={css.group}
      data-group={group.key}
      data-match={group.match}
      data-parent={parentKey}
      data-at={at}
      data-leaves={group.leaves.length}
      data-groups={group.groups.length}
      data-held={drag.held?.key === group.key || undefined}
      data-into={isInto || undefined}
      data-bad={problem !== undefined || undefined}
    >
      <div className={css.groupHead} data-head="">
        {level > 1 && !isLocked && (
          <span className={css.handle} aria-hidden="true" title={t`Drag to move`} {...drag.handle(group.key, true)}>
            <Icon name="grip" size={16} />
          </span>
        )}
        <NativeSelect
          ref={heading}
          size="sm"
          aria-label={
            level === 1 ? t`Which conditions must be true` : t`Which conditions of group ${name} must be true`
          }
          value={group.match}
          disabled={isLocked}
          onChange={event => editor.setMatch(group.key, event.currentTarget.value as Match)} // its own options
          data={(['All', 'Any', 'None'] as const).map(value => ({ value, label: i18n._(matchWords[value]) }))}
        />
        {level > 1 && !isLocked && <GroupActs editor={editor} group={group} name={name} />}
        <GroupCount editor={editor} group={group} isOuter={level === 1} />
      </div>
      {problem && (
        <p className={css.problem} role="alert">
          <Icon name="warning" size={14} />
          {problem.text}
        </p>
      )}
      <ol className={css.rows}>
        {group.leaves.map((leaf, n) => (
          <LeafRow
            key={leaf.key}
            editor={editor}
            leaf={leaf}
            parentKey={group.key}
            at={n}
            count={group.leaves.length}
            between={n > 0 ? i18n._(between[group.match]) : undefined}
          />
        ))}
      </ol>
      {group.groups.map((inner, n) => (
        <div key={inner.key}>
          {(n > 0 || group.leaves.length > 0) && <p className={css.between}>{i18n._(between[group.match])}</p>}
          <GroupCard
            editor={editor}
            group={inner}
            level={level + 1}
            parentKey={group.key}
            at={n}
            name={level === 1 ? String(n + 1) : `${name}.${n + 1}`}
          />
        </div>
      ))}
      {!isLocked && <Foot editor={editor} group={group} level={level} name={name} />}
    </fieldset>
  )
}

function GroupActs({ editor, group, name }: { readonly editor: Editor; readonly group: Root; readonly name: string }) {
  const { t } = useLingui()
  const { root } = editor
  const can = (direction: 'up' | 'down' | 'into' | 'out') => canMove(root, group.key, direction)
  return (
    <span className={css.acts} role="toolbar" aria-label={t`Group ${name}`}>
      <IconButton
        icon="up"
        label={t`Move group ${name} up`}
        isOff={!can('up')}
        onClick={() => editor.move(group.key, 'up')}
      />
      <IconButton
        icon="down"
        label={t`Move group ${name} down`}
        isOff={!can('down')}
        onClick={() => editor.move(group.key, 'down')}
      />
      <IconButton
        icon="into"
        label={t`Move group ${name} into the group above`}
        isOff={!can('into')}
        onClick={() => editor.move(group.key, 'into')}
      />
      <IconButton
        icon="out"
        label={t`Move group ${name} out of its group`}
        isOff={!can('out')}
        onClick={() => editor.move(group.key, 'out')}
      />
      <IconButton icon="trash" label={t`Remove group ${name}`} onClick={() => editor.remove(group.key)} />
    </span>
  )
}

/** From here on the limit is shown. */
const fewLeft = 10

function Foot({
  editor,
  group,
  level,
  name,
}: {
  readonly editor: Editor
  readonly group: Root
  readonly level: number
  readonly name: string
}) {
  const { t } = useLingui()
  const left = mostLeaves - countLeaves(editor.root)
  const hasRoom = hasRoomForGroup(editor.root, group.key)
  return (
    <div className={css.foot}>
      <Button
        size="compact-sm"
        variant={group.leaves.length + group.groups.length === 0 && level === 1 ? 'filled' : 'default'}
        leftSection={<Icon name="plus" size={14} />}
        disabled={left <= 0}
        aria-label={level === 1 ? undefined : t`Add a condition to group ${name}`}
        onClick={() => editor.addLeaf(group.key)}
      >
        <Trans>Add a condition</Trans>
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="plus" size={14} />}
        disabled={!hasRoom || left <= 0}
        aria-label={level === 1 ? undefined : t`Add a group to group ${name}`}
        onClick={() => editor.addGroup(group.key)}
      >
        <Trans>Add a group</Trans>
      </Button>
      {!hasRoom && (
        <span className={`${parts.quiet} ${parts.small}`}>
          <Trans>Groups can be nested {mostLevels} deep.</Trans>
        </span>
      )}
      {level === 1 && left <= fewLeft && (
        <span className={`${parts.quiet} ${parts.small}`} role="status">
          {left <= 0 ? (
            <Trans>A segment can have {mostLeaves} conditions. Remove one to add another.</Trans>
          ) : (
            <Plural
              value={left}
              one={`# more condition is possible: a segment can have ${mostLeaves}.`}
              other={`# more conditions are possible: a segment can have ${mostLeaves}.`}
            />
          )}
        </span>
      )}
    </div>
  )
}
