/**
 * What a person gets from a client, seen and changed by the contact: one choice for each list it is or was on, and its language. What
 * may be recorded is in own-answers.ts.
 * See docs/decisions/unsubscribing.md#the-preferences-page-changes-list-by-list.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { readLeaversAmong } from '../../store/subscribers/opt-outs.ts'
import { readPausedUntil } from '../../store/subscribers/pauses.ts'
import {
  type JoinableList,
  type PreferenceRow,
  readJoinableLists,
  readMembershipsOfAddress,
  setLanguage,
} from '../../store/subscribers/preferences.ts'
import { readSuppressionsAmong } from '../../store/subscribers/suppressions.ts'
import type { ClientRef } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import { changeOwnFields, type GivenField, readShownFields, type ShownField } from './own-fields.ts'
import type { Subscriptions } from './subscriptions.ts'
import { findUndoable } from './undoing.ts'

/** Whose preferences: the contact behind one membership. */
export interface ContactRef {
  readonly client: ClientRef
  readonly listId: number
  readonly subscriberId: number
}

export interface Preferences {
  /** By title; without those that bounced, were deleted, or whose list was or is not shown. */
  readonly lists: readonly ShownList[]
  /** Lists that the person never was on. */
  readonly joinable: readonly Pick<JoinableList, 'listPublicId' | 'title' | 'description'>[]
  readonly fields: readonly ShownField[]
  /** The last day of a pause, `YYYY-MM-DD`. */
  readonly pausedUntil: string | undefined
  /** No mail of the client may go to the address, and the contact cannot change that here. */
  readonly blocked: boolean
  /** BCP 47; null for whatever the browser and the list say. */
  readonly language: string | null
}

export type ShownList = Pick<PreferenceRow, 'listPublicId' | 'title' | 'description' | 'state'>

export interface Wanted {
  /** Lists the contact was shown; others stay as they are. */
  readonly shown: ReadonlySet<string>
  readonly lists: ReadonlySet<string>
  readonly fields: readonly GivenField[]
  /** undefined leaves it as it is. */
  readonly language: string | null | undefined
}

/** Reads only. @returns undefined when the contact's membership is gone */
export async function findPreferences(db: Database, contact: ContactRef, now: Date): Promise<Preferences | undefined> {
  return (await read(db, contact, now))?.preferences
}

async function read(db: Database, { client: { clientId }, listId, subscriberId }: ContactRef, now: Date) {
  const [known] = await readLeaversAmong(db, [{ clientId, listId, subscriberId }])
  if (!known) return undefined
  const [memberships, joinable, pausedUntil, [suppression]] = await Promise.all([
    readMembershipsOfAddress(db, known),
    readJoinableLists(db, known),
    readPausedUntil(db, known),
    readSuppressionsAmong(db, [{ ...known, listId: null }]),
  ])
  const rows = memberships.filter(row => row.shownTo !== 'nobody' || row.listId === listId)
  const undoable = await findUndoable(
    db,
    rows.filter(({ state }) => state === 'Unsubscribed').map(row => ({ clientId, ...row })),
    now,
  )
  const isBlocked = suppression !== undefined && undoable.length === 0
  const preferences: Preferences = {
    lists: rows.map(({ listPublicId, title, description, state }) => ({ listPublicId, title, description, state })),
    joinable: isBlocked ? [] : joinable,
    fields: await readShownFields(db, clientId, rows.filter(isActive)),
    pausedUntil,
    blocked: isBlocked,
    language: rows.find(({ language }) => language !== null)?.language ?? null,
  }
  return { known, rows, joinable, undoable: new Set(undoable.map(one => one.listId)), preferences }
}

/**
 * Makes it so, change by change, each durable with its evidence; what is so already stays untouched. Coming back within the
 * time for undoing is undoing; later it is joining again, with a confirmation where the list asks for one.
 * @returns what came of it; undefined when the contact's membership is gone
 * @throws Overloaded when too many wait
 */
export async function changePreferences(
  db: Database,
  subscriptions: Subscriptions,
  contact: ContactRef,
  wanted: Wanted,
  {
    evidence,
    publicUrl,
    now,
  }: { readonly evidence: Evidence; readonly publicUrl: string | undefined; readonly now: Date },
): Promise<Changed | undefined> {
  const before = await read(db, contact, now)
  if (!before) return undefined
  const { client } = contact
  const isShown = ({ listPublicId }: JoinableList) => wanted.shown.has(listPublicId)
  const isWanted = ({ listPublicId }: JoinableList) => wanted.lists.has(listPublicId)

  // back first: one undoing may bring back more than the one list, and what is not wanted leaves again
  for (const row of before.rows) {
    if (!isShown(row) || !isWanted(row) || row.state !== 'Unsubscribed' || !before.undoable.has(row.listId)) continue
    const { listId, subscriberId } = row
    await subscriptions.undo({ client, listId, subscriberId, cause: 'undone', evidence })
  }
  const rows = await readMembershipsOfAddress(db, before.known)
  const leaving = rows.filter(row => isShown(row) && !isWanted(row) && row.state !== 'Unsubscribed')
  await Promise.all(
    leaving.map(({ listId, subscriberId }) =>
      subscriptions.unsubscribeMember(client, listId, subscriberId, evidence, { thisListOnly: true }),
    ),
  )
  let asked = false
  const joining = [...rows.filter(({ state }) => state === 'Unsubscribed'), ...before.joinable]
  for (const row of joining) {
    if (!isShown(row) || !isWanted(row)) continue
    const { listId, listPublicId, title, confirmOptIn } = row
    const list = { ...client, listId, listPublicId, title, confirmOptIn }
    const joined = await subscriptions
      .add(list, { email: before.known.email, name: null }, { resubscribe: true, publicUrl }, evidence)
      .then(() => true, ifRefused)
    asked ||= joined && confirmOptIn
  }
  const { language } = wanted
  if (language !== undefined) await transaction(db, sql => setLanguage(sql, before.known, language, evidence))
  const members = rows.filter(row => isActive(row) && isWanted(row))
  const refused = await changeOwnFields(db, client.clientId, before.known.address, members, wanted.fields, evidence)
  return { asked, refused, left: leaving.map(({ listPublicId }) => listPublicId) }
}

export interface Changed {
  /** A list asks to confirm. */
  readonly asked: boolean
  /** Names of fields whose value does not fit, which stay as they were. */
  readonly refused: readonly string[]
  /** Lists that the person left. */
  readonly left: readonly string[]
}

function isActive({ state }: PreferenceRow): boolean {
  return state === 'Active'
}

/** Suppressed meanwhile, or asked to confirm too often: the list stays as it is, and the page shows it. */
function ifRefused(error: unknown): false {
  if (error instanceof Refusal) return false
  throw error
}

/** Leaves every list; where one of them counts for the whole client, so does this. @returns the lists that the person left */
export async function leaveEverything(
  db: Database,
  subscriptions: Subscriptions,
  { client, listId, subscriberId }: ContactRef,
  evidence: Evidence,
): Promise<readonly string[]> {
  const [known] = await readLeaversAmong(db, [{ clientId: client.clientId, listId, subscriberId }])
  if (!known) return []
  const open = (await readMembershipsOfAddress(db, known)).filter(({ state }) => state !== 'Unsubscribed')
  // one list that counts for the client ends all in one action, which can be taken back as one
  open.sort((one, other) => Number(other.clientWide) - Number(one.clientWide))
  for (const row of open) await subscriptions.unsubscribeMember(client, row.listId, row.subscriberId, evidence)
  return open.map(({ listPublicId }) => listPublicId)
}
