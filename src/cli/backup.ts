/** `lettershop backup`: its command line. See docs/backups.md. */
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { readConfig } from '../config.ts'
import { removeAbandoned } from '../domain/backups/begun.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { endWithStarter, runInBackground } from './backup/in-background.ts'
import { make } from './backup/make.ts'
import { openingOf, openingOptions, sealOf, sealOptions } from './backup/opening.ts'
import { readTime, schedule } from './backup/schedule.ts'
import { verify } from './backup/verify.ts'

/** Megabytes a second: less than half of what PostgreSQL could send us (docs/benchmarks.md#backups). */
const usualRate = '60'

const usage = `lettershop backup <file | folder | ->                      the complete installation, while it runs; into a folder under a name of its own
  [--recipient <age1…>]… [--recipients-file <file>]        encrypted with public keys of age
  [--passphrase | --passphrase-file <file>]                encrypted with a passphrase, typed or the first line of a file
  [--keep <number>]                                        in a folder: how many backups stay there
  [--rate <megabytes>]                                     of rows a second, at most; ${usualRate} where it is not given
  [--anonymise]                                            a copy for tests: people, addresses and secrets are replaced
lettershop backup verify <file | ->                        reads a backup to its end; changes nothing
  [--identity <file>]… [--passphrase | --passphrase-file <file>]
lettershop backup schedule                                 the schedule of daily backups
lettershop backup schedule --at <hh:mm> --folder <folder> --keep <number> (--recipient <age1…>… | --passphrase-file <file> | --plain)
                                                           sets it; the time is UTC
lettershop backup schedule off                             ends it
lettershop backup key <file>                               makes a key to open backups, and prints its public key
More: docs/backups.md
`

/** @returns 0 when it is done, 1 when it failed, 2 when the command line is wrong */
export async function backup(args: readonly string[]): Promise<number> {
  const [first, ...rest] = args
  if (args.includes('--help')) return print(0)
  try {
    if (first === 'verify') return await runVerify(rest)
    if (first === 'schedule') return await runSchedule(rest)
    if (first === 'key') return await runKey(rest)
    return await runMake(args)
  } catch (error) {
    if (error instanceof WrongCommandLine || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) {
      process.stderr.write(`${(error as Error).message}\n`)
      return print(2)
    }
    throw error
  }
}

class WrongCommandLine extends Error {}

function print(code: number): number {
  const stream = code === 0 ? process.stdout : process.stderr
  stream.write(usage)
  return code
}

async function runMake(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...sealOptions,
      keep: { type: 'string' },
      rate: { type: 'string', default: usualRate },
      anonymise: { type: 'boolean' },
      scheduled: { type: 'boolean' },
      'in-background': { type: 'boolean' },
    },
  })
  const to = only(positionals, 'Name one file or folder, or - for standard output.')
  const keep = values.keep === undefined ? undefined : numberOf(values.keep, '--keep')
  const rate = numberOf(values.rate, '--rate')
  // calls of a service on this machine come first; the service starts a scheduled one so
  if (values['in-background']) endWithStarter()
  else if (!values.scheduled) {
    const code = await runInBackground(['backup', ...args, '--in-background'])
    // of its process that was killed alone
    await removeAbandoned(readConfig().LETTERSHOP_DATA)
    return code
  }
  return make({
    to,
    keep,
    seal: await sealOf(values),
    bytesPerSecond: rate * 1e6,
    isAnonymous: values.anonymise ?? false,
    isScheduled: values.scheduled ?? false,
  })
}

async function runVerify(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: openingOptions })
  return verify(only(positionals, 'Name the file of one backup.'), await openingOf(values))
}

async function runSchedule(args: readonly string[]): Promise<number> {
  if (args.length === 0) return schedule({ what: 'show' })
  if (args.length === 1 && args[0] === 'off') return schedule({ what: 'off' })
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ at: text, folder: text, keep: text, 'passphrase-file': text, plain: { type: 'boolean' } },
      recipient: { type: 'string', multiple: true },
    },
  })
  const minute = readTime(values.at ?? '')
  if (minute === undefined) throw new WrongCommandLine('--at is a time of day in UTC, such as 02:30.')
  if (values.folder === undefined) throw new WrongCommandLine('--folder is missing.')
  const recipients = values.recipient ?? []
  const passphraseFile = values['passphrase-file']
  const ways = [recipients.length > 0, passphraseFile !== undefined, values.plain === true].filter(Boolean).length
  if (ways !== 1) throw new WrongCommandLine('Give one of --recipient, --passphrase-file and --plain (not encrypted).')
  return schedule({
    what: 'set',
    schedule: {
      minute,
      folder: resolve(values.folder),
      keep: numberOf(values.keep ?? '', '--keep'),
      recipients,
      passphraseFile: passphraseFile === undefined ? null : resolve(passphraseFile),
    },
  })
}

/** The file opens backups: it belongs where the backups are not. */
async function runKey(args: readonly string[]): Promise<number> {
  const path = only(args, 'Name one file for the key.')
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  const file = await open(path, 'wx', 0o600).catch(cause => {
    throw new OperatorError(`${path} cannot be made: ${(cause as Error).message}.`, { cause })
  })
  try {
    await file.writeFile(`# public key: ${recipient}\n${identity}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  process.stderr.write(`The key is in ${path}. Keep it away from the backups: who has both can read them.\n`)
  process.stdout.write(`${recipient}\n`)
  return 0
}

function only(given: readonly string[], sentence: string): string {
  const [one, ...more] = given
  if (one === undefined || more.length > 0) throw new WrongCommandLine(sentence)
  return one
}

function numberOf(text: string, option: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new WrongCommandLine(`${option} is a number from 1.`)
  return Number(text)
}
