/** `lettershop doctor`: its command line and its output. See docs/doctor.md. */
import { parseArgs } from 'node:util'
import { readEverySetting } from '../config.ts'
import { examine } from './doctor/examine.ts'
import { exitCodeOf, type Finding, type Severity } from './doctor/finding.ts'

const usage = `lettershop doctor [--json]
Examines settings, machine, disk, secret, database, relays, time zones, DNS and public URL. It changes nothing and sends nothing.
Ends with 0 when nothing is to be done, 1 after warnings (and what could not be found out), 2 after errors.
More: docs/doctor.md
`

/** @returns 0, 1 or 2 by the worst finding; 64 when the command line is wrong */
export async function doctor(args: readonly string[]): Promise<number> {
  let asJson: boolean
  try {
    const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean' }, help: { type: 'boolean' } } })
    if (values.help) return write(process.stdout, usage, 0)
    asJson = values.json ?? false
  } catch (error) {
    return write(process.stderr, `${(error as Error).message}\n${usage}`, 64) // parseArgs throws nothing else
  }
  const findings = await examine(readEverySetting())
  const code = exitCodeOf(findings)
  await write(
    process.stdout,
    asJson ? `${JSON.stringify({ exitCode: code, findings }, null, 2)}\n` : page(findings),
    code,
  )
  // a server that neither answers nor refuses would hold the process by its connection
  setTimeout(() => process.exit(code), 300).unref()
  return code
}

const labels: Readonly<Record<Severity, string>> = {
  ok: 'ok',
  info: 'info',
  warning: 'WARNING',
  error: 'ERROR',
  unknown: 'unknown',
}

/** Exported for its test. */
export function page(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ id, severity, sentence, advice }) => [
    `${labels[severity].padEnd(8)} ${id.padEnd(22)} ${sentence}`,
    ...(advice === '' ? [] : [`${' '.repeat(32)}→ ${advice}`]),
  ])
  const count = (severity: Severity) => findings.filter(finding => finding.severity === severity).length
  const sums = `Errors: ${count('error')}, warnings: ${count('warning')}, unknown: ${count('unknown')}.`
  return `${[...lines, sums].join('\n')}\n`
}

/** Resolves when it is written: what goes to a pipe is lost at the end of the process otherwise. */
function write(stream: NodeJS.WriteStream, text: string, code: number): Promise<number> {
  return new Promise(resolve => stream.write(text, () => resolve(code)))
}
