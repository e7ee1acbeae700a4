/** How many mails a client's campaigns may be sent in a day (docs/decisions/relays-and-limits.md#a-clients-daily-limit-defers-never-drops). */
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { Lease } from '../../store/ledger/leases.ts'
import * as store from '../../store/limits/daily-limits.ts'
import type { ClientRef } from '../access/access.ts'

export interface DailyLimit {
  /** 0 for none. */
  readonly limit: number
  readonly sentToday: number
  /** When the next day begins, in the client's time zone. */
  readonly nextDate: string
}

/** @param otherwise the installation's limit, 0 for none */
export async function readDailyLimit(
  db: Database,
  { clientId }: ClientRef,
  otherwise: number,
  now: Date,
): Promise<DailyLimit> {
  const { dailyLimit: limit, day, nextDate } = await store.readDayOfClient(db, clientId, otherwise, now)
  return { limit, sentToday: limit === 0 ? 0 : await store.readSentOn(db, clientId, day), nextDate }
}

/** @param limit 0 for none, -1 for the installation's @throws Refusal InvalidDailyLimit */
export async function setDailyLimit(
  db: Database,
  { clientId }: ClientRef,
  limit: number,
  otherwise: number,
  now: Date,
): Promise<void> {
  if (limit < -1)
    throw new Refusal(
      'InvalidDailyLimit',
      'DailyLimit is a number of mails, 0 for no limit or -1 for that of the installation.',
    )
  await transaction(db, async sql => {
    await store.setDailyLimit(sql, clientId, limit === -1 ? null : limit)
    const today = await store.readDayOfClient(sql, clientId, otherwise, now)
    if (today.dailyLimit > 0) await store.beginDay(sql, clientId, today.day)
  })
}

/**
 * How many of a range that was just claimed may be sent to today; what its client's other ranges may use is left to them, so
 * that senders on several machines keep one limit. With nothing left the client's campaigns rest until there is.
 * @returns undefined without a limit; with 0, give the range back
 */
export async function reserveToday(
  db: Database,
  lease: Lease,
  otherwise: number,
  now: Date,
): Promise<number | undefined> {
  const { clientId } = lease
  if ((await store.readDayOfClient(db, clientId, otherwise, now)).dailyLimit === 0) return undefined
  return transaction(db, async sql => {
    await store.lockClient(sql, clientId)
    // read under the lock, so that no other transaction changes it
    const { dailyLimit: limit, day, nextDay } = await store.readDayOfClient(sql, clientId, otherwise, now)
    if (limit === 0) return undefined
    await store.beginDay(sql, clientId, day)
    // in this order: what ends between the two is counted twice rather than not at all
    const reserved = await store.readReservedBeside(sql, lease)
    const left = limit - (await store.readSentOn(sql, clientId, day))
    const most = Math.max(0, Math.min(left - reserved, lease.high - lease.low + 1))
    await store.reserve(sql, lease, most)
    // what other ranges leave may be used when they end, at the next look
    if (left <= 0) await store.limitClientUntil(sql, clientId, nextDay)
    return most
  })
}
