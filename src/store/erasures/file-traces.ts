/** Erases traces of a contact in files: imports with their rows, uploads, exports. */
import type { Fragment, Sql } from '../connection/database.ts'
import { deleteExport, type ExportKey } from '../exports/exports.ts'
import type { ImportKey } from '../imports/imports.ts'
import { erasedEmail } from '../subscribers/address-hash.ts'
import { removeUpload, type UploadKey } from '../uploads/uploads.ts'
import { isOurs, type Tracing } from './tracing.ts'

/** Rows of an import `i` that belong to the contact, also after they were erased. */
export function rowsOf(sql: Sql, tracing: Tracing): Fragment {
  const { clientId, address, hash } = tracing
  return sql`
    r.client_id = ${clientId} and r.import_id = i.id
      and (r.address in (${address}, ${hash}) or ${isOurs(sql, tracing, sql`btrim(r.email)`)})`
}

/** States in which an import does not read its file again. */
export const endedImports = ['done', 'undone', 'cancelled', 'failed']

/** Deletes files with the contact of imports that ended or never read their file, and files that no operation used. */
export async function eraseUploads(sql: Sql, tracing: Tracing): Promise<number> {
  const { clientId, lookedAt } = tracing
  const files = await sql<UploadKey[]>`
    select u.client_id, u.id as upload_id
    from uploads u
    left join imports i on i.client_id = ${clientId} and i.id = u.import_id
    where u.client_id = ${clientId} and u.created_at <= ${lookedAt} and case
      when i.id is null then u.claimed_until <= now()
      else i.state = any(${endedImports}::text[]) and (i.rows is null or exists (select 1 from import_rows r where ${rowsOf(sql, tracing)}))
    end`
  for (const file of files) await removeUpload(sql, file)
  return files.length
}

/** Rows keep their verdict, so that an import's counts stay consistent. Rows still to be written get a hash that is suppressed. */
export async function eraseImportRows(sql: Sql, tracing: Tracing): Promise<number> {
  const { clientId, hash } = tracing
  const imports = await sql<ImportKey[]>`
    select client_id, id as import_id from imports where client_id = ${clientId} and rows is not null`
  let erased = 0
  for (const { importId } of imports) {
    const rows = await sql<{ number: number }[]>`
      update import_rows r
      set address = case when r.address is null then null else ${hash}::text end, email = ${erasedEmail}, name = null,
        mobile_number = null, fields = '{}', evidence = null, before = null, written = null, reason = null, dropped = null,
        losses = null, consents = null
      from imports i
      where i.client_id = ${clientId} and i.id = ${importId} and ${rowsOf(sql, tracing)} and r.email <> ${erasedEmail}
      returning r.number`
    if (rows.length > 0)
      await eraseExamples(
        sql,
        { clientId, importId },
        rows.map(({ number }) => number),
      )
    erased += rows.length
  }
  return erased
}

/** Removes examples of lost values of these rows, and examples of names for choosing the encoding. */
async function eraseExamples(sql: Sql, { clientId, importId }: ImportKey, rows: readonly number[]): Promise<void> {
  await sql`
    update imports
    set source = (source - 'encodingChoices') || coalesce((
      select jsonb_build_object('warnings', jsonb_agg(
        case when w.warning ->> 'code' = 'EncodingGuessed' then jsonb_set(w.warning, '{about,2}', '""') else w.warning end order by w.place))
      from jsonb_array_elements(source -> 'warnings') with ordinality w (warning, place)
      having count(*) > 0), '{}'), losses = (
      select jsonb_agg(jsonb_set(l.loss, '{examples}', coalesce((
        select jsonb_agg(e.example order by e.place)
        from jsonb_array_elements(l.loss -> 'examples') with ordinality e (example, place)
        where (e.example ->> 'row')::bigint <> all(${rows as number[]}::bigint[])), '[]')) order by l.place)
      from jsonb_array_elements(losses) with ordinality l (loss, place))
    where client_id = ${clientId} and id = ${importId}`
}

/** Removes the contact from the first rows that an import shows. */
export async function eraseSamples(sql: Sql, { clientId, spellings }: Tracing): Promise<number> {
  const isNamedIn = (text: Fragment) =>
    sql`exists (select 1 from unnest(${spellings as string[]}::text[]) s (spelling) where position(s.spelling in lower(${text})) > 0)`
  const others = (rows: 'sample' | 'head') => sql`
    coalesce((
      select jsonb_agg(r.cells order by r.place)
      from jsonb_array_elements(p.part -> ${rows}::text) with ordinality r (cells, place)
      where not ${isNamedIn(sql`r.cells::text`)}), '[]')`
  const { count } = await sql`
    update imports i
    set source = jsonb_set(source, '{parts}', (
      select jsonb_agg(jsonb_set(jsonb_set(p.part, '{sample}', ${others('sample')}), '{head}', ${others('head')}) order by p.place)
      from jsonb_array_elements(i.source -> 'parts') with ordinality p (part, place)))
    where client_id = ${clientId} and ${isNamedIn(sql`(source -> 'parts')::text`)}`
  return count
}

/** Deletes all older export files, because they cannot be searched. */
export async function eraseExports(sql: Sql, { clientId, lookedAt }: Tracing): Promise<number> {
  const files = await sql<ExportKey[]>`
    select client_id, id as export_id from exports where client_id = ${clientId} and created_at <= ${lookedAt}`
  for (const file of files) await deleteExport(sql, file)
  return files.length
}
