/** The only executable: argv → a command. */
import { call } from './cli/call.ts'
import { feedback } from './cli/feedback.ts'
import { help } from './cli/help.ts'
import { hold } from './cli/hold.ts'
import { links } from './cli/links.ts'
import { migrateDatabase } from './cli/migrate.ts'
import { release } from './cli/release.ts'
import { start } from './cli/start.ts'
import { ConfigError } from './config.ts'
import { OperatorError } from './lib/operator-error.ts'

/** Each takes its arguments and yields the exit code. */
const commands: Record<string, (args: readonly string[]) => Promise<number>> = {
  start,
  migrate: migrateDatabase,
  hold,
  release,
  links,
  feedback,
  call,
  help,
  '--help': help,
  '-h': help,
}

const [name = 'help', ...args] = process.argv.slice(2)
const command = commands[name]
if (command) {
  process.exitCode = await command(args).catch(explain)
} else {
  process.stderr.write(`There is no command "${name}". Try: lettershop --help\n`)
  process.exitCode = 2
}

/** Errors are sentences: what the operator can mend is said plainly, anything else with its trace. */
function explain(error: unknown): number {
  if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`)
  else process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  return error instanceof ConfigError ? 2 : 1
}
