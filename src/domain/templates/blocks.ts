/** Blocks: sections of letters that a client saved under a name. A block is copied into a letter, which does not follow its changes. */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import { type BlockRow, blocksOf, deleteBlock, insertBlock, updateBlock } from '../../store/campaigns/blocks.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import type { ClientRef } from '../access/access.ts'
import { inPresentVersion, presentVersion, readSections } from '../content/sections/schema.ts'
import { invalidRefusal } from '../content/sections/settings.ts'
import { cutPage, readCursorPage, type SortKey } from '../paging/cursors.ts'
import { cleanLine } from '../text-rules/single-line.ts'

/** What the caller gives; absent is null. */
export interface GivenBlock {
  readonly name: string | null
  readonly sections: string | null
}

export interface Block extends BlockRow {
  readonly publicId: string
  readonly kind: string
}

export const mostBlocks = 100
const longestName = 100

/**
 * @returns the BlockID
 * @throws Refusal BlockNameEmpty, ValueTooLong, InvalidCharacters, InvalidSections, DuplicateBlockName, TooManyBlocks
 */
export async function createBlock(db: Database, client: ClientRef, given: GivenBlock): Promise<string> {
  const made = await insertBlock(db, client, readBlock(given), mostBlocks)
  if (made === 'name taken') throw nameTakenRefusal()
  if (made === 'too many') throw new Refusal('TooManyBlocks', `A client has at most ${mostBlocks} blocks.`)
  return made.publicId
}

/** Replaces name and section. @throws Refusal as createBlock does, and UnknownBlock */
export async function changeBlock(sql: Sql, client: ClientRef, id: string | null, given: GivenBlock): Promise<void> {
  const block = readBlock(given)
  const done = isPublicId(id) ? await updateBlock(sql, client, id, block) : 'unknown'
  if (done === 'unknown') throw unknownBlockRefusal()
  if (done === 'name taken') throw nameTakenRefusal()
}

/** @throws Refusal UnknownBlock */
export async function removeBlock(sql: Sql, client: ClientRef, id: string | null): Promise<void> {
  if (!isPublicId(id) || !(await deleteBlock(sql, client, id))) throw unknownBlockRefusal()
}

/** A page of blocks by name. @throws Refusal InvalidParameter for a Cursor or a Limit that cannot be */
export async function listBlocks(
  sql: Sql,
  client: ClientRef,
  given: { readonly cursor: string | null; readonly limit: number },
): Promise<{ readonly rows: readonly Block[]; readonly nextCursor: string }> {
  const { after, limit } = readCursorPage(given, isSortName)
  const found = await blocksOf(sql, client, { after: after?.[0], limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, ({ sortName }) => [sortName])
  return { rows: rows.map(({ publicId, name, section }) => ({ publicId, name, ...shown(section) })), nextCursor }
}

/** One that a newer Lettershop wrote is shown as it is. */
function shown(section: string): { readonly section: string; readonly kind: string } {
  try {
    return { section: inPresentVersion(section), kind: readSections(section).sections[0]?.kind ?? '' }
  } catch {
    return { section, kind: '' }
  }
}

function readBlock({ name, sections }: GivenBlock): BlockRow {
  const clean = cleanLine('Name', name, longestName).normalize('NFC')
  if (clean === '') throw new Refusal('BlockNameEmpty')
  const source = inPresentVersion(sections ?? '')
  const count = readSections(source).sections.length
  if (count !== 1) throw invalidRefusal('sections', `must be exactly one; there are ${count}`)
  const written = JSON.parse(source).sections // as just read
  return { name: clean, section: JSON.stringify({ version: presentVersion, sections: written }) }
}

function isSortName(values: SortKey): values is readonly [string] {
  return values.length === 1 && typeof values[0] === 'string'
}

function unknownBlockRefusal(): Refusal {
  return new Refusal('UnknownBlock', 'The client has no such block.')
}

function nameTakenRefusal(): Refusal {
  return new Refusal('DuplicateBlockName', 'Another block of this client has this name.')
}
