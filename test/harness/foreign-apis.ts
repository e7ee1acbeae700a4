/**
 * listmonk and Campaign Monitor as their public documentation describes them (listmonk.app/docs/apis; reference/rest.md §1, §2): what an
 * import reads of them, on loopback. A test can have one answer something else, once or always.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeServer } from './web.ts'

export interface ForeignApi {
  readonly url: string
  /** Paths with their queries, in order. */
  readonly asked: string[]
  /** Answers instead of the API where it returns true. */
  intervene: ((url: URL, response: ServerResponse, request: IncomingMessage) => boolean) | undefined
  close(): Promise<void>
}

type Answer = { readonly status: number; readonly body: unknown }

async function serve(authorization: string, answer: (url: URL) => Answer): Promise<ForeignApi> {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', api.url)
    asked.push(url.pathname + url.search)
    if (api.intervene?.(url, response, request)) return
    const isOurs = request.headers.authorization === `Basic ${Buffer.from(authorization).toString('base64')}`
    const { status, body } = isOurs ? answer(url) : { status: 401, body: { Code: 100, Message: 'Invalid API Key' } }
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const api: ForeignApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    asked,
    intervene: undefined,
    close: () => closeServer(server),
  }
  return api
}

export interface ListmonkPerson {
  readonly id: number
  readonly email: string
  readonly name?: string
  readonly status?: string
  readonly attribs?: object
  /** By list. */
  readonly lists: Readonly<Record<number, { readonly status: string; readonly changed?: string }>>
}

export interface ListmonkData {
  readonly lists: { readonly id: number; readonly name: string; readonly optin: 'single' | 'double' }[]
  people: ListmonkPerson[]
}

export const listmonkUser = { Username: 'importer', Secret: 'listmonk-token-7f3a' }

/** Answers of listmonk: an envelope `data`; pages with results, total, per_page and page. */
export function serveListmonk(data: ListmonkData): Promise<ForeignApi> {
  const created = '2021-05-01T10:00:00.123456+02:00'
  const listOf = ({ id, name, optin }: ListmonkData['lists'][number]) => {
    const counts: Record<string, number> = {}
    for (const { lists } of data.people) if (lists[id]) counts[lists[id].status] = (counts[lists[id].status] ?? 0) + 1
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { id, name, optin, type: 'public', tags: [], subscriber_count: total, subscriber_statuses: counts }
  }
  const personOf = ({ id, email, name = '', status = 'enabled', attribs = {}, lists }: ListmonkPerson) => ({
    id,
    created_at: created,
    updated_at: created,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    email,
    name,
    attribs,
    status,
    lists: Object.entries(lists).map(([list, membership]) => ({
      subscription_status: membership.status,
      subscription_created_at: '2022-03-04T05:06:07.1+00:00',
      subscription_updated_at: membership.changed ?? created,
      id: Number(list),
      name: data.lists.find(({ id: of }) => of === Number(list))?.name ?? '',
    })),
  })
  const page = <Entry>(url: URL, entries: readonly Entry[], shown: (entry: Entry) => unknown): Answer => {
    const number = Number(url.searchParams.get('page') ?? 1)
    const size = Number(url.searchParams.get('per_page') ?? 20)
    const results = entries.slice((number - 1) * size, number * size).map(shown)
    return { status: 200, body: { data: { results, query: '', total: entries.length, per_page: size, page: number } } }
  }
  return serve(`${listmonkUser.Username}:${listmonkUser.Secret}`, url => {
    if (url.pathname === '/api/lists') return page(url, data.lists, listOf)
    const [, id] = /^\/api\/lists\/(\d+)$/.exec(url.pathname) ?? []
    const list = data.lists.find(known => known.id === Number(id))
    if (list) return { status: 200, body: { data: listOf(list) } }
    if (url.pathname !== '/api/subscribers') return { status: 400, body: { message: 'Invalid ID(s)' } }
    const listId = Number(url.searchParams.get('list_id'))
    return page(
      url,
      data.people.filter(({ lists }) => lists[listId]),
      personOf,
    )
  })
}

export interface MonitoredPerson {
  readonly EmailAddress: string
  readonly Name?: string
  readonly State: string
  /** When the state changed last. */
  readonly Date?: string
  readonly CustomFields?: readonly { readonly Key: string; readonly Value: string }[]
}

export interface MonitorData {
  people: MonitoredPerson[]
  suppressed: { readonly EmailAddress: string; readonly SuppressionReason: string; readonly Date: string }[]
  readonly fields: readonly {
    readonly FieldName: string
    readonly Key: string
    readonly DataType: string
    readonly FieldOptions: readonly string[]
  }[]
  readonly templates?: readonly { readonly TemplateID: string; readonly Name: string; readonly PreviewURL: string }[]
}

export const monitorKey = 'campaign-monitor-key-91bd'
export const monitorClient = '4a397ccaaa55eb4e6aa1221e1e2d7122'
export const monitorList = 'a58ee1d3039b8bec838e6d1482a8a965'

/** Answers of Campaign Monitor v3.3: one client with one list. */
export function serveCampaignMonitor(data: MonitorData): Promise<ForeignApi> {
  const counted = (state: string) => data.people.filter(({ State }) => State === state).length
  const page = (url: URL, entries: readonly { readonly EmailAddress: string }[]): Answer => {
    const number = Number(url.searchParams.get('page') ?? 1)
    const size = Number(url.searchParams.get('pagesize') ?? 1000)
    if (size < 10 || size > 1000) return { status: 400, body: { Code: 801, Message: 'Invalid page size' } }
    const sorted = [...entries].sort((one, other) => (one.EmailAddress < other.EmailAddress ? -1 : 1))
    const Results = sorted.slice((number - 1) * size, number * size)
    return {
      status: 200,
      body: {
        Results,
        ResultsOrderedBy: 'email',
        OrderDirection: 'asc',
        PageNumber: number,
        PageSize: size,
        RecordsOnThisPage: Results.length,
        TotalNumberOfRecords: entries.length,
        NumberOfPages: Math.ceil(entries.length / size),
      },
    }
  }
  const ok = (body: unknown): Answer => ({ status: 200, body })
  const client = `/api/v3.3/clients/${monitorClient}`
  const list = `/api/v3.3/lists/${monitorList}`
  return serve(`${monitorKey}:x`, url => {
    const path = url.pathname.replace(/\.json$/, '')
    const state = path.startsWith(`${list}/`) ? path.slice(list.length + 1) : ''
    if (['active', 'unconfirmed', 'unsubscribed', 'bounced', 'deleted'].includes(state)) {
      const people = data.people.filter(
        ({ State }) => State.toLowerCase() === state || (state === 'active' && State === 'Dormant'),
      )
      const absent = { Name: '', Date: '2023-06-01 09:30:00', CustomFields: [], ReadsEmailWith: '' }
      return page(
        url,
        people.map(person => ({ ...absent, ListJoinedDate: '2020-01-15 08:00:00', ...person })),
      )
    }
    switch (path) {
      case '/api/v3.3/clients':
        return ok([{ ClientID: monitorClient, Name: 'Flower shop' }])
      case client:
        return ok({
          ApiKey: 'x',
          BasicDetails: { ClientID: monitorClient, TimeZone: '(GMT+10:00) Canberra, Melbourne, Sydney' },
        })
      case `${client}/lists`:
        return ok([{ ListID: monitorList, Name: 'Readers' }])
      case `${client}/suppressionlist`:
        return page(
          url,
          data.suppressed.map(entry => ({ ...entry, State: 'Suppressed' })),
        )
      case `${client}/templates`:
        return ok(data.templates ?? [])
      case list:
        return ok({ ListID: monitorList, Title: 'Readers', ConfirmedOptIn: true, UnsubscribeSetting: 'AllClientLists' })
      case `${list}/customfields`:
        return ok(data.fields.map(field => ({ ...field, VisibleInPreferenceCenter: true })))
      case `${list}/stats`:
        return ok({
          TotalActiveSubscribers: counted('Active'),
          TotalUnsubscribes: counted('Unsubscribed'),
          TotalDeleted: counted('Deleted'),
          TotalBounces: counted('Bounced'),
        })
      default:
        // an identifier that is not the account's
        return { status: 401, body: { Code: 101, Message: 'Invalid ListID' } }
    }
  })
}
