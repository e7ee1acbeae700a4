/**
 * Gives what was read to the readers. Readers of the same scope get the same octets, written once; writing to many readers takes a
 * part of the event loop only, so that calls are answered meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scope, Topic } from '../../domain/events/stream-scope.ts'
import type { EditingNews } from './edited.ts'
import type { FollowedCampaign, FollowedCampaigns } from './followed-campaigns.ts'
import type { EventNews, FollowedClient, FollowedClients } from './followed-clients.ts'
import { message } from './messages.ts'
import { writePosition } from './position.ts'
import type { Messages, Reader } from './reader.ts'

/** How long readers are written to without a rest, and how long a rest is at least, in milliseconds. */
const workMs = 1
const restMs = 4

interface Channel {
  readonly scope: Scope
  readonly readers: Set<Reader>
}

export interface News {
  readonly events: readonly EventNews[]
  readonly counters: readonly FollowedCampaign[]
  readonly editing: readonly EditingNews[]
}

export class FanOut {
  readonly #clients: FollowedClients
  readonly #campaigns: FollowedCampaigns
  readonly #channels = new Map<string, Channel>()

  constructor(clients: FollowedClients, campaigns: FollowedCampaigns) {
    this.#clients = clients
    this.#campaigns = campaigns
  }

  add(reader: Reader): void {
    const { scope } = reader
    const channel = this.#channels.get(scope.name) ?? { scope, readers: new Set() }
    this.#channels.set(scope.name, channel)
    channel.readers.add(reader)
  }

  remove(reader: Reader): void {
    const channel = this.#channels.get(reader.scope.name)
    channel?.readers.delete(reader)
    if (channel?.readers.size === 0) this.#channels.delete(reader.scope.name)
  }

  *scopes(): Iterable<Scope> {
    for (const { scope } of this.#channels.values()) yield scope
  }

  /** Where a reader of the scope is that has got all that was read. */
  position(scope: Scope): string {
    const sending = [...this.#campaigns.all()]
      .filter(({ isSending, client }) => isSending && covers(scope, client, 'counters'))
      .map(({ publicId }) => publicId)
    return writePosition(this.#clients.position(scope, sending))
  }

  /** Writes to all readers. Nothing is read meanwhile: events wait in the database for slow times, and not in memory. */
  async publish(news: News): Promise<void> {
    const ofAccount = byAccount(news)
    let startedAt = performance.now()
    for (const { scope, readers } of this.#channels.values()) {
      const messages = this.#messagesFor(scope, ofAccount.get(scope.accountId) ?? nothing)
      for (const reader of readers) {
        reader.deliver(messages)
        if (performance.now() - startedAt < workMs) continue
        await sleep(restMs)
        startedAt = performance.now()
      }
    }
  }

  #messagesFor(scope: Scope, news: News): Messages {
    const events = [
      ...news.events.filter(({ client }) => covers(scope, client, 'events')).flatMap(({ items }) => items),
      ...news.editing.filter(({ client }) => covers(scope, client, 'editing')).map(({ item }) => item),
    ]
    const itemsOf = (campaigns: Iterable<FollowedCampaign>) =>
      [...campaigns].filter(({ client }) => covers(scope, client, 'counters')).map(({ item }) => item)
    const changed = itemsOf(news.counters)
    const written = (counters: () => readonly string[]) =>
      once(() => {
        const items = [...events, ...counters()]
        return items.length > 0 ? Buffer.from(message(items, this.position(scope))) : undefined
      })
    return {
      events,
      hasCounters: changed.length > 0,
      eventsOnly: written(() => []),
      changes: written(() => changed),
      allCounters: written(() => itemsOf(this.#campaigns.all())),
    }
  }
}

const nothing: News = { events: [], counters: [], editing: [] }

export function covers(scope: Scope, { accountId, clientId }: FollowedClient, topic: Topic): boolean {
  return accountId === scope.accountId && scope.mayRead(clientId, topic)
}

function byAccount({ events, counters, editing }: News): ReadonlyMap<number, News> {
  const found = new Map<number, { events: EventNews[]; counters: FollowedCampaign[]; editing: EditingNews[] }>()
  const readersOf = ({ accountId }: FollowedClient) => {
    const news = found.get(accountId) ?? { events: [], counters: [], editing: [] }
    found.set(accountId, news)
    return news
  }
  for (const one of events) readersOf(one.client).events.push(one)
  for (const one of counters) readersOf(one.client).counters.push(one)
  for (const one of editing) readersOf(one.client).editing.push(one)
  return found
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
