/** Where messages go, as the settings say. */
import { join } from 'node:path'
import type { Log } from '../../lib/log.ts'
import type { Database } from '../../store/connection/database.ts'
import { isThisMachine, parseRelay, type Share } from '../smtp/relay.ts'
import type { Transport } from '../transport.ts'
import { folderTransport } from './folder.ts'
import { createBucketStore } from './throttle-store.ts'
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
  /** Of the connections to relays; all of them without it. */
  readonly share?: Share | undefined
}

/** The folder that mails are written into. */
export function outboxOf(dataFolder: string): string {
  return join(dataFolder, 'outbox')
}

/**
 * @throws OperatorError for a relay URL that cannot be used
 */
export function createTransport(setting: TransportSetting, { outbox, db, log, share }: TransportParts): Transport {
  switch (setting.kind) {
    case 'folder':
      return folderTransport(outbox)
    case 'smtp':
      return keepingSamples(
        smtpTransport(setting.relays, { buckets: db && createBucketStore(db), log, share }),
        folderTransport(outbox),
      )
  }
}

/** Mail of sample data is written into the folder whatever the settings say: it reaches no address. */
function keepingSamples(relays: Transport, folder: Transport): Transport {
  return {
    get concurrency() {
      return relays.concurrency
    },
    ...(relays.relays && { relays: relays.relays }),
    send: message => (message.isSample ? folder : relays).send(message),
    close: () => relays.close(),
  }
}

/** The fewest connections that a relay allows; undefined where mail is written into a folder. @throws as createTransport does */
export function fewestConnections(setting: TransportSetting): number | undefined {
  return setting.kind === 'smtp' ? Math.min(...setting.relays.map(relay => parseRelay(relay).connections)) : undefined
}

/** Does mail go to relays on other machines? @throws as createTransport does */
export function leavesThisMachine(setting: TransportSetting): boolean {
  return setting.kind === 'smtp' && !setting.relays.every(relay => isThisMachine(parseRelay(relay).host))
}
