/** `lettershop doctor`: looks at everything the service needs, changes nothing, and says what to do. See docs/doctor.md. */
import { readSettings, unknownSettings } from '../config.ts'
import { inTime } from '../lib/in-time.ts'
import type { Database } from '../store/connection/database.ts'
import { serverFacts } from '../store/diagnosis.ts'
import { databaseChecks, installationChecks, reachForDoctor } from './doctor/database.ts'
import { type CheckName, checkNames, type Finding, findingsOf, type Severity } from './doctor/finding.ts'
import { checkDisk, checkNode, checkSettings } from './doctor/machine.ts'
import { checkDns, checkPublicUrl, checkRelays } from './doctor/network.ts'

const usage = `lettershop doctor [--json]   looks at settings, database, relays, DNS, public URL, disk and secret, and says what to do
exit code: 0 all is well, 1 warnings or something could not be found out, 2 errors
`

/** Milliseconds for one check. Those of the network have shorter ones of their own. */
const patienceMs = 30_000

/** @returns 0 when all is well, 1 for warnings and what is unknown, 2 for errors and a wrong command line */
export async function doctor(args: readonly string[]): Promise<number> {
  if (args.length > 1 || (args[0] !== undefined && args[0] !== '--json')) {
    const isHelp = args[0] === '--help'
    ;(isHelp ? process.stdout : process.stderr).write(usage)
    return isHelp ? 0 : 2
  }
  const findings = await examine()
  const worst = worstOf(findings)
  process.stdout.write(args[0] === '--json' ? asJson(findings, worst) : asText(findings, worst))
  return exitCodes[worst]
}

const exitCodes: Readonly<Record<Severity, number>> = { ok: 0, info: 0, warning: 1, unknown: 1, error: 2 }
const ranking: readonly Severity[] = ['ok', 'info', 'unknown', 'warning', 'error']

function worstOf(findings: readonly Finding[]): Severity {
  return ranking.findLast(severity => findings.some(finding => finding.severity === severity)) ?? 'ok'
}

/** All findings, in the order of the checks. */
async function examine(): Promise<readonly Finding[]> {
  const { config, problems } = readSettings()
  const { db, findings: reached } = await reachForDoctor(config)
  try {
    const found = await Promise.all([
      checkSettings(problems, unknownSettings()),
      checkNode(),
      run('disk', () => checkDisk(config)),
      reached,
      ...(db ? databaseChecks.map(([name, check]) => run(name, () => check(db, config))) : []),
      ...(db && (await isFilled(db))
        ? installationChecks.map(([name, check]) => run(name, () => check(db, config)))
        : []),
      run('relays', () => checkRelays(config)),
      run('dns', () => checkDns(db, config)),
      run('public url', () => checkPublicUrl(config)),
    ])
    const order = Object.keys(checkNames)
    return found.flat().sort((one, other) => order.indexOf(one.check) - order.indexOf(other.check))
  } finally {
    await db?.end({ timeout: 2 })
  }
}

async function isFilled(db: Database): Promise<boolean> {
  return (await serverFacts(db).catch(() => undefined))?.isFilled ?? false
}

/** A check that fails or takes too long has found nothing out. */
async function run(name: CheckName, check: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  let reason = `it took longer than ${patienceMs / 1_000} seconds`
  const checked = check().catch(error => {
    reason = (error as Error).message.replace(/\.$/, '')
    throw error
  })
  const found = await inTime(patienceMs, checked)
  return (
    found ?? [
      findingsOf(name).unknown(`This could not be found out: ${reason}.`, 'Ask again; mend what else is wrong first.'),
    ]
  )
}

function asJson(findings: readonly Finding[], worst: Severity): string {
  return `${JSON.stringify({ worst, findings }, null, 2)}\n`
}

const marks: Readonly<Record<Severity, string>> = {
  ok: 'ok     ',
  info: 'note   ',
  warning: 'WARNING',
  unknown: 'UNKNOWN',
  error: 'ERROR  ',
}
const verdicts: Readonly<Record<Severity, string>> = {
  ok: 'All is well.',
  info: 'All is well.',
  warning: 'There are warnings.',
  unknown: 'Something could not be found out.',
  error: 'There are errors.',
}

function asText(findings: readonly Finding[], worst: Severity): string {
  const lines = findings.map(
    ({ check, severity, sentence, advice }) =>
      `${marks[severity]}  ${check.padEnd(12)} ${sentence}${advice === '' ? '' : `\n${' '.repeat(22)}${advice}`}`,
  )
  return `${lines.join('\n')}\n\n${verdicts[worst]}\n`
}
