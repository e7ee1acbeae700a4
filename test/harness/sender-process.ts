/** A sender in a process of its own, to be killed. Waits for its parent's word, so that starting up costs the test nothing. */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { contentTasksHere } from '../../src/delivery/content/tasks.ts'
import { createTransport } from '../../src/delivery/relays/transports.ts'
import { startSender } from '../../src/delivery/sender.ts'
import { useKeys } from '../../src/domain/access/keys.ts'
import { tokens } from '../../src/domain/tokens/tokens.ts'
import { createLog } from '../../src/lib/log.ts'
import { connect } from '../../src/store/connection/database.ts'
import { testKeys } from './seed.ts'

export interface SenderOrder {
  readonly databaseUrl: string
  readonly relay: string
  readonly journalFolder: string
}

/** Its messages to its parent: that it waits, then that it works. */
export type SenderProcessMessage = { readonly ready: true } | { readonly begun: true }

process.once('message', ({ databaseUrl, relay, journalFolder }: SenderOrder) => {
  const db = connect(databaseUrl, { max: 6 })
  useKeys(db, testKeys)
  const transport = createTransport({ kind: 'smtp', relays: [relay] }, { outbox: '/nowhere' })
  startSender({
    db,
    tokens: tokens(testKeys),
    transport,
    log: createLog(process.env.TEST_LOG ?? 'silent'),
    contentTasks: contentTasksHere,
    owner: `${hostname()}/${process.pid}/${randomBytes(4).toString('hex')}`,
    journalFolder,
    pollMs: 50,
  })
  process.send?.({ begun: true } satisfies SenderProcessMessage)
})
process.on('disconnect', () => process.exit())
process.send?.({ ready: true } satisfies SenderProcessMessage)
