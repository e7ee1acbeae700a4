/** Reads the events that a reader missed since it was last connected, for it alone, a page at a time. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FairQueue } from '../../lib/fair-queue.ts'
import type { Database } from '../../store/connection/database.ts'
import { readEventBounds, readEventsAfter } from '../../store/events/events.ts'
import { findLastSequenceUntil } from '../../store/events/followed.ts'
import { readSendingProgress } from '../../store/ledger/recipients-of.ts'
import { covers } from './fan-out.ts'
import type { FollowedCampaigns } from './followed-campaigns.ts'
import type { FollowedClient, FollowedClients } from './followed-clients.ts'
import { countersItem, eventItem, type Item, message, resetItem } from './messages.ts'
import { mostNamed, type Position, writePosition } from './position.ts'
import type { Reader } from './reader.ts'

export interface CatchUpParts {
  readonly db: Database
  readonly clients: FollowedClients
  readonly campaigns: FollowedCampaigns
  /** Pages are read in turns: a restart brings every reader back at once. */
  readonly queue: FairQueue
  /** How long events are kept. */
  readonly eventDays: number
}

/** Events, and octets, of a message. */
const mostEvents = 500
const mostOctets = 131_072

interface Missed {
  readonly client: FollowedClient
  /** The last event the reader has; undefined if its position holds only the time. */
  readonly from: number | undefined
  /** What comes after it the reader is given as all others are. */
  readonly upTo: number
}

/** Events that were read for the other readers and come after this position. */
export function findMissed(position: Position, reader: Reader, clients: FollowedClients): readonly Missed[] {
  const missed: Missed[] = []
  for (const client of clients.of(reader.scope)) {
    if (!reader.scope.mayRead(client.clientId, 'events')) continue
    const from = position.sequences.get(client.publicId)
    const isBehind = from === undefined ? client.lastAt > position.readUntil : from !== client.last
    if (isBehind) missed.push({ client, from, upTo: client.last })
  }
  return missed
}

/** Writes the missed events to the reader; new ones wait in the reader's queue until this is done. */
export async function catchUp(parts: CatchUpParts, reader: Reader, position: Position, missed: readonly Missed[]) {
  const page = new Page(reader, position)
  // each reader has one page at most that waits
  const asker = { name: reader.name, waiting: Number.POSITIVE_INFINITY }
  for (const item of await missedCounters(parts, reader, position)) await page.add(item)
  for (const { client, from, upTo } of missed) {
    let after = from
    while (!reader.isGone && after !== upTo) {
      const next = await parts.queue(asker, () => nextEvents(parts, client, after, upTo, position))
      for (const { item, sequence } of next) await page.add(item, { client, sequence })
      // an event that another process of ours has published may be ahead of what was read here
      if (next.length === 0) break
      after = next.at(-1)!.sequence
    }
  }
  await page.send()
}

interface Next {
  readonly item: Item
  /** Where the reader is behind it. */
  readonly sequence: number
}

async function nextEvents(
  { db, eventDays }: CatchUpParts,
  { clientId, publicId, timeZone }: FollowedClient,
  after: number | undefined,
  upTo: number,
  { readUntil }: Position,
): Promise<readonly Next[]> {
  const bounds = await readEventBounds(db, clientId)
  const known = after ?? (await findLastSequenceUntil(db, clientId, new Date(readUntil)))
  const nothingPurged = bounds.firstKept === 1 || readUntil > Date.now() - eventDays * 86_400_000
  const from = known ?? (nothingPurged ? bounds.firstKept - 1 : -1)
  if (from < bounds.firstKept - 1 || from > bounds.last) return [{ item: resetItem(publicId, upTo), sequence: upTo }]
  if (from >= upTo) return []
  const events = await readEventsAfter(db, clientId, { after: from, upTo, types: [], timeZone, most: mostEvents })
  return events.map(event => ({ item: eventItem(publicId, event), sequence: event.sequence }))
}

/** Campaigns that were being sent when the reader heard of them last, and of which no reader here has heard since. */
async function missedCounters({ db, clients, campaigns }: CatchUpParts, { scope }: Reader, { sending }: Position) {
  const wanted = sending.filter(publicId => campaigns.get(publicId) === undefined)
  if (wanted.length === 0) return []
  const rows = await readSendingProgress(db, 0, wanted)
  return rows.flatMap(row => {
    const client = clients.get(row.clientId)
    return client && covers(scope, client, 'counters') ? countersItem(client.publicId, row) : []
  })
}

/** The next message, and the reader's position after it. */
class Page {
  #items: Item[] = []
  #octets = 0
  readonly #reader: Reader
  readonly #position: Position
  readonly #sequences: Map<string, number>

  constructor(reader: Reader, position: Position) {
    this.#reader = reader
    this.#position = position
    this.#sequences = new Map(position.sequences)
  }

  /** @param event which event it is, if it is one */
  async add(item: Item, event?: { readonly client: FollowedClient; readonly sequence: number }): Promise<void> {
    this.#items.push(item)
    this.#octets += item.length
    if (event) this.#sequences.set(event.client.publicId, event.sequence)
    if (this.#items.length >= mostEvents || this.#octets >= mostOctets) await this.send()
  }

  async send(): Promise<void> {
    const reader = this.#reader
    const items = this.#items
    this.#items = []
    this.#octets = 0
    // it reads what was written before: no more than a page is held for it
    while (!reader.isGone && (reader.restMs > 0 || reader.listener.waiting > 0))
      await sleep(Math.max(100, reader.restMs))
    if (reader.isGone || items.length === 0) return
    const isNamed = this.#sequences.size <= mostNamed
    const position = isNamed ? writePosition({ ...this.#position, sequences: this.#sequences }) : undefined
    reader.writeMessage(message(items, position))
  }
}
