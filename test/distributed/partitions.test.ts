/** Partitions, violations and migrations in a database that Citus distributes. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { transaction } from '../../src/store/connection/transaction.ts'
import { isUniqueViolation } from '../../src/store/connection/violations.ts'
import { findLocalRows, findMisplaced } from '../../src/store/distribution/placing.ts'
import { migrate, readKnownSchema } from '../../src/store/migrate.ts'
import { makeHistoryPartitions, makePartitions, makePartitionsOf } from '../../src/store/partitions.ts'
import { citusDatabase, needsCitus } from '../harness/citus.ts'
import type { TestDatabase } from '../harness/database.ts'
import { seed } from '../harness/seed.ts'

describe('a distributed database', needsCitus(), () => {
  let database: TestDatabase
  before(async () => {
    database = await citusDatabase('distributed')
  })
  after(() => database?.drop())

  /** Partitions of a table with the number of their rows. */
  async function rowsByPartition(table: string): Promise<Record<string, number>> {
    const { db } = database
    const partitions = await db<{ name: string }[]>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::text::regclass order by 1`
    const counts: [string, number][] = []
    for (const { name } of partitions) {
      const [row] = await db`select count(*)::integer as rows from ${db(name)}`
      counts.push([name, row!.rows as number])
    }
    return Object.fromEntries(counts)
  }

  test('each table is where it belongs, and the coordinator keeps no rows of the others', async () => {
    assert.deepEqual([...(await findMisplaced(database.db))], [])
    assert.deepEqual([...(await findLocalRows(database.db))], [])
  })

  test('months and ranges of campaigns get partitions, with rows that were in the default one', async () => {
    const { db } = database
    await db`
      insert into hits (client_id, campaign_id, number, kind, at, remote, agent)
      select client, 1, 1, 'open', '2031-03-05', '', '' from generate_series(1, 20) client`
    await makePartitions(db, new Date('2031-02-10'))
    assert.equal((await rowsByPartition('hits')).hits_2031_03, 20)
    await makeHistoryPartitions(db, [new Date('2012-05-05')])
    assert.equal((await rowsByPartition('subscriber_history')).subscriber_history_2012, 0)
    await transaction(db, sql => makePartitionsOf(sql, 50_000))
    await db`
      insert into audience (client_id, campaign_id, number, subscriber_id, list_id, email, address, name, fields)
      select 1, 49999, 1, 1, 1, 'a@b.example', 'a@b.example', '', '{}'`
    assert.deepEqual([...(await findLocalRows(db))], [], 'no copy of moved rows is left on the coordinator')
    assert.deepEqual([...(await findMisplaced(db))], [])
  })

  test('a unique violation in a shard is recognised, also from an insert that a query feeds', async () => {
    const { db } = database
    const { client, list } = await seed(db)
    const isTitleTaken = (error: unknown) => isUniqueViolation(error, 'lists_title')
    await assert.rejects(
      async () =>
        db`insert into lists (client_id, title, confirm_opt_in) values (${client.clientId}, ${list.title}, false)`,
      isTitleTaken,
    )
    await assert.rejects(
      async () => db`
        with given as materialized (select nextval('lists_id_seq') as id)
        insert into lists (client_id, title, confirm_opt_in) select ${client.clientId}::bigint, ${list.title}::text, id < 0 from given`,
      isTitleTaken,
    )
  })

  test('a migration places the tables that it makes', async () => {
    const { db } = database
    const folder = await mkdtemp(join(tmpdir(), 'lettershop-migrations-'))
    const number = (await readKnownSchema()) + 1
    await writeFile(
      join(folder, `${String(number).padStart(6, '0')}.sql`),
      `create table notes (
        client_id bigint not null references clients (id), list_id bigint not null, id bigint generated always as identity,
        public_id uuid not null unique default gen_random_uuid(), text text not null default '', primary key (client_id, list_id, id)
      );
      create table note_kinds (id bigint generated always as identity primary key, account_id bigint not null references accounts (id));
-- new tables are placed here
      alter table notes add foreign key (client_id, list_id) references lists (client_id, id);
      alter table lists add column noted boolean not null default false;
      create index lists_noted on lists (client_id) where noted;
      insert into notes (client_id, list_id) select client_id, id from lists;`,
    )
    try {
      assert.deepEqual(await migrate(db, { folder: pathToFileURL(`${folder}/`) }), [number])
    } finally {
      await rm(folder, { recursive: true })
    }
    assert.deepEqual([...(await findMisplaced(db))], [])
    const [notes] = await db`
      select (select count(*)::integer from notes) as notes, (select count(*)::integer from lists) as lists,
        (select count(*)::integer from pg_constraint where conrelid = 'notes'::regclass and contype = 'f') as keys`
    assert.ok(notes!.lists > 0)
    assert.deepEqual(notes, { notes: notes!.lists, lists: notes!.lists, keys: 2 })
    await db`insert into note_kinds (account_id) select id from accounts`
    await assert.rejects(async () => db`insert into note_kinds (account_id) values (0)`, { code: '23503' })
  })
})
