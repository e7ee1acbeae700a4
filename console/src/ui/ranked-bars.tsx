/** Numbers of several things as a table with a bar in each row: readable without the bars, comparable with them. */
import type { ReactNode } from 'react'
import { number } from '../lib/format.ts'
import css from './ranked-bars.module.css'

export interface RankedRow {
  readonly key: string
  readonly label: ReactNode
  /** Null where it is not known. */
  readonly value: number | null
  readonly tone?: 'strong' | 'bad'
  /** Beside the number. */
  readonly note?: ReactNode
}

export function RankedBars({
  title,
  heads: [what, count],
  rows,
}: {
  readonly title: string
  /** Of the things, and of their numbers. */
  readonly heads: readonly [string, string]
  readonly rows: readonly RankedRow[]
}) {
  const most = Math.max(1, ...rows.map(({ value }) => value ?? 0))
  return (
    <table className={css.bars} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col">{count}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, value, tone = 'strong', note }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>
              <span className={css.line}>
                <span className={css.room} aria-hidden="true">
                  {value !== null && value > 0 && (
                    <span className={`${css.bar} ${css[tone]}`} style={{ width: `${(value / most) * 100}%` }} />
                  )}
                </span>
                <span className={css.number}>{value === null ? '–' : number(value)}</span>
              </span>
              {note && <span className={css.note}>{note}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
