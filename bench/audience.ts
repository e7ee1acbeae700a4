/**
 * How many a campaign goes to, counted by the program's statements: milliseconds of one whole list, of two lists that share a tenth of
 * their people, of one list less another, with a domain on the suppression list,
 * and with as many entries of the account and of the list. One in fifty is suppressed in each.
 *
 *   node --import tsx bench/audience.ts [subscribers = 1000000] [rounds = 3]
 */
import type { Audience, Source } from '../src/store/campaigns/audience.ts'
import { countAudience, measureAudience } from '../src/store/campaigns/audience-counts.ts'
import type { Database } from '../src/store/connection/database.ts'
import { makeList, startProduct } from './product.ts'
import { count, median, printTable } from './table.ts'

const [subscribers = 1_000_000, rounds = 3] = process.argv.slice(2).map(Number)

const product = await startProduct({ LETTERSHOP_ROLES: 'api' })
try {
  const { db } = product
  const { ClientID } = await makeList(product)
  await product.call('List.Create', {
    ClientID,
    Title: 'Other',
    UnsubscribePage: '',
    ConfirmOptIn: false,
    ConfirmationSuccessPage: '',
  })
  const [one, other] = await db<{ clientId: number; id: number }[]>`select client_id, id from lists order by id`
  const { clientId } = one!
  const share = Math.round(subscribers / 10)
  await fill(db, clientId, one!.id, 1, subscribers)
  await fill(db, clientId, other!.id, subscribers - share + 1, subscribers + share)
  await db`
    insert into suppressions (client_id, email, address, reason, at)
    select client_id, email, address, 'unsubscribed', now() from subscribers where list_id = ${one!.id} and id % 50 = 0`
  await db`analyze`

  const whole: Source = { listId: one!.id, tree: null }
  const second: Source = { listId: other!.id, tree: null }
  const audiences: readonly (readonly [label: string, audience: Audience])[] = [
    ['one list', { sources: [whole], exclusions: [] }],
    ['two lists', { sources: [whole, second], exclusions: [] }],
    ['one list less the other', { sources: [whole], exclusions: [second] }],
  ]
  const lines: string[][] = []
  const time = async (label: string, audience: Audience) =>
    lines.push([
      label,
      await timed(() => countAudience(db, clientId, audience)),
      await timed(() => measureAudience(db, clientId, audience, ['City'])),
    ])
  for (const [label, audience] of audiences) await time(label, audience)
  await db`
    insert into suppressions (client_id, email, address, reason, at)
    values (${clientId}, '@shut.example', '@shut.example', 'manual', now())`
  await time('one list, a domain is suppressed', audiences[0]![1])
  await db`delete from suppressions where address = '@shut.example'`
  const entries = db`email, address, 'manual', now() from subscribers where list_id = ${one!.id} and id % 50 = 1`
  const accountId = db`(select account_id from clients where id = ${clientId})`
  await db`
    insert into account_suppressions (account_id, email, address, reason, at) select ${accountId}, ${entries}`
  await db`
    insert into list_suppressions (client_id, list_id, email, address, reason, at) select ${clientId}::bigint, list_id, ${entries}`
  await db`analyze`
  for (const [label, audience] of audiences) await time(`${label}, as many in all three scopes`, audience)
  printTable([
    [`${count(subscribers)} people`, 'Campaign.CountAudience, ms', 'the part of Campaign.Check, ms'],
    ...lines,
  ])
} finally {
  await product.end()
}

async function fill(db: Database, clientId: number, listId: number, from: number, to: number): Promise<void> {
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    select ${clientId}, ${listId}, address, address, 'Reader ' || n, 'Active', now(), now()
    from (select n, md5(n::text) || '@reader' || n % 1000 || '.example' as address from generate_series(${from}::integer, ${to}::integer) n) p`
  await db`update list_totals set active = ${to - from + 1} where client_id = ${clientId} and list_id = ${listId}`
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = []
  for (let n = 0; n < rounds; n++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return median(times).toFixed(0)
}
