/** `lettershop import`: a file into a list of a running service. Shows the verdicts, and writes only with `--yes`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Lettershop } from '../client/client.ts'
import { CommandFailed, say, sendFile } from './send-file.ts'

const usage = `lettershop import <file> --client <ClientID> --list <ListID> --consent "<source>; <date>; <wording>"
  [--map <column>=<target>]… [--dates dmy|mdy|ymd|unix] [--yes] [--url http://host:port]
A column is its number, counted from 1; a target is Email, Name, State … or a custom field as [Key].`

interface Given {
  readonly path: string
  readonly client: string
  readonly list: string
  readonly consent: readonly [source: string, date: string, wording: string]
  readonly columns: readonly { Part: number; Column: number; Target: string; Key: string }[]
  readonly dates: string
  readonly yes: boolean
  readonly url: string | undefined
}

/** Milliseconds between two looks at the import. */
const lookMs = 250

/** @returns 0 when it is done (without --yes: judged), 1 when it was refused or failed, 2 when the command line is wrong */
export async function importFile(args: readonly string[]): Promise<number> {
  const given = parse(args)
  if (typeof given === 'string') return say(`${given}\n${usage}`, 2)
  return sendFile(given, (client, { UploadID }) => run(client, given, UploadID!))
}

async function run(client: Lettershop, { list, consent, columns, dates, yes, ...given }: Given, UploadID: string) {
  const [ConsentSource, ConsentDate, ConsentWording] = consent
  const ImportID = await client.call('Import.Create', {
    ListID: list,
    UploadID,
    ConsentSource,
    ConsentDate,
    ConsentWording,
  })
  const named = { ClientID: given.client, ImportID }
  const until = async (...states: readonly string[]) => {
    for (;;) {
      const now = await client.call('Import.Get', named)
      if (now.State === 'Failed' || (now.State === 'Mapping' && now.Problem)) throw new CommandFailed(now.Problem ?? '')
      if (states.includes(now.State)) return now
      await sleep(lookMs)
    }
  }
  await until('Mapping')
  if (columns.length > 0 || dates !== '') {
    await client.call('Import.SetMapping', { ...named, Columns: [...columns], Dates: dates })
  }
  await client.call('Import.Judge', named)
  const judged = await until('Judged')
  if (!yes) {
    process.stdout.write(`${JSON.stringify({ ImportID, Judged: judged.Judged }, null, 2)}\n`)
    return say('Nothing was written. Look at it in the console, or commit it: lettershop call Import.Commit', 0)
  }
  await client.call('Import.Commit', named)
  const done = await until('Done', 'Cancelled')
  process.stdout.write(`${JSON.stringify({ ImportID, Written: done.Written }, null, 2)}\n`)
  return done.State === 'Done' ? 0 : say('The import was cancelled.', 1)
}

/** @returns a sentence that says what is wrong with it */
function parse(args: readonly string[]): Given | string {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        client: text,
        list: text,
        consent: text,
        map: { type: 'string', multiple: true },
        dates: text,
        url: text,
        yes: { type: 'boolean' },
      },
      allowPositionals: true,
    })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) return 'Name one file.'
    if (values.client === undefined || values.list === undefined) return 'Name the client and the list.'
    const [source, date, ...wording] = (values.consent ?? '').split(';').map(part => part.trim())
    if (!source || !date || wording.length === 0)
      return 'Say how these people agreed: --consent "<source>; <date>; <wording>".'
    const columns = []
    for (const pair of values.map ?? []) {
      const [, column, target] = /^([1-9]\d{0,2})=(.+)$/.exec(pair) ?? []
      if (column === undefined || target === undefined) return `--map is <column>=<target>, not "${pair}".`
      const [, key] = /^\[(.+)\]$/.exec(target) ?? []
      columns.push({ Part: 1, Column: Number(column), Target: key === undefined ? target : 'Field', Key: key ?? '' })
    }
    return {
      path,
      client: values.client,
      list: values.list,
      consent: [source, date, wording.join('; ')],
      columns,
      dates: values.dates ?? '',
      yes: values.yes ?? false,
      url: values.url,
    }
  } catch (error) {
    return `${(error as Error).message}.` // of the command line
  }
}
