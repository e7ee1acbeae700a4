/** `lettershop import`: a file, or with `--from` what another program has, into a running service. Writes only with `--yes`. */
import { parseArgs } from 'node:util'
import type { Lettershop } from '../client/client.ts'
import { importFromApi } from './import-from-api.ts'
import {
  type Column,
  countsOf,
  type GivenConsent,
  judgeAndCommit,
  type MappingOptions,
  readConsent,
} from './import-steps.ts'
import { CommandFailed, printUsageIfAsked, say } from './run.ts'
import { type Sent, sendFile } from './send-file.ts'

const usage = `lettershop import <file> --list <ListID> --consent "<source>; <date>; <wording>" [--client <ClientID>]
  [--map <column>=<target>]… [--leave-others-out] [--dates [<column>=]dmy|mdy|ymd|dmy2|mdy2|ymd2|unix|serial]… [--decimals <column>=point|comma]…
  [--encoding <label>] [--header <line>] [--yes] [--accept-losses] [--url http://host:port]
lettershop import --from listmonk|campaign-monitor …: lettershop import --from --help
A column is its number, counted from 1; a target is Email, Name, State, Ignore …, a custom field as [Key], or a new one as +[Name].
Columns that match nothing become new fields, unless --leave-others-out. --yes writes; where values are lost, only with --accept-losses.`

interface Given extends MappingOptions {
  readonly path: string
  /** Undefined where it is found by the list. */
  readonly client: string | undefined
  readonly list: string
  readonly consent: GivenConsent
  readonly yes: boolean
  readonly acceptsLosses: boolean
  readonly url: string | undefined
}

/** @returns 0 when it is done (without --yes: judged), 1 when it was refused or failed, 2 when the command line is wrong */
export async function importFile(args: readonly string[]): Promise<number> {
  if (args.some(arg => /^--from(?:=|$)/.test(arg))) return importFromApi(args)
  if (printUsageIfAsked(args, usage)) return 0
  const given = parse(args)
  if (typeof given === 'string') return say(`${given}\n${usage}`, 2)
  return sendFile({ ...given, client: given.client ?? (client => findClient(client, given.list)) }, (client, sent) =>
    run(client, given, sent),
  )
}

/** The client that a list is of: a key that reaches one client has one to look at. @throws CommandFailed */
async function findClient(client: Lettershop, ListID: string): Promise<string> {
  // what is wrong with the list is said by the service
  await client.call('List.GetDetail', { ListID })
  for (const { ClientID = '' } of await client.call('User.GetClients', {})) {
    const lists = await client.call('Client.GetLists', { ClientID })
    if (lists.some(list => list.ListID?.toLowerCase() === ListID.toLowerCase())) return ClientID
  }
  throw new CommandFailed('No client that the key reaches has this list. Name the client: --client.')
}

async function run(client: Lettershop, { list, consent, yes, ...given }: Given, { ClientID, UploadID }: Sent) {
  const ImportID = await client.call('Import.Create', { ListID: list, UploadID, ...consent })
  const found = await judgeAndCommit(client, { ...given, yes, ClientID, ImportID })
  process.stdout.write(`${JSON.stringify({ ImportID, ...countsOf(found, yes) }, null, 2)}\n`)
  if (!yes) {
    const losses = found.ValuesLost > 0 ? ` --ValuesLost ${found.ValuesLost}` : ''
    const commit = `lettershop call Import.Commit --ClientID ${ClientID} --ImportID ${ImportID}${losses}`
    return say(`Nothing was written. Look at it in the console, or commit it: ${commit}`, 0)
  }
  return found.State === 'Done' ? 0 : say('The import was cancelled.', 1)
}

/** @returns a sentence that says what is wrong with it */
function parse(args: readonly string[]): Given | string {
  const text = { type: 'string' } as const
  const texts = { type: 'string', multiple: true } as const
  const flag = { type: 'boolean' } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        client: text,
        list: text,
        consent: text,
        map: texts,
        dates: texts,
        decimals: texts,
        encoding: text,
        header: text,
        'leave-others-out': flag,
        url: text,
        yes: flag,
        'accept-losses': flag,
      },
      allowPositionals: true,
    })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) return 'Name one file.'
    if (values.list === undefined) return 'Name the list: --list.'
    const consent = readConsent(values.consent)
    if (typeof consent === 'string') return consent
    const header = values.header === undefined ? undefined : Number(values.header)
    if (header !== undefined && !/^\d{1,2}$/.test(values.header ?? ''))
      return '--header is a line, counted from 1, or 0.'
    const columns = readColumns(values.map ?? [], values.dates ?? [], values.decimals ?? [])
    if (typeof columns === 'string') return columns
    return {
      path,
      client: values.client,
      list: values.list,
      consent,
      columns,
      dates: (values.dates ?? []).filter(text => !text.includes('=')).at(-1) ?? '',
      encoding: values.encoding ?? '',
      header,
      leavesOthersOut: values['leave-others-out'] ?? false,
      yes: values.yes ?? false,
      acceptsLosses: values['accept-losses'] ?? false,
      url: values.url,
    }
  } catch (error) {
    return `${(error as Error).message}.` // of the command line
  }
}

/** @returns a sentence that says what is wrong with them */
function readColumns(
  targets: readonly string[],
  dates: readonly string[],
  decimals: readonly string[],
): readonly Column[] | string {
  const columns = new Map<number, Column>()
  const set = (column: string, change: Partial<Column>) => {
    const before = columns.get(Number(column)) ?? { ...nothing, Part: 1, Column: Number(column) }
    columns.set(Number(column), { ...before, ...change })
  }
  for (const pair of targets) {
    const [, column, target] = /^([1-9]\d{0,2})=(.+)$/.exec(pair) ?? []
    if (column === undefined || target === undefined) return `--map is <column>=<target>, not "${pair}".`
    const [, isNew, key] = /^(\+?)\[(.+)\]$/.exec(target) ?? []
    if (key === undefined) set(column, { Target: target })
    else set(column, { Target: isNew ? 'NewField' : 'Field', Key: key })
  }
  for (const text of dates) {
    const [, column, DateOrder] = /^([1-9]\d{0,2})=(.+)$/.exec(text) ?? []
    if (column !== undefined && DateOrder !== undefined) set(column, { DateOrder })
    else if (text.includes('=')) return `--dates is <order> or <column>=<order>, not "${text}".`
  }
  for (const text of decimals) {
    const [, column, DecimalSign] = /^([1-9]\d{0,2})=(.+)$/.exec(text) ?? []
    if (column === undefined || DecimalSign === undefined) return `--decimals is <column>=point|comma, not "${text}".`
    set(column, { DecimalSign })
  }
  return [...columns.values()]
}

const nothing = { Target: '', Key: '', DateOrder: '', DecimalSign: '' } as const
