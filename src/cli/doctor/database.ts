/** The database: reached, never started and never changed. */

import type { Config } from '../../config.ts'
import { secretOfInstallation } from '../../store/accounts/installation.ts'
import { connect, type Database } from '../../store/connection/database.ts'
import { checkPooling } from '../../store/connection/open.ts'
import { locksWork, type ServerFacts, serverFacts, zonesOfClients } from '../../store/diagnosis.ts'
import { runningEmbedded } from '../../store/embedded/embedded.ts'
import { schemaAge } from '../../store/migrate.ts'
import { type CheckName, type Finding, findingsOf } from './finding.ts'

/** The database of the settings, if it can be reached, and why not. */
export async function reachForDoctor({
  DATABASE_URL,
  LETTERSHOP_DATA,
}: Config): Promise<{ readonly db: Database | undefined; readonly findings: readonly Finding[] }> {
  const found = findingsOf('database')
  const url = DATABASE_URL ?? (await runningEmbedded(LETTERSHOP_DATA).catch(() => undefined))
  if (url === undefined)
    return {
      db: undefined,
      findings: [
        found.info('The embedded database does not run, so it was not looked at.', 'Start the service, and ask again.'),
      ],
    }
  const db = connect(url, { max: 2, name: 'lettershop doctor' })
  try {
    await serverFacts(db)
    return { db, findings: [] }
  } catch (error) {
    await db.end({ timeout: 1 })
    const { message, cause } = error as Error
    const reason = (cause instanceof Error ? cause.message : message).replace(/\.$/, '')
    return {
      db: undefined,
      findings: [
        found.error(
          `The database cannot be reached: ${reason}.`,
          'See whether PostgreSQL runs, and DATABASE_URL. Until then callers get 503.',
        ),
      ],
    }
  }
}

/** Majors with the month after which they get no corrections (https://www.postgresql.org/support/versioning/). */
const endOfLife: Readonly<Record<number, string>> = { 15: '2027-11', 16: '2028-11', 17: '2029-11', 18: '2030-11' }
const oldest = 150_000

export async function checkServer(db: Database): Promise<readonly Finding[]> {
  const facts = await serverFacts(db)
  return [...onVersion(facts), ...onSafety(facts), ...onReplication(facts), ...onClock(facts)]
}

function onVersion({ version, number, encoding, mayCreate }: ServerFacts): readonly Finding[] {
  const found = findingsOf('database')
  const findings: Finding[] = []
  const until = endOfLife[Math.floor(number / 10_000)]
  if (number < oldest)
    findings.push(found.error(`The server is PostgreSQL ${version}.`, 'Lettershop needs 15 or newer.'))
  else if (until !== undefined && new Date(`${until}-01`).getTime() < Date.now())
    findings.push(
      found.warning(
        `PostgreSQL ${version} has had no corrections since ${until}.`,
        'Plan an upgrade: docs/upgrading.md.',
      ),
    )
  else findings.push(found.ok(`The server answers: PostgreSQL ${version}.`))
  if (encoding !== 'UTF8')
    findings.push(
      found.error(`The database is encoded in ${encoding}.`, "create database … encoding 'UTF8' template template0"),
    )
  if (!mayCreate)
    findings.push(
      found.error(
        'The role may not make tables in this database.',
        'grant create on database … and on schema public to the role.',
      ),
    )
  return findings
}

function onSafety({ unsafe, mostConnections, openConnections }: ServerFacts): readonly Finding[] {
  const found = findingsOf('database')
  const findings = unsafe.map(({ name, value }) =>
    found.error(`${name} is ${value}: what was acknowledged may be lost in a crash.`, `Set ${name} to on.`),
  )
  const ofConnections = findingsOf('connections')
  const share = openConnections / mostConnections
  const sentence = `${openConnections} of ${mostConnections} connections are open.`
  return [
    ...findings,
    share > 0.8
      ? ofConnections.warning(sentence, 'Raise max_connections, or lower LETTERSHOP_DATABASE_CONNECTIONS.')
      : ofConnections.ok(sentence),
  ]
}

function onReplication({ standbys }: ServerFacts): readonly Finding[] {
  const found = findingsOf('replication')
  if (standbys.length === 0)
    return [
      found.info(
        'The server has no standby.',
        'When its disk is lost, the last backup is what there is: docs/backups.md.',
      ),
    ]
  const lag = standbys.map(
    ({ name, state, mode, lagSeconds }) =>
      `${name} (${state}, ${mode}${lagSeconds === null ? '' : `, ${lagSeconds.toFixed(1)} s behind`})`,
  )
  const sentence = `Standbys: ${lag.join('; ')}.`
  if (standbys.some(({ mode }) => mode === 'sync' || mode === 'quorum')) return [found.ok(sentence)]
  return [
    found.info(
      `${sentence} None is synchronous: the last moments of what was acknowledged may be lost with the primary.`,
      'The senders notice and hold then. synchronous_standby_names avoids it.',
    ),
  ]
}

/** Milliseconds the clocks may differ. */
const clockDifference = 2_000

function onClock({ now }: ServerFacts): readonly Finding[] {
  const found = findingsOf('clock')
  const difference = Math.abs(now.getTime() - Date.now())
  const seconds = (difference / 1_000).toFixed(1)
  if (difference > clockDifference)
    return [
      found.warning(
        `The clocks of this machine and of the database differ by ${seconds} s.`,
        'Let both follow a time server (NTP).',
      ),
    ]
  return [found.ok(`The clocks differ by ${seconds} s.`)]
}

export async function checkSessions(db: Database): Promise<readonly Finding[]> {
  const found = findingsOf('pooling')
  try {
    await checkPooling(db)
  } catch (error) {
    return [found.error((error as Error).message)]
  }
  return (await locksWork(db))
    ? [found.ok('Sessions are kept, and locks are seen by other connections.')]
    : [
        found.error(
          'A lock that one connection holds is not seen by another.',
          'Connections lead to different servers: see DATABASE_URL.',
        ),
      ]
}

export async function checkMigrations(db: Database): Promise<readonly Finding[]> {
  const found = findingsOf('migrations')
  const lacking = await schemaAge(db)
  if (lacking > 0)
    return [
      found.warning(
        `The database lacks ${lacking} migrations of this program.`,
        'They run at the next start, or by: lettershop migrate',
      ),
    ]
  if (lacking < 0)
    return [
      found.warning(
        'The database was migrated by a newer program.',
        'Install that version here too; this one does not start again.',
      ),
    ]
  return [found.ok('The schema is the one of this program.')]
}

export async function checkSecret(db: Database, config: Config): Promise<readonly Finding[]> {
  const found = findingsOf('secret')
  try {
    await secretOfInstallation(db, { dataFolder: config.LETTERSHOP_DATA, given: config.LETTERSHOP_SECRET })
    return [found.ok('The secret is the one of this database.')]
  } catch (error) {
    return [found.error((error as Error).message)]
  }
}

export async function checkZones(db: Database): Promise<readonly Finding[]> {
  const found = findingsOf('time zones')
  const moments = [new Date(), new Date(Date.now() + 182 * 86_400_000)] as const
  const zones = await zonesOfClients(db, moments)
  const findings = zones.flatMap(({ name, offsets }) => {
    const own = moments.map(moment => offsetOf(name, moment))
    if (offsets === null)
      return [found.error(`PostgreSQL does not know the time zone ${name}.`, 'Update its time zone data (tzdata).')]
    if (own.includes(undefined)) return [found.error(`Node does not know the time zone ${name}.`, 'Update Node.')]
    if (own[0] === offsets[0] && own[1] === offsets[1]) return []
    return [
      found.warning(
        `Node and PostgreSQL disagree on the time in ${name}.`,
        'Update the older of the two: schedules of its clients are off.',
      ),
    ]
  })
  return findings.length > 0
    ? findings
    : [found.ok(`Node and PostgreSQL agree on ${zones.length} time zones of clients.`)]
}

/** Minutes east of UTC; undefined where Node does not know the zone. */
function offsetOf(zone: string, at: Date): number | undefined {
  try {
    const shown = at.toLocaleString('sv', { timeZone: zone })
    const whole = Math.floor(at.getTime() / 1_000) * 1_000
    return Math.round((Date.parse(`${shown.replace(' ', 'T')}Z`) - whole) / 60_000)
  } catch {
    return undefined
  }
}

/** What each check of an open database is called, for one that fails. */
export const databaseChecks: readonly (readonly [
  CheckName,
  (db: Database, config: Config) => Promise<readonly Finding[]>,
])[] = [
  ['database', checkServer],
  ['pooling', checkSessions],
]

/** Those that need an installation in the database. */
export const installationChecks: typeof databaseChecks = [
  ['migrations', checkMigrations],
  ['secret', checkSecret],
  ['time zones', checkZones],
]
