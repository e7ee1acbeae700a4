/** A file of this machine, sent to a running service by a command. It is streamed. */
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { Lettershop } from '../client/client.ts'
import { say, withService } from './run.ts'

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
    return await withService(given, async client => {
      const body = Readable.toWeb(file.createReadStream({ autoClose: false })) as ReadableStream<Uint8Array> // Node's own type of it
      const ClientID = typeof given.client === 'string' ? given.client : await given.client(client)
      const uploaded = await client.upload(ClientID, body, { fileName: given.name ?? basename(given.path) })
      return use(client, { ...uploaded, ClientID, UploadID: uploaded.UploadID! })
    })
  } finally {
    await file.close()
  }
}
