/** Where messages go: a folder of .eml files, or SMTP relays. */
import type { Log } from '../lib/log.ts'
import type { Database } from '../store/database.ts'
import type { Outcome } from './outcome.ts'
import { storedBuckets } from './pace-store.ts'
import { folderTransport } from './transport-folder.ts'
import { smtpTransport } from './transport-smtp.ts'

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
}

export interface Transport {
  /** How many messages may be under way at once. */
  readonly concurrency: number
  /** Resolves when the outcome is known; never rejects because of mail, relays or disks. */
  send(message: Message): Promise<Outcome>
  /** Ends idle connections; messages under way are cut off. */
  close(): Promise<void>
}

export type TransportSetting =
  | { readonly kind: 'folder' }
  | { readonly kind: 'smtp'; readonly relays: readonly string[] }

export interface TransportParts {
  /** Where the folder transport writes. */
  readonly outbox: string
  /** Where the pace of relays is kept, for all senders and over restarts. */
  readonly db?: Database
  readonly log?: Log
}

/**
 * @throws Error with a sentence for a relay URL that cannot be used
 */
export function createTransport(setting: TransportSetting, { outbox, db, log }: TransportParts): Transport {
  switch (setting.kind) {
    case 'folder':
      return folderTransport(outbox)
    case 'smtp':
      return smtpTransport(setting.relays, { buckets: db && storedBuckets(db), log })
  }
}
