/**
 * Answers without an end of their own. Each lasts until its caller goes, the route ends it, or the server stops, which ends all of
 * them at once: they would use up the time that calls under way are given.
 */
import type { ServerResponse } from 'node:http'
import { NoRoom, type Reservation } from '../lib/budget.ts'
import type { Listener, LiveBody } from '../lib/http.ts'

export interface Live {
  /** Resolves when the caller is gone. The head of the answer was sent. */
  serve(body: LiveBody, response: ServerResponse, room: Reservation): Promise<void>
  /** Ends those there are, and from now on each as soon as it begins. */
  stop(): void
}

export function createLiveAnswers(): Live {
  const open = new Set<LiveListener>()
  let stopped = false
  return {
    serve(body, response, room) {
      return new Promise(resolve => {
        const listener = new LiveListener(response, room, body.holds)
        open.add(listener)
        listener.onGone(() => {
          open.delete(listener)
          resolve()
        })
        body.attach(listener)
        if (stopped) listener.end()
      })
    },
    stop() {
      stopped = true
      for (const listener of open) listener.end()
    },
  }
}

class LiveListener implements Listener {
  readonly #response: ServerResponse
  readonly #room: Reservation
  readonly #base: number
  #whenGone: (() => void)[] = []
  #isGone = false

  constructor(response: ServerResponse, room: Reservation, base: number) {
    this.#response = response
    this.#room = room
    this.#base = base
    response.on('error', () => {}) // a close follows, and is handled
    response.once('close', () => this.#gone())
    // elsewhere a caller may end its side and wait for the answer; one that has no end to wait for has left
    response.req.socket.once('end', () => this.cut())
    if (response.destroyed) this.#gone()
  }

  get waiting(): number {
    return this.#response.writableLength
  }

  hold(octets: number): boolean {
    if (this.#isGone) return true
    this.#room.release()
    try {
      this.#room.take(this.#base + octets)
      return true
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error
      this.#room.hold(this.#base)
      return false
    }
  }

  write(piece: string | Buffer): void {
    if (!this.#isGone && !this.#response.writableEnded) this.#response.write(piece)
  }

  end(): void {
    if (this.#isGone) return
    if (this.waiting > 0) this.cut()
    else this.#response.end()
  }

  cut(): void {
    this.#response.destroy()
  }

  onGone(run: () => void): void {
    if (this.#isGone) run()
    else this.#whenGone.push(run)
  }

  #gone(): void {
    if (this.#isGone) return
    this.#isGone = true
    for (const run of this.#whenGone) run()
    this.#whenGone = []
  }
}
