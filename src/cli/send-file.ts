/** A file of this machine, sent to a running service by a command. It is streamed. */
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { createClient, type Lettershop } from '../client/client.ts'
import { readConfig } from '../config.ts'
import { sentenceOf } from './call.ts'
import { serviceUrl } from './service-url.ts'

export interface GivenFile {
  readonly path: string
  /** The ClientID, or how it is found. */
  readonly client: string | ((client: Lettershop) => Promise<string>)
  /** Undefined for that of the file. */
  readonly name?: string | undefined
  /** Undefined for the service of the settings. */
  readonly url: string | undefined
}

/** A file that a client has now. */
export type Sent = Awaited<ReturnType<Lettershop['upload']>> & { readonly ClientID: string; readonly UploadID: string }

/** Ends a command with a sentence for the person who runs it. */
export class CommandFailed extends Error {}

/**
 * Uploads a file, and has `use` go on with it.
 * @returns the exit code: what `use` yields, 1 when a call was refused or no service answered, 2 when the command line is wrong
 */
export async function sendFile(
  given: GivenFile,
  use: (client: Lettershop, uploaded: Sent) => Promise<number>,
): Promise<number> {
  let file: Awaited<ReturnType<typeof open>>
  try {
    file = await open(given.path)
  } catch (error) {
    return say(`${given.path} cannot be read: ${(error as NodeJS.ErrnoException).code}.`, 2) // errors of node:fs carry a code
  }
  try {
    return await withService(given.url, async client => {
      const body = Readable.toWeb(file.createReadStream({ autoClose: false })) as ReadableStream<Uint8Array> // Node's own type of it
      const ClientID = typeof given.client === 'string' ? given.client : await given.client(client)
      const uploaded = await client.upload(ClientID, body, { fileName: given.name ?? basename(given.path) })
      return use(client, { ...uploaded, ClientID, UploadID: uploaded.UploadID! })
    })
  } finally {
    await file.close()
  }
}

/**
 * Has `use` call a running service.
 * @param given undefined for the service of the settings
 * @returns the exit code: what `use` yields, 1 when a call was refused or no service answered, 2 when the command line is wrong
 */
export async function withService(
  given: string | undefined,
  use: (client: Lettershop) => Promise<number>,
): Promise<number> {
  try {
    return await use(createClient({ url: serviceUrl(given), key: readConfig().LETTERSHOP_API_KEY ?? undefined }))
  } catch (error) {
    if (error instanceof CommandFailed) return say(error.message, 1)
    if (error instanceof TypeError) return say(error.message, 2)
    return say(sentenceOf(error), 1)
  }
}

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
