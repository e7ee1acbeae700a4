/** The parts for importing returned mail in a command: the same as in the service. */
import { readConfig } from '../../config.ts'
import { readInstallationKeys } from '../../domain/access/keys.ts'
import { subscriptions } from '../../domain/subscribers/subscriptions.ts'
import { startTokens } from '../../domain/tokens/link-keys.ts'
import type { WorkOffParts } from '../../inbound/mailbox/poller.ts'
import { readReturned } from '../../inbound/parser/read.ts'
import { inboundProcessor } from '../../inbound/processor.ts'
import { createLog } from '../../lib/log.ts'
import { reach } from '../reach.ts'

export interface Reached extends WorkOffParts {
  close(): Promise<void>
}

export async function reachMailbox(): Promise<Reached> {
  const config = readConfig()
  const log = createLog(config.LETTERSHOP_LOG_LEVEL)
  const { db, close } = await reach('lettershop feedback')
  try {
    const given = { dataFolder: config.LETTERSHOP_DATA, given: config.LETTERSHOP_SECRET }
    const { tokens, stop } = await startTokens(db, await readInstallationKeys(db, given), log)
    const settings = {
      softBounces: config.LETTERSHOP_SOFT_BOUNCES,
      complaints: { warn: config.LETTERSHOP_COMPLAINTS_WARN, hold: config.LETTERSHOP_COMPLAINTS_HOLD },
    }
    const { apply } = inboundProcessor({ db, subscriptions: subscriptions(db), log, now: () => new Date(), settings })
    return {
      db,
      tokens,
      read: readReturned,
      apply,
      log,
      async close() {
        stop()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
