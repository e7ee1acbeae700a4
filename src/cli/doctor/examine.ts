/** All checks, those that do not depend on each other at once. */
import type { ReadSettings, SettingName } from '../../config.ts'
import { dns } from '../../lib/dns.ts'
import { inTime } from '../../lib/in-time.ts'
import type { Database } from '../../store/connection/database.ts'
import { checkDatabase, reachDatabase } from './database.ts'
import { checkDataFolder, checkSecretFile, checkSpace, checkStateFolder } from './disk.ts'
import { checkBounceDomain } from './dns.ts'
import { type CheckId, checkIds, type Finding, run, unknown } from './finding.ts'
import { checkPublicUrl } from './public-url.ts'
import { checkRelays } from './relays.ts'
import { compareSettings, type ServiceSettings } from './service-settings.ts'
import { checkSettings } from './settings.ts'
import { checkNode, checkOpenFiles } from './system.ts'

/** Longest examination of all relays, in milliseconds; each has an earlier end of its own. */
const relaysMs = 20_000
/** A name server that is silent takes 4 s for each question, and one look-up of the system may follow. */
const dnsMs = 12_000

/** Ends within about 30 seconds whatever is broken, and changes nothing. */
export async function examine(read: ReadSettings): Promise<readonly Finding[]> {
  const { config } = read
  const { db, findings, lacking } = await reachInstallation(read)
  try {
    const found = await Promise.all([findings, ...runChecks(read, lacking), ...checkDatabase(db, config)])
    const order = (finding: Finding) => checkIds.indexOf(finding.id)
    return found.flat().sort((a, b) => order(a) - order(b))
  } finally {
    if (db) await inTime(1_000, db.end({ timeout: 0.5 }))
  }
}

/** All checks but those of the database; what the service has other settings for is not examined. */
function runChecks(read: ReadSettings, lacking: ReadonlySet<SettingName>): Promise<readonly Finding[]>[] {
  const { config } = read
  const given = unlessWrong(read, lacking)
  const examined = (
    [setting, id]: readonly [SettingName, CheckId],
    check: () => Promise<readonly Finding[]>,
    ms?: number,
  ) => {
    const other = given(setting, id)
    return other ? Promise.resolve(other) : run(id, check, ms)
  }
  return [
    run('settings.values', () => checkSettings(read)),
    run('system.node', () => [checkNode(process.versions.node, new Date())]),
    run('system.files', () => checkOpenFiles(config)),
    examined(['LETTERSHOP_DATA', 'disk.data'], async () => [await checkDataFolder(config)]),
    examined(['LETTERSHOP_DISK_RESERVE', 'disk.space'], async () => [await checkSpace(config)]),
    examined(['LETTERSHOP_STATE_DIR', 'disk.state'], async () => [await checkStateFolder(config)]),
    examined(['LETTERSHOP_DATA', 'secret.file'], async () => [await checkSecretFile(config)]),
    examined(['LETTERSHOP_TRANSPORT', 'relay'], () => checkRelays(config), relaysMs),
    examined(
      ['LETTERSHOP_BOUNCE_DOMAIN', 'dns.bounces'],
      async () => [await checkBounceDomain(dns(config.LETTERSHOP_DNS_SERVERS ?? []), config)],
      dnsMs,
    ),
    examined(['LETTERSHOP_PUBLIC_URL', 'public-url.reach'], () => checkPublicUrl(config)),
  ]
}

/** For what is not looked at: its setting makes no sense, so that its default would be examined, or the service has it and this command lacks it. */
function unlessWrong({ problems }: ReadSettings, lacking: ReadonlySet<SettingName> = new Set()) {
  return (name: SettingName, id: CheckId): readonly Finding[] | undefined => {
    if (problems.has(name))
      return [unknown(id, `This is not examined, because ${name} makes no sense.`, 'See settings.values.')]
    if (lacking.has(name))
      return [
        unknown(
          id,
          `This is not examined, because the service has ${name} and this command does not.`,
          'See settings.service.',
        ),
      ]
    return undefined
  }
}

interface Installation extends ServiceSettings {
  /** Undefined where nothing answers. */
  readonly db: Database | undefined
}

/** The database, and with it how the service was started: what all other checks depend on. */
async function reachInstallation(read: ReadSettings): Promise<Installation> {
  const { config } = read
  let db: Database | undefined
  const wrong = unlessWrong(read)('DATABASE_URL', 'database.reach')
  const reached =
    wrong ??
    (await run('database.reach', async () => {
      const { db: opened, findings } = await reachDatabase(config)
      db = opened
      return findings
    }))
  let lacking: ReadonlySet<SettingName> = new Set()
  const compared = await run('settings.service', async () => {
    const service = await compareSettings(db, config)
    lacking = service.lacking
    return service.findings
  })
  return { db, findings: [...reached, ...compared], lacking }
}
