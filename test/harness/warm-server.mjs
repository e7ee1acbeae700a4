/** A PostgreSQL that stays between runs of `npm run test:near`, with the template that databases of tests are copied from. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { temporaryFolder } from './temporary.mjs'

const patienceMs = 60_000

/**
 * Starts it where it does not run.
 * @param {string} root the tree: each has a server of its own
 * @returns {Promise<string>} its URL
 */
export async function warmServer(root) {
  const folder = join(
    temporaryFolder(),
    `lettershop-near-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`,
  )
  const file = join(folder, 'url')
  const running = await urlOf(file)
  if (running) {
    // its end is put off
    utimesSync(file, new Date(), new Date())
    return running
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const program = join(root, 'test/harness/warm-process.ts')
  spawn(process.execPath, ['--import', 'tsx', program, folder], { cwd: root, detached: true, stdio: 'ignore' }).unref()
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    const url = await urlOf(file)
    if (url) return url
    await sleep(100)
  }
  throw new Error(`The PostgreSQL for test:near did not start in ${folder}.`)
}

/** @returns {Promise<string | undefined>} undefined where no server answers */
async function urlOf(file) {
  if (!existsSync(file)) return undefined
  const url = readFileSync(file, 'utf8')
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return url
  } catch {
    return undefined
  }
}
