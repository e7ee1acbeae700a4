/** How lists grow, day by day, as the service has counted it. */

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import { dateTime, dayOf, number } from '../../lib/format.ts'
import { Chart } from '../../ui/chart.tsx'
import { css, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { type Period, periodOf, periods } from '../audience-search.ts'
import own from './growth.module.css'
import { GrowthCauses } from './growth-causes.tsx'

export interface GrownList {
  readonly ListID?: string
  readonly Name?: string
}
export type Day = NonNullable<ValueOf<'List.GetGrowth'>['Days']>[number]

export function PeriodChoice({
  value,
  onChange,
}: {
  readonly value: Period
  readonly onChange: (days: Period) => void
}) {
  const { t } = useLingui()
  const labels = { 30: t`30 days`, 90: t`90 days`, 365: t`A year` }
  return (
    <NativeSelect
      size="xs"
      aria-label={t`Period`}
      value={value}
      onChange={event => onChange(periodOf(event.currentTarget.value) ?? 30)}
      data={periods.map(days => ({ value: String(days), label: labels[days] }))}
    />
  )
}

/** @param isWhole with what joined and left on each day */
export function Growth({
  lists,
  days,
  isWhole = false,
}: {
  readonly lists: readonly GrownList[]
  readonly days: Period
  readonly isWhole?: boolean
}) {
  const { t } = useLingui()
  const [from] = [daysAgo(days)]
  const answers = useQueries({
    queries: lists.map(({ ListID = '' }) => read('List.GetGrowth', { ListID, From: from, Until: '' })),
  })
  const failed = answers.find(({ error }) => error !== null)
  const known = answers.flatMap(({ data }) => (data ? [data] : []))
  if (failed) return <Refused error={failed.error} />
  if (known.length < answers.length) return <Skeletons lines={4} />
  const all = sumOf(known.map(({ Days = [] }) => Days))
  const [first] = all
  const last = all.at(-1)
  if (!first || !last || all.length < 2) {
    return (
      <p className={css.quiet}>
        <Trans>The chart starts tomorrow, with one point a day.</Trans>
      </p>
    )
  }
  const late = known.filter(({ FirstDate = '' }) => FirstDate > (first.Date ?? '')).length
  const joined = total(all, ({ Joined }) => Joined)
  const left = total(all, countLeft)
  const at = all.map(momentOf)
  const weekLabel = (moment: number) => t`Week of ${dayOf(moment)}`
  const steps = all.length > mostDailyBars ? weeksOf(all) : all
  const change = last.Active - first.Active
  const grown = change > 0 ? `+${number(change)}` : number(change)
  return (
    <>
      <div className={own.pair}>
        <Chart
          title={t`Active subscribers`}
          sentence={t`${number(last.Active)} active subscribers, ${grown} since ${dateTime(first.Date)}.`}
          at={at}
          series={[{ label: t`Active`, tone: 'strong', values: all.map(({ Active }) => Active) }]}
          kind="line"
        />
        {isWhole && (
          <Chart
            title={t`Joined and left`}
            sentence={t`${number(joined)} joined and ${number(left)} left since ${dateTime(first.Date)}.`}
            at={steps.map(momentOf)}
            series={[
              { label: t`Joined`, tone: 'strong', values: steps.map(({ Joined }) => Joined) },
              { label: t`Left`, tone: 'bad', values: steps.map(day => -countLeft(day)) },
            ]}
            {...(steps !== all && { label: weekLabel, shortLabel: dayOf })}
            kind="bars"
          />
        )}
      </div>
      {late > 0 && (
        <p className={`${css.quiet} ${css.small}`}>
          <Plural
            value={late}
            one="# list was created later or is counted only from a later day: it is not included before that."
            other="# lists were created later or are counted only from a later day: they are not included before that."
          />
        </p>
      )}
      {isWhole && <GrowthCauses days={all} />}
    </>
  )
}

/** More bars than these are too thin to be compared. */
const mostDailyBars = 45

function momentOf({ Date: day = '' }: Day): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000
}

/** Sums of seven days each, the last ones complete; each is named by its first day. */
function weeksOf(days: readonly Day[]): readonly Day[] {
  const begin = days.length % 7
  const weeks = begin === 0 ? [] : [days.slice(0, begin)]
  for (let n = begin; n < days.length; n += 7) weeks.push(days.slice(n, n + 7))
  return weeks.map(([first, ...others]) => others.reduce((sum, day) => add(sum, day), first!))
}

/** Day by day over several lists. A list that begins later adds nothing before it. */
function sumOf(lists: readonly (readonly Day[])[]): readonly Day[] {
  const [first = [], ...others] = lists
  if (others.length === 0) return first
  const byDate = new Map<string, Day>()
  for (const day of lists.flat()) {
    const { Date: date = '' } = day
    const before = byDate.get(date)
    byDate.set(date, before ? add(before, day) : day)
  }
  return [...byDate.values()].sort((one, other) => ((one.Date ?? '') < (other.Date ?? '') ? -1 : 1))
}

function add({ Imported: imported, ...one }: Day, other: Day): Day {
  return {
    ...one,
    // what one list does not know is not known of both
    ...(isKnown(imported) && isKnown(other.Imported) ? { Imported: imported + other.Imported } : {}),
    Joined: one.Joined + other.Joined,
    Confirmed: one.Confirmed + other.Confirmed,
    Unsubscribed: one.Unsubscribed + other.Unsubscribed,
    Complained: one.Complained + other.Complained,
    Bounced: one.Bounced + other.Bounced,
    Deleted: one.Deleted + other.Deleted,
    Active: one.Active + other.Active,
  }
}

function isKnown(count: number | null | undefined): count is number {
  return count !== undefined && count !== null
}

/** Those who complained are among the unsubscribed. */
function countLeft({ Unsubscribed, Bounced, Deleted }: Day): number {
  return Unsubscribed + Bounced + Deleted
}

function total(days: readonly Day[], count: (day: Day) => number): number {
  return days.reduce((sum, day) => sum + count(day), 0)
}

/** A day early enough in every zone: the service leaves out what is not known. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
}
