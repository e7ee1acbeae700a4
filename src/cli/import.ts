/** `lettershop import`: a file, or with `--from` what another program has, into a running service. Writes only with `--yes`. */
import { parseArgs } from 'node:util'
import type { Lettershop } from '../client/client.ts'
import { importFromApi } from './import-from-api.ts'
import { type Column, type GivenConsent, judgeAndCommit, readConsent } from './import-steps.ts'
import { saidUsage, say, sendFile } from './send-file.ts'

const usage = `lettershop import <file> --client <ClientID> --list <ListID> --consent "<source>; <date>; <wording>"
  [--map <column>=<target>]… [--dates dmy|mdy|ymd|unix] [--yes] [--url http://host:port]
lettershop import --from listmonk|campaign-monitor …: lettershop import --from --help
A column is its number, counted from 1; a target is Email, Name, State … or a custom field as [Key].`

interface Given {
  readonly path: string
  readonly client: string
  readonly list: string
  readonly consent: GivenConsent
  readonly columns: readonly Column[]
  readonly dates: string
  readonly yes: boolean
  readonly url: string | undefined
}

/** @returns 0 when it is done (without --yes: judged), 1 when it was refused or failed, 2 when the command line is wrong */
export async function importFile(args: readonly string[]): Promise<number> {
  if (args.some(arg => /^--from(?:=|$)/.test(arg))) return importFromApi(args)
  if (saidUsage(args, usage)) return 0
  const given = parse(args)
  if (typeof given === 'string') return say(`${given}\n${usage}`, 2)
  return sendFile(given, (client, { UploadID }) => run(client, given, UploadID!))
}

async function run(client: Lettershop, { list, consent, columns, dates, yes, ...given }: Given, UploadID: string) {
  const ImportID = await client.call('Import.Create', { ListID: list, UploadID, ...consent })
  const order = { ClientID: given.client, ImportID, columns, dates, yes }
  const { counts, isDone } = await judgeAndCommit(client, order)
  process.stdout.write(`${JSON.stringify({ ImportID, ...counts }, null, 2)}\n`)
  if (!yes) {
    const commit = `lettershop call Import.Commit --ClientID ${given.client} --ImportID ${ImportID}`
    return say(`Nothing was written. Look at it in the console, or commit it: ${commit}`, 0)
  }
  return isDone ? 0 : say('The import was cancelled.', 1)
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
    const consent = readConsent(values.consent)
    if (typeof consent === 'string') return consent
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
      consent,
      columns,
      dates: values.dates ?? '',
      yes: values.yes ?? false,
      url: values.url,
    }
  } catch (error) {
    return `${(error as Error).message}.` // of the command line
  }
}
