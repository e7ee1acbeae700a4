/**
 * `lettershop import --from`: what listmonk or Campaign Monitor has, into a running service. One list, or everything: lists with their
 * fields, people in every state, and of Campaign Monitor the suppression list and templates. Without `--yes` it shows what there is.
 */
import { parseArgs } from 'node:util'
import type { Lettershop, ValueOf } from '../client/client.ts'
import { readConfig } from '../config.ts'
import { bringSuppressionsAndTemplates } from './import-client.ts'
import {
  countsOf,
  type GivenConsent,
  judgeAndCommit,
  noOptions,
  type RemoteAccount,
  readConsent,
} from './import-steps.ts'
import { CommandFailed, printUsageIfAsked, say, withService } from './run.ts'
import { askSecret } from './secret-line.ts'

const usage = `lettershop import --from listmonk|campaign-monitor --client <ClientID>
    [--remote-url https://…] [--remote-client <id>]                       shows the lists there
  … --remote-list <id> --list <ListID> --consent "<source>; <date>; <wording>" [--yes]    imports one list
  … --everything --consent "<source>; <date>; <wording>" [--yes]          imports all lists into lists of the same titles, which it
    makes with their custom fields; of Campaign Monitor also the suppression list and templates
The key is LETTERSHOP_IMPORT_KEY or asked for, of listmonk as user:token; it is no argument. Without --yes nothing is written into a list;
--accept-losses writes also where values are lost.`

interface Given {
  readonly from: RemoteAccount['Source']
  readonly client: string
  readonly remoteUrl: string
  readonly remoteClient: string
  readonly what: 'lists' | 'everything' | { readonly remoteList: string; readonly list: string }
  readonly consent: GivenConsent | undefined
  readonly yes: boolean
  readonly acceptsLosses: boolean
  readonly url: string | undefined
}

/** @returns 0 when it is done, 1 when it was refused or failed, 2 when the command line is wrong */
export async function importFromApi(args: readonly string[]): Promise<number> {
  if (printUsageIfAsked(args, usage)) return 0
  const given = parse(args)
  if (typeof given === 'string') return say(`${given}\n${usage}`, 2)
  const key = readConfig().LETTERSHOP_IMPORT_KEY ?? (await askSecret('Key of the other program: '))
  const account = accountOf(given, key.trim())
  if (typeof account === 'string') return say(account, 2)
  return withService(given, client => {
    const { what, consent } = given
    if (what === 'lists' || consent === undefined) return showLists(client, given.client, account)
    if (what === 'everything') return importAll(client, given, account, consent)
    return importList(client, given, { ...account, RemoteListID: what.remoteList }, what.list, consent)
  })
}

async function showLists(client: Lettershop, ClientID: string, account: RemoteAccount): Promise<number> {
  print(await client.call('Import.GetRemoteLists', { ClientID, ...account }))
  return 0
}

async function importList(
  client: Lettershop,
  { client: ClientID, yes, acceptsLosses }: Given,
  remote: RemoteAccount & { readonly RemoteListID: string },
  ListID: string,
  consent: GivenConsent,
): Promise<number> {
  const ImportID = await client.call('Import.CreateFromApi', { ListID, ...remote, ...consent })
  const order = { ...noOptions, ClientID, ImportID, yes, acceptsLosses }
  const found = await judgeAndCommit(client, order)
  print({ ListID, ImportID, ...countsOf(found, yes) })
  if (!yes) return say('Nothing was written. Look at it in the console, or commit it: lettershop call Import.Commit', 0)
  return found.State === 'Done' ? 0 : say('The import was cancelled.', 1)
}

/** Can be run again: what is there by name is used, and an import only makes states stricter. */
async function importAll(
  client: Lettershop,
  given: Given,
  account: RemoteAccount,
  consent: GivenConsent,
): Promise<number> {
  const {
    Lists = [],
    Clients = [],
    HasMore,
  } = await client.call('Import.GetRemoteLists', { ClientID: given.client, ...account })
  const RemoteClientID = account.RemoteClientID || (Clients.length === 1 ? Clients[0]!.RemoteClientID! : '')
  if (account.Source === 'CampaignMonitor' && RemoteClientID === '') {
    print({ Clients })
    throw new CommandFailed('The account has several clients. Name one with --remote-client.')
  }
  if (HasMore)
    throw new CommandFailed('The account has more than 100 lists. Import them one by one with --remote-list.')
  if (!given.yes) {
    print({ Lists })
    return say('Nothing was written. --yes makes these lists and imports who is on them.', 0)
  }
  const remote = { ...account, RemoteClientID }
  // first, so that no list gets someone who is suppressed
  if (account.Source === 'CampaignMonitor') await bringSuppressionsAndTemplates(client, given.client, remote)
  const titles = new Map<string, string>()
  for (const { ListID = '', Name = '' } of await client.call('Client.GetLists', { ClientID: given.client })) {
    titles.set(Name, ListID)
  }
  let code = 0
  for (const list of Lists) {
    const ListID = titles.get(list.Name ?? '') ?? (await makeList(client, given.client, list))
    await makeFields(client, ListID, list)
    const one = { ...remote, RemoteListID: list.RemoteListID ?? '' }
    try {
      code = Math.max(code, await importList(client, given, one, ListID, consent))
    } catch (error) {
      // the other lists are imported all the same
      if (!(error instanceof CommandFailed)) throw error
      code = say(`${list.Name}: ${error.message}`, 1)
    }
  }
  return code
}

type RemoteList = NonNullable<ValueOf<'Import.GetRemoteLists'>['Lists']>[number]

function makeList(client: Lettershop, ClientID: string, { Name = '', ConfirmOptIn }: RemoteList): Promise<string> {
  const pages = { UnsubscribePage: '', ConfirmationSuccessPage: '' }
  return client.call('List.Create', { ClientID, Title: Name, ConfirmOptIn, ...pages })
}

async function makeFields(client: Lettershop, ListID: string, { Fields = [] }: RemoteList): Promise<void> {
  const present = await client.call('List.GetCustomFields', { ListID })
  const names = new Set(present.map(({ FieldName = '' }) => FieldName.toLowerCase()))
  for (const { FieldName = '', DataType = '', Options = '' } of Fields) {
    if (names.has(FieldName.toLowerCase())) continue
    await client.call('List.CreateCustomField', {
      ListID,
      FieldName,
      DataType: DataType as 'Text', // the service refuses other values
      Options: /^MultiSelect/.test(DataType) ? Options : '',
    })
  }
}

function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** @returns a sentence where the key cannot be one */
function accountOf(
  { from: Source, remoteUrl: Url, remoteClient: RemoteClientID }: Given,
  key: string,
): RemoteAccount | string {
  if (key === '') return 'The other program needs a key.'
  if (Source === 'CampaignMonitor') return { Source, Url, RemoteClientID, Username: '', Secret: key }
  const colon = key.indexOf(':')
  if (colon < 1) return 'The key of listmonk is user:token.'
  return { Source, Url, RemoteClientID, Username: key.slice(0, colon), Secret: key.slice(colon + 1) }
}

const sources = { listmonk: 'Listmonk', 'campaign-monitor': 'CampaignMonitor' } as const

/** @returns a sentence that says what is wrong with it */
function parse(args: readonly string[]): Given | string {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        from: text,
        client: text,
        list: text,
        consent: text,
        'remote-url': text,
        'remote-client': text,
        'remote-list': text,
        everything: flag,
        yes: flag,
        'accept-losses': flag,
        url: text,
      },
    })
    const source = values.from ?? ''
    if (!Object.hasOwn(sources, source)) return `--from is one of ${Object.keys(sources).join(', ')}.`
    const from = sources[source as keyof typeof sources] // it is a key
    if (values.client === undefined) return 'Name the client.'
    if (from === 'Listmonk' && values['remote-url'] === undefined) return 'Say where listmonk is: --remote-url.'
    const what = whatOf(values['remote-list'], values.list, values.everything ?? false)
    if (what === undefined)
      return 'Name both --remote-list and --list, or --everything, or none of them to see the lists.'
    const consent = what === 'lists' ? undefined : readConsent(values.consent)
    if (typeof consent === 'string') return consent
    return {
      from,
      client: values.client,
      remoteUrl: values['remote-url'] ?? '',
      remoteClient: values['remote-client'] ?? '',
      what,
      consent,
      yes: values.yes ?? false,
      acceptsLosses: values['accept-losses'] ?? false,
      url: values.url,
    }
  } catch (error) {
    return `${(error as Error).message}.` // of the command line
  }
}

function whatOf(
  remoteList: string | undefined,
  list: string | undefined,
  everything: boolean,
): Given['what'] | undefined {
  if (everything) return remoteList === undefined && list === undefined ? 'everything' : undefined
  if (remoteList === undefined) return list === undefined ? 'lists' : undefined
  return list === undefined ? undefined : { remoteList, list }
}
