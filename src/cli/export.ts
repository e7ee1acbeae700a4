/** `lettershop export`: subscribers, recipients or suppressions of a running service into a file, or to standard output. */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Lettershop } from '../client/client.ts'
import { CommandFailed, linkBelow, printUsageIfAsked, say, serviceUrl, withService } from './run.ts'

const usage = `lettershop export --client <ClientID> (--list <ListID> [--segment <name>] [--state <state>] [--history]
  | --campaign <CampaignID> [--state <state>] | --suppressions [--scope account|client|list --list <ListID>] | --verdicts <ImportID> [--left-alone]
  | --contact <address>)
  [--format csv|excel|xlsx|jsonl; zip for a contact] [--gzip] [--out <file>] [--url http://host:port]
Without --out the file goes to standard output.`

const scopes = { account: 'Account', client: 'Client', list: 'List' } as const
const formats = { csv: 'Csv', excel: 'Excel', xlsx: 'Xlsx', jsonl: 'JsonLines', zip: 'Zip' } as const

interface Given {
  readonly asked: Parameters<typeof ask>[1]
  readonly out: string | undefined
  readonly url: string | undefined
}

/** Milliseconds between two looks at the export. */
const lookMs = 250

/** @returns 0 when the file is complete, 1 when the export was refused or failed, 2 when the command line is wrong */
export async function exportFile(args: readonly string[]): Promise<number> {
  if (printUsageIfAsked(args, usage)) return 0
  const given = parse(args)
  if (typeof given === 'string') return say(`${given}\n${usage}`, 2)
  return withService(given, async client => {
    const { link, rows } = await ask(client, given.asked)
    await download(linkBelow(serviceUrl(given.url), link), given.out)
    return say(`${rows} rows${given.out === undefined ? '' : ` in ${given.out}`}.`, 0)
  })
}

/** Asks for the export and waits until it is written. */
async function ask(
  client: Lettershop,
  asked: Parameters<typeof client.call<'Export.Create'>>[1],
): Promise<{ readonly link: string; readonly rows: number }> {
  const named = { ClientID: asked.ClientID, ExportID: await client.call('Export.Create', asked) }
  for (;;) {
    const now = await client.call('Export.Get', named)
    if (now.State === 'Failed') throw new CommandFailed(now.Problem ?? 'The export failed.')
    if (now.State === 'Done') {
      const { URL: link } = await client.call('Export.GetLink', named)
      return { link: link!, rows: now.RowsWritten }
    }
    await sleep(lookMs)
  }
}

/** An existing file is replaced once the new one is complete. */
async function download(link: string, out: string | undefined): Promise<void> {
  const response = await fetch(link)
  if (!response.ok || !response.body) throw new CommandFailed(`The file cannot be downloaded: ${response.status}.`)
  const body = Readable.fromWeb(response.body as never) // Node's own type of it
  if (out === undefined) return pipeline(body, process.stdout, { end: false })
  const partial = `${out}.partial`
  try {
    await pipeline(body, createWriteStream(partial))
    await rename(partial, out)
  } catch (error) {
    await rm(partial, { force: true })
    throw new CommandFailed(`${out} cannot be written: ${(error as Error).message}.`)
  }
}

/** @returns a sentence that says what is wrong with it */
function parse(args: readonly string[]): Given | string {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const ofList = { list: text, segment: text, state: text, history: flag }
  const options = {
    client: text,
    ...ofList,
    campaign: text,
    suppressions: flag,
    scope: text,
    verdicts: text,
    'left-alone': flag,
    contact: text,
  }
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { ...options, format: text, gzip: flag, out: text, url: text },
    })
    if (values.client === undefined) return 'Name the client.'
    const kinds = [
      values.list !== undefined && !values.suppressions && (values.history ? 'History' : 'Subscribers'),
      values.campaign !== undefined && 'Recipients',
      values.suppressions && 'Suppressions',
      values.verdicts !== undefined && 'ImportVerdicts',
      values.contact !== undefined && 'AccessRequest',
    ].filter(kind => typeof kind === 'string')
    if (kinds.length !== 1) return 'Say what to export: --list, --campaign, --suppressions, --verdicts or --contact.'
    const scope = values.scope ?? (values.suppressions && values.list !== undefined ? 'list' : 'client')
    if (!Object.hasOwn(scopes, scope)) return `--scope is one of ${Object.keys(scopes).join(', ')}.`
    if (values.scope !== undefined && !values.suppressions) return '--scope goes with --suppressions.'
    const format = values.format ?? (values.contact === undefined ? 'csv' : 'zip')
    if (!Object.hasOwn(formats, format)) return `--format is one of ${Object.keys(formats).join(', ')}.`
    return {
      asked: {
        ClientID: values.client,
        Kind: kinds[0]!,
        ListID: values.list ?? '',
        Segment: values.segment ?? '',
        State: values.state ?? '',
        CampaignID: values.campaign ?? '',
        ImportID: values.verdicts ?? '',
        Undoing: values['left-alone'] ? 'LeftAlone' : '',
        Email: values.contact ?? '',
        Scope: values.suppressions ? scopes[scope as keyof typeof scopes] : '', // asked above
        Format: formats[format as keyof typeof formats], // asked above
        Gzip: values.gzip ?? false,
      },
      out: values.out,
      url: values.url,
    }
  } catch (error) {
    return `${(error as Error).message}.` // of the command line
  }
}
