/** A table of a screen: it scrolls by itself where it is wide, and on a phone its rows become cards (parts.module.css). */
import type { ReactNode } from 'react'
import css from './parts.module.css'

export interface TableProps {
  /** Of the columns, in their order. */
  readonly heads: readonly string[]
  /** The last column holds buttons and has no heading. */
  readonly hasActions?: boolean
  /** Rows. */
  readonly children: ReactNode
}

export function Table({ heads, hasActions = false, children }: TableProps) {
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            {hasActions && <td />}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
