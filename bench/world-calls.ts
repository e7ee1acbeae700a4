/** The calls that matter at size, over the JSON wire of a running service: milliseconds, rows that are answered, and what PostgreSQL reads. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from './product.ts'
import { count, median, printTable } from './table.ts'

interface Place {
  readonly ClientID: string
  readonly ListID: string
  readonly SegmentID: string
  /** The newest campaign to everyone. */
  readonly CampaignID: string
  /** Of a member in the middle of the list, who is active. */
  readonly Email: string
  /** Members who are active. */
  readonly active: number
  /** Events of the client. */
  readonly events: number
}
interface Call {
  readonly name: string
  readonly operation: string
  readonly params: (place: Place) => object
  /** The list of the answer whose rows are counted; absent for one value or a bare list. */
  readonly rows?: string
  /** A whole list is answered, so that it is called once and not five times. */
  readonly isLong?: true
}

const page = { Cursor: '', Limit: 100 }
const members = { State: 'Active', ChangedAfter: '', PageSize: 100, Order: 'EmailAddress', Descending: false }
const list = { Search: '', JoinedSince: '', JoinedUntil: '', Fields: [], ...page }
const events = { Since: '', PageSize: 100, Descending: false }
const rule = { State: 'Active', Segment: '', Search: '', Domain: '', NameBegins: '', JoinedSince: '', JoinedUntil: '' }

const calls: readonly Call[] = [
  ...[
    {
      name: 'GetIsSubscribed',
      operation: 'Subscribers.GetIsSubscribed',
      params: ({ ListID, Email }: Place) => ({ ListID, Email }),
    },
    {
      name: 'Subscriber.Add, a member',
      operation: 'Subscriber.Add',
      params: ({ ListID, Email }: Place) => ({ ListID, Email, Name: 'Ada' }),
    },
    {
      name: 'Subscriber.GetContact',
      operation: 'Subscriber.GetContact',
      params: ({ ClientID, Email }: Place) => ({ ClientID, Email, ...page }),
    },
    {
      name: 'Subscriber.GetHistory',
      operation: 'Subscriber.GetHistory',
      params: ({ ListID, Email }: Place) => ({ ListID, Email }),
    },
    {
      name: 'Subscriber.List, newest',
      operation: 'Subscriber.List',
      params: ({ ListID }: Place) => ({ ListID, State: '', Order: 'Newest', ...list }),
      rows: 'Subscribers',
    },
    {
      name: 'Subscriber.List, by address',
      operation: 'Subscriber.List',
      params: ({ ListID }: Place) => ({ ListID, State: '', Order: 'Address', ...list }),
      rows: 'Subscribers',
    },
  ],
  ...[
    ['address begins', 'Address', 'maria'],
    ['name, rare', 'Name', 'maria 0a1'],
    ['name, common', 'Name', 'maria'],
    ['domain', 'Domain', 'd100.example'],
  ].map(([label, By, Search]) => ({
    name: `Subscriber.Search, ${label}`,
    operation: 'Subscriber.Search',
    params: ({ ClientID }: Place) => ({ ClientID, By, Search, ...page }),
    rows: 'Contacts',
  })),
  ...[
    ['first page', () => 1],
    ['middle page', (active: number) => Math.floor(active / 200)],
    ['last page', (active: number) => Math.ceil(active / 100)],
  ].map(([label, pageOf]) => ({
    name: `Subscribers.Page, ${label as string}`,
    operation: 'Subscribers.Page',
    params: ({ ListID, active }: Place) => ({
      ListID,
      ...members,
      Page: (pageOf as (active: number) => number)(active),
    }),
    rows: 'Members',
  })),
  { name: 'List.GetStats', operation: 'List.GetStats', params: ({ ListID }) => ({ ListID }) },
  { name: 'List.GetGrowth', operation: 'List.GetGrowth', params: ({ ListID }) => ({ ListID, From: '', Until: '' }) },
  {
    name: 'Segment.GetCount, a quarter',
    operation: 'Segment.GetCount',
    params: ({ ListID }) => ({ ListID, Name: 'Berlin' }),
  },
  {
    name: 'BulkChange.Count, by domain',
    operation: 'BulkChange.Count',
    params: ({ ListID }) => ({ ListID, Action: 'Unsubscribe', ...rule, Domain: 'web.example' }),
  },
  {
    name: 'Suppression.List',
    operation: 'Suppression.List',
    params: ({ ClientID }) => ({ ClientID, Scope: '', ListID: '', Reason: '', Search: '', ...page }),
    rows: 'Suppressions',
  },
  { name: 'Client.GetOverview', operation: 'Client.GetOverview', params: ({ ClientID }) => ({ ClientID }) },
  { name: 'Account.GetOverview', operation: 'Account.GetOverview', params: () => page },
  {
    name: 'Campaign.List',
    operation: 'Campaign.List',
    params: ({ ClientID }) => ({ ClientID, State: '', Search: '', ...page }),
    rows: 'Campaigns',
  },
  ...[
    'GetSummary',
    'GetReport',
    'GetProgress',
    'GetEngagement',
    'GetLinks',
    'GetTimeline',
    'GetDomains',
    'GetBounceSummary',
    'GetMailPrograms',
  ].map(name => ({
    name: `Campaign.${name}`,
    operation: `Campaign.${name}`,
    params: ({ CampaignID }: Place) => ({ CampaignID }),
  })),
  {
    name: 'Campaign.GetRecipients, refused',
    operation: 'Campaign.GetRecipients',
    params: ({ CampaignID }) => ({ CampaignID, State: 'Refused', After: 0, Limit: 100 }),
  },
  {
    name: 'Campaign.FindRecipients',
    operation: 'Campaign.FindRecipients',
    params: ({ CampaignID }) => ({ CampaignID, Search: 'maria.0' }),
  },
  {
    name: 'Campaign.GetRecipientHistory',
    operation: 'Campaign.GetRecipientHistory',
    params: ({ CampaignID }) => ({ CampaignID, Number: 500 }),
  },
  ...[
    ['opens by date, first page', 'Open', 'Date', 1],
    ['opens by address, first page', 'Open', 'EmailAddress', 1],
    ['opens by date, middle page', 'Open', 'Date', 0.5],
    ['clicks by address, first page', 'Click', 'EmailAddress', 1],
    ['recipients by address, first page', 'Recipient', 'EmailAddress', 1],
  ].map(([label, Kind, Order, part]) => ({
    name: `Campaign.PageEvents, ${label}`,
    operation: 'Campaign.PageEvents',
    params: ({ CampaignID, active }: Place) => ({
      CampaignID,
      ...events,
      Kind,
      Order,
      Page: part === 1 ? 1 : Math.floor(active / 400),
    }),
    rows: 'Events',
  })),
  {
    name: 'Event.List, the last 100',
    operation: 'Event.List',
    params: ({ ClientID, events }) => ({ ClientID, Since: Math.max(0, events - 100), Limit: 100 }),
  },
  {
    name: 'Subscribers.GetActive, the whole list',
    operation: 'Subscribers.GetActive',
    params: ({ ListID }) => ({ ListID, Date: '2000-01-01' }),
    isLong: true,
  },
  {
    name: 'Campaign.GetOpens, all',
    operation: 'Campaign.GetOpens',
    params: ({ CampaignID }) => ({ CampaignID }),
    isLong: true,
  },
  {
    name: 'Client.GetSuppressionList, all',
    operation: 'Client.GetSuppressionList',
    params: ({ ClientID }) => ({ ClientID }),
    isLong: true,
  },
]

/** Prints a table of the calls whose names begin with one of these, or of all. */
export async function measureCalls(product: Product, chosen: readonly string[]): Promise<void> {
  const place = await findPlace(product)
  const lines: string[][] = []
  for (const call of calls.filter(({ name }) => chosen.length === 0 || chosen.some(begin => name.startsWith(begin))))
    lines.push(await measure(product, place, call).catch(error => [call.name, '', '', '', `failed: ${error.message}`]))
  printTable([['call', 'answered', 'median ms', 'worst ms', '8 kB pages read'], ...lines])
}

async function measure(
  product: Product,
  place: Place,
  { name, operation, params, rows, isLong }: Call,
): Promise<string[]> {
  const given = params(place)
  let answered = 0
  const ask = async () => {
    const begun = performance.now()
    if (isLong) answered = await read(product, operation, given)
    else {
      const answer = await product.call<unknown>(operation, given)
      const found = rows === undefined ? answer : (answer as Record<string, unknown>)[rows]
      answered = Array.isArray(found) ? found.length : 1
    }
    return performance.now() - begun
  }
  if (!isLong) await ask()
  const before = await pagesRead(product)
  const times: number[] = []
  while (times.length < (isLong ? 1 : 5)) times.push(await ask())
  const pages = ((await pagesRead(product)) - before) / times.length
  return [name, count(answered), median(times).toFixed(1), Math.max(...times).toFixed(1), count(pages)]
}

/** Reads an answer without keeping it. @returns its size in kilobytes */
async function read({ url, apiKey }: Product, operation: string, params: object): Promise<number> {
  const response = await fetch(`${url}/api/json/${operation}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(params),
  })
  let bytes = 0
  for await (const piece of response.body!) bytes += (piece as Uint8Array).length
  if (!response.ok) throw new Error(`answered ${response.status}`)
  return bytes / 1024
}

/** Server processes hand their figures in when they have been idle for a second. */
async function pagesRead({ db }: Product): Promise<number> {
  await sleep(1_500)
  const [row] = await db<{ pages: number }[]>`
    select blks_hit + blks_read as pages from pg_stat_database where datname = current_database()`
  return Number(row!.pages)
}

async function findPlace({ db, call }: Product): Promise<Place> {
  const [row] = await db<
    { clientId: string; listId: string; campaignId: string; active: number; middle: string; events: number }[]
  >`
    select c.public_id as client_id, l.public_id as list_id, t.active,
      (select public_id from campaigns where name = 'World 1') as campaign_id,
      coalesce((select last_sequence from event_heads h where h.client_id = c.id), 0) as events,
      (select address from subscribers s where s.client_id = c.id and s.state = 'Active' and s.id >= (t.active + t.unsubscribed + t.bounced) / 2 order by s.id limit 1) as middle
    from lists l join clients c on c.id = l.client_id join list_totals t on t.client_id = l.client_id and t.list_id = l.id
    order by l.id limit 1`
  if (!row?.campaignId) throw new Error('The world is not made yet.')
  const bare = (id: string) => id.replaceAll('-', '')
  const segments = await call<{ SegmentID: string }[]>('List.ListSegments', { ListID: bare(row.listId) })
  return {
    ...{ ClientID: bare(row.clientId), ListID: bare(row.listId), CampaignID: bare(row.campaignId) },
    ...{ SegmentID: segments[0]!.SegmentID, Email: row.middle, active: row.active, events: Number(row.events) },
  }
}
