/** `lettershop upload`: a file to a running service, for operations that take an UploadID. It is streamed. */
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { createClient } from '../client/client.ts'
import { readConfig } from '../config.ts'
import { sentenceOf } from './call.ts'

const usage = 'lettershop upload <file> --client <ClientID> [--name <file name>] [--url http://host:port]'

/** @returns 0 when the file is there, 1 when it was refused or no service answered, 2 when the command line is wrong */
export async function upload(args: readonly string[]): Promise<number> {
  const given = parse(args)
  if (typeof given === 'string') return say(`${given} ${usage}`, 2)
  const config = readConfig()
  const url = given.url ?? config.LETTERSHOP_PUBLIC_URL ?? `http://${config.LETTERSHOP_HOST}:${config.LETTERSHOP_PORT}`
  let file: Awaited<ReturnType<typeof open>>
  try {
    file = await open(given.path)
  } catch (error) {
    return say(`${given.path} cannot be read: ${(error as NodeJS.ErrnoException).code}.`, 2) // errors of node:fs carry a code
  }
  try {
    const client = createClient({ url, key: config.LETTERSHOP_API_KEY ?? undefined })
    const body = Readable.toWeb(file.createReadStream({ autoClose: false })) as ReadableStream<Uint8Array> // Node's own type of it
    const value = await client.upload(given.client, body, { fileName: given.name ?? basename(given.path) })
    process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
    return 0
  } catch (error) {
    if (error instanceof TypeError) return say(error.message, 2)
    return say(sentenceOf(error), 1)
  } finally {
    await file.close()
  }
}

/** @returns a sentence that says what is wrong with it */
function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { client: text, name: text, url: text },
      allowPositionals: true,
    })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) return 'Name one file.'
    if (values.client === undefined) return 'Name the client.'
    return { path, client: values.client, name: values.name, url: values.url }
  } catch (error) {
    return `${(error as Error).message}.` // of the command line
  }
}

function say(sentence: string, code: number): number {
  process.stderr.write(`${sentence}\n`)
  return code
}
