/** Where messages go, as the settings say. */
import type { Log } from '../../lib/log.ts'
import type { Database } from '../../store/connection/database.ts'
import type { Transport } from '../transport.ts'
import { folderTransport } from './folder.ts'
import { isThisMachine, parseRelay } from './relay.ts'
import { storedBuckets } from './throttle-store.ts'
import { smtpTransport } from './transport.ts'

export type TransportSetting =
  | { readonly kind: 'folder' }
  | { readonly kind: 'smtp'; readonly relays: readonly string[] }

export interface TransportParts {
  /** Where the folder transport writes. */
  readonly outbox: string
  /** Where the throttle of relays is kept, for all senders and over restarts. */
  readonly db?: Database
  readonly log?: Log
}

/**
 * @throws OperatorError for a relay URL that cannot be used
 */
export function createTransport(setting: TransportSetting, { outbox, db, log }: TransportParts): Transport {
  switch (setting.kind) {
    case 'folder':
      return folderTransport(outbox)
    case 'smtp':
      return smtpTransport(setting.relays, { buckets: db && storedBuckets(db), log })
  }
}

/** Does mail go to relays on other machines? @throws as createTransport does */
export function leavesThisMachine(setting: TransportSetting): boolean {
  return setting.kind === 'smtp' && !setting.relays.every(relay => isThisMachine(parseRelay(relay).host))
}
