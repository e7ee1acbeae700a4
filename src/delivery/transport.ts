/** The interface of transports: a folder of .eml files, or SMTP relays (transports.ts). */
import type { Outcome } from './outcome.ts'

/** Called by the transport around each message: the sender's journal has to name exactly the messages whose data may have left. */
export interface HandOver {
  /** Called when a relay is chosen, by its name; again when another one is. */
  given(relay: string): void
  /** Asked before anything of the message goes out. False: it is not to be sent, and comes back as `unavailable`. */
  isWanted(): boolean
  /** Called for each of several that begin in the same turn, before the first `begin`: one write records them then. */
  announce(): void
  /**
   * Called right before the first octet of its data is written, so that it is recorded first; again if it came back.
   * @returns false when it could not be recorded: nothing of the data may go out, and it comes back as `unavailable`
   */
  begin(): boolean
  /** The relay took nothing of what went out; the message waits for a connection again. */
  undone(): void
  /**
   * Called with the outcome as soon as it is known, before anything else goes out on the same connection: otherwise the
   * journal could name two messages of one connection as open. `send` resolves with the same outcome later.
   * @returns false where the message was withdrawn meanwhile: nothing of its data went out, and its outcome counts for nothing
   */
  answered(outcome: Outcome): boolean
}

export interface Message {
  /** Envelope sender; '' for none. */
  readonly from: string
  /** Envelope recipient. */
  readonly to: string
  /** An address of it needs SMTPUTF8 (RFC 6531). */
  readonly utf8: boolean
  /** The complete message: 7-bit unless `utf8`, CRLF line ends. */
  readonly data: Buffer
  /** What a folder calls it. */
  readonly name: { readonly folder: string; readonly file: string }
  /** Of sample data: it is written into a folder, whatever transport there is. */
  readonly isSample?: boolean | undefined
  /** A caller waits for its outcome: it is never queued on a connection behind a message that is not answered yet. */
  readonly apart?: boolean
  /** Absent where nothing records who is handed over. */
  readonly handOver?: HandOver
}

/** What one relay did in this process. */
export interface RelayFigures {
  /** `host:port` */
  readonly relay: string
  /** Open sessions. */
  readonly connections: number
  /** Messages given to it whose outcome is not known. */
  readonly underWay: number
  /** It is left alone for a while after failures. */
  readonly isHeld: boolean
  /** Messages by what became of them, since the start. */
  readonly outcomes: Readonly<Record<Outcome['kind'], number>>
}

export interface Transport {
  /** Absent without relays. */
  readonly relays?: () => readonly RelayFigures[]
  /** How many messages may be under way at once; changes with what the relays turn out to offer. */
  readonly concurrency: number
  /** Resolves when the outcome is known; never rejects because of mail, relays or disks. */
  send(message: Message): Promise<Outcome>
  /** Ends idle connections; messages under way are cut off. */
  close(): Promise<void>
}
