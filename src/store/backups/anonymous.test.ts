import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { anonymiser, harmless, tables } from './anonymous.ts'
import { localTables } from './tables.ts'

let database: TestDatabase
let columns: readonly { readonly table: string; readonly name: string; readonly isText: boolean }[]
before(async () => {
  database = await freshDatabase()
  columns = await database.db`
    select c.relname as table, a.attname as name,
      format_type(a.atttypid, null) = any('{text,text[],jsonb,json,bytea,bytea[],inet,cidr,xml}') as is_text
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`
})
after(() => database?.drop())

test('every text column has a rule, or a name that is known to be harmless', () => {
  const unknown = columns
    .filter(({ isText, table, name }) => {
      const rule = tables[table]
      return isText && !localTables.includes(table) && rule !== 'none' && !(rule && name in rule) && !harmless.has(name)
    })
    .map(({ table, name }) => `${table}.${name}`)
  assert.deepEqual(unknown, [], 'decide what an anonymous copy has in their place (src/store/backups/anonymous.ts)')
})

test('every rule and every harmless name belongs to an existing column', () => {
  const there = new Set(columns.map(({ table, name }) => `${table}.${name}`))
  const ruled = Object.entries(tables).flatMap(([table, rule]) =>
    rule === 'none' ? [] : Object.keys(rule).map(name => `${table}.${name}`),
  )
  assert.deepEqual(
    ruled.filter(name => !there.has(name)),
    [],
  )
  assert.deepEqual(
    Object.keys(tables).filter(table => !columns.some(column => column.table === table)),
    [],
  )
  const names = new Set(columns.filter(({ isText }) => isText).map(({ name }) => name))
  assert.deepEqual(
    [...harmless].filter(name => !names.has(name)),
    [],
  )
})

test('addresses, domains and hashes are replaced in kind, the same by the same, and otherwise in another copy', async () => {
  const [one, other] = [anonymiser('x'), anonymiser('x')]
  const read = async (rules: ReturnType<typeof anonymiser>, values: readonly string[]) => {
    const { address } = rules.rows('suppressions') as Record<string, string>
    const rows = await database.db.unsafe<{ value: string }[]>(
      `select ${address} as value from unnest($1::text[]) with ordinality as given (address, place) order by place`,
      [values],
    )
    return rows.map(({ value }) => value)
  }
  const given = [
    'ann@people.example',
    'Ann@People.example',
    'bea@people.example',
    '@people.example',
    '@md5:0123456789abcdef0123456789abcdef',
    '',
  ]
  const [ann, spelled, bea, domain, hash, empty] = await read(one, given)
  assert.match(ann!, /^[0-9a-f]{16}@d[0-9a-f]{8}\.example$/)
  assert.equal(spelled, ann)
  assert.notEqual(bea, ann)
  assert.equal(bea!.split('@')[1], ann!.split('@')[1], 'people of one domain stay together')
  assert.equal(domain, `@${ann!.split('@')[1]}`)
  assert.match(hash!, /^@md5:[0-9a-f]{32}$/)
  assert.notEqual(hash, given[4])
  assert.equal(empty, '')
  assert.notEqual((await read(other, given))[0], ann)
  assert.notEqual(one.secret, other.secret)
})
