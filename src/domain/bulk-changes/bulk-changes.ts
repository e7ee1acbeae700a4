/**
 * BulkChange.*: many subscribers of a list are changed by a rule, in the background. The caller says how many they are, so that a rule
 * never reaches further than was seen. See docs/decisions/bulk-changes.md#a-rule-with-a-number-not-a-list-of-addresses.
 */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import {
  type BulkAction,
  type BulkChangeRow,
  countOpen,
  insertBulkChange,
  moveBulkChange,
  readBulkChangeByPublicId,
  readBulkChangesOf,
  undoDays,
} from '../../store/bulk-changes/bulk-changes.ts'
import { countRuled } from '../../store/bulk-changes/choosing.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { Access, ClientRef, ListRef, Principal } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import {
  type CustomField,
  createCustomField,
  isKeyTaken,
  mostCustomFields,
  readCustomFields,
} from '../lists/custom-fields.ts'
import { definitionsOf, type FieldValue, readCustomValues } from '../lists/custom-values.ts'
import { findGivenList } from '../lists/given-list.ts'
import { readNewestPage } from '../paging/cursors.ts'
import { findTags } from '../tags/tags.ts'
import { actions } from './actions.ts'
import { type GivenRule, readRule } from './rule.ts'

/** Changes of a client that are under way. */
export const mostBulkChanges = 20

/** What a change writes, as it is stored. */
export interface About {
  /** Of `set field` and `clear field`: the key, and its value; null for none. */
  readonly key?: string
  readonly value?: FieldValue | null
  /** Of a copy or a move: keys of fields, from the one list to the other. */
  readonly fields?: Readonly<Record<string, string>>
  /** Of `add tag` and `remove tag`. */
  readonly tags?: readonly { readonly id: number; readonly name: string }[]
}

/** Absent is null. */
export interface GivenChange {
  readonly rule: GivenRule
  readonly action: BulkAction
  /** The number of subscribers that the caller has seen. */
  readonly subscribers: number
  readonly key: string | null
  readonly values: readonly (string | null)[]
  readonly toListId: string | null
  /** Custom fields that the other list does not have are made there. */
  readonly createFields: boolean
}

/** How many subscribers a change would be about now. @throws Refusal InvalidParameter, InvalidDate, UnknownSegment */
export async function countChange(sql: Sql, list: ListRef, action: BulkAction, rule: GivenRule): Promise<number> {
  return countRuled(sql, list, await readRule(sql, list, rule, actions[action]))
}

export interface ChangeParts {
  readonly db: Database
  readonly access: Pick<Access, 'list'>
}

/**
 * Asks for a change; it is done in the background.
 * @returns its public id
 * @throws Refusal InvalidParameter, InvalidDate, UnknownSegment, InvalidKey, InvalidCustomFieldValue, InvalidListId, AccessDenied,
 *   UnknownTag, TagNameEmpty, TooManyCustomFields, AudienceNotConfirmed where the rule fits more than the caller has seen, NoSubscriberFits, TooManyBulkChanges
 */
export async function createChange(
  parts: ChangeParts,
  list: ListRef,
  principal: Principal,
  given: GivenChange,
  evidence: Evidence,
): Promise<string> {
  const { db } = parts
  const { action } = given
  refuseForeign(given)
  // before fields are made on the other list
  if ((await countOpen(db, list)) >= mostBulkChanges) throw tooManyRefusal()
  const rule = await readRule(db, list, given.rule, actions[action])
  const toList = isCopy(action) ? await findTarget(parts, list, principal, given.toListId) : undefined
  const count = await countRuled(db, list, rule)
  if (count > given.subscribers) throw notConfirmedRefusal(given.subscribers, count)
  if (count === 0) throw new Refusal('NoSubscriberFits', 'No subscriber fits; nothing would be changed.')
  const about = toList
    ? { fields: await matchFields(db, list, toList, given.createFields) }
    : isOfTags(action)
      ? { tags: await readGivenTags(db, list, given.values) }
      : await readField(db, list, given)
  const made = await insertBulkChange(
    db,
    list,
    {
      listId: list.listId,
      toListId: toList?.listId ?? null,
      action,
      rule,
      about,
      subscribers: given.subscribers,
      createdBy: evidence,
    },
    mostBulkChanges,
  )
  if (made === 'gone') throw new Refusal('InvalidListId')
  if (made === 'too many') throw tooManyRefusal()
  return made.publicId
}

function tooManyRefusal(): Refusal {
  return new Refusal('TooManyBulkChanges', `A client has at most ${mostBulkChanges} changes under way; wait for one.`)
}

/** For the caller: the rule fits more subscribers now. */
export function notConfirmedRefusal(seen: number, now: number): Refusal {
  return new Refusal(
    'AudienceNotConfirmed',
    `It was ${seen.toLocaleString('en')}, now it is ${now.toLocaleString('en')}.`,
  )
}

function isCopy(action: BulkAction): boolean {
  return action === 'copy' || action === 'move'
}

function isOfTags(action: BulkAction): boolean {
  return action === 'add tag' || action === 'remove tag'
}

/** Tags of one change. */
const mostTags = 20

/** @throws Refusal InvalidParameter, UnknownTag, TagNameEmpty */
async function readGivenTags(db: Database, { clientId }: ListRef, values: readonly (string | null)[]) {
  const tags = await transaction(db, sql => findTags(sql, clientId, values, { createMissing: false }))
  if (tags.length === 0 || tags.length > mostTags) {
    throw new Refusal('InvalidParameter', `Values has 1 to ${mostTags} tags.`)
  }
  return tags.map(({ tagId, name }) => ({ id: tagId, name }))
}

/** Parameters of other actions would be ignored in silence. @throws Refusal InvalidParameter */
function refuseForeign({ action, key, values, toListId, createFields }: GivenChange): void {
  const { name } = actions[action]
  const given: readonly (readonly [string, boolean, readonly BulkAction[]])[] = [
    ['Key', (key ?? '') !== '', ['set field', 'clear field']],
    ['Values', values.length > 0, ['set field', 'add tag', 'remove tag']],
    ['ToListID', (toListId ?? '') !== '', ['copy', 'move']],
    ['CreateFields', createFields, ['copy', 'move']],
  ]
  for (const [parameter, isGiven, of] of given)
    if (isGiven && !of.includes(action))
      throw new Refusal('InvalidParameter', `${parameter} does not go with the Action ${name}.`)
}

async function findTarget(
  { access }: ChangeParts,
  { clientId, listId }: ListRef,
  principal: Principal,
  toListId: string | null,
): Promise<ListRef> {
  const found = await access.list(Promise.resolve(principal), toListId, 'ChangeAudience')
  if (found.clientId !== clientId) throw new Refusal('InvalidListId', 'ToListID is a list of another client.')
  if (found.listId === listId) throw new Refusal('InvalidListId', 'ToListID is the same list.')
  return found
}

/** @throws Refusal InvalidKey, InvalidCustomFieldValue, InvalidParameter */
async function readField(sql: Sql, list: ListRef, { action, key, values }: GivenChange): Promise<About> {
  if (action !== 'set field' && action !== 'clear field') return {}
  const [definition] = definitionsOf(await readCustomFields(sql, list), [key])
  const field = definition!.key // one key, one definition
  if (action === 'clear field') return { key: field, value: null }
  const value = readCustomValues(
    [definition!],
    values.map(text => ({ Key: field, Value: text })),
  ).get(field)
  if (value === undefined || value === null) {
    throw new Refusal('InvalidParameter', 'Values has the value to set; the Action ClearField takes values away.')
  }
  return { key: field, value }
}

/**
 * Fields of the same name and type are the same, whatever their keys are.
 * @returns keys, from the one list to the other
 * @throws Refusal TooManyCustomFields
 */
async function matchFields(
  db: Database,
  from: ListRef,
  to: ListRef,
  createFields: boolean,
): Promise<Readonly<Record<string, string>>> {
  const given = await readCustomFields(db, from)
  let present = await readCustomFields(db, to)
  if (createFields) {
    const missing = given.filter(field => !sameField(present, field) && !isKeyTaken(present, field.name))
    if (present.length + missing.length > mostCustomFields) {
      throw new Refusal('TooManyCustomFields', `A list has at most ${mostCustomFields} custom fields.`)
    }
    for (const { name, dataType, options, visible } of missing) {
      const isListed = dataType === 'MultiSelectOne' || dataType === 'MultiSelectMany'
      await createCustomField(db, to, { fieldName: name, dataType, options: isListed ? options : [], visible })
    }
    present = await readCustomFields(db, to)
  }
  return Object.fromEntries(
    given.flatMap(field => {
      const same = sameField(present, field)
      return same ? [[field.key, same.key]] : []
    }),
  )
}

/** One that can hold every value of the other. */
function sameField(present: readonly CustomField[], { name, dataType, options }: CustomField): CustomField | undefined {
  return present.find(
    field =>
      field.name.toLowerCase() === name.toLowerCase() &&
      field.dataType === dataType &&
      options.every(option => field.options.includes(option)),
  )
}

/** @throws Refusal UnknownBulkChange */
export async function findChange(sql: Sql, client: ClientRef, changeId: string | null): Promise<BulkChangeRow> {
  const found = isPublicId(changeId) ? await readBulkChangeByPublicId(sql, client, changeId) : undefined
  if (!found) throw new Refusal('UnknownBulkChange')
  return found
}

/** A page of changes, the newest first. @throws Refusal InvalidListId, InvalidParameter */
export function listChanges(
  sql: Sql,
  client: ClientRef,
  given: { readonly listId: string | null; readonly cursor: string | null; readonly limit: number },
) {
  return readNewestPage(
    given,
    async page => readBulkChangesOf(sql, client, { listId: await findGivenList(sql, client, given.listId), ...page }),
    ({ changeId }) => changeId,
  )
}

/** Stops a change; who is changed by then stays so, and can be undone. @throws Refusal UnknownBulkChange, BulkChangeNotReady */
export async function cancelChange(sql: Sql, client: ClientRef, changeId: string | null): Promise<void> {
  const found = await findChange(sql, client, changeId)
  if (!(await moveBulkChange(sql, found, ['choosing', 'changing'], 'cancelled'))) throw notReadyRefusal(found)
}

/** Has a change taken back, as far as nothing else changed its subscribers since. @throws Refusal UnknownBulkChange, BulkChangeNotReady */
export async function undoChange(sql: Sql, client: ClientRef, changeId: string | null): Promise<void> {
  const found = await findChange(sql, client, changeId)
  if (!found.isUndoable) throw new Refusal('BulkChangeNotReady', `A change can be undone for ${undoDays} days.`)
  if (!canBeUndone(found) || !(await moveBulkChange(sql, found, ['done', 'cancelled'], 'undoing')))
    throw notReadyRefusal(found)
}

export function canBeUndone({ state, cursor, isUndoable }: BulkChangeRow): boolean {
  return isUndoable && (state === 'done' || state === 'cancelled') && cursor > 0
}

function notReadyRefusal({ state }: BulkChangeRow): Refusal {
  return new Refusal('BulkChangeNotReady', `The change is ${state}.`)
}
