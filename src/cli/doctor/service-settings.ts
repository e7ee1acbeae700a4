/** Whether this command has the settings of the service: without them it would examine relays, folders and a URL that are not the service's. */
import { hostname } from 'node:os'
import { type Config, describeSettings, ofMachine, readConfig, type SettingName } from '../../config.ts'
import { relayNames } from '../../delivery/relays/test-relays.ts'
import { isSeen } from '../../domain/system/findings.ts'
import type { Database } from '../../store/connection/database.ts'
import { hasSchema } from '../../store/diagnosis.ts'
import { readSchemaAge } from '../../store/migrate.ts'
import { type KnownProcess, readKnownProcesses } from '../../store/processes.ts'
import { withSettings } from '../reach.ts'
import { type Finding, info, ok, unknown, warning } from './finding.ts'

const id = 'settings.service'
const nothingRuns = info(id, 'No process of the service runs: the settings of this command are examined.')

export interface ServiceSettings {
  readonly findings: readonly Finding[]
  /** Settings that the service has and this command lacks: what is known of them here is only a default. */
  readonly lacking: ReadonlySet<SettingName>
}

/** @param db undefined where it is not reached */
export async function compareSettings(db: Database | undefined, config: Config): Promise<ServiceSettings> {
  if (!db) return notKnown('no database is reached', 'See database.reach.')
  if (!(await hasSchema(db))) return alike(nothingRuns)
  if ((await readSchemaAge(db)) > 0) return notKnown('the database lacks migrations', 'See database.migrations.')
  const own = describeSettings(config, relayNames(config.LETTERSHOP_TRANSPORT))
  return judgeSettings(own, (await readKnownProcesses(db)).filter(isSeen), hostname())
}

function notKnown(reason: string, advice: string): ServiceSettings {
  return alike(unknown(id, `Whether the service runs with these settings is not known, because ${reason}.`, advice))
}

const alike = (finding: Finding): ServiceSettings => ({ findings: [finding], lacking: new Set() })

/** @param processes those that run */
export function judgeSettings(
  own: Readonly<Record<string, string>>,
  processes: readonly Pick<KnownProcess, 'host' | 'settings'>[],
  host: string,
): ServiceSettings {
  if (processes.length === 0) return alike(nothingRuns)
  const differences = Object.entries(own).flatMap(([name, value]) => {
    const setting = name as SettingName // describeSettings has no other names
    const comparable = ofMachine.includes(setting) ? processes.filter(process => process.host === host) : processes
    const theirs = comparable.flatMap(({ settings }) => settings[name] ?? [])
    return theirs.length === 0 || theirs.includes(value) ? [] : [{ setting, theirs: theirs[0]!, value }]
  })
  if (differences.length === 0) return alike(ok(id, 'The service runs with the settings of this command.'))
  const list = differences.map(
    ({ setting, theirs, value }) => `${setting} (there ${shown(theirs)}, here ${shown(value)})`,
  )
  const sentence = `The service runs with other settings than this command has: ${list.join(', ')}.`
  return {
    findings: [warning(id, sentence, `Run the doctor with the settings of the service: ${withSettings}`)],
    // one that is given here is examined: it may be tried before the service is started with it
    lacking: new Set(differences.flatMap(({ setting, value }) => (value === defaults[setting] ? [setting] : []))),
  }
}

const defaults = describeSettings(readConfig({}), [], {})

const shown = (value: string) => (value === '' ? 'absent' : value)
