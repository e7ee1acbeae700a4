import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locksRows, unnamedTables } from './named-clients.ts'

const tables = new Set(['links', 'campaigns', 'lists', 'log', 'audience'])

for (const [text, unnamed] of [
  ['select 1 from links where client_id = $1', []],
  ['select 1 from links l where l.client_id = $1::bigint and l.number > 2', []],
  ['select 1 from links where $2 = client_id', []],
  ['select 1 from links where (client_id, campaign_id) = ($1, $2)', []],
  ['select 1 from links where client_id = $1 or number = 1', ['links']],
  ['select 1 from links where client_id = any($1)', []],
  ['select 1 from links where client_id = any($1) for update', ['links']],
  ['update links set url = $2 where client_id = any($1)', ['links']],
  ['select 1 from links where client_id in ($1, $2)', ['links']],
  ['select 1 from links l join campaigns m on m.client_id = l.client_id where l.client_id = $1', ['m']],
  ['select 1 from links l join campaigns m on m.client_id = $1 and m.id = l.campaign_id where l.client_id = $1', []],
  ['select 1 from links l left join campaigns m on m.client_id = $1 where l.client_id = $1', []],
  ['select 1 from (select $1::bigint as client_id) c join links l on l.client_id = c.client_id', ['l']],
  [
    'select (select count(*) from log x where x.client_id = m.client_id) from campaigns m where m.client_id = $1',
    ['x'],
  ],
  ['select 1 from lists where exists (select 1 from links k where k.client_id = $1) and client_id = $1', []],
  ['with links as (select 1 as n) select n from links', []],
  ['with found as (select id from campaigns where id = $1) select 1 from found', ['campaigns']],
  ['select 1 from links where client_id = $1 union all select 1 from lists', ['lists']],
  ['update campaigns m set name = $2 where m.client_id = $1 and id = $3', []],
  ['update campaigns m set name = l.title from lists l where m.client_id = $1 and l.client_id = m.client_id', ['l']],
  ['delete from links k using campaigns m where k.client_id = $1 and m.client_id = $1', []],
  ['delete from links where campaign_id = $1', ['links']],
  ['insert into links (client_id, number) values ($1, 1), ($1, 2)', []],
  ['insert into links (client_id, number) values ($1, 1), (g(), 2)', ['insert']],
  ['insert into links (client_id, number) select $1, n from unnest($2::int[]) n', []],
  ['insert into links (client_id, number) select l.client_id, 1 from lists l where l.client_id = $1', []],
  ['insert into links (client_id, number) select g.client_id, 1 from given g', ['insert']],
  ['insert into links values ($1, 2)', ['insert']],
  ['insert into accounts (name) select name from lists', ['lists']],
  ['with gone as (delete from log where client_id = $1 returning *) select 1 from gone', []],
  ['select 1 from accounts a cross join lateral (select 1 from lists l where l.client_id = a.id) x', ['l']],
  ['lock table link_keys in share mode', []],
] as const)
  test(`${text}: ${unnamed.length === 0 ? 'every table names its client' : `${unnamed.join(', ')} names none`}`, async () =>
    assert.deepEqual(
      (await unnamedTables(text, tables)).map(({ alias }) => alias),
      unnamed,
    ))

for (const [text, locks] of [
  ['select 1 from links for update', true],
  ['with locked as (select 1 from links for no key update skip locked) select 1 from locked', true],
  ['update links set number = 2 where number = 1', false],
  ['select 1 from links', false],
] as const)
  test(`${text}: ${locks ? 'locks what it selects' : 'selects without locks'}`, async () =>
    assert.equal(await locksRows(text), locks))
