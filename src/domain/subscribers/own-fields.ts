/** Values of custom fields that a reader may see or change on the preference page, validated as everywhere and recorded in the history. */
import { Refusal } from '../../contract/refusals.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { OwnField } from '../../store/lists/preference-page.ts'
import { readOwnFields } from '../../store/lists/preference-page.ts'
import { lockMemberships, type Membership, updateDetails } from '../../store/subscribers/memberships.ts'
import { recordFieldChanges } from '../../store/subscribers/preferences.ts'
import type { Evidence } from '../audit/evidence.ts'
import { readCustomFieldsOfLists } from '../lists/custom-fields.ts'
import { applyChanges, type FieldDefinition, type Fields, type FieldValue, readFieldChanges } from '../lists/custom-values.ts'

/** One field with the reader's own value. */
export interface ShownField extends Omit<OwnField, 'listId'> {
  readonly listPublicId: string
  /** Empty for none. */
  readonly values: readonly string[]
}

/** A membership whose fields may be shown. */
export interface FieldsOf {
  readonly listId: number
  readonly listPublicId: string
  readonly fields: Fields
}

/** The fields of memberships that their reader may see, list by list. */
export async function readShownFields(
  db: Database,
  clientId: number,
  members: readonly FieldsOf[],
): Promise<readonly ShownField[]> {
  const ids = members.map(({ listId }) => listId)
  const [shown, definitions] = await Promise.all([
    readOwnFields(db, clientId, ids),
    readCustomFieldsOfLists(db, clientId, ids),
  ])
  return members.flatMap(({ listId, listPublicId, fields }) =>
    shown
      .filter(field => field.listId === listId)
      .map(({ key, name, dataType, access }) => ({
        ...{ listPublicId, key, name, dataType, access },
        // those of countries and states are generated
        options: definitions.get(listId)?.find(field => field.key === key)?.options ?? [],
        values: valuesOf(fields[key]),
      })),
  )
}

function valuesOf(value: FieldValue | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}

/** What the form says of one field. */
export interface GivenField {
  readonly listPublicId: string
  readonly key: string
  /** Empty clears it. */
  readonly values: readonly string[]
}

/**
 * Stores what fits, each membership in its own transaction; a field that the reader may not change is ignored.
 * @returns names of the fields whose value does not fit, which stay as they were
 */
export async function changeOwnFields(
  db: Database,
  clientId: number,
  address: string,
  members: readonly FieldsOf[],
  given: readonly GivenField[],
  evidence: Evidence,
): Promise<readonly string[]> {
  if (given.length === 0) return []
  const shown = await readShownFields(db, clientId, members)
  const definitions = await readCustomFieldsOfLists(
    db,
    clientId,
    members.map(({ listId }) => listId),
  )
  const refused: string[] = []
  for (const { listId, listPublicId } of members) {
    const changes = new Map<string, FieldValue | null>()
    for (const one of given.filter(field => field.listPublicId === listPublicId)) {
      const field = shown.find(({ listPublicId: list, key }) => list === listPublicId && key === one.key)
      const definition = definitions.get(listId)?.find(({ key }) => key === one.key)
      if (field?.access !== 'change' || !definition) continue
      const value = readValue(definition, one.values)
      if (value === undefined) refused.push(field.name)
      else changes.set(field.key, value)
    }
    if (changes.size > 0)
      await transaction(db, sql => store(sql, { clientId, listId, address }, changes, evidence))
  }
  return refused
}

/** @returns undefined where the value does not fit */
function readValue(definition: FieldDefinition, values: readonly string[]): FieldValue | null | undefined {
  const given = (values.length === 0 ? [''] : values).map(value => ({ Key: definition.key, Value: value, Clear: false }))
  try {
    const changes = readFieldChanges([definition], given, { unknownKeys: 'refused', unusableDates: 'refused' })
    return (changes.get(definition.key) ?? null) as FieldValue | null // no entry clears single options
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

async function store(
  sql: Transaction,
  key: { readonly clientId: number; readonly listId: number; readonly address: string },
  changes: ReadonlyMap<string, FieldValue | null>,
  evidence: Evidence,
): Promise<void> {
  const [member] = await lockMemberships(sql, [key])
  if (!member) return
  const changed = [...changes].filter(([name, value]) => !isSame(member.fields[name], value))
  if (changed.length === 0) return
  const fields = applyChanges(member.fields, new Map(changed), { erase: false })
  const { name, mobileNumber } = member
  await updateDetails(sql, [{ ...keyOf(member), name, mobileNumber, fields }])
  await recordFieldChanges(
    sql,
    keyOf(member),
    changed.map(([field, value]) => ({ key: field, from: textOf(member.fields[field]), to: textOf(value) })),
    evidence,
  )
}

function keyOf({ clientId, listId, subscriberId }: Membership) {
  return { clientId, listId, subscriberId }
}

function isSame(before: FieldValue | undefined, after: FieldValue | null): boolean {
  return textOf(before) === textOf(after)
}

function textOf(value: FieldValue | null | undefined): string {
  return value === null || value === undefined ? '' : typeof value === 'string' ? value : value.join(', ')
}
