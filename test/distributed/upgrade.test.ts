/** A distributed database of the version before takes this version's migration by the program's own command. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connect, type Database } from '../../src/store/connection/database.ts'
import { transaction } from '../../src/store/connection/transaction.ts'
import { distribute } from '../../src/store/distribution/distributing.ts'
import { findLocalRows, findMisplaced } from '../../src/store/distribution/placing.ts'
import { migrateWithin, readKnownSchema, readSchemaAge } from '../../src/store/migrate.ts'
import { type CitusNode, citusDatabase, citusNodes, needsCitus } from '../harness/citus.ts'
import { lettershop } from '../harness/command.ts'
import type { TestDatabase } from '../harness/database.ts'
import { schemaText } from '../harness/schema.ts'

const shards = 2
const clients = 6

describe('a distributed database of the version before', needsCitus(), () => {
  let fresh: TestDatabase
  let upgraded: TestDatabase
  before(async () => {
    fresh = await citusDatabase('empty')
    assert.equal((await runMigrate(fresh)).code, 0)
    await distribute(fresh.db, { shards })
    upgraded = await citusDatabase('empty')
    const earlier = (await readKnownSchema()) - 1
    await transaction(upgraded.db, sql => migrateWithin(sql, earlier), 'long')
    await fill(upgraded.db)
    await distribute(upgraded.db, { shards })
  })
  after(async () => {
    await fresh?.drop()
    await upgraded?.drop()
  })

  test('is migrated by lettershop migrate, once, and keeps its rows', async () => {
    const rows = await countRows(upgraded.db)
    assert.equal(rows.subscribers, clients * 50)
    assert.equal(await readSchemaAge(upgraded.db), 1)
    const first = await runMigrate(upgraded)
    assert.equal(first.code, 0, first.stderr)
    assert.equal(await readSchemaAge(upgraded.db), 0)
    assert.equal((await runMigrate(upgraded)).code, 0)
    assert.deepEqual(await countRows(upgraded.db), rows)
  })

  test('has the schema of a new one, on the coordinator and in each shard', async () => {
    assert.deepEqual(onlyInOne(await schemaOf(upgraded.db), await schemaOf(fresh.db)), { upgraded: [], fresh: [] })
    const { workers } = await citusNodes()
    for (const worker of workers) {
      const [one, other] = [await shardsOf(upgraded, worker), await shardsOf(fresh, worker)]
      assert.ok(other.length > 1_000, `${other.length} columns, indexes and constraints`)
      assert.deepEqual(onlyInOne(one, other), { upgraded: [], fresh: [] }, `on port ${worker.port}`)
    }
  })

  test('has each table where it belongs, beside the others of the client', async () => {
    assert.deepEqual([...(await findMisplaced(upgraded.db))], [])
    assert.deepEqual([...(await findLocalRows(upgraded.db))], [])
    const colocation = ({ db }: TestDatabase) => db`
      select distinct colocationid - min(colocationid) over () as place, partmethod::text as method, repmodel::text as replication
      from pg_catalog.pg_dist_partition order by 1, 2, 3`
    assert.deepEqual([...(await colocation(upgraded))], [...(await colocation(fresh))])
  })
})

/** Makes the partitions of the present months, too. */
const runMigrate = ({ url }: TestDatabase) => lettershop(['migrate'], { DATABASE_URL: url })

/** Rows of clients as a version before would have them. */
async function fill(db: Database): Promise<void> {
  await db`insert into accounts (name, site_url) values ('Agency', 'http://agency.example/')`
  await db`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label, access_level)
    select a.id, 'Client ' || n, 'Carla', 'carla' || n || '@client.example', 'Germany', 'Europe/Berlin', 'Berlin', 63
    from accounts a, generate_series(1, ${clients}::integer) n`
  await db`insert into lists (client_id, title, confirm_opt_in) select id, 'People', false from clients`
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
    select l.client_id, l.id, 'p' || n || '@people.example', 'p' || n || '@people.example', '', 'Active', now(), now(), '{"Town": "Bern"}'
    from lists l, generate_series(1, 50) n`
}

async function countRows(db: Database): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const name of ['accounts', 'clients', 'lists', 'subscribers', 'directory']) {
    const [row] = await db`select count(*)::integer as rows from ${db(name)}`
    counts[name] = row!.rows as number
  }
  return counts
}

/** Each column, constraint and index as a line. */
async function schemaOf(db: Database): Promise<readonly string[]> {
  return (await schemaText(db)).split('\n\n').flatMap(block => block.split(/,?\n/))
}

/** What the shards on a worker are made of, without the numbers of shards. */
async function shardsOf({ url }: TestDatabase, { host, port }: CitusNode): Promise<readonly string[]> {
  const at = new URL(url)
  Object.assign(at, { hostname: host, port: String(port) })
  const db = connect(at.href, { max: 1 })
  try {
    await db`select set_config('citus.override_table_visibility', 'off', false)`
    const rows = await db<{ part: string }[]>`
      select distinct regexp_replace(part, '_[0-9]{6,}', '', 'g') as part
      from (
        select format('column %s.%s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) as part
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname ~ '_[0-9]{6,}$'
        union all
        select format('%s %s: %s', k.contype, k.conrelid::regclass, pg_get_constraintdef(k.oid))
        from pg_constraint k join pg_class c on c.oid = k.conrelid
        where k.connamespace = 'public'::regnamespace and c.relname ~ '_[0-9]{6,}$'
        union all
        -- an index of a partition has the name that its table's had when the partition was made
        select regexp_replace(pg_get_indexdef(i.indexrelid), 'INDEX \\S+ ON', 'INDEX ON')
        from pg_index i join pg_class c on c.oid = i.indrelid
        where c.relnamespace = 'public'::regnamespace and c.relname ~ '_[0-9]{6,}$'
      ) parts
      order by 1`
    return rows.map(({ part }) => part)
  } finally {
    await db.end()
  }
}

function onlyInOne(upgraded: readonly string[], fresh: readonly string[]): object {
  const [one, other] = [new Set(upgraded), new Set(fresh)]
  return { upgraded: upgraded.filter(line => !other.has(line)), fresh: fresh.filter(line => !one.has(line)) }
}
