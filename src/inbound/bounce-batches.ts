/** Bounces that are read together take effect together: after a storm they wait by the thousand. */
import { coalesce } from '../lib/coalesce.ts'
import type { Transaction } from '../store/connection/database.ts'
import { isLost } from '../store/connection/failures.ts'
import { transaction } from '../store/connection/transaction.ts'
import { recordBounces } from '../store/inbound/bounces.ts'
import { addBouncedDays } from '../store/tracking/contact-engagement.ts'
import { type bounceOf, takeEffect } from './bounce-processor.ts'
import { type Done, keyOf, type ProcessorParts, type Source } from './effect.ts'

/** A report of a bounce, and its entry about our recipient. */
export interface FoundBounce {
  readonly source: Source
  readonly found: NonNullable<ReturnType<typeof bounceOf>>
}

/** Bounces that take effect by one transaction: their locks are held no longer than a few milliseconds. */
const mostTogether = 50

/** Applies bounces, several by one transaction. Each resolves with its own effect. */
export function bounceBatches({
  db,
  now,
  settings,
}: Pick<ProcessorParts, 'db' | 'now' | 'settings'>): (bounce: FoundBounce) => Promise<Done> {
  /** Where one of them fails, each is tried by itself. */
  async function carryOut(all: readonly FoundBounce[]): Promise<readonly (readonly [FoundBounce, Done | Error])[]> {
    try {
      const done = await transaction(db, sql => bounceAll(sql, all))
      return all.map((one, place) => [one, done[place]!])
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      if (all.length === 1 || isLost(error)) return all.map(one => [one, failure])
      const each = []
      for (const one of all) each.push(...(await carryOut([one])))
      return each
    }
  }

  async function bounceAll(sql: Transaction, all: readonly FoundBounce[]): Promise<readonly Done[]> {
    const bounces = all.map(({ source: { returned, at, mail }, found }) => {
      return { ...found, ...keyOf(returned), at, mailId: mail.publicId }
    })
    const recorded = await recordBounces(sql, bounces, now())
    const fresh = bounces.flatMap((said, place) => {
      const { recorded: how, classBefore } = recorded[place]!
      const { returned } = all[place]!.source
      const before = { class: classBefore, counted: how === 'upgraded' }
      return how === 'known' ? [] : [{ returned, bounce: said, before, handedOverAt: returned.handedOverAt }]
    })
    const effects = (await takeEffect(sql, fresh, settings.softBounces, now())).values()
    await addBouncedDays(
      sql,
      fresh.map(({ bounce }) => bounce),
    )
    return recorded.map(({ recorded: how }) =>
      how === 'known' ? { done: 'nothing', why: 'this bounce is known' } : { done: effects.next().value! },
    )
  }

  return coalesce<FoundBounce, Done>(
    async all => {
      const done = new Map<FoundBounce, Done | Error>()
      for (const some of batchesOf(all)) for (const [one, effect] of await carryOut(some)) done.set(one, effect)
      return all.map(one => done.get(one)!)
    },
    { most: mostTogether, concurrency: 1 },
  )
}

/** Of one campaign and in the order of its recipients, each once: a second report of a recipient is for the next batch. */
function batchesOf(all: readonly FoundBounce[]): readonly (readonly FoundBounce[])[] {
  const batches: Map<number, FoundBounce>[] = []
  for (const one of all) {
    const { campaignId, number } = one.source.returned
    const batch = batches.find(some => {
      const [other] = some.values()
      return other!.source.returned.campaignId === campaignId && !some.has(number)
    })
    if (batch) batch.set(number, one)
    else batches.push(new Map([[number, one]]))
  }
  return batches.map(batch =>
    [...batch.values()].sort((one, other) => one.source.returned.number - other.source.returned.number),
  )
}
