/** The database: whether it is reached, and whether it is one that Lettershop can stand on. Nothing is started or changed. */
import type { Config } from '../../config.ts'
import { dns } from '../../lib/dns.ts'
import { inTime } from '../../lib/in-time.ts'
import { countSenders, senderConnections } from '../../sender-count.ts'
import { compareSecret } from '../../store/accounts/installation.ts'
import { connect, type Database } from '../../store/connection/database.ts'
import { type Guarantee, tryEngine } from '../../store/connection/engine.ts'
import {
  commitsWait,
  hasSchema,
  isSynchronous,
  readDatabaseClock,
  readServerFacts,
  readStandbys,
  readSynchronousStandbyNames,
  type ServerFacts,
} from '../../store/diagnosis.ts'
import { findRunningEmbedded } from '../../store/embedded/embedded.ts'
import { readSchemaAge } from '../../store/migrate.ts'
import { checkDistribution } from './distribution.ts'
import { checkSendingDomains } from './dns.ts'
import { checkStoppedDatabase } from './embedded-folder.ts'
import { type CheckId, error, type Finding, info, ok, reasonOf, run, unknown, warning } from './finding.ts'
import { checkResuming, type Replication } from './resuming.ts'
import { checkTimeZones } from './time-zones.ts'

/** When a major version ends to be mended: https://www.postgresql.org/support/versioning/. */
const endOfLife: Readonly<Record<number, string>> = {
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
}

/** Longest wait for the first answer, in milliseconds. */
const reachMs = 6_000
/** A notification that does not arrive is waited for. */
const engineMs = 12_000
/** A domain asks up to five questions after each other. */
const dnsMs = 15_000

const questions = [
  'database.version',
  'database.encoding',
  'database.rights',
  'database.connections',
  'database.durability',
  'database.replication',
  'database.distribution',
  'database.resuming',
  'database.pooling',
  'database.locks',
  'database.row-locks',
  'database.notifications',
  'database.clock',
  'database.migrations',
  'secret.match',
  'time-zones',
  'dns.domains',
] as const satisfies readonly CheckId[]

export interface Reached {
  readonly findings: readonly Finding[]
  /** Undefined where nothing answers. */
  readonly db: Database | undefined
}

/** Connects; the caller ends the pool. */
export async function reachDatabase(config: Config): Promise<Reached> {
  const given = config.DATABASE_URL
  const url = given ?? (await findRunningEmbedded(config.LETTERSHOP_DATA))
  if (url === undefined) return { findings: await checkStoppedDatabase(config), db: undefined }
  const what = given ? 'The database of DATABASE_URL' : `The embedded database in ${config.LETTERSHOP_DATA}`
  const db = connect(url, { max: 2, name: 'lettershop doctor' })
  let reason = `it did not answer within ${reachMs / 1000} seconds`
  const facts = await inTime(
    reachMs,
    readServerFacts(db).catch(cause => {
      reason = reasonOf(cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause)
      throw cause
    }),
  )
  if (!facts) {
    await inTime(500, db.end({ timeout: 0.2 }))
    const advice = given
      ? 'See that the server runs, and that host, port, user, password and database of DATABASE_URL are right.'
      : 'See the log of the service, and start it again.'
    return { findings: [error('database.reach', `${what} is not reached: ${reason}.`, advice)], db: undefined }
  }
  return { findings: [ok('database.reach', `${what} answers.`), ...judge(facts, config)], db }
}

/** Findings from the facts that one statement read. */
function judge(facts: ServerFacts, config: Config): readonly Finding[] {
  return [
    judgeVersion(facts, new Date()),
    facts.encoding === 'UTF8'
      ? ok('database.encoding', 'The database is encoded in UTF8.')
      : error(
          'database.encoding',
          `The database is encoded in ${facts.encoding}; Lettershop needs UTF8.`,
          "Make another one: create database … encoding 'UTF8' template template0",
        ),
    facts.mayCreateSchemas && facts.mayCreateTables
      ? ok('database.rights', 'The user of the database may make schemas and tables.')
      : error(
          'database.rights',
          `The user of the database may not make ${facts.mayCreateSchemas ? 'tables in its schema' : 'schemas in the database'}: migrations will fail.`,
          'Make the user the owner of the database: alter database … owner to …',
        ),
    judgeConnections(facts, config),
    judgeDurability(facts),
  ]
}

export function judgeVersion({ version, number }: Pick<ServerFacts, 'version' | 'number'>, now: Date): Finding {
  const major = Math.floor(number / 10_000)
  if (major < 15)
    return error('database.version', `PostgreSQL is ${version}; Lettershop needs 15 or newer.`, 'Upgrade the server.')
  const end = endOfLife[major]
  if (end === undefined)
    return info('database.version', `PostgreSQL is ${version}, which is newer than this program knows.`)
  if (now > new Date(end))
    return warning(
      'database.version',
      `PostgreSQL ${version} has had no security updates since ${end}.`,
      'Upgrade the server to a newer major version.',
    )
  return ok('database.version', `PostgreSQL is ${version}; its version has security updates until ${end}.`)
}

/** Connections of each process besides the pool: four without pipelining (store/connection/pool.ts), the listener's, four of jobs. */
const besidePool = 9

/** Of the sender processes that a process starts, without jobs. */
function ofSenders(config: Config): number {
  const count = countSenders(config)
  return count < 2 ? 0 : count * (senderConnections(config) + 5)
}

function judgeConnections(facts: ServerFacts, config: Config): Finding {
  const each = config.LETTERSHOP_DATABASE_CONNECTIONS + besidePool + ofSenders(config)
  const room = facts.maxConnections - facts.reservedConnections - facts.otherConnections
  const processes = Math.max(0, Math.floor(room / each))
  const sentence = `The database takes ${facts.maxConnections} connections (${facts.ourConnections} of Lettershop and ${facts.otherConnections} others are open); a process of Lettershop opens up to ${each}, so ${processes} fit.`
  return processes > 0
    ? ok('database.connections', sentence)
    : error(
        'database.connections',
        sentence,
        'Raise max_connections of the server, or lower LETTERSHOP_DATABASE_CONNECTIONS.',
      )
}

function judgeDurability({ fsync, synchronousCommit, fullPageWrites }: ServerFacts): Finding {
  const off = Object.entries({ fsync, full_page_writes: fullPageWrites }).filter(([, value]) => value === 'off')
  if (off.length > 0)
    return error(
      'database.durability',
      `The database has switched off ${off.map(([name]) => name).join(' and ')}: a power cut can destroy it.`,
      'Switch them on in postgresql.conf.',
    )
  if (synchronousCommit === 'off')
    return error(
      'database.durability',
      'The database has switched off synchronous_commit: a crash loses what was acknowledged.',
      'Switch it on in postgresql.conf.',
    )
  return ok(
    'database.durability',
    `The database keeps what it acknowledged (synchronous_commit is ${synchronousCommit}).`,
  )
}

/** Everything that asks on; each by itself. Without a database each is unknown. */
export function checkDatabase(db: Database | undefined, config: Config): Promise<readonly Finding[]>[] {
  if (!db) return [Promise.resolve(questions.map(notAskedFinding))]
  return [
    run('database.replication', async () => [judgeReplication(await replication(db), await commitsWait(db))]),
    run('database.distribution', () => checkDistribution(db)),
    run('database.resuming', async () => resuming(config.DATABASE_URL, await replication(db))),
    run('database.pooling', () => engine(db), engineMs),
    run('database.clock', async () => [await clock(db)]),
    run('database.migrations', async () => [await migrations(db)]),
    run('time-zones', async () => [await checkTimeZones(db, new Date())]),
    run('dns.domains', () => checkSendingDomains(db, dns(config.LETTERSHOP_DNS_SERVERS ?? []), config), dnsMs),
    run('secret.match', async () => [await secret(db, config)]),
  ]
}

function notAskedFinding(id: CheckId): Finding {
  return unknown(id, `${titles[id] ?? 'This'} is not known, because no database is reached.`, 'See database.reach.')
}

const titles: { readonly [Id in CheckId]?: string } = {
  'database.version': 'The version of the database',
  'database.encoding': 'The encoding of the database',
  'database.rights': 'What the user of the database may do',
  'database.connections': 'How many connections the database takes',
  'database.durability': 'Whether the database keeps what it acknowledged',
  'database.replication': 'Whether there are standbys',
  'database.distribution': 'Whether the database is distributed',
  'database.resuming': 'What makes the service wait after the database is back',
  'database.pooling': 'The mode of a connection pooler',
  'database.locks': 'Whether advisory locks work',
  'database.row-locks': 'Whether row locks work',
  'database.notifications': 'Whether notifications arrive',
  'database.clock': 'The clock of the database',
  'database.migrations': 'The state of the migrations',
  'secret.match': 'Whether the secret belongs to the database',
  'time-zones': 'What the database knows of time zones',
  'dns.domains': 'Which sending domains there are',
}

/** More of the log than this, in bytes, is a standby that lags. */
const mostLag = 64 * 1_048_576

async function replication(db: Database): Promise<Replication> {
  const [names, found] = await Promise.all([readSynchronousStandbyNames(db), readStandbys(db)])
  return { names, standbys: found }
}

/** @param doCommitsWait for a standby that is away, as the database is seen to */
export function judgeReplication({ names, standbys: found }: Replication, doCommitsWait: boolean): Finding {
  const isAway = names !== '' && found.every(standby => isSynchronous(standby) === false)
  if (doCommitsWait || isAway)
    return error(
      'database.replication',
      `Commits wait for a standby that is away (synchronous_standby_names = '${names}'): whatever changes something is answered with 503.`,
      "Start the standby, or let commits wait no more: alter system set synchronous_standby_names = ''; select pg_reload_conf()",
    )
  if (found.length === 0)
    return info(
      'database.replication',
      'The database has no standby.',
      'Backups are then what is left of it after a disk is lost: see lettershop backup schedule.',
    )
  const list = found.map(({ name, sync, lagBytes }) => `${name} (${sync ?? 'mode not shown'}, ${lagOf(lagBytes)})`)
  const sentence = `Standbys of the database: ${list.join(', ')}.`
  if (found.some(({ lagBytes }) => lagBytes !== null && lagBytes > mostLag))
    return warning('database.replication', sentence, 'A standby lags: see its log, its disk and its network.')
  if (found.some(isSynchronous)) return ok('database.replication', sentence)
  return info(
    'database.replication',
    `${sentence} None is known to be synchronous: a fail-over may lose the last moments of what was acknowledged.`,
    'To lose nothing, set synchronous_standby_names on the primary.',
  )
}

const lagOf = (bytes: number | null) => (bytes === null ? 'lag not shown' : `${Math.ceil(bytes / 1_048_576)} MB behind`)

/** The embedded database has neither a pooler nor standbys of its own. */
async function resuming(url: string | null, found: Replication): Promise<readonly Finding[]> {
  if (url === null)
    return [
      ok('database.resuming', 'Nothing makes connections or commits wait after a restart of the embedded database.'),
    ]
  return checkResuming(url, found)
}

/** The checks of what the start tries as well (engine.ts). */
const guarantees: readonly (readonly [guarantee: Guarantee, id: CheckId, held: string])[] = [
  ['sessions', 'database.pooling', 'Connections keep their sessions.'],
  ['advisory locks', 'database.locks', 'An advisory lock of one connection is refused to another.'],
  ['row locks', 'database.row-locks', 'A row that one connection has locked is refused to another.'],
  ['notifications', 'database.notifications', 'A notification arrives at a connection that listens.'],
]

async function engine(db: Database): Promise<readonly Finding[]> {
  const { missing, untried } = await tryEngine(db)
  return guarantees.map(([guarantee, id, held]) => {
    const lack = missing.find(found => found.guarantee === guarantee)
    if (lack) return error(id, `${lack.sentence}.`, lack.advice)
    if (!untried.includes(guarantee)) return ok(id, held)
    return missing.length > 0
      ? unknown(
          id,
          `${titles[id]} is not known, because connections do not keep their sessions.`,
          'See database.pooling.',
        )
      : info(id, `${titles[id]} is not known, because the database is empty.`, 'The first lettershop start tries it.')
  })
}

/** Milliseconds. */
const clockWarns = 2_000
const clockFails = 60_000

async function clock(db: Database): Promise<Finding> {
  const before = Date.now()
  const there = await readDatabaseClock(db)
  return judgeClock(there - (before + Date.now()) / 2)
}

/** @param ahead milliseconds that the database's clock is ahead of ours */
export function judgeClock(ahead: number): Finding {
  const seconds = Math.round(Math.abs(ahead) / 100) / 10
  const sentence = `The clock of the database is ${seconds} s ${ahead < 0 ? 'behind' : 'ahead of'} that of this machine.`
  const advice = 'Have both machines follow a time server (chrony, systemd-timesyncd).'
  if (Math.abs(ahead) >= clockFails) return error('database.clock', sentence, advice)
  if (Math.abs(ahead) >= clockWarns) return warning('database.clock', sentence, advice)
  return ok('database.clock', 'The clocks of the database and of this machine agree.')
}

async function migrations(db: Database): Promise<Finding> {
  if (!(await hasSchema(db)))
    return info('database.migrations', 'The database is empty.', 'The first lettershop start fills it.')
  const missing = await readSchemaAge(db)
  if (missing < 0)
    return error(
      'database.migrations',
      `A newer Lettershop migrated the database: it has ${-missing} migrations that this program does not know.`,
      'Run the newer program, or restore a backup made before it ran.',
    )
  if (missing > 0)
    return warning(
      'database.migrations',
      `The database lacks ${missing} migrations of this program.`,
      'Run lettershop migrate; lettershop start does so too.',
    )
  return ok('database.migrations', 'The database has all migrations of this program.')
}

async function secret(db: Database, config: Config): Promise<Finding> {
  if (!(await hasSchema(db)))
    return info('secret.match', 'The database remembers no secret yet.', 'The first lettershop start stores it.')
  const options = { dataFolder: config.LETTERSHOP_DATA, given: config.LETTERSHOP_SECRET }
  const back = 'Put the file secret back from a backup of the data folder, or set LETTERSHOP_SECRET to its content.'
  try {
    switch (await compareSecret(db, options)) {
      case 'matches':
        return ok('secret.match', 'The installation secret belongs to the database.')
      case 'another':
        return error('secret.match', 'The installation secret is not the one of this database.', back)
      case 'missing':
        return error('secret.match', 'The installation secret of this database is missing.', back)
      case 'no installation yet':
        return info('secret.match', 'The database remembers no secret yet.', 'The first lettershop start stores it.')
    }
  } catch (cause) {
    return error('secret.match', `The installation secret cannot be used: ${reasonOf(cause)}.`, back)
  }
}
