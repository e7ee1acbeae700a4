/** A conversation with a relay: complete replies come in, bytes go out, and `lost` is called once at its end. */
import type { Timers } from '../../lib/timers.ts'
import type { Channel, Dial } from './channel.ts'
import type { Relay } from './relay.ts'
import { NotSmtp, type Reply, ReplyParser } from './reply.ts'

export interface Listener {
  reply(reply: Reply): void
  /** All replies of a packet were passed on. */
  turn(): void
  /** The connection is gone; no other call follows. */
  lost(reason: string): void
}

const deaf: Listener = { reply() {}, turn() {}, lost() {} }

export class SmtpStream {
  #listener: Listener | undefined
  /** Heard before there was a listener. */
  #early: Reply[] = []
  #channel: Channel | undefined
  #parser = new ReplyParser()
  #isLost = false

  private constructor() {}

  /** @throws Error with a sentence when no connection comes about within `connectTimeoutMs` */
  static async dial(relay: Relay, dial: Dial, timers: Timers): Promise<SmtpStream> {
    const stream = new SmtpStream()
    // the greeting may come in the same turn as the connection
    stream.#channel = await dial(
      relay,
      { hear: text => stream.#hear(text), lost: reason => stream.#end(reason) },
      timers,
    )
    return stream
  }

  /** RFC 3207 §4.2: what was said before counts no more. @throws Error with a sentence */
  async startTls(): Promise<void> {
    // an answer put in before the handshake would be taken for one of the protected session (CVE-2011-0411)
    if (this.#parser.isInside) throw new Error('the relay said something between STARTTLS and the handshake')
    this.#parser = new ReplyParser()
    await this.#channel!.startTls()
  }

  /** From now on this listener receives the replies and the end. */
  listen(listener: Listener): void {
    this.#listener = listener
    for (const reply of this.#early.splice(0)) listener.reply(reply)
  }

  get isLost(): boolean {
    return this.#isLost
  }

  write(bytes: string | Buffer): void {
    this.#channel!.write(bytes)
  }

  /** What is written between goes out together. */
  cork(): void {
    this.#channel!.cork()
  }

  uncork(): void {
    this.#channel!.uncork()
  }

  /** Octets the relay has not taken yet. */
  get waiting(): number {
    return this.#channel!.waiting
  }

  /** Sends QUIT and closes soon. The listener is not called any more. */
  quit(): void {
    this.#listener = deaf
    this.#isLost = true
    this.#channel!.end('QUIT\r\n')
  }

  /** Ends the connection at once and calls `lost`. */
  cut(reason: string): void {
    this.#channel?.destroy()
    this.#end(reason)
  }

  #hear(text: string) {
    if (this.#isLost) return
    try {
      this.#parser.push(text, reply => {
        if (!this.#listener) this.#early.push(reply)
        else if (!this.#isLost) this.#listener.reply(reply)
      })
    } catch (error) {
      if (!(error instanceof NotSmtp)) throw error
      return this.cut(error.message)
    }
    this.#listener?.turn()
  }

  #end(reason: string) {
    if (this.#isLost) return
    this.#isLost = true
    this.#listener?.lost(reason)
  }
}
