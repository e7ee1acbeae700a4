/**
 * People: pages and changes over JSON, in an account with a thousand people, 20,000 logins of clients and 100,000 invitations that ended,
 * in an installation with a million people more.
 *
 *   node --import tsx bench/people.ts [calls] [other people]
 */
import type { Database } from '../src/store/connection/database.ts'
import { type Product, startProduct } from './product.ts'
import { count, median, printTable } from './table.ts'

const [calls = 100, others = 1_000_000] = process.argv.slice(2).map(Number)

const product = await startProduct({ LETTERSHOP_ROLES: 'api' })
try {
  const few = await measure(product)
  await fill(product.db)
  const many = await measure(product)
  console.log(`Median and slowest of ${calls} calls in milliseconds, pages of 100\n`)
  printTable([
    ['call', 'one person', `slowest`, `${count(others)} people more`, 'slowest'],
    ...few.map(({ call, milliseconds }, at) => [
      call,
      ...[milliseconds, many[at]!.milliseconds].flatMap(taken => [
        median(taken).toFixed(1),
        Math.max(...taken).toFixed(1),
      ]),
    ]),
  ])
} finally {
  await product.end()
}

async function fill(db: Database): Promise<void> {
  await db`insert into accounts (name, site_url) select 'A', 'http://a' || n || '.example/' from generate_series(1, 1000) n`
  await db`
    insert into people (email, address, name, time_zone)
    select 'p' || n || '@x.example', 'p' || n || '@x.example', 'P', 'UTC' from generate_series(1, ${others + 999}::integer) n`
  await db`
    insert into grants (person_id, account_id, role)
    select id, case when id % ${Math.ceil(others / 999)}::integer = 0 then 1 else 2 + id % 1000 end, 'Analyst'
    from people where address is not null`
  await db`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label, access_level)
    select 1, 'C', 'C', 'c' || n || '@x.example', 'Germany', 'Europe/Berlin', 'Berlin', 63 from generate_series(1, 20000) n`
  await db`insert into logins (account_id, client_id, username, password_hash) select 1, id, 'c' || id, '' from clients`
  await db`
    insert into invitations (account_id, email, address, name, language, grants, token_hash, invited_by, expires_at, revoked_at)
    select 1, 'i@x.example', 'i@x.example', '', 'en', '[{"clientId":null,"role":"Analyst"}]', sha256(n::text::bytea), 'B', now(),
      case when n % 200 > 0 then now() end
    from generate_series(1, 100000) n`
  await db`analyze`
}

interface Measured {
  readonly call: string
  readonly milliseconds: readonly number[]
}

async function measure({ call, db }: Product): Promise<readonly Measured[]> {
  const [last] = await db<{ publicId: string; role: string }[]>`
    select p.public_id, g.role from people p join grants g on g.person_id = p.id where g.account_id = 1 order by p.id desc limit 1`
  const cursorOf = (...values: readonly (string | number)[]) =>
    Buffer.from(JSON.stringify(values)).toString('base64url')
  const [login] = await db<{ id: number }[]>`select coalesce(max(id), 0)::integer - 50 as id from logins`
  const asked: readonly [name: string, operation: string, params: object][] = [
    ['Person.List, first page', 'Person.List', { Limit: 100 }],
    ['Person.List, last page', 'Person.List', { Limit: 100, Cursor: cursorOf('login', Math.max(0, login!.id)) }],
    ['Person.Get', 'Person.Get', { PersonID: last!.publicId }],
    ['Person.ListInvitations', 'Person.ListInvitations', { Limit: 100 }],
    ['Person.SetGrants, no change', 'Person.SetGrants', { PersonID: last!.publicId, Grants: [{ Role: last!.role }] }],
  ]
  const measured: Measured[] = []
  for (const [name, operation, params] of asked) {
    const milliseconds: number[] = []
    for (let n = 0; n < calls; n++) {
      const began = performance.now()
      await call(operation, params)
      milliseconds.push(performance.now() - began)
    }
    measured.push({ call: name, milliseconds: milliseconds.slice(Math.floor(calls / 10)) })
  }
  return measured
}
