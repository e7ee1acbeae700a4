/** The hours of a week as a table whose cells are darker the larger their number; the numbers are in the cells for who cannot see them. */
import { useLingui } from '@lingui/react/macro'
import { number, weekdayName } from '../lib/format.ts'
import css from './heat-map.module.css'

export interface HourOfWeek {
  /** 1 for Monday. */
  readonly weekday: number
  readonly hour: number
  readonly value: number
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** Shades above nothing. */
const shades = 5

export function HeatMap({
  title,
  values,
  nameOf,
}: {
  readonly title: string
  /** Hours that are not among them have nothing. */
  readonly values: readonly HourOfWeek[]
  /** What a cell says to a pointer. */
  readonly nameOf: (value: number, weekday: string, hour: number) => string
}) {
  const { t } = useLingui()
  const byPlace = new Map(values.map(({ weekday, hour, value }) => [weekday * 24 + hour, value]))
  const most = Math.max(1, ...values.map(({ value }) => value))
  return (
    <table className={css.map} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">
            <span className={css.hidden}>{t`Weekday`}</span>
          </th>
          {hours.map(hour => (
            <th key={hour} scope="col" data-shown={hour % 6 === 0 || undefined}>
              <span>{hour}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekdays.map(weekday => (
          <tr key={weekday}>
            <th scope="row">
              <span className={css.long}>{weekdayName(weekday, 'long')}</span>
              <span className={css.short} aria-hidden="true">
                {weekdayName(weekday, 'short')}
              </span>
            </th>
            {hours.map(hour => {
              const value = byPlace.get(weekday * 24 + hour) ?? 0
              return (
                <td
                  key={hour}
                  data-shade={value === 0 ? 0 : Math.max(1, Math.ceil((value / most) * shades))}
                  title={nameOf(value, weekdayName(weekday, 'long'), hour)}
                >
                  <span className={css.hidden}>{number(value)}</span>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
