/** The only executable: argv → a command. */
import { ConfigError } from './config.ts'
import { OperatorError } from './lib/operator-error.ts'
import { systemSentence } from './lib/system-error.ts'
import { Unavailable } from './lib/unavailable.ts'

/** Takes its arguments and yields the exit code. */
type Command = (args: readonly string[]) => Promise<number>

const resumeSending = async () => (await import('./cli/resume-sending.ts')).resumeSending
const linkKeys = async () => (await import('./cli/link-keys.ts')).linkKeys
const help = async () => (await import('./cli/help.ts')).help
const printVersion = async () => (await import('./cli/version.ts')).printVersion

/** Each is loaded when it is asked for: loading the service takes longer than most commands take to run. */
const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./cli/start.ts')).start,
  doctor: async () => (await import('./cli/doctor.ts')).doctor,
  top: async () => (await import('./cli/top.ts')).top,
  backup: async () => (await import('./cli/backup.ts')).backup,
  restore: async () => (await import('./cli/restore.ts')).restore,
  migrate: async () => (await import('./cli/migrate.ts')).migrateDatabase,
  distribute: async () => (await import('./cli/distribute.ts')).distributeDatabase,
  hold: async () => (await import('./cli/hold.ts')).hold,
  pause: async () => (await import('./cli/pause.ts')).pause,
  resume: async () => (await import('./cli/pause.ts')).resume,
  'resume-sending': resumeSending,
  release: resumeSending, // its name in earlier versions
  'link-keys': linkKeys,
  links: linkKeys, // as above
  keys: async () => (await import('./cli/keys.ts')).keys,
  passwd: async () => (await import('./cli/passwd.ts')).passwd,
  account: async () => (await import('./cli/account.ts')).account,
  person: async () => (await import('./cli/person.ts')).person,
  feedback: async () => (await import('./cli/feedback.ts')).feedback,
  call: async () => (await import('./cli/call.ts')).call,
  upload: async () => (await import('./cli/upload.ts')).upload,
  export: async () => (await import('./cli/export.ts')).exportFile,
  import: async () => (await import('./cli/import.ts')).importFile,
  help,
  '--help': help,
  '-h': help,
  version: printVersion,
  '--version': printVersion,
  '-v': printVersion,
}

/** Their lines on the page of all commands are their help; none is carried out by asking for it. */
const brief: Readonly<Record<string, string>> = {
  start: 'start',
  migrate: 'migrate',
  hold: 'hold',
  pause: 'pause',
  resume: 'resume',
  'resume-sending': 'resume-sending',
  release: 'resume-sending',
}

const [name = 'help', ...args] = process.argv.slice(2)
const load = Object.hasOwn(commands, name) ? commands[name] : undefined
const isAsked = args[0] === '--help' || args[0] === '-h'
if (isAsked && Object.hasOwn(brief, name)) {
  process.stdout.write((await import('./cli/help.ts')).usageOf(brief[name]!))
} else if (load) {
  process.exitCode = await load()
    .then(command => command(args))
    .catch(explain)
} else {
  process.stderr.write(`There is no command "${name}". Try: lettershop --help\n`)
  process.exitCode = 2
}

/** The database went away, or was never there. Its own message comes last: it is detail. */
function awayFor(command: string, { message }: Unavailable): string {
  return `The database went away, and lettershop ${command} did not end its work. Start the database, or the service whose database it is, and run the command again. ${message.replace(/\.$/, '')}.`
}

/** @returns undefined for what only its trace explains */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message
  if (error instanceof Unavailable) return awayFor(name, error)
  return systemSentence(error)
}

/** Errors are sentences: what the operator can mend is said plainly, anything else with its trace. */
function explain(error: unknown): number {
  const sentence = sentenceOf(error)
  if (sentence !== undefined) process.stderr.write(`${sentence}\n`)
  else process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  return error instanceof ConfigError ? 2 : 1
}
