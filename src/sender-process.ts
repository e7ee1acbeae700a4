/** The program of a sender process, which a service starts and ends (sender-processes.ts). It never outlives its service. */
import { type Config, describeSettings, readConfig } from './config.ts'
import { signers } from './delivery/compose/signing.ts'
import { relayNames } from './delivery/relays/test-relays.ts'
import { openSenderPart, type SenderPart } from './foundation.ts'
import { createLog, type Log } from './lib/log.ts'
import { OperatorError } from './lib/operator-error.ts'
import { startPresence } from './presence.ts'
import type { SenderOrder, SenderReport } from './sender-processes.ts'
import { startSending } from './sending.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'

/** Of a service that is gone, or a signal of an operator: as `lettershop start` itself. */
const graceMs = 7_000
/** What is still open then is left to itself, after the grace period. */
const closingMs = 1_000
const reportMs = 2_000

const config: Config = { ...readConfig(), LETTERSHOP_ROLES: new Set(['sender']) }
const log = createLog(config.LETTERSHOP_LOG_LEVEL)
const shutdown = createShutdown()

let resolveEnd: (graceMs: number) => void
const end = new Promise<number>(resolve => {
  resolveEnd = resolve
})
const start = new Promise<SenderPart>(resolve => {
  process.on('message', (order: SenderOrder) => {
    if ('start' in order) resolve(order.start)
    else resolveEnd(order.stop.graceMs)
  })
})
// the channel closes with the service, whatever ended that
process.once('disconnect', () => resolveEnd(graceMs))
if (!process.connected) process.exit(0)
// Ctrl-C reaches all processes of a terminal
for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => resolveEnd(graceMs))

const work = start.then(part => begin(config, part, log, shutdown))
work.catch(error => {
  if (error instanceof OperatorError) log.fatal(error.message)
  else log.fatal({ err: error }, 'a sender process could not start')
  process.exit(1)
})

const given = await end
setTimeout(() => process.exit(0), given + closingMs).unref()
const report = await work
await shutdown.run(given)
report()
if (process.connected) process.disconnect()
process.exit(0)

/** @returns a function that reports to the service what the relays did */
async function begin(config: Config, part: SenderPart, log: Log, shutdown: Shutdown): Promise<() => void> {
  const foundation = await openSenderPart(config, part, log, shutdown)
  const { db, keys, transport, guards, disk } = foundation
  shutdown.began(
    await startPresence({
      db,
      roles: config.LETTERSHOP_ROLES,
      settings: describeSettings(config, relayNames(config.LETTERSHOP_TRANSPORT)),
      relays: transport.relays,
      disk: disk.full,
      heartbeats: () => guards?.overdue(),
      log,
    }),
  )
  const bounceDomain = config.LETTERSHOP_BOUNCE_DOMAIN ?? undefined
  shutdown.began(await startSending({ ...foundation, findSigner: signers(db, keys), bounceDomain }))
  const report = () => {
    const relays = transport.relays?.() ?? []
    if (process.connected) process.send?.({ relays } satisfies SenderReport, () => {})
  }
  setInterval(report, reportMs).unref()
  return report
}
