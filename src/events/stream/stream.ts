/**
 * The live stream of a process: one poller reads what is new for all of its readers together.
 * See docs/decisions/events.md#the-live-stream-reads-once-for-all-readers.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { fairQueue } from '../../lib/fair-queue.ts'
import type { Listener } from '../../lib/http.ts'
import type { Log } from '../../lib/log.ts'
import { orStopped } from '../../lib/or-stopped.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import type { Database } from '../../store/connection/database.ts'
import { liveChannel } from '../../store/events/followed.ts'
import { catchUp, findMissed } from './catch-up.ts'
import { Edited } from './edited.ts'
import { FanOut } from './fan-out.ts'
import { FollowedCampaigns } from './followed-campaigns.ts'
import { FollowedClients } from './followed-clients.ts'
import { positionMessage, retryAfter } from './messages.ts'
import type { Position } from './position.ts'
import { messageMs, type NewReader, Reader } from './reader.ts'

export interface EventStreamParts {
  readonly db: Database
  readonly log: Log
  /** How long events are kept. */
  readonly eventDays: number
  /** Between two looks at what readers may still read, in milliseconds. */
  readonly lookAgainMs?: number
  /** Between two comparisons of everything, in milliseconds. */
  readonly compareMs?: number
}

export interface EventStream {
  /** Takes a reader, for as long as it stays and may read. */
  attach(listener: Listener, reader: NewReader): void
  /** Ends all readers at once. */
  stop(): Promise<void>
}

/** Between two looks when nothing is notified and no campaign is being sent, in milliseconds. */
const idleMs = 1_000
const commentMs = 1_000
/** Readers that are looked up again in one turn of the event loop, and the rest before the next: calls are answered meanwhile. */
const readersAtOnce = 50
const restMs = 4
/** Pages of missed events that are read at once, of all readers. */
const pagesAtOnce = 4
/** When readers come back after a restart: not all at once. */
const retryMs = { least: 2_000, most: 5_000 }

export function startEventStream(parts: EventStreamParts): EventStream {
  return new Stream(parts)
}

class Stream implements EventStream {
  readonly #db: Database
  readonly #log: Log
  readonly #compareMs: number
  readonly #clients: FollowedClients
  readonly #campaigns: FollowedCampaigns
  readonly #edited = new Edited()
  readonly #fanOut: FanOut
  readonly #readers = new Set<Reader>()
  /** Readers that have not begun. */
  readonly #joining = new Set<Reader>()
  /** Readers that have caught up. */
  readonly #caughtUp = new Set<Reader>()
  readonly #queue = fairQueue({ atOnce: pagesAtOnce, waiting: Number.POSITIVE_INFINITY })
  readonly #eventDays: number
  readonly #timers: NodeJS.Timeout[]
  #poller: Poller | undefined
  #listening: Promise<{ unlisten(): void }> | undefined
  #mustCompare = true
  #comparedAt = 0
  #publishedAt = 0
  #lookingAgain: Promise<void> | undefined
  #isStopped = false

  constructor({ db, log, eventDays, lookAgainMs = 15_000, compareMs = 15_000 }: EventStreamParts) {
    this.#db = db
    this.#log = log
    this.#compareMs = compareMs
    this.#eventDays = eventDays
    this.#clients = new FollowedClients(db)
    this.#campaigns = new FollowedCampaigns(db)
    this.#fanOut = new FanOut(this.#clients, this.#campaigns)
    this.#timers = [
      setInterval(() => this.#writeComments(), commentMs).unref(),
      setInterval(() => {
        this.#lookingAgain ??= this.#lookAgain().finally(() => {
          this.#lookingAgain = undefined
        })
      }, lookAgainMs).unref(),
    ]
  }

  attach(listener: Listener, given: NewReader): void {
    if (this.#isStopped) {
      listener.end()
      return
    }
    const reader = new Reader(listener, given)
    this.#readers.add(reader)
    this.#joining.add(reader)
    listener.onGone(() => {
      for (const set of [this.#readers, this.#joining, this.#caughtUp]) set.delete(reader)
      this.#fanOut.remove(reader)
    })
    reader.write(retryAfter(retryMs.least + Math.random() * (retryMs.most - retryMs.least)))
    this.#poller ??= startPoller({
      name: 'the live stream',
      every: idleMs,
      work: stopping => this.#look(stopping),
      log: this.#log,
    })
    this.#poller.wake()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
    for (const reader of this.#readers) reader.listener.end()
    await this.#poller?.stop()
    const listening = await this.#listening?.catch(() => undefined)
    listening?.unlisten()
  }

  /** One look at what is new. @returns whether the next should follow soon */
  async #look(stopping: AbortSignal): Promise<boolean> {
    const rest = this.#publishedAt + messageMs - performance.now()
    if (rest > 0) await orStopped(sleep(rest), stopping)
    if (stopping.aborted) return false
    if (this.#readers.size === 0) {
      this.#clients.clear()
      this.#campaigns.clear()
      this.#edited.clear()
      return false
    }
    await this.#listen()
    const joining = [...this.#joining]
    const resets = await this.#compare(joining)
    this.#noteAhead(joining)
    const { news, failure } = await this.#clients.read()
    for (const publicId of news.flatMap(({ campaigns }) => campaigns)) this.#campaigns.named(publicId)
    const looked = await this.#campaigns
      .look(clientId => this.#clients.get(clientId))
      .then(
        counters => ({ counters, failure }),
        error => ({ counters: [], failure: failure ?? error }),
      )
    // what was read is given out, whatever failed besides: it is not read again
    const editing = this.#edited.take(clientId => this.#clients.get(clientId))
    await this.#fanOut.publish({ events: [...resets, ...news], counters: looked.counters, editing })
    // nothing is read until this turn of the event loop ends: readers that begin here miss nothing and get nothing twice
    for (const reader of joining) this.#begin(reader)
    for (const reader of this.#caughtUp) this.#endCatchingUp(reader)
    this.#publishedAt = performance.now()
    if (looked.failure) throw looked.failure
    return joining.length > 0 || this.#clients.isBehind || this.#campaigns.areSending
  }

  /** Before anything is compared: what is published after the comparison is notified. */
  async #listen(): Promise<void> {
    this.#listening ??= this.#db.listen(liveChannel, payload => this.#heard(payload))
    try {
      await this.#listening
    } catch (error) {
      this.#listening = undefined
      throw error
    }
  }

  #heard(payload: string | undefined): void {
    if (!this.#edited.heard(payload)) this.#heardOfEvents(payload)
    if (this.#readers.size > 0) this.#poller?.wake()
  }

  #heardOfEvents(payload: string | undefined): void {
    const clientIds = payload?.split(',').map(Number)
    if (!clientIds?.every(Number.isSafeInteger)) this.#mustCompare = true
    else for (const clientId of clientIds) if (!this.#clients.changed(clientId)) this.#mustCompare = true
  }

  async #compare(joining: readonly Reader[]) {
    const isNew = joining.some(({ scope }) => !this.#clients.has(scope))
    if (!isNew && !this.#mustCompare && performance.now() - this.#comparedAt < this.#compareMs) return []
    this.#mustCompare = false
    try {
      const resets = await this.#clients.compare([...this.#fanOut.scopes(), ...joining.map(({ scope }) => scope)])
      this.#comparedAt = performance.now()
      return resets
    } catch (error) {
      this.#mustCompare = true
      throw error
    }
  }

  /** A process that a reader was connected to before may have read further than this one. */
  #noteAhead(joining: readonly Reader[]): void {
    for (const { scope, after } of joining) {
      if (!after) continue
      for (const { clientId, publicId, last } of this.#clients.of(scope)) {
        if ((after.sequences.get(publicId) ?? 0) > last) this.#clients.changed(clientId)
      }
    }
  }

  #begin(reader: Reader): void {
    this.#joining.delete(reader)
    if (reader.isGone) return
    this.#fanOut.add(reader)
    const { after } = reader
    if (after) this.#beginCatchingUp(reader, after)
    else reader.write(positionMessage(this.#fanOut.position(reader.scope)))
  }

  #beginCatchingUp(reader: Reader, after: Position): void {
    reader.beginCatchingUp()
    const missed = findMissed(after, reader, this.#clients)
    const parts = {
      db: this.#db,
      clients: this.#clients,
      campaigns: this.#campaigns,
      queue: this.#queue,
      eventDays: this.#eventDays,
    }
    catchUp(parts, reader, after, missed).then(
      () => {
        if (reader.isGone) return
        this.#caughtUp.add(reader)
        this.#poller?.wake()
      },
      error => {
        // it connects again and goes on behind the last message it got
        this.#log.debug({ err: error }, 'a reader of the live stream could not get the events it missed')
        reader.listener.end()
      },
    )
  }

  #endCatchingUp(reader: Reader): void {
    if (reader.restMs > 0) {
      this.#poller?.wake()
      return
    }
    this.#caughtUp.delete(reader)
    reader.endCatchingUp(this.#fanOut.position(reader.scope))
  }

  #writeComments(): void {
    const now = performance.now()
    for (const reader of this.#readers) reader.writeComment(now)
  }

  /** Ends readers whose key was withdrawn, and those who may read other clients now: they connect again. */
  async #lookAgain(): Promise<void> {
    const readers = [...this.#readers]
    for (let from = 0; from < readers.length && !this.#isStopped; from += readersAtOnce) {
      await Promise.all(readers.slice(from, from + readersAtOnce).map(reader => this.#lookAgainAt(reader)))
      await sleep(restMs)
    }
  }

  async #lookAgainAt(reader: Reader): Promise<void> {
    if (reader.isGone) return
    try {
      const scope = await reader.lookAgain()
      if (scope?.name !== reader.scope.name) reader.listener.end()
    } catch (error) {
      this.#log.debug({ err: error }, 'what a reader of the live stream may read could not be looked up')
    }
  }
}
