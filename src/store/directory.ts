/**
 * The directory: whose an object is that is named before its client is known, by its public id in a call or an address, or by its id in a token
 * of an earlier form. With the client known, each look-up names it and runs on one node of a distributed database.
 * See docs/decisions/storage.md#a-directory-says-whose-an-identifier-is.
 */
import { createMemory, type Memory } from '../lib/remember.ts'
import { findAmongClients } from './among-clients.ts'
import type { Fragment, Secrets, Sql, Transaction } from './connection/database.ts'
import { isDistributed } from './connection/distributed.ts'
import type { NamedCampaign } from './keys.ts'

/** The tables whose rows have entries, by their kind. */
const tables = {
  campaign: 'campaigns',
  form: 'forms',
  list: 'lists',
  segment: 'segments',
  template: 'templates',
} as const

export type DirectoryKind = keyof typeof tables

export interface DirectoryEntry {
  readonly clientId: number
  readonly id: number
  readonly publicId: string
}

/** Adds an object, in the transaction that inserts its row. */
export async function addToDirectory(
  sql: Transaction,
  kind: DirectoryKind,
  { clientId, id, publicId }: DirectoryEntry,
): Promise<void> {
  await insertEntry(sql, kind, { clientId, id, publicId })
}

async function insertEntry(sql: Sql, kind: DirectoryKind, { clientId, id, publicId }: DirectoryEntry): Promise<void> {
  await sql`
    insert into directory (kind, public_id, client_id, id) values (${kind}, ${publicId}, ${clientId}, ${id})
    on conflict do nothing`
}

/** Removes objects whose rows are deleted. */
export async function removeFromDirectory(sql: Sql, kind: DirectoryKind, ids: readonly number[]): Promise<void> {
  await sql`delete from directory where kind = ${kind} and id = any(${ids as number[]}::bigint[])`
}

/** Removes all objects of a client that is purged. */
export async function removeClientFromDirectory(sql: Sql, clientId: number): Promise<void> {
  await sql`delete from directory where client_id = ${clientId}`
}

/** Adds objects that have no entry: rows that a program before the directory made. */
export async function completeDirectory(sql: Sql): Promise<void> {
  for (const [kind, table] of Object.entries(tables))
    await sql`
      insert into directory (kind, public_id, client_id, id)
      select ${kind}::text, t.public_id, t.client_id, t.id from ${sql(table)} t
      where not exists (select 1 from directory d where d.kind = ${kind} and d.id = t.id)
      on conflict do nothing`
}

/** Entries that a process remembers, of each kind of key: some megabytes. */
const mostRemembered = 20_000

/** Entries that were found: they never change. What an entry names may be deleted or purged; the statement that reads it decides. */
interface Remembered {
  readonly byPublicId: Memory<string, DirectoryEntry>
  readonly clients: Memory<string, number>
  readonly clientsById: Memory<string, number>
}

/** By database: a pool and its transactions share the object. */
const remembered = new WeakMap<Secrets, Remembered>()

function rememberedOf({ secrets }: Sql): Remembered {
  const known = remembered.get(secrets)
  if (known) return known
  const fresh = {
    byPublicId: createMemory<string, DirectoryEntry>(mostRemembered),
    clients: createMemory<string, number>(mostRemembered),
    clientsById: createMemory<string, number>(mostRemembered),
  }
  remembered.set(secrets, fresh)
  return fresh
}

/** Entries of objects by their public ids, in undefined order; none for a public id that no object has. */
export async function findByPublicIds(
  sql: Sql,
  kind: DirectoryKind,
  publicIds: readonly string[],
): Promise<readonly DirectoryEntry[]> {
  const { byPublicId } = rememberedOf(sql)
  const found: DirectoryEntry[] = []
  const wanted: string[] = []
  for (const publicId of new Set(publicIds)) {
    const entry = byPublicId.get(`${kind} ${publicId.toLowerCase()}`)
    if (entry) found.push(entry)
    else wanted.push(publicId)
  }
  if (wanted.length === 0) return found
  const entries = await sql<DirectoryEntry[]>`
    select client_id, id, public_id from directory where kind = ${kind} and public_id = any(${wanted}::uuid[])`
  if (entries.length < wanted.length) {
    const known = new Set(entries.map(({ publicId }) => publicId))
    const missing = wanted.filter(publicId => !known.has(publicId.toLowerCase()))
    entries.push(...(await findUnlisted(sql, kind, sql`public_id = any(${missing}::uuid[])`)))
  }
  for (const entry of entries) byPublicId.set(`${kind} ${entry.publicId}`, entry)
  return [...found, ...entries]
}

/** The id of a client by its public id: the table of clients is its own directory. */
export async function findClientId(sql: Sql, publicId: string): Promise<number | undefined> {
  const { clients } = rememberedOf(sql)
  const known = clients.get(publicId.toLowerCase())
  if (known !== undefined) return known
  const [client] = await sql<{ id: number; publicId: string }[]>`
    select id, public_id from clients where public_id = ${publicId}`
  if (client) clients.set(client.publicId, client.id)
  return client?.id
}

/** The clients of campaigns or lists by the ids of these; those of which there is no row are missing. */
export async function findClientsOf(
  sql: Sql,
  kind: 'campaign' | 'list',
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { clientsById } = rememberedOf(sql)
  const found = new Map<number, number>()
  const wanted: number[] = []
  for (const id of new Set(ids)) {
    const clientId = clientsById.get(`${kind} ${id}`)
    if (clientId === undefined) wanted.push(id)
    else found.set(id, clientId)
  }
  if (wanted.length === 0) return found
  const entries = await sql<Pick<DirectoryEntry, 'clientId' | 'id'>[]>`
    select client_id, id from directory where kind = ${kind} and id = any(${wanted}::bigint[])`
  if (entries.length < wanted.length) {
    const known = new Set(entries.map(({ id }) => id))
    const missing = wanted.filter(id => !known.has(id))
    entries.push(...(await findUnlisted(sql, kind, sql`id = any(${missing}::bigint[])`)))
  }
  for (const { clientId, id } of entries) {
    clientsById.set(`${kind} ${id}`, clientId)
    found.set(id, clientId)
  }
  return found
}

/**
 * Objects without an entry, which processes of the version before made during a rolling upgrade: they are found in their table, among all clients,
 * and get their entry. In a distributed database each object has one (`completeDirectory`), and an unknown identifier does not go to all nodes.
 */
async function findUnlisted(sql: Sql, kind: DirectoryKind, which: Fragment): Promise<readonly DirectoryEntry[]> {
  if (await isDistributed(sql)) return []
  const columns = sql`, t.id, t.public_id`
  const rows = await findAmongClients<DirectoryEntry>(sql, { table: tables[kind], columns, isFound: which })
  for (const row of rows) await insertEntry(sql, kind, row)
  return rows
}

/** A condition on the client of rows. One client is the common case, and PostgreSQL plans an equality in two thirds of the time. */
export function isOfClients(sql: Sql, column: Fragment, clientIds: readonly number[]): Fragment {
  return clientIds.length === 1
    ? sql`${column} = ${clientIds[0]!}`
    : sql`${column} = any(${clientIds as number[]}::bigint[])`
}

/**
 * Campaigns or recipients that tokens name, with their clients: tokens of earlier forms contain none.
 * @returns in the same order; undefined for a campaign that does not exist
 */
export async function withClients<Named extends NamedCampaign>(
  sql: Sql,
  named: readonly Named[],
): Promise<readonly ((Named & { readonly clientId: number }) | undefined)[]> {
  const unknown = named.flatMap(({ clientId, campaignId }) => (clientId === undefined ? [campaignId] : []))
  const clients = unknown.length === 0 ? undefined : await findClientsOf(sql, 'campaign', unknown)
  return named.map(one => {
    const clientId = one.clientId ?? clients?.get(one.campaignId)
    return clientId === undefined ? undefined : { ...one, clientId }
  })
}
