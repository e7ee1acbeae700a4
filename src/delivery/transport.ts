/** What carries messages: a folder of .eml files, or SMTP relays (transports.ts). */
import type { Outcome } from './outcome.ts'

export interface Message {
  /** Envelope sender; '' for none. */
  readonly from: string
  /** Envelope recipient. */
  readonly to: string
  /** An address of it needs SMTPUTF8 (RFC 6531). */
  readonly utf8: boolean
  /** The whole message: 7-bit unless `utf8`, CRLF line ends. */
  readonly data: Buffer
  /** What a folder calls it. */
  readonly name: { readonly folder: string; readonly file: string }
  /** Somebody waits for its outcome: it is never queued on a connection behind a message that is not answered yet. */
  readonly apart?: boolean
}

export interface Transport {
  /** How many messages may be under way at once. */
  readonly concurrency: number
  /** Resolves when the outcome is known; never rejects because of mail, relays or disks. */
  send(message: Message): Promise<Outcome>
  /** Ends idle connections; messages under way are cut off. */
  close(): Promise<void>
}
