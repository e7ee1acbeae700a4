/** Findings, and how checks are run: in parallel, each with a time limit; a failing check does not end the command. */

export type Severity = 'ok' | 'info' | 'warning' | 'error' | 'unknown'

/** The checks of the doctor, in the order of its output. docs/doctor.md explains each. */
export const checkIds = [
  'settings.values',
  'settings.names',
  'settings.service',
  'system.node',
  'system.files',
  'disk.data',
  'disk.space',
  'disk.state',
  'secret.file',
  'secret.match',
  'database.reach',
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
  'relay',
  'relay.certificate',
  'time-zones',
  'dns.domains',
  'dns.bounces',
  'public-url.reach',
  'public-url.certificate',
  'public-url.proxy',
] as const
export type CheckId = (typeof checkIds)[number]

export interface Finding {
  readonly id: CheckId
  readonly severity: Severity
  /** What was found. */
  readonly sentence: string
  /** What to do about it; empty if nothing has to be done. */
  readonly advice: string
}

export const ok = (id: CheckId, sentence: string): Finding => ({ id, severity: 'ok', sentence, advice: '' })
export const info = (id: CheckId, sentence: string, advice = ''): Finding => ({
  id,
  severity: 'info',
  sentence,
  advice,
})
export const warning = (id: CheckId, sentence: string, advice: string): Finding => ({
  id,
  severity: 'warning',
  sentence,
  advice,
})
export const error = (id: CheckId, sentence: string, advice: string): Finding => ({
  id,
  severity: 'error',
  sentence,
  advice,
})
export const unknown = (id: CheckId, sentence: string, advice: string): Finding => ({
  id,
  severity: 'unknown',
  sentence,
  advice,
})

/** Longest one check may take, in milliseconds, unless it says otherwise. */
const patienceMs = 8_000

/**
 * The findings of one check. One that fails, or takes too long, is unknown.
 * @param id of the finding that reports the failure
 */
export async function run(
  id: CheckId,
  check: () => Promise<readonly Finding[]> | readonly Finding[],
  ms = patienceMs,
): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly Finding[]>(resolve => {
    const give = () =>
      resolve([unknown(id, `The check did not end within ${ms / 1000} seconds.`, 'Run lettershop doctor again.')])
    timer = setTimeout(give, ms)
  })
  const done = (async () => check())().catch(cause => [
    unknown(id, `The check failed: ${reasonOf(cause)}.`, 'Mend the cause, and run lettershop doctor again.'),
  ])
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}

/** The words of an error, without a full stop. */
export function reasonOf(cause: unknown): string {
  const seen = cause instanceof Error && cause.message === '' && cause.cause instanceof Error ? cause.cause : cause
  if (!(seen instanceof Error)) return String(seen)
  const { code } = seen as NodeJS.ErrnoException // errors of node carry one
  return (seen.message || code || seen.name).replace(/\.$/, '')
}

/** 0 where nothing is to be done, 1 for warnings and what could not be found out, 2 for errors. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  const has = (...severities: readonly Severity[]) => findings.some(({ severity }) => severities.includes(severity))
  if (has('error')) return 2
  return has('warning', 'unknown') ? 1 : 0
}
