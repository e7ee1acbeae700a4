/**
 * Tag.*: short names that contacts of a client are sorted by. A tag belongs to a person, an address of the client, whatever lists it is on.
 * See docs/contact-tags.md.
 */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { tagKey } from '../../store/tags/tag-key.ts'
import {
  deleteTagRow,
  insertTags,
  lockTags,
  mostTagsOfClient,
  type NamedTag,
  readCampaignsOfTag,
  readSegmentsOfTag,
  readTags,
  type TagColor,
  type TagRow,
  updateTag,
} from '../../store/tags/tags.ts'
import type { ClientRef } from '../access/access.ts'
import { cleanLine } from '../text-rules/single-line.ts'

/** Longest name of a tag, in UTF-16 units. */
export const longestTagName = 60

/** Between tags in files, so in no name. */
export const tagSeparator = '||'

const colors: Readonly<Record<TagColor, true>> = {
  Grey: true,
  Red: true,
  Orange: true,
  Yellow: true,
  Green: true,
  Teal: true,
  Blue: true,
  Violet: true,
  Pink: true,
}

/** Absent is null. */
export interface GivenTag {
  readonly name: string | null
  readonly color: string | null
}

/**
 * @returns its identifier
 * @throws Refusal TagNameEmpty, DuplicateTagName, TooManyTags, InvalidParameter for an unknown colour; ValueTooLong or
 *   InvalidCharacters for a name that is not one short line
 */
export async function createTag(db: Database, { clientId }: ClientRef, given: GivenTag): Promise<string> {
  const tag = { name: readTagName(given.name), color: readColor(given.color) ?? 'Grey' }
  return transaction(db, async sql => {
    const present = await lockedTags(sql, clientId)
    if (present.byKey.has(tagKey(tag.name))) throw duplicateRefusal(tag.name)
    refuseTooMany(present.all.length + 1)
    const [made] = await insertTags(sql, clientId, [tag])
    return made!.publicId
  })
}

/** Null or empty members stay as they are. @throws Refusal UnknownTag, DuplicateTagName, and as createTag does */
export async function renameTag(
  db: Database,
  { clientId }: ClientRef,
  id: string | null,
  given: GivenTag,
): Promise<void> {
  const name = (given.name ?? '').trim() === '' ? undefined : readTagName(given.name)
  const color = readColor(given.color)
  await transaction(db, async sql => {
    const present = await lockedTags(sql, clientId)
    const tag = ofId(present, id)
    const holder = name === undefined ? undefined : present.byKey.get(tagKey(name))
    if (name !== undefined && holder && holder.tagId !== tag.tagId) throw duplicateRefusal(name)
    const after = { tagId: tag.tagId, name: name ?? tag.name, color: color ?? tag.color }
    if (!(await updateTag(sql, clientId, after))) throw unknownRefusal(id)
  })
}

export interface UseOfTag {
  readonly kind: 'Segment' | 'Campaign'
  readonly publicId: string
  readonly name: string
}

/** @throws Refusal UnknownTag */
export async function readUsesOfTag(
  sql: Sql,
  { clientId }: ClientRef,
  id: string | null,
): Promise<readonly UseOfTag[]> {
  const { tagId } = ofId(byNames(await readTags(sql, clientId)), id)
  return usesOf(sql, clientId, tagId)
}

/**
 * Deletes a tag with all that it was given to.
 * @returns what used it
 * @throws Refusal UnknownTag
 */
export async function deleteTag(
  db: Database,
  { clientId }: ClientRef,
  id: string | null,
): Promise<readonly UseOfTag[]> {
  return transaction(
    db,
    async sql => {
      const { tagId } = ofId(await lockedTags(sql, clientId), id)
      const uses = await usesOf(sql, clientId, tagId)
      if (!(await deleteTagRow(sql, clientId, tagId))) throw unknownRefusal(id)
      return uses
    },
    'long',
  )
}

async function usesOf(sql: Sql, clientId: number, tagId: number): Promise<readonly UseOfTag[]> {
  const [segments, campaigns] = [
    await readSegmentsOfTag(sql, clientId, tagId),
    await readCampaignsOfTag(sql, clientId, tagId),
  ]
  return [
    ...segments.map(({ segmentPublicId, name }) => ({ kind: 'Segment' as const, publicId: segmentPublicId, name })),
    ...campaigns.map(({ campaignPublicId, name }) => ({ kind: 'Campaign' as const, publicId: campaignPublicId, name })),
  ]
}

/**
 * Finds tags by names, without regard to case, or by identifiers; those that come twice once.
 * @param createMissing names without a tag are created
 * @throws Refusal UnknownTag, TagNameEmpty, TooManyTags; ValueTooLong or InvalidCharacters
 */
export async function findTags(
  sql: Transaction,
  clientId: number,
  given: readonly (string | null)[],
  { createMissing }: { readonly createMissing: boolean },
): Promise<readonly NamedTag[]> {
  if (given.length === 0) return []
  // read without the lock at first: nearly always all of them are there
  let present = byNames(await readTags(sql, clientId))
  const names = given.map(text => present.byId.get(text ?? '')?.name ?? readTagName(text))
  let missing = missingOf(present, names)
  if (missing.length > 0) {
    if (!createMissing) throw unknownRefusal(missing[0]!)
    present = await lockedTags(sql, clientId)
    missing = missingOf(present, names)
    refuseTooMany(present.all.length + missing.length)
    const made = await insertTags(
      sql,
      clientId,
      missing.map(name => ({ name, color: 'Grey' })),
    )
    for (const tag of made) present.byKey.set(tagKey(tag.name), tag)
  }
  return [...new Set(names.map(name => present.byKey.get(tagKey(name))!))] // all of them are there now
}

/** A tag by its name or its identifier. @throws Refusal UnknownTag */
export async function findTag(sql: Sql, clientId: number, given: string | null): Promise<NamedTag> {
  const present = byNames(await readTags(sql, clientId))
  const found = present.byId.get(given ?? '') ?? present.byKey.get(tagKey((given ?? '').trim()))
  if (!found) throw unknownRefusal(given)
  return found
}

/** @throws Refusal TagNameEmpty, ValueTooLong, InvalidCharacters */
export function readTagName(text: string | null): string {
  const name = cleanLine('Name', text, longestTagName).normalize('NFC')
  if (name === '') throw new Refusal('TagNameEmpty')
  if (name.includes(tagSeparator)) throw new Refusal('InvalidCharacters', `Name must not hold ${tagSeparator}.`)
  return name
}

interface Present {
  readonly all: readonly TagRow[]
  readonly byKey: Map<string, NamedTag>
  readonly byId: ReadonlyMap<string, NamedTag>
}

function byNames(all: readonly TagRow[]): Present {
  return {
    all,
    byKey: new Map(all.map(tag => [tagKey(tag.name), tag])),
    byId: new Map(all.map(tag => [tag.publicId, tag])),
  }
}

async function lockedTags(sql: Transaction, clientId: number): Promise<Present> {
  await lockTags(sql, clientId)
  return byNames(await readTags(sql, clientId))
}

function missingOf({ byKey }: Present, names: readonly string[]): readonly string[] {
  const missing = new Map(names.map(name => [tagKey(name), name]))
  return [...missing].flatMap(([key, name]) => (byKey.has(key) ? [] : [name]))
}

function ofId({ byId }: Present, id: string | null): NamedTag {
  const tag = isPublicId(id) ? byId.get(id) : undefined
  if (!tag) throw unknownRefusal(id)
  return tag
}

/** @returns undefined for null and empty text. @throws Refusal InvalidParameter */
function readColor(text: string | null): TagColor | undefined {
  if (text === null || text === '') return undefined
  if (!Object.hasOwn(colors, text)) {
    throw new Refusal('InvalidParameter', `Color must be one of ${Object.keys(colors).join(', ')}.`)
  }
  return text as TagColor // a key of the table
}

function refuseTooMany(count: number): void {
  if (count > mostTagsOfClient) throw new Refusal('TooManyTags', `A client has at most ${mostTagsOfClient} tags.`)
}

function unknownRefusal(given: string | null): Refusal {
  return new Refusal('UnknownTag', `The client has no tag “${given ?? ''}”.`)
}

function duplicateRefusal(name: string): Refusal {
  return new Refusal('DuplicateTagName', `The client has a tag “${name}” already.`)
}
