/**
 * Reads Campaign Monitor, or a service with the same API, by version 3.3 (reference/rest.md). Lists are read from the mildest state to
 * the strictest: who leaves while they are read is met twice, and the strictest state counts.
 */

import { findTimeZone } from '../../../contract/time-zones.ts'
import { allInOrder } from '../../../lib/all-in-order.ts'
import { type Ask, arrayOf, countOf, type Json, objectOf, textOf } from './ask.ts'
import { instantIn } from './instants.ts'
import { readPages, rowsOfPage } from './pages.ts'
import { mostLists, type RemoteField, type RemoteList, type RemoteReader, type RemoteRows } from './remote-lists.ts'

const states = ['active', 'unconfirmed', 'unsubscribed', 'bounced', 'deleted'] as const
const base = '/api/v3.3'
/** Lists that are asked about at a time: a person waits for the answer, and an account may be limited to few requests at a time. */
const listsAtOnce = 4

/** An address that no list of the client may mail. */
export interface SuppressedAddress {
  readonly email: string
  readonly reason: string
  /** In the client's time zone, without an offset. */
  readonly date: string
}

export function campaignMonitor(ask: Ask, clientId: string): RemoteReader {
  return {
    async overview() {
      const clients = clientId === '' ? await clientsOf(ask) : []
      const chosen = clientId || (clients.length === 1 ? clients[0]!.id : '')
      if (chosen === '') return { clients, lists: [], hasMore: false }
      const found = arrayOf(await ask(`${base}/clients/${chosen}/lists.json`), 'lists')
      const lists: RemoteList[] = []
      for (let at = 0; at < Math.min(found.length, mostLists); at += listsAtOnce) {
        const some = found.slice(at, Math.min(at + listsAtOnce, mostLists))
        lists.push(...(await allInOrder(some.map(list => listOf(ask, list)))))
      }
      const own = clients.length > 0 ? clients : [{ id: chosen, name: '' }]
      return { clients: own, lists, hasMore: found.length > mostLists }
    },

    async *people(listId): AsyncGenerator<RemoteRows> {
      const timeZone = await timeZoneOf(ask, clientId)
      const names = new Map((await fieldsOf(ask, listId)).map(({ key, name }) => [key, name]))
      const suppressed = new Map<string, SuppressedAddress>()
      for await (const entries of readSuppressionList(ask, clientId)) {
        for (const entry of entries) suppressed.set(entry.email.toLowerCase(), entry)
      }
      let before = 0
      for (const state of states) {
        let inState = 0
        for await (const { rows, total } of peopleIn(ask, listId, state)) {
          inState = total
          yield {
            rows: rows.map(person =>
              rowOf(person, suppressed.get(textOf(person.EmailAddress).toLowerCase()), names, timeZone),
            ),
            total: before + total,
          }
        }
        before += inState
      }
    },
  }
}

/** The suppression list of a client, a page at a time. */
export async function* readSuppressionList(ask: Ask, clientId: string): AsyncGenerator<readonly SuppressedAddress[]> {
  const path = `${base}/clients/${clientId}/suppressionlist.json`
  for await (const { rows } of readPages('suppressed addresses', number => page(ask, path, number))) {
    yield rows.map(entry => ({
      email: textOf(entry.EmailAddress),
      reason: textOf(entry.SuppressionReason),
      date: textOf(entry.Date),
    }))
  }
}

/** The templates of a client. */
export async function templatesOf(ask: Ask, clientId: string) {
  const templates = arrayOf(await ask(`${base}/clients/${clientId}/templates.json`), 'templates')
  return templates.map(({ Name, PreviewURL }) => ({ name: textOf(Name), previewUrl: textOf(PreviewURL) }))
}

function peopleIn(ask: Ask, listId: string, state: (typeof states)[number]) {
  const path = `${base}/lists/${listId}/${state}.json`
  return readPages(`${state} subscribers`, number => page(ask, path, number))
}

async function page(ask: Ask, path: string, number: number) {
  const query = { page: number, pagesize: rowsOfPage, orderfield: 'email', orderdirection: 'asc' }
  const { Results, TotalNumberOfRecords, PageNumber } = objectOf(await ask(path, query), 'page')
  return {
    rows: arrayOf(Results, 'entries').map((row, index) => ({
      id: textOf(row.EmailAddress).toLowerCase() || `entry ${index} of page ${number}`,
      row,
    })),
    total: countOf(TotalNumberOfRecords, 'entries'),
    page: typeof PageNumber === 'number' ? PageNumber : undefined,
  }
}

async function clientsOf(ask: Ask) {
  const clients = arrayOf(await ask(`${base}/clients.json`), 'clients')
  return clients.map(({ ClientID, Name }) => ({ id: textOf(ClientID), name: textOf(Name) }))
}

async function listOf(ask: Ask, { ListID, Name }: Json): Promise<RemoteList> {
  const id = textOf(ListID)
  const { ConfirmedOptIn } = objectOf(await ask(`${base}/lists/${id}.json`), 'list')
  const stats = objectOf(await ask(`${base}/lists/${id}/stats.json`), 'counts')
  // the counts have no number of unconfirmed people; a page of them does
  const { TotalNumberOfRecords } = objectOf(
    await ask(`${base}/lists/${id}/unconfirmed.json`, { page: 1, pagesize: 10 }),
    'page',
  )
  return {
    id,
    name: textOf(Name),
    confirmOptIn: ConfirmedOptIn === true,
    counts: {
      active: countOf(stats.TotalActiveSubscribers, 'active subscribers'),
      unconfirmed: countOf(TotalNumberOfRecords, 'unconfirmed subscribers'),
      unsubscribed: countOf(stats.TotalUnsubscribes, 'unsubscribed people'),
      bounced: countOf(stats.TotalBounces, 'bounced addresses'),
      deleted: countOf(stats.TotalDeleted, 'deleted subscribers'),
    },
    fields: (await fieldsOf(ask, id)).map(({ key: _key, ...field }) => field),
  }
}

async function fieldsOf(ask: Ask, listId: string): Promise<readonly (RemoteField & { readonly key: string })[]> {
  const fields = arrayOf(await ask(`${base}/lists/${listId}/customfields.json`), 'fields')
  return fields.map(({ FieldName, Key, DataType, FieldOptions }) => ({
    key: bare(textOf(Key)),
    name: textOf(FieldName),
    dataType: textOf(DataType),
    options: Array.isArray(FieldOptions) ? FieldOptions.map(textOf) : [],
  }))
}

/** Dates of a client have no offset: they are in its time zone. @returns an IANA name; undefined where the zone is not known */
async function timeZoneOf(ask: Ask, clientId: string): Promise<string | undefined> {
  const { BasicDetails } = objectOf(await ask(`${base}/clients/${clientId}.json`), 'client')
  return findTimeZone(textOf(objectOf(BasicDetails, 'client').TimeZone))?.timeZone
}

function rowOf(
  person: Json,
  suppression: SuppressedAddress | undefined,
  names: ReadonlyMap<string, string>,
  timeZone: string | undefined,
): Json {
  const at = (date: string) => instantIn(date, timeZone)
  const state = textOf(person.State)
  const hasLeft = /^(?:unsubscribed|deleted)$/i.test(state)
  return {
    EmailAddress: textOf(person.EmailAddress),
    Name: textOf(person.Name),
    ListJoinedDate: at(textOf(person.ListJoinedDate)),
    State: suppression ? 'Suppressed' : state || 'no state',
    OptOutDate: suppression ? at(suppression.date) : hasLeft ? at(textOf(person.Date)) : '',
    OptOutReason: suppression ? suppression.reason : hasLeft ? state : '',
    MobileNumber: textOf(person.MobileNumber),
    fields: fieldValues(person.CustomFields, names),
  }
}

/** Values by the names of their fields; a key that comes more than once is one of several options. */
function fieldValues(
  values: unknown,
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, string | readonly string[]>> {
  const found = new Map<string, string[]>()
  if (!Array.isArray(values)) return {}
  for (const { Key, Value } of arrayOf(values, 'custom fields')) {
    const key = bare(textOf(Key))
    const name = names.get(key) ?? key
    const value = typeof Value === 'number' ? String(Value) : textOf(Value)
    if (value !== '') found.set(name, [...(found.get(name) ?? []), value])
  }
  return Object.fromEntries([...found].map(([name, several]) => [name, several.length === 1 ? several[0]! : several]))
}

/** `[website]` and `website` are one key. */
function bare(key: string): string {
  return key.replace(/^\[(.*)\]$/s, '$1').toLowerCase()
}
