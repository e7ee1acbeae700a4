/** Imports of CSV files, as tests run them: uploaded, read, judged and written here. */
import assert from 'node:assert/strict'
import { readerHere } from '../../src/domain/imports/reading.ts'
import { workOnImport } from '../../src/domain/imports/worker.ts'
import { imports } from '../../src/operations/imports.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { caller, type From } from './caller.ts'
import type { World } from './seed.ts'
import { seedUpload } from './uploaded.ts'

export const consent = {
  ConsentSource: 'The sign-up page of the shop',
  ConsentDate: '2024-05-01',
  ConsentWording: 'Yes, send me the newsletter',
}

export interface Importer {
  /** Begins an import of a file. @returns its ImportID */
  create(file: string | Buffer, list?: { readonly listPublicId: string }): Promise<string>
  /** The same, read. */
  begin(file: string | Buffer, list?: { readonly listPublicId: string }): Promise<string>
  /** The same, judged with what is set of its mapping. */
  judged(file: string | Buffer, mapping?: object, list?: { readonly listPublicId: string }): Promise<string>
  /** The same, written. */
  committed(file: string | Buffer, mapping?: object, list?: { readonly listPublicId: string }): Promise<string>
  /** Writes what was judged, whatever is lost. */
  commit(id: string): Promise<void>
  get(id: string): ReturnType<ReturnType<typeof caller>['call']> & Promise<ImportOnWire>
  /** Carries out what waits. */
  work(): Promise<void>
  call: ReturnType<typeof caller>['call']
  refused: ReturnType<typeof caller>['refused']
  of(id: string): { readonly ApiKey: string; readonly ClientID: string; readonly ImportID: string }
}

type ImportOnWire = Awaited<ReturnType<(typeof imports)['Import.Get']>>

export function importer(db: Database, world: World, from?: From): Importer {
  const { call, refused } = caller(db, imports)
  const namedImport = (ImportID: string) => ({
    ApiKey: world.accountKey,
    ClientID: world.client.clientPublicId,
    ImportID,
  })
  async function work() {
    while (await workOnImport(db, readerHere, new AbortController().signal));
  }
  async function create(file: string | Buffer, list: { readonly listPublicId: string } = world.list) {
    const UploadID = await seedUpload(db, world.client.clientId, 'people.csv', Buffer.from(file))
    const given = { ApiKey: world.accountKey, ListID: list.listPublicId, UploadID, ...consent }
    return (await call('Import.Create', given, from)) as string
  }
  async function begin(file: string | Buffer, list?: { readonly listPublicId: string }) {
    const id = await create(file, list)
    await work()
    return id
  }
  async function judged(file: string | Buffer, mapping?: object, list?: { readonly listPublicId: string }) {
    const id = await begin(file, list)
    if (mapping) await call('Import.SetMapping', { ...namedImport(id), ...mapping }, from)
    await call('Import.Judge', namedImport(id), from)
    await work()
    return id
  }
  async function committed(file: string | Buffer, mapping?: object, list?: { readonly listPublicId: string }) {
    const id = await judged(file, mapping, list)
    await commit(id)
    return id
  }
  async function commit(id: string) {
    const { ValuesLost } = await get(id)
    await call('Import.Commit', { ...namedImport(id), ValuesLost: String(ValuesLost) }, from)
    await work()
  }
  const get = (id: string) => call('Import.Get', namedImport(id), from) as ReturnType<Importer['get']>
  return { create, begin, judged, committed, commit, get, work, call, refused, of: namedImport }
}

/** The counts that are not 0, without Rows, after seeing that they add up. */
export function countsOf(counts: object | null | undefined): Readonly<Record<string, number>> {
  assert.ok(counts)
  const { Rows, ValueDropped, ...verdicts } = counts as Record<string, number>
  assert.equal(
    Rows,
    Object.values(verdicts).reduce((sum, count) => sum + count, 0),
    'rows are the sum of the verdicts',
  )
  return Object.fromEntries(
    Object.entries({ ...verdicts, ValueDropped: ValueDropped! }).filter(([, count]) => count > 0),
  )
}

/** All of a list that an import could change. */
export async function everythingOf(db: Database, clientId: number): Promise<unknown> {
  const tables = [
    'subscribers',
    'subscriber_history',
    'list_totals',
    'list_days',
    'suppressions',
    'suppression_history',
  ]
  return Promise.all(
    tables.map(async table => [
      table,
      await db`select to_jsonb(t) as row from ${db(table)} t where client_id = ${clientId} order by to_jsonb(t)::text`,
    ]),
  )
}

/** Members of a list by address, and totals that must be theirs. */
export async function membersOf(db: Database, { clientId, listId }: { clientId: number; listId: number }) {
  const rows = await db<
    { address: string; state: string; name: string; fields: object; mobileNumber: string | null }[]
  >`
    select address, state, name, fields, mobile_number from subscribers
    where client_id = ${clientId} and list_id = ${listId} order by address`
  const [totals] = await db`
    select active, unconfirmed, unsubscribed, bounced, deleted from list_totals
    where client_id = ${clientId} and list_id = ${listId}`
  const counted: Record<string, number> = { active: 0, unconfirmed: 0, unsubscribed: 0, bounced: 0, deleted: 0 }
  for (const { state } of rows) counted[state.toLowerCase()]!++
  assert.deepEqual({ ...totals }, counted, 'the totals of the list are its members')
  return Object.fromEntries(rows.map(({ address, ...row }) => [address, row]))
}
