/** `sender`: campaigns, sent by this process. */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FindSigner } from './delivery/compose/signing.ts'
import { startSender } from './delivery/sender.ts'
import type { SendingFoundation } from './foundation.ts'
import type { Work } from './pausing.ts'

export interface SendingDependencies extends SendingFoundation {
  readonly findSigner: FindSigner
  readonly bounceDomain: string | undefined
}

/** Sends until it is stopped, except while sending is paused. */
export function startSending(dependencies: SendingDependencies): Promise<Work> {
  return dependencies.pausing.run('sender/campaigns', () => sender(dependencies))
}

function sender(dependencies: SendingDependencies): Work {
  const { config, log, db, tokens, transport, contentTasks, guards, findSigner, bounceDomain } = dependencies
  return startSender({
    contentTasks,
    db,
    tokens,
    transport,
    log,
    owner: `${hostname()}/${process.pid}/${randomBytes(4).toString('hex')}`,
    bounceDomain,
    findSigner,
    journalFolder: join(config.LETTERSHOP_DATA, 'journal'),
    maySend: guards?.maySend,
    now: guards?.now,
    isGuarded: () => guards?.overdue() === undefined,
    holdFolder: guards?.folder,
    disk: dependencies.disk,
    dailyLimit: config.LETTERSHOP_DAILY_LIMIT,
    // no other server takes over from the embedded one
    ...(dependencies.isEmbedded ? { pauseMs: 0 } : {}),
  })
}
