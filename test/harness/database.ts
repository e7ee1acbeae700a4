/** A database of its own for each test file: a copy of a template that was migrated once. */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { useKeys } from '../../src/domain/access/keys.ts'
import { connect, type Database } from '../../src/store/connection/database.ts'
import { migrate } from '../../src/store/migrate.ts'
import { citusDatabase, isOnCitus } from './citus.ts'
import { testKeys } from './seed.ts'

export interface TestDatabase {
  readonly db: Database
  readonly url: string
  drop(): Promise<void>
}

/** The server the test run uses; `test/run.mjs` starts one unless DATABASE_URL names another. */
function serverUrl(): URL {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is not set: run tests through `npm test` or `node test/run.mjs <file …>`.')
  return new URL(url)
}

/** The URL with another time that a connection may take to come about. */
export function withConnectTimeout(text: string, seconds: number): string {
  const url = new URL(text)
  url.searchParams.set('connect_timeout', String(seconds))
  return url.href
}
/** A machine that is busy with many test files takes its time. */
const patient = (url: string) => withConnectTimeout(url, 120)

function named(name: string): string {
  const url = serverUrl()
  url.pathname = `/${name}`
  return url.href
}

/** With the tables of an installation; distributed in a run with `--distributed`. */
export async function freshDatabase(): Promise<TestDatabase> {
  if (isOnCitus()) return citusDatabase('distributed')
  return make(async (admin, name) => {
    await admin.unsafe(`create database ${name} template ${await template(admin)} ${asFiles}`)
  })
}

/** Nothing in it, for tests of what fills it. */
export async function emptyDatabase(encoding: 'UTF8' | 'SQL_ASCII' = 'UTF8'): Promise<TestDatabase> {
  return make(async (admin, name) => {
    await admin.unsafe(`create database ${name} template template0 encoding '${encoding}' locale 'C' ${asFiles}`)
  })
}

/** Half the time of the other strategy, which writes every page to the log of transactions as well. */
const asFiles = 'strategy file_copy'

async function make(create: (admin: Database, name: string) => Promise<void>): Promise<TestDatabase> {
  const admin = connect(patient(serverUrl().href), { max: 1 })
  const name = `lettershop_test_${process.pid}_${randomBytes(4).toString('hex')}`
  try {
    await create(admin, name)
  } finally {
    await admin.end()
  }
  const url = named(name)
  const db = connect(patient(url), { max: 8 })
  useKeys(db, testKeys)
  return {
    db,
    url,
    async drop() {
      await db.end({ timeout: 5 })
      const admin = connect(patient(serverUrl().href), { max: 1 })
      await admin`drop database if exists ${admin(name)} with (force)`
      await admin.end()
    },
  }
}

/** Made by the process that comes first; named for the schema it holds. */
async function template(admin: Database): Promise<string> {
  const folder = new URL('../../src/store/migrations/', import.meta.url)
  const hash = createHash('sha256').update(readFileSync(new URL('../schema.sql', folder)))
  const newer = readdirSync(folder).filter(name => name.endsWith('.sql'))
  for (const file of newer.sort()) hash.update(readFileSync(new URL(file, folder)))
  const name = `lettershop_template_${hash.digest('hex').slice(0, 12)}`
  await admin`select pg_advisory_lock(7203551883)`
  try {
    const [found] = await admin`select 1 from pg_database where datname = ${name}`
    if (!found) {
      const making = `${name}_making`
      await admin`drop database if exists ${admin(making)}`
      await admin`create database ${admin(making)}`
      const db = connect(patient(named(making)), { max: 2 })
      await migrate(db)
      await db.end()
      // one process of a run comes here; loading the package of the jobs would take the others longer than their copy
      const { migrateJobs } = await import('../../src/store/jobs/jobs.ts')
      await migrateJobs(named(making))
      await admin`alter database ${admin(making)} rename to ${admin(name)}`
    }
  } finally {
    await admin`select pg_advisory_unlock(7203551883)`
  }
  return name
}
