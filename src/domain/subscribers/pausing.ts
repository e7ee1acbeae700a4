/**
 * Pauses of mail, by the person or for the person: states stay as they are, and campaigns leave the person out until the last day has passed.
 * See docs/decisions/preferences.md#a-pause-is-a-date-of-the-person.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { isKnownMember } from '../../store/subscribers/memberships.ts'
import { readLeaversAmong } from '../../store/subscribers/opt-outs.ts'
import { readDayAfter, storePause } from '../../store/subscribers/pauses.ts'
import type { ClientRef } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import { parseLocalTime } from '../text-rules/dates.ts'
import type { ContactRef } from './preferences.ts'
import { readAddress } from './subscriptions.ts'

/** What the preference page offers, in days. */
export const pauseDays = [30, 90] as const
export type PauseDays = (typeof pauseDays)[number]

/** Longest pause that a caller may set, in days: what has no end is an opt-out. */
const longestDays = 366

/** The person pauses for some days from today on, or resumes with null. @returns the last day of the pause, `YYYY-MM-DD` */
export async function pauseAsPerson(
  db: Database,
  { client: { clientId }, listId, subscriberId }: ContactRef,
  days: PauseDays | null,
  evidence: Evidence,
  now: Date,
): Promise<string | undefined> {
  const [known] = await readLeaversAmong(db, [{ clientId, listId, subscriberId }])
  const until = days === null ? null : await readDayAfter(db, clientId, now, days)
  if (!known) return undefined
  await transaction(db, sql => storePause(sql, known, until, evidence))
  return until ?? undefined
}

/** @param until the last day, `YYYY-MM-DD`; empty ends the pause. @throws Refusal InvalidEmail, NotInList, InvalidDate */
export async function setPause(
  db: Database,
  { clientId }: ClientRef,
  { email, until }: { readonly email: string | null; readonly until: string | null },
  evidence: Evidence,
  now: Date,
): Promise<void> {
  const { address } = readAddress(email)
  const last = (until ?? '').trim()
  if (last !== '') {
    const [first, latest] = await Promise.all([0, longestDays].map(days => readDayAfter(db, clientId, now, days)))
    const isDay = last.length === first!.length && parseLocalTime(last) !== undefined
    if (!isDay || last < first! || last > latest!)
      throw new Refusal('InvalidDate', `Until is YYYY-MM-DD, from ${first} to ${latest}, or empty to end the pause.`)
  }
  const key = { clientId, address }
  if (!(await isKnownMember(db, key))) throw new Refusal('NotInList', 'The address is on no list of the client.')
  await transaction(db, sql => storePause(sql, key, last === '' ? null : last, evidence))
}
