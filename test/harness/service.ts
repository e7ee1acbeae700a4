/** The whole service, as `lettershop start` wires it, on a free port with a database and a data folder of its own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import type { FirstLogin } from '../../src/domain/accounts/accounts.ts'
import { createLog } from '../../src/lib/log.ts'
import { startService } from '../../src/service.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { freshDatabase } from './database.ts'

/** As User.GetApiKey is asked for the first account's key. */
export const firstLogin = {
  SiteUrl: 'http://agency.example/',
  Username: readConfig({}).LETTERSHOP_ADMIN_USERNAME,
  Password: 'a password of the tests',
}

export interface TestService {
  /** The public URL, where one is set. */
  readonly url: string
  /** How the process itself is reached. */
  readonly address: string
  readonly db: Database
  readonly databaseUrl: string
  /** The first account's user. */
  readonly login: FirstLogin
  readonly password: string
  /** Where the folder transport leaves mail, and everything else is kept. */
  readonly dataFolder: string
  /** Where returned mail is taken, if it is. */
  readonly mailboxPort: number | undefined
  /** One call over the JSON wire with the account's key. @returns status and value, or the refusal */
  call(operation: string, params: object): Promise<{ readonly status: number; readonly value: unknown }>
  stop(): Promise<void>
}

/**
 * @param settings environment settings that differ from the defaults
 * @param through how the service reaches the database, where it is not directly
 */
export async function startTestService(
  settings: Readonly<Record<string, string>> = {},
  through: (url: string) => Promise<string> = async url => url,
): Promise<TestService> {
  const { db, url, drop } = await freshDatabase()
  const databaseUrl = await through(url)
  const dataFolder = await mkdtemp(join(tmpdir(), 'lettershop-test-'))
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    LETTERSHOP_DATA: dataFolder,
    LETTERSHOP_PORT: '0',
    // one process, however many cores there are
    LETTERSHOP_SENDERS: '1',
    LETTERSHOP_FETCH_PRIVATE: 'true',
    LETTERSHOP_CLIENTS_PER_HALF_HOUR: '0',
    // a few are enough for a test's callers, and each costs the server a hundredth of a second
    LETTERSHOP_DATABASE_CONNECTIONS: '6',
    LETTERSHOP_SITE_URL: firstLogin.SiteUrl,
    LETTERSHOP_ADMIN_PASSWORD: firstLogin.Password,
    LETTERSHOP_LOG_LEVEL: 'silent',
    ...settings,
  })
  const service = await startService(config, createLog(config.LETTERSHOP_LOG_LEVEL))
  const { url: serviceUrl, address, login, password = '', mailboxPort } = service
  if (!login) throw new Error('A fresh database has the login of its first user.')
  return {
    url: serviceUrl,
    address,
    db,
    databaseUrl,
    login,
    password,
    dataFolder,
    mailboxPort,
    async call(operation, params) {
      const response = await fetch(`${address}/api/json/${operation}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${login.apiKey}` },
        body: JSON.stringify(params),
      })
      return { status: response.status, value: await response.json() }
    },
    async stop() {
      await service.stop(2_000)
      await drop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
