/** How the dates and numbers of each column are read: as a person said, or as all rows of the column say. */
import type { FieldDefinition } from '../lists/custom-values.ts'
import { ColumnProfile, type FoundColumn } from './column-profile.ts'
import { hasShortYears } from './dates.ts'
import type { Mapping } from './mapping.ts'
import type { DecimalSign } from './numbers.ts'
import { cleanCell, dateTargets } from './rows.ts'
import { type ProblemCode, problemOf } from './sentences.ts'
import { type CellReading, type ColumnTarget, type ImportSource, type SourceFound, UnreadableSource } from './source.ts'

/** Adds to each part of a source what its columns hold. Reads all rows, unless all columns are clearly of texts. */
export async function profileColumns(source: ImportSource): Promise<SourceFound> {
  const { rows: _rows, ...found } = source
  const parts = []
  for (const [index, part] of source.parts.entries()) {
    const width = Math.max(part.header?.length ?? 0, ...part.sample.map(row => row.length))
    const columns = Array.from({ length: width }, (_, column) => column)
    parts.push({ ...part, found: await foundIn(source, index, columns, column => column.isText) })
  }
  return { ...found, parts }
}

/** @param isOver whether a column need not be looked at further */
async function foundIn(
  source: ImportSource,
  part: number,
  columns: readonly number[],
  isOver: (profile: ColumnProfile) => boolean,
): Promise<readonly FoundColumn[]> {
  const profiles = columns.map(column => ({ column, profile: new ColumnProfile() }))
  let open = profiles
  for await (const batch of source.rows(part)) {
    for (const { cells } of batch) {
      for (const { column, profile } of open) profile.add(cleanCell(cells[column]))
    }
    open = open.filter(({ profile }) => !isOver(profile))
    if (open.length === 0) break
  }
  return profiles.map(one => one.profile.found(open.includes(one)))
}

/**
 * By part, by column. Reads the rows where what was found of a column does not say it.
 * @param known of imports that were read before; its columns are those of the source
 * @throws UnreadableSource where the rows of a column can be read in two ways, and no one has said which
 */
export async function readColumns(
  source: ImportSource,
  {
    mapping,
    fields,
    known,
  }: { readonly mapping: Mapping; readonly fields: readonly FieldDefinition[]; readonly known: SourceFound },
): Promise<readonly (readonly CellReading[])[]> {
  const questions = new Map<ProblemCode, string[]>()
  const readings = []
  for (const part of source.parts.keys()) {
    const targets = mapping.columns[part] ?? []
    const kinds = targets.map(target => kindOf(target, fields))
    const found = await foundOf(source, part, kinds, known)
    readings.push(
      targets.map((target, column): CellReading => {
        const kind = mapping.partStates[part] === 'Skip' ? undefined : kinds[column]
        if (kind === undefined) return {}
        const reading =
          kind === 'date'
            ? dateReading(target, found[column]!, mapping, source)
            : numberReading(target, found[column]!, source.parts[part]!.decimals)
        if (typeof reading !== 'string') return reading
        const name = source.parts[part]!.header?.[column] || `Column ${column + 1}`
        questions.set(reading, [...(questions.get(reading) ?? []), name])
        return {}
      }),
    )
  }
  for (const [code, names] of questions) {
    throw new UnreadableSource(problemOf(code, [...new Set(names)].map(name => `“${name}”`).join(', ')))
  }
  return readings
}

function kindOf(target: ColumnTarget, fields: readonly FieldDefinition[]): 'date' | 'number' | undefined {
  if (dateTargets.has(target.to)) return 'date'
  if (target.to !== 'Field' && target.to !== 'NewField') return undefined
  const dataType = fields.find(({ key }) => key === target.key)?.dataType
  return dataType === 'Date' ? 'date' : dataType === 'Number' ? 'number' : undefined
}

/** What was found of the columns that are dates or numbers; those that were not read to their end are read now. */
async function foundOf(
  source: ImportSource,
  part: number,
  kinds: readonly (string | undefined)[],
  known: SourceFound,
): Promise<readonly (FoundColumn | undefined)[]> {
  const found = [...(known.parts?.[part]?.found ?? [])]
  const missing = kinds.flatMap((kind, column) => (kind !== undefined && !found[column]?.isWhole ? [column] : []))
  if (missing.length === 0) return found
  const read = await foundIn(source, part, missing, () => false)
  for (const [index, column] of missing.entries()) found[column] = read[index]!
  return found
}

function dateReading(
  target: ColumnTarget,
  { dates }: FoundColumn,
  mapping: Mapping,
  source: ImportSource,
): CellReading | ProblemCode {
  const own = target.to === 'Ignore' ? undefined : target.dates
  if (own !== undefined) return { dates: own }
  // what a program writes its own dates in need not be how people wrote those of a field
  const isFieldOfFormat = !dateTargets.has(target.to) && mapping.dates === source.dates
  if (mapping.dates !== null && !isFieldOfFormat) return { dates: mapping.dates }
  if (dates.order !== null) return { dates: dates.order }
  if (dates.cells === 0) return { dates: source.dates ?? 'ymd' }
  if (source.dates !== undefined && dates.orders.includes(source.dates)) return { dates: source.dates }
  const [only, other] = dates.orders
  return only !== undefined && other === undefined && hasShortYears(only) ? 'YearsAmbiguous' : 'DatesAmbiguous'
}

function numberReading(
  target: ColumnTarget,
  { numbers }: FoundColumn,
  ofPart: DecimalSign | undefined,
): CellReading | ProblemCode {
  const own = target.to === 'Ignore' ? undefined : target.decimals
  const decimals = own ?? numbers.sign ?? ofPart ?? (numbers.cells === 0 ? 'point' : undefined)
  return decimals === undefined ? 'DecimalsAmbiguous' : { decimals }
}
