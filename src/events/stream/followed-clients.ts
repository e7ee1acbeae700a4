/**
 * The clients that readers of this process follow, and how far their events were read from the database: once for all readers
 * together. Which clients have new events the sequencer notifies; every 15 seconds all heads are compared, should a notification
 * have been lost.
 */
import type { Scope } from '../../domain/events/stream-scope.ts'
import type { Database } from '../../store/connection/database.ts'
import { type PublishedEvent, readEventsAfter } from '../../store/events/events.ts'
import { type ClientHead, readClientHeads } from '../../store/events/followed.ts'
import { eventItem, type Item, resetItem } from './messages.ts'
import { mostNamed, type Position } from './position.ts'

export interface FollowedClient {
  readonly clientId: number
  readonly accountId: number
  readonly publicId: string
  readonly timeZone: string
  /** The sequence of the last event that was read. */
  last: number
  /** When it was numbered, in milliseconds since 1970; 0 where that is long ago. */
  lastAt: number
}

/** Events of a client that were read. */
export interface EventNews {
  readonly client: FollowedClient
  readonly items: readonly Item[]
  /** Public CampaignIDs whose counters changed, according to the events. */
  readonly campaigns: readonly string[]
}

/** The result of a look, of which a part may have failed: events that were read are not read again. */
export interface Read {
  readonly news: readonly EventNews[]
  /** The first failure. */
  readonly failure: Error | undefined
}

/**
 * How much earlier than its visibility an event's time may lie, in milliseconds: the time is that of the beginning of the
 * sequencer's transaction, which the limits of statements end after some minutes.
 */
const skewMs = 300_000
/** Limit of the events of one look, for all clients together: a client with many does not delay the others, and a look stays short. */
const mostEvents = 500
/** Clients read in one look. */
const mostClients = 50
const mostForeign = 10_000
/** How long the transaction that creates a client may take, in milliseconds. */
const creationMs = 60_000

export class FollowedClients {
  readonly #db: Database
  readonly #clients = new Map<number, FollowedClient>()
  readonly #accounts = new Map<number, Date>()
  /** May have events that were not read. */
  readonly #behind = new Set<number>()
  /** Their last event is newer than `#readUntil`. */
  readonly #recent = new Map<number, FollowedClient>()
  /** Clients of accounts without readers here: notified, compared, and not found. */
  readonly #foreign = new Set<number>()
  /** Every event that was numbered until then was read, of every client followed. */
  #readUntil = 0
  /** Will be `#readUntil` as soon as no client is behind. */
  #comparedUntil = 0

  constructor(db: Database) {
    this.#db = db
  }

  get(clientId: number): FollowedClient | undefined {
    return this.#clients.get(clientId)
  }

  /** Whether events wait to be read. */
  get isBehind(): boolean {
    return this.#behind.size > 0
  }

  has({ accountId, clientIds }: Scope): boolean {
    if (clientIds === null) return this.#accounts.has(accountId)
    return [...clientIds].every(clientId => this.#clients.has(clientId))
  }

  /** Of a scope, in no order. */
  *of({ accountId, clientIds }: Scope): Iterable<FollowedClient> {
    if (clientIds === null) {
      for (const client of this.#clients.values()) if (client.accountId === accountId) yield client
    } else {
      for (const clientId of clientIds) {
        const client = this.#clients.get(clientId)
        if (client) yield client
      }
    }
  }

  /**
   * Its events are read at the next look.
   * @returns false for one that may be a new client of an account followed, which the next comparison finds out
   */
  changed(clientId: number): boolean {
    if (this.#clients.has(clientId)) this.#behind.add(clientId)
    else if (this.#accounts.size > 0 && !this.#foreign.has(clientId)) {
      if (this.#foreign.size >= mostForeign) this.#foreign.clear()
      this.#foreign.add(clientId)
      return false
    }
    return true
  }

  clear(): void {
    for (const kept of [this.#clients, this.#accounts, this.#behind, this.#recent, this.#foreign]) kept.clear()
    this.#readUntil = this.#comparedUntil = 0
  }

  /**
   * Compares what was read with what is published, for all of these scopes; begins to follow those that are new, from now on.
   * Clients that were deleted are followed no more.
   * @returns clients whose published events went back, as after a restore: their readers must be informed
   */
  async compare(scopes: Iterable<Scope>): Promise<readonly EventNews[]> {
    const { accountIds, clientIds } = wantedBy(scopes)
    const heads = await readClientHeads(this.#db, [...accountIds], [...clientIds])
    const resets: EventNews[] = []
    const gone = new Set(this.#clients.keys())
    for (const head of heads) {
      gone.delete(head.clientId)
      const client = this.#clients.get(head.clientId)
      if (!client) this.#begin(head)
      else if (head.last > client.last) this.#behind.add(head.clientId)
      else if (head.last < client.last) {
        moveTo(client, head)
        resets.push({ client, items: [resetItem(client.publicId, client.last)], campaigns: [] })
      }
    }
    for (const clientId of gone) this.#forget(clientId)
    const asOf = heads[0]?.asOf ?? new Date(this.#comparedUntil)
    for (const accountId of this.#accounts.keys()) if (!accountIds.has(accountId)) this.#accounts.delete(accountId)
    for (const accountId of accountIds) if (!this.#accounts.has(accountId)) this.#accounts.set(accountId, asOf)
    this.#comparedUntil = asOf.getTime() - skewMs
    this.#settle()
    return resets
  }

  /** Reads some of what is new, a share of each client that is behind. */
  async read(): Promise<Read> {
    const clients = [...this.#behind].slice(0, mostClients).map(clientId => this.#clients.get(clientId)!)
    const share = Math.ceil(mostEvents / clients.length)
    const results = await Promise.allSettled(clients.map(client => this.#readOf(client, share)))
    this.#settle()
    const failed = results.find(result => result.status === 'rejected')
    return {
      news: results.flatMap(result => (result.status === 'fulfilled' ? (result.value ?? []) : [])),
      failure: failed?.reason as Error | undefined, // what a statement rejects with
    }
  }

  async #readOf(client: FollowedClient, most: number): Promise<EventNews | undefined> {
    const { clientId, timeZone } = client
    // what is notified during the read is read next time
    this.#behind.delete(clientId)
    try {
      const events = await readEventsAfter(this.#db, clientId, {
        after: client.last,
        upTo: Number.MAX_SAFE_INTEGER,
        types: [],
        timeZone,
        most,
      })
      const last = events.at(-1)
      if (!last) return undefined
      if (events.length === most) this.#behind.add(clientId)
      client.last = last.sequence
      client.lastAt = last.publishedAt.getTime()
      this.#recent.set(clientId, client)
      return {
        client,
        items: events.map(event => eventItem(client.publicId, event)),
        campaigns: [...new Set(events.flatMap(campaignOf))],
      }
    } catch (error) {
      this.#behind.add(clientId)
      throw error
    }
  }

  /** Where a reader is that has read all that this process has of the scope. @param sending public CampaignIDs */
  position(scope: Scope, sending: readonly string[]): Position {
    const read = (client: FollowedClient) => client.lastAt > this.#readUntil && scope.mayRead(client.clientId, 'events')
    const recent =
      scope.clientIds !== null && scope.clientIds.size < this.#recent.size
        ? [...this.of(scope)]
        : [...this.#recent.values()].filter(({ accountId }) => accountId === scope.accountId)
    const named = recent.filter(read)
    if (named.length > mostNamed) named.sort((one, other) => other.lastAt - one.lastAt)
    return {
      readUntil: this.#readUntil,
      sequences: new Map(named.slice(0, mostNamed).map(({ publicId, last }) => [publicId, last])),
      sending: sending.slice(0, mostNamed),
    }
  }

  #begin(head: ClientHead): void {
    const { clientId, accountId, clientPublicId: publicId, timeZone } = head
    const client = { clientId, accountId, publicId, timeZone, last: 0, lastAt: 0 }
    this.#clients.set(clientId, client)
    this.#foreign.delete(clientId)
    // created while its account was followed: all of its events are new. One that was restored goes on from now.
    const since = this.#accounts.get(accountId)
    if (since && head.createdAt.getTime() > since.getTime() - creationMs) this.#behind.add(clientId)
    else moveTo(client, head)
    if (client.lastAt > this.#readUntil) this.#recent.set(clientId, client)
  }

  #forget(clientId: number): void {
    this.#clients.delete(clientId)
    this.#behind.delete(clientId)
    this.#recent.delete(clientId)
  }

  /** Moves the time on up to which everything was read. */
  #settle(): void {
    if (this.#behind.size > 0 || this.#comparedUntil <= this.#readUntil) return
    this.#readUntil = this.#comparedUntil
    for (const [clientId, { lastAt }] of this.#recent) if (lastAt <= this.#readUntil) this.#recent.delete(clientId)
  }
}

function moveTo(client: FollowedClient, { last, lastAt }: ClientHead): void {
  client.last = last
  client.lastAt = lastAt?.getTime() ?? 0
}

/** Of events that go along with other counters. */
function campaignOf({ type, data }: PublishedEvent): string | [] {
  const { CampaignID } = data
  return typeof CampaignID === 'string' && /^(?:campaign\.|recipient\.bounced$)/.test(type) ? CampaignID : []
}

function wantedBy(scopes: Iterable<Scope>) {
  const accountIds = new Set<number>()
  const clientIds = new Set<number>()
  for (const scope of scopes) {
    if (scope.clientIds === null) accountIds.add(scope.accountId)
    else for (const clientId of scope.clientIds) clientIds.add(clientId)
  }
  return { accountIds, clientIds }
}
