/** A tag as screens show it: its name in its colour. */
import { useLingui } from '@lingui/react/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import { Icon } from '../../ui/icons.tsx'
import css from './tags.module.css'

export type Tag = ValueOf<'Tag.List'>[number]
export type TagLabel = Pick<Tag, 'TagID' | 'Name' | 'Color'>

export function TagChip({
  of: { Name = '', Color },
  onRemove,
}: {
  readonly of: TagLabel
  /** Undefined where it is only shown. */
  readonly onRemove?: (() => void) | undefined
}) {
  const { t } = useLingui()
  return (
    <span className={`${css.tag} ${css[Color]}`}>
      <bdi>{Name}</bdi>
      {onRemove && (
        <button type="button" className={css.remove} aria-label={t`Remove the tag ${Name}`} onClick={onRemove}>
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  )
}

/** @param onRemove undefined where they are only shown */
export function TagList({
  of: tags,
  onRemove,
}: {
  readonly of: readonly TagLabel[]
  readonly onRemove?: ((tag: TagLabel) => void) | undefined
}) {
  return (
    <ul className={css.tags}>
      {tags.map(tag => (
        <li key={tag.TagID}>
          <TagChip of={tag} onRemove={onRemove && (() => onRemove(tag))} />
        </li>
      ))}
    </ul>
  )
}
