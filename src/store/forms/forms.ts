/** Sign-up forms: their settings, and every wording that their boxes for consent had. */
import type { ClientRef } from '../accounts/access.ts'
import type { Sql, Transaction } from '../connection/database.ts'
import { addToDirectory, findByPublicIds, isOfClients, removeFromDirectory } from '../directory.ts'
import { lockClient } from '../limits/daily-limits.ts'
import { localTime } from '../local-time.ts'

export type FormPurpose = 'measuring' | 'personalising' | 'further'

/** A box as it is stored; its words are those of its version. */
export interface StoredBox {
  readonly purpose: FormPurpose
  /** Of a further purpose; '' for the others. */
  readonly name: string
  readonly wording: string
  readonly version: number
  /** SHA-256 of the wording, in hexadecimal digits. */
  readonly hash: string
}

/** A wording with the language that it is offered in. */
export interface Wording extends StoredBox {
  /** BCP 47; '' where the form follows the browser, and in rows of earlier versions. */
  readonly language: string
}

/** The texts of a form in a further language. What is not set is ''. */
export interface FormTranslation {
  readonly language: string
  readonly heading: string
  readonly introduction: string
  readonly buttonText: string
  readonly successText: string
  readonly successPage: string
  readonly lists: readonly { readonly listId: number; readonly title: string; readonly description: string }[]
  readonly fields: readonly { readonly key: string; readonly label: string }[]
  /** Each box of the form. */
  readonly consents: readonly StoredBox[]
}

/** What is not set is ''. */
export interface FormSettings {
  readonly lists: readonly { readonly listId: number; readonly title: string; readonly description: string }[]
  readonly name: 'NotAsked' | 'Optional' | 'Required'
  /** Keys as the list has them, without brackets. */
  readonly fields: readonly { readonly key: string; readonly label: string; readonly required: boolean }[]
  readonly consents: readonly StoredBox[]
  /** Deleted tags are given to no one. */
  readonly tagIds: readonly number[]
  readonly primaryColor: string
  readonly backgroundColor: string
  /** BCP 47; '' for that of the browser. */
  readonly language: string
  /** Absent in forms that an earlier version saved. */
  readonly translations?: readonly FormTranslation[]
  readonly heading: string
  readonly introduction: string
  readonly buttonText: string
  readonly successText: string
  readonly successPage: string
  readonly redirectHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
  /** `Email`, `Name`, or keys of fields without brackets. */
  readonly prefill: readonly string[]
  readonly confirmOptIn: boolean
}

export interface FormKey {
  readonly clientId: number
  readonly formId: number
}

export interface FormRow extends FormKey {
  readonly publicId: string
  readonly title: string
  readonly paused: boolean
  readonly settings: FormSettings
}

export interface DatedForm extends FormRow {
  readonly createdDate: string
  readonly changedDate: string
}

/** A form with the client it is about. */
export interface OpenForm extends FormRow, ClientRef {
  readonly companyName: string
}

/** @returns undefined if the client has the maximum number of forms */
export async function insertForm(
  sql: Transaction,
  { clientId }: ClientRef,
  { title, paused, settings }: Pick<FormRow, 'title' | 'paused' | 'settings'>,
  personId: number | null,
  most: number,
): Promise<Pick<FormRow, 'formId' | 'publicId'> | undefined> {
  // the lock makes concurrent calls of one client count one after the other
  await lockClient(sql, clientId)
  const [present] = await sql<{ count: number }[]>`
    select count(*)::integer as count from forms where client_id = ${clientId}`
  if (present!.count >= most) return undefined
  const [form] = await sql<Pick<FormRow, 'formId' | 'publicId'>[]>`
    insert into forms (client_id, title, paused, settings, person_id)
    values (${clientId}, ${title}, ${paused}, ${sql.json(settings as never)}, ${personId})
    returning id as form_id, public_id`
  await addToDirectory(sql, 'form', { clientId, id: form!.formId, publicId: form!.publicId })
  return form
}

/** @param personId who changed it; null where it was no person */
export async function updateForm(
  sql: Sql,
  { clientId, formId }: FormKey,
  { title, paused, settings }: Pick<FormRow, 'title' | 'paused' | 'settings'>,
  personId: number | null,
): Promise<void> {
  await sql`
    update forms
    set title = ${title}, paused = ${paused}, settings = ${sql.json(settings as never)}, person_id = ${personId}, changed_at = now()
    where client_id = ${clientId} and id = ${formId}`
}

/** Deletes a form with its numbers and what waits for confirmation; what people agreed to stays. */
export async function deleteForm(sql: Transaction, { clientId, formId }: FormKey): Promise<void> {
  await sql`delete from forms where client_id = ${clientId} and id = ${formId}`
  await removeFromDirectory(sql, 'form', [formId])
  for (const table of ['form_sign_ups', 'form_counts', 'form_hours', 'form_waves', 'form_wordings'])
    await sql`delete from ${sql(table)} where client_id = ${clientId} and form_id = ${formId}`
}

/** @param lock until the transaction ends */
export async function findForm(
  sql: Sql,
  { clientId, timeZone }: Pick<ClientRef, 'clientId' | 'timeZone'>,
  publicId: string,
  lock = false,
): Promise<DatedForm | undefined> {
  const [form] = await sql<DatedForm[]>`
    select client_id, id as form_id, public_id, title, paused, settings,
      ${localTime(sql, 'created_at', timeZone)} as created_date, ${localTime(sql, 'changed_at', timeZone)} as changed_date
    from forms
    where client_id = ${clientId} and public_id = ${publicId}::uuid
    ${lock ? sql`for update` : sql``}`
  return form
}

/** By title, after a place. */
export async function readForms(
  sql: Sql,
  { clientId, timeZone }: Pick<ClientRef, 'clientId' | 'timeZone'>,
  after: readonly [title: string, id: number] | undefined,
  limit: number,
): Promise<readonly (DatedForm & { readonly sortTitle: string })[]> {
  const [title, id] = after ?? ['', 0]
  return sql<(DatedForm & { sortTitle: string })[]>`
    select client_id, id as form_id, public_id, title, paused, settings, lower(title) as sort_title,
      ${localTime(sql, 'created_at', timeZone)} as created_date, ${localTime(sql, 'changed_at', timeZone)} as changed_date
    from forms
    where client_id = ${clientId} and (lower(title), id) > (${title}, ${id})
    order by lower(title), id
    limit ${limit}`
}

/** Forms by the identifiers in their addresses, of any client. Those of deleted clients are missing. */
export async function readFormsByPublicId(sql: Sql, publicIds: readonly string[]): Promise<readonly OpenForm[]> {
  const entries = await findByPublicIds(sql, 'form', publicIds)
  if (entries.length === 0) return []
  return sql<OpenForm[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone, c.company_name,
      f.id as form_id, f.public_id, f.title, f.paused, f.settings
    from forms f
    join clients c on c.id = f.client_id
    where ${isOfClients(sql, sql`f.client_id`, [...new Set(entries.map(({ clientId }) => clientId))])}
      and f.id = any(${entries.map(({ id }) => id)}::bigint[]) and c.deleted_at is null`
}

/** A form by its key, with its client; undefined once either is deleted. */
export async function readOpenForm(sql: Sql, { clientId, formId }: FormKey): Promise<OpenForm | undefined> {
  const [form] = await sql<OpenForm[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone, c.company_name,
      f.id as form_id, f.public_id, f.title, f.paused, f.settings
    from forms f
    join clients c on c.id = ${clientId} and c.deleted_at is null
    where f.client_id = ${clientId} and f.id = ${formId}`
  return form
}

/** A list that a form names. */
export interface ListOfForm {
  readonly listId: number
  readonly listPublicId: string
  readonly title: string
  readonly confirmOptIn: boolean
  readonly isDeleted: boolean
  /** Whether its public archive is shown. */
  readonly hasArchive: boolean
}

/** Lists of a client, deleted ones too; those that were purged are missing. */
export async function readListsOfForms(
  sql: Sql,
  clientId: number,
  listIds: readonly number[],
): Promise<ReadonlyMap<number, ListOfForm>> {
  const rows = await sql<ListOfForm[]>`
    select id as list_id, public_id as list_public_id, title, confirm_opt_in, deleted_at is not null as is_deleted,
      coalesce((archive->>'shown')::boolean, false) as has_archive
    from lists where client_id = ${clientId} and id = any(${listIds as number[]}::bigint[])`
  return new Map(rows.map(row => [row.listId, row]))
}

/** The newest version of each box of a form in each language, of boxes and languages that it no longer has too. */
export async function readNewestWordings(sql: Sql, { clientId, formId }: FormKey): Promise<readonly Wording[]> {
  return sql<Wording[]>`
    select distinct on (purpose, name, language) purpose, name, language, version, wording, encode(hash, 'hex') as hash
    from form_wordings
    where client_id = ${clientId} and form_id = ${formId}
    order by purpose, name, language, version desc`
}

export async function insertWordings(
  sql: Sql,
  { clientId, formId }: FormKey,
  wordings: readonly Wording[],
): Promise<void> {
  if (wordings.length === 0) return
  await sql`
    insert into form_wordings (client_id, form_id, purpose, name, version, wording, hash, language)
    select ${clientId}, ${formId}, purpose, name, version, wording, decode(hash, 'hex'), language
    from jsonb_to_recordset(${sql.json(wordings as never)}) as b (
      purpose text, name text, version integer, wording text, hash text, language text)`
}

/** A version of a box by the hash of its words, in whichever version they were used last. */
export async function readWordingsByHash(
  sql: Sql,
  { clientId, formId }: FormKey,
  hashes: readonly string[],
): Promise<readonly StoredBox[]> {
  if (hashes.length === 0) return []
  return sql<StoredBox[]>`
    select distinct on (purpose, name, hash) purpose, name, version, wording, encode(hash, 'hex') as hash
    from form_wordings
    where client_id = ${clientId} and form_id = ${formId}
      and hash = any(array(select decode(h, 'hex') from unnest(${hashes as string[]}::text[]) h))
    order by purpose, name, hash, version desc`
}
