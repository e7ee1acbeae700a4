/** A table of a screen: it scrolls by itself where it is wide, and on a phone its rows become cards (parts.module.css). */
import type { ReactNode } from 'react'
import css from './parts.module.css'

/** A heading with more than its word, such as a link that sorts. */
export interface Head {
  readonly label: string
  readonly content: ReactNode
  readonly sort?: 'ascending' | 'descending' | undefined
}

export interface TableProps {
  /** Of the columns, in their order. */
  readonly heads: readonly (string | Head)[]
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
            {heads.map(head => {
              const { label, content, sort } =
                typeof head === 'string' ? { label: head, content: head, sort: undefined } : head
              return (
                <th key={label} scope="col" aria-sort={sort}>
                  {content}
                </th>
              )
            })}
            {hasActions && <td />}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
