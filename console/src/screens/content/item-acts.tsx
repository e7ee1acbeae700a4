/** What is done with one item of a list that is filled in: moved up or down, removed. */
import { useLingui } from '@lingui/react/macro'
import css from './content.module.css'
import { IconButton } from './icon-button.tsx'
import { moveItem } from './values.ts'

export function ItemActs<Item>({
  name,
  items,
  at,
  least = 0,
  onChange,
}: {
  /** Of the list. */
  readonly name: string
  readonly items: readonly Item[]
  readonly at: number
  /** As many stay. */
  readonly least?: number
  readonly onChange: (items: Item[]) => void
}) {
  const { t } = useLingui()
  const which = at + 1
  return (
    <span className={css.itemActions}>
      <IconButton
        icon="up"
        label={t`${name}: move item ${which} up`}
        isOff={at === 0}
        onClick={() => onChange(moveItem(items, at, -1))}
      />
      <IconButton
        icon="down"
        label={t`${name}: move item ${which} down`}
        isOff={at === items.length - 1}
        onClick={() => onChange(moveItem(items, at, 1))}
      />
      <IconButton
        icon="trash"
        label={t`${name}: remove item ${which}`}
        isOff={items.length <= least}
        onClick={() => onChange(items.toSpliced(at, 1))}
      />
    </span>
  )
}
