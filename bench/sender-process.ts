/**
 * A sender in a process of its own, so that its memory and processor time are its own: it reports that it is ready, begins on order,
 * answers with its usage, and ends in an orderly way.
 */
import { createPrivateKey } from 'node:crypto'
import { dkimSigner } from '../src/delivery/compose/dkim.ts'
import { contentTasksHere } from '../src/delivery/content/tasks.ts'
import { smtpTransport } from '../src/delivery/relays/transport.ts'
import { startSender } from '../src/delivery/sender.ts'
import { useKeys } from '../src/domain/access/keys.ts'
import { tokens } from '../src/domain/tokens/tokens.ts'
import { createLog } from '../src/lib/log.ts'
import { connect } from '../src/store/connection/database.ts'
import { testKeys } from '../test/harness/seed.ts'

export interface SenderOrders {
  readonly url: string
  readonly relay: string
  readonly owner: string
  readonly journalFolder: string
  /** RSA key in PEM; unsigned without one. */
  readonly key?: string | undefined
}

export interface SenderUsage {
  /** Processor time since it began, in microseconds. */
  readonly microseconds: number
  /** The most it had, in megabytes. */
  readonly megabytes: number
}

/** Its orders, in this sequence. */
export type SenderMessage = SenderOrders | 'begin' | 'usage' | 'end'

let orders: SenderOrders
let running: { stop(): Promise<void> } | undefined
let began = process.cpuUsage()
let megabytes = 0

process.on('message', (message: SenderMessage) => void answer(message))
process.on('disconnect', () => process.exit())

async function answer(message: SenderMessage) {
  if (message === 'begin') {
    began = process.cpuUsage()
    running = begin(orders)
  } else if (message === 'usage') {
    const { user, system } = process.cpuUsage(began)
    process.send!({ microseconds: user + system, megabytes } satisfies SenderUsage)
  } else if (message === 'end') {
    await running?.stop()
    process.exit()
  } else {
    orders = message
    process.send!('ready')
  }
}

function begin({ url, relay, owner, journalFolder, key }: SenderOrders) {
  const db = connect(url, { max: 8, name: 'sender' })
  useKeys(db, testKeys)
  const transport = smtpTransport([relay])
  const sign = key && dkimSigner('bloom.example', [{ selector: 'r', privateKey: createPrivateKey(key) }])
  const watching = setInterval(() => {
    megabytes = Math.max(megabytes, process.memoryUsage.rss() / 1e6)
  }, 100)
  const sender = startSender({
    db,
    tokens: tokens(testKeys),
    transport,
    log: createLog('warn'),
    contentTasks: contentTasksHere,
    owner,
    journalFolder,
    findSigner: sign ? async () => sign : undefined,
  })
  return {
    async stop() {
      clearInterval(watching)
      await sender.stop()
      await transport.close()
      await db.end()
    },
  }
}
