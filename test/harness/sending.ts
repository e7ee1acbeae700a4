/** A database with senders, sinks and campaigns to send: for the tests of delivery. Importing it sets the hooks of the test file. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before } from 'node:test'
import { contentTasksHere } from '../../src/delivery/content/tasks.ts'
import { smtpTransport } from '../../src/delivery/relays/transport.ts'
import { type SenderParts, startSender } from '../../src/delivery/sender.ts'
import type { Transport } from '../../src/delivery/transport.ts'
import { sendCampaign } from '../../src/domain/campaigns/lifecycle/sending.ts'
import { tokens as tokensOf } from '../../src/domain/tokens/tokens.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { assertAccounts as assertAccountsOf } from './accounting.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { carla, seed, testKeys, type World } from './seed.ts'
import { sendChecks } from './send-checks.ts'
import { type Sink, type SinkOptions, startSink } from './sink.ts'
import { until } from './until.ts'

export { until }

let database: TestDatabase
let world: World
let folder: string
let senders = 0
export const endings: (() => Promise<void>)[] = []
const tokens = tokensOf(testKeys)
const log = createLog(process.env.TEST_LOG ?? 'silent')

before(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'lettershop-test-'))
})
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
  // what a test left open is nothing for the senders of the next
  await database.db`update campaigns set state = 'cancelled' where state in ('scheduled', 'sending')`
})

export { carla }

export interface Running {
  readonly campaignId: number
  readonly clientId: number
}

/** A world of its own with a draft, its list filled. */
export async function campaign(
  addresses: readonly string[],
  { atLeastOnce = false, publicId = '' } = {},
): Promise<Running & { publicId: string }> {
  const { db } = database
  world = await seed(db)
  const { clientId } = world.client
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    select ${clientId}, ${world.list.listId}, a, lower(a), 'Ada Lovelace', 'Active', now(), now()
    from unnest(${addresses as string[]}::text[]) with ordinality as given (a, n) order by n`
  await db`update list_totals set active = ${addresses.length} where client_id = ${clientId} and list_id = ${world.list.listId}`
  const [row] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, at_least_once)
    values (${clientId}, 'News', 'Hi [firstname]', 'Carla', 'carla@client.example', 'carla@client.example', 'https://x.example/',
      '<html><body><p>Hi [firstname] <a href="https://shop.example/">shop</a></p><unsubscribe>out</unsubscribe></body></html>', ${atLeastOnce})
    returning id, public_id`
  const campaignId = row!.id as number
  await db`insert into campaign_lists (client_id, campaign_id, list_id) values (${clientId}, ${campaignId}, ${world.list.listId})`
  return { campaignId, clientId, publicId: publicId || (row!.publicId as string) }
}

export async function sendNow({ campaignId, publicId }: { campaignId: number; publicId: string }, now = new Date()) {
  await sendCampaign(
    database.db,
    { ...world.client, campaignId, campaignPublicId: publicId },
    {
      confirmationEmail: 'boss@client.example',
      sendDate: 'immediately',
      publicUrl: 'https://mail.example',
      stoppable: false,
      by: carla,
    },
    now,
    sendChecks(database.db),
  )
}

export async function sink(options?: SinkOptions): Promise<Sink> {
  const started = await startSink(options)
  endings.push(() => started.close())
  return started
}

export function relay(sink: Sink, query = '?connections=4&timeout=20'): Transport {
  const transport = smtpTransport([`${sink.url}/${query}`])
  endings.push(() => transport.close())
  return transport
}

export function sender(transport: Transport, change: Partial<SenderParts> = {}) {
  const started = startSender({
    db: database.db,
    tokens,
    transport,
    log,
    contentTasks: contentTasksHere,
    owner: `test${++senders}`,
    journalFolder: join(folder, 'journal'),
    rangeSize: 20,
    pollMs: 20,
    ...change,
  })
  endings.push(() => started.stop(0))
  return started
}

export async function totals({ clientId, campaignId }: Running) {
  const [row] =
    await database.db`select * from campaign_totals where client_id = ${clientId} and campaign_id = ${campaignId}`
  return row as unknown as Record<string, number>
}

/** Recipients = the sum of the states, and the counters are what log, leases and audience say. */
export const assertAccounts = (running: Running) => assertAccountsOf(database.db, running)

export const stateOf = async ({ campaignId }: Running) =>
  (await database.db`select state from campaigns where id = ${campaignId}`)[0]!.state as string
export const isSent = (running: Running) =>
  until(async () => (await stateOf(running)) === 'sent', 'the campaign is sent')
export const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.com`)

export const databaseUrl = () => database.url

/** The database of the test file, and the world of its latest campaign. */
export const present = {
  get db(): Database {
    return database.db
  },
  get world(): World {
    return world
  },
}

/** As operations know it. */
export function ref({ campaignId }: Running) {
  return { ...present.world.client, campaignId, campaignPublicId: '' }
}
