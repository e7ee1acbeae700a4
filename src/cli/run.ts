/** What commands share: how they end, and how they reach the running service or its database. */
import { createClient, type Lettershop, LettershopError, NoAnswerError } from '../client/client.ts'
import { readConfig } from '../config.ts'
import { trimEndOf } from '../lib/trim-end.ts'
import type { Database } from '../store/connection/database.ts'

/** Ends a command with a sentence for the person who runs it. */
export class CommandFailed extends Error {}

/** Says why a command ends. @returns the exit code */
export function say(sentence: string, code: number): number {
  process.stderr.write(`${sentence}\n`)
  return code
}

/** Prints how a command is used where its line asks for that, whatever else it says. @returns false where it does not */
export function printUsageIfAsked(args: readonly string[], usage: string): boolean {
  if (!args.includes('--help')) return false
  process.stdout.write(`${usage}\n`)
  return true
}

/** Prints how a command is used whose line makes no sense, unless it asks for just that. @returns the exit code */
export function showUsage(args: readonly string[], usage: string): number {
  const isAsked = args.length === 1 && args[0] === '--help'
  ;(isAsked ? process.stdout : process.stderr).write(usage)
  return isAsked ? 0 : 2
}

/** Where a command finds the running service. @param given `--url`; undefined for the service of the settings */
export function serviceUrl(given?: string): string {
  const { LETTERSHOP_PUBLIC_URL, LETTERSHOP_HOST: host, LETTERSHOP_PORT: port } = readConfig()
  return given ?? LETTERSHOP_PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** A link of an answer, which names the public URL, at the address where this command reaches the service. */
export function linkBelow(url: string, link: string): string {
  const { pathname, search } = new URL(link)
  return trimEndOf(url, '/') + pathname + search
}

/** Where a command finds the service, and the key of its calls; what is undefined is that of the settings. */
interface GivenService {
  readonly url: string | undefined
  readonly key?: string | undefined
  /** Calls without a key: the operation has none. */
  readonly isAnonymous?: boolean
}

/**
 * Has `use` call a running service.
 * @returns the exit code: what `use` yields, 1 when a call was refused or no service answered, 2 when the command line is wrong
 */
export async function withService(
  { url, key, isAnonymous = false }: GivenService,
  use: (client: Lettershop) => Promise<number>,
): Promise<number> {
  let client: Lettershop
  try {
    const known = isAnonymous ? undefined : (key ?? readConfig().LETTERSHOP_API_KEY ?? undefined)
    client = createClient({ url: serviceUrl(url), key: known })
  } catch (error) {
    if (error instanceof TypeError) return say(error.message, 2)
    throw error
  }
  try {
    return await use(client)
  } catch (error) {
    return say(error instanceof CommandFailed ? error.message : sentenceOf(error), 1)
  }
}

/** The sentence for an error of the client. @throws errors of other kinds */
export function sentenceOf(error: unknown): string {
  if (error instanceof LettershopError)
    return `${error.operation} was refused: ${error.message} (code ${error.code}). ${error.detail ?? ''}`.trimEnd()
  if (!(error instanceof NoAnswerError)) throw error
  const hint = error.status === undefined ? ' Is the service running there? --url names another address.' : ''
  return error.message + hint
}

/**
 * Has `use` work in the database of the settings, the embedded one whether the service runs or not.
 * @param name of its connections, as the database shows them
 * @returns the exit code: what `use` yields, 1 when it ends with CommandFailed
 * @throws OperatorError if no installation exists
 */
export async function withDatabase(name: string, use: (db: Database) => Promise<number>): Promise<number> {
  // loaded here: a command that only calls the service starts faster without it
  const { reach } = await import('./reach.ts')
  const { db, close } = await reach(name)
  try {
    return await use(db)
  } catch (error) {
    if (error instanceof CommandFailed) return say(error.message, 1)
    throw error
  } finally {
    await close()
  }
}
