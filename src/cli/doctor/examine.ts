/** All checks, those that do not depend on each other at once. */
import type { ReadSettings, SettingName } from '../../config.ts'
import { dns } from '../../lib/dns.ts'
import { inTime } from '../../lib/in-time.ts'
import { checkDatabase, reachDatabase } from './database.ts'
import { checkDataFolder, checkSecretFile, checkSpace, checkStateFolder } from './disk.ts'
import { checkBounceDomain } from './dns.ts'
import { type CheckId, checkIds, type Finding, run, unknown } from './finding.ts'
import { checkPublicUrl } from './public-url.ts'
import { checkRelays } from './relays.ts'
import { checkSettings } from './settings.ts'
import { checkNode, checkOpenFiles } from './system.ts'

/** Longest examination of all relays, in milliseconds; each has an earlier end of its own. */
const relaysMs = 20_000
/** A name server that is silent takes 4 s for each question, and one look-up of the system may follow. */
const dnsMs = 12_000

/** Ends within about 20 seconds whatever is broken, and changes nothing. */
export async function examine(read: ReadSettings): Promise<readonly Finding[]> {
  const { config } = read
  const given = unlessWrong(read)
  const found = await Promise.all([
    run('settings.values', () => checkSettings(read)),
    run('system.node', () => [checkNode(process.versions.node, new Date())]),
    run('system.files', () => checkOpenFiles(config)),
    run('disk.data', async () => [await checkDataFolder(config)]),
    given('LETTERSHOP_DISK_RESERVE', 'disk.space') ?? run('disk.space', async () => [await checkSpace(config)]),
    run('disk.state', async () => [await checkStateFolder(config)]),
    run('secret.file', async () => [await checkSecretFile(config)]),
    examineDatabase(read),
    given('LETTERSHOP_TRANSPORT', 'relay') ?? run('relay', () => checkRelays(config), relaysMs),
    given('LETTERSHOP_BOUNCE_DOMAIN', 'dns.bounces') ??
      run(
        'dns.bounces',
        async () => [await checkBounceDomain(dns(config.LETTERSHOP_DNS_SERVERS ?? []), config)],
        dnsMs,
      ),
    given('LETTERSHOP_PUBLIC_URL', 'public-url.reach') ?? run('public-url.reach', () => checkPublicUrl(config)),
  ])
  const order = (finding: Finding) => checkIds.indexOf(finding.id)
  return found.flat().sort((a, b) => order(a) - order(b))
}

/** For what is not looked at, because its setting makes no sense: its default would be examined in its place. */
function unlessWrong({ problems }: ReadSettings) {
  return (name: SettingName, id: CheckId): readonly Finding[] | undefined =>
    problems.has(name)
      ? [unknown(id, `This is not examined, because ${name} makes no sense.`, 'See settings.values.')]
      : undefined
}

async function examineDatabase(read: ReadSettings): Promise<readonly Finding[]> {
  const { config } = read
  let db: Awaited<ReturnType<typeof reachDatabase>>['db']
  const wrong = unlessWrong(read)('DATABASE_URL', 'database.reach')
  const reached =
    wrong ??
    (await run('database.reach', async () => {
      const { db: opened, findings } = await reachDatabase(config)
      db = opened
      return findings
    }))
  try {
    const further = await Promise.all(checkDatabase(db, config))
    return [...reached, ...further.flat()]
  } finally {
    if (db) await inTime(1_000, db.end({ timeout: 0.5 }))
  }
}
