/**
 * One client's people searched as someone types, and one contact with everything that is known of it, through the JSON wire.
 *
 *   node --import tsx bench/search.ts [subscribers] [mails] [kinds that begin so]
 *
 * Subscribers are on three lists and some on a deleted one; one contact was sent so many mails. The last table is what the
 * index for parts of names costs.
 */
import type { Fragment } from '../src/store/connection/database.ts'
import { transaction } from '../src/store/connection/transaction.ts'
import { makeList, startProduct } from './product.ts'
import { count, printTable } from './table.ts'

const [subscribers = 1_000_000, mails = 2000] = process.argv.slice(2, 4).map(Number)
const kind = process.argv[4] ?? ''
const product = await startProduct()
const { db, call } = product

/** Calls of each kind. */
const samples = 60

try {
  const { ClientID, ListID } = await makeList(product)
  const [list] = await db<
    { clientId: number; id: number }[]
  >`select client_id, id from lists where public_id = ${ListID}`
  const clientId = list!.clientId
  const lists = [list!.id, ...(await furtherLists(['Second', 'Third', 'Deleted']))]
  await fill(lists)
  await mailOne(lists[0]!)
  await transaction(db, sql => sql`analyze`, 'long')

  const search = (By: string, Search: string) =>
    call('Subscriber.Search', { ClientID, By, Search, Cursor: '', Limit: 50 })
  const any = (Search: string, filter: object = {}) =>
    call('Subscriber.Search', { ClientID, By: 'Any', Search, ...filter, Cursor: '', Limit: 50 })
  const counted = (Search: string, filter: object = {}) =>
    call('Subscriber.CountFound', { ClientID, Search, ...filter })
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const at = (n: number) => letters[(n * 7) % 26]!
  const rows = [
    await measure('address, 1 letter', n => search('Address', at(n))),
    await measure('address, 3 letters', n => search('Address', `${at(n)}${at(n + 1)}${at(n + 2)}`)),
    await measure('address, 6 letters', n => search('Address', `reader${n}`.slice(0, 6))),
    await measure('address, none', n => search('Address', `zzz${n}nothing`)),
    await measure('domain, a third of all', () => search('Domain', 'common.example')),
    await measure('domain, one person', n => search('Domain', `rare${n * 1000}.example`)),
    await measure('name, 1 letter', n => search('Name', at(n))),
    await measure('name, common first name', () => search('Name', 'Anna')),
    await measure('name, rare', n => search('Name', `Reader ${n * 1000}`)),
    await measure('part of a name, common', () => search('Name', 'nna')),
    await measure('part of a name, common, addresses last', () => search('Name', 'ria')),
    await measure('part of a name, three letters', n => search('Name', `${at(n)}${at(n + 3)}${at(n + 5)}`)),
    await measure('part of a name, rare', n => search('Name', `ader ${n * 1000}`)),
    await measure('part of a name, none', n => search('Name', `zzz${n}`)),
    await measure('anything, none given', () =>
      any('', { States: ['Active', 'Unconfirmed', 'Unsubscribed', 'Bounced'] }),
    ),
    await measure('anything, in a rare state', () => any('', { States: ['Bounced'] })),
    await measure('anything, 1 letter', n => any(at(n))),
    await measure('anything, common first name', () => any('Anna')),
    await measure('anything, common first name, addresses last', () => any('Maria')),
    await measure('anything, common city, addresses last', () => any('Wien')),
    await measure('anything, common first name in a rare state', () => any('Anna', { States: ['Bounced'] })),
    await measure('anything, rare name', n => any(`Reader ${n * 1000}`)),
    await measure('anything, company', n => any(`Company ${n * 100}`)),
    await measure('anything, common city', () => any('Berlin')),
    await measure('anything, word that half have', () => any('Ltd')),
    await measure('anything, three letters', n => any(`${at(n)}${at(n + 3)}${at(n + 5)}`)),
    await measure('anything, none', n => any(`zzz${n}`)),
    await measure('anything, common first name on one list', () => any('Anna', { ListIDs: [ListID] })),
    await measure('counted, none given', () => counted('')),
    await measure('counted, common first name', () => counted('Anna')),
    await measure('counted, common city', () => counted('Berlin')),
    await measure('counted, company', n => counted(`Company ${n * 100}`)),
    await measure('a contact on three lists', n =>
      call('Subscriber.GetContact', { ClientID, Email: `reader${n * 30 + 3}@common.example`, Cursor: '', Limit: 50 }),
    ),
    await measure(`a contact with ${count(mails)} mails, first page`, () =>
      call('Subscriber.GetContact', { ClientID, Email: 'mailed@mailed.example', Cursor: '', Limit: 50 }),
    ),
    await measure(`its proof, ${count(mails)} mails`, () =>
      call('Subscriber.GetProof', { ClientID, Email: 'mailed@mailed.example' }),
    ),
  ]
  printTable([['Subscriber.*', 'p50 ms', 'p95 ms', 'slowest ms'], ...rows])
  printTable([['the index for parts of names', ''], ...(await costOfParts(clientId))])

  async function furtherLists(titles: readonly string[]): Promise<number[]> {
    const made: number[] = []
    for (const Title of titles) {
      const id = await call<string>('List.Create', {
        ClientID,
        Title,
        UnsubscribePage: '',
        ConfirmOptIn: false,
        ConfirmationSuccessPage: '',
      })
      const [row] = await db<{ id: number }[]>`select id from lists where public_id = ${id}`
      made.push(row!.id)
    }
    await db`update lists set deleted_at = now() where id = ${made.at(-1)!}`
    return made
  }

  /** A third of the addresses on the common domain, a tenth with a common first name, three in a hundred with one whose addresses come last; each third one on three lists, each tenth on a deleted one. */
  async function fill([first, second, third, gone]: readonly number[]) {
    const people = db`
      select n, case when n % 3 = 0 then 'reader' || n || '@common.example' when n % 1000 = 0 then 'solo@rare' || n || '.example'
          else chr(97 + n % 26) || chr(97 + n / 26 % 26) || chr(97 + n / 676 % 26) || n || '@d' || n % 5000 || '.example' end as address,
        case when n % 10 = 0 then 'Anna ' || n when n % 33 = 0 then 'Maria ' || n when n % 7 = 0 then 'Reader ' || n
          else initcap(chr(97 + n % 26) || chr(97 + n / 26 % 26)) || 'son ' || md5(n::text) end as name
      from generate_series(1, ${subscribers}::integer) n`
    for (const [id, those] of [
      [first!, db`true`],
      [second!, db`n % 3 = 0`],
      [third!, db`n % 3 = 0`],
      [gone!, db`n % 10 = 0`],
    ] as const) {
      // longer than a call may take
      const insert = db`
        insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
        select ${clientId}, ${id}, address, address, name, case when n % 10000 = 7 then 'Bounced' else 'Active' end, now(), now(), case when n % 2 = 0 then '{}'
          else jsonb_build_object('Company', 'Company ' || n / 20 || ' Ltd', 'City', case when n % 33 = 0 then 'Wien' else (array['Berlin', 'Paris', 'Oslo', 'Madrid'])[1 + n % 4] end) end
        from (${people}) p where ${those}
        on conflict do nothing` as unknown as Fragment // it is not awaited
      await transaction(db, sql => sql`${insert}`, 'long')
      await db`
        update list_totals set active = (select count(*) from subscribers where client_id = ${clientId} and list_id = ${id})
        where client_id = ${clientId} and list_id = ${id}`
    }
  }

  async function mailOne(listId: number) {
    const [contact] = await db<{ id: number }[]>`
      insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
      values (${clientId}, ${listId}, 'mailed@mailed.example', 'mailed@mailed.example', 'Mailed', 'Active', now(), now())
      returning id`
    await db`
      with made as (
        insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
        select ${clientId}, 'Campaign ' || n, 'News', 'Bench', 'bench@bench.example', 'bench@bench.example', 'https://x.example/', '<p>News</p>',
          'sent', now() - n * interval '1 day', now() - n * interval '1 day'
        from generate_series(1, ${mails}::integer) n
        returning id, started_at
      ), sent as (
        insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
        select ${clientId}, id, 1, ${listId}, ${contact!.id}, 'mailed@mailed.example', 'mailed@mailed.example', 'Mailed', '{}' from made
      ), logged as (
        insert into log (client_id, campaign_id, number, attempt, kind, at, code, answer)
        select ${clientId}, id, 1, 1, 'accepted', started_at, 250, '2.0.0 queued' from made
      )
      insert into hits (client_id, campaign_id, number, kind, at, remote, agent)
      select ${clientId}, id, 1, 'open', started_at + interval '1 hour', '192.0.2.1', 'Thunderbird' from made`
  }

  /** What the index costs each row that is written. */
  async function costOfParts(client: number): Promise<string[][]> {
    const [size] = await db<{ parts: string; words: string; beginnings: string }[]>`
      select pg_size_pretty(pg_relation_size('subscribers_by_name_part')) as parts, pg_size_pretty(pg_relation_size('subscribers_by_field_word')) as words, pg_size_pretty(pg_relation_size('subscribers_by_list_name')) as beginnings`
    const insert = async (from: number) => {
      const asked = performance.now()
      await db`
        insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
        select ${client}, ${list!.id}, a, a, 'Later ' || md5(a), 'Active', now(), now()
        from (select 'later' || n || '@x.example' as a from generate_series(${from}::integer, ${from + 99_999}::integer) n) g`
      return ((performance.now() - asked) / 1000).toFixed(1)
    }
    const withIndex = await insert(1)
    await db`drop index subscribers_by_name_part`
    const without = await insert(100_001)
    return [
      ['size of that for words of fields', size!.words],
      ['size', `${size!.parts}; of the index for beginnings ${size!.beginnings}`],
      ['100,000 rows inserted', `${withIndex} s; without it ${without} s`],
    ]
  }

  async function measure(label: string, ask: (n: number) => Promise<unknown>): Promise<string[]> {
    if (!label.startsWith(kind)) return [label, '–', '–', '–']
    const times: number[] = []
    for (let n = 0; n < samples; n++) {
      const begun = performance.now()
      await ask(n)
      times.push(performance.now() - begun)
    }
    times.sort((a, b) => a - b)
    const row = [label, ...[0.5, 0.95].map(q => times[Math.floor(samples * q)]!.toFixed(1)), times.at(-1)!.toFixed(1)]
    console.log(row.join(' | '))
    return row
  }
} finally {
  await product.end('SIGTERM')
}
