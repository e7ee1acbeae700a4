/** `lettershop upload`: a file to a running service, for operations that take an UploadID. It is streamed. */
import { parseArgs } from 'node:util'
import { printUsageIfAsked, say } from './run.ts'
import { sendFile } from './send-file.ts'

const usage = 'lettershop upload <file> --client <ClientID> [--name <file name>] [--url http://host:port]'

/** @returns 0 when the file is there, 1 when it was refused or no service answered, 2 when the command line is wrong */
export async function upload(args: readonly string[]): Promise<number> {
  if (printUsageIfAsked(args, usage)) return 0
  const given = parse(args)
  if (typeof given === 'string') return say(`${given} ${usage}`, 2)
  return sendFile(given, async (_client, uploaded) => {
    process.stdout.write(`${JSON.stringify(uploaded, null, 2)}\n`)
    return 0
  })
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
