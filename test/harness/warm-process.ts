/** The process of warm-server.mjs: it ends when no run has asked for it for half an hour. */
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '../../src/lib/log.ts'
import { startEmbedded } from '../../src/store/embedded/embedded.ts'

const idleMs = 30 * 60_000
const lookMs = 60_000

const [, , folder = ''] = process.argv
const file = join(folder, 'url')
const server = await startEmbedded({
  dataFolder: join(folder, 'data'),
  log: createLog('silent'),
  durable: false,
  maxConnections: 300,
})
writeFileSync(`${file}.new`, server.url, { mode: 0o600 })
renameSync(`${file}.new`, file)

async function end() {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end())
void server.lost.then(() => process.exit(1))
setInterval(() => {
  const asked = statSync(file, { throwIfNoEntry: false })
  // the folder was removed, or no run came
  if (!asked || Date.now() - asked.mtimeMs > idleMs) void end()
}, lookMs)
