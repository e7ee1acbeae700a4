/** Lists: their settings, and what may be done with them. */
import { Refusal } from '../../contract/refusals.ts'
import type { Actor } from '../../store/campaigns/campaign-history.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { insertList, type ListOptions, type ListSettings, softDeleteList, updateList } from '../../store/lists/lists.ts'
import type { ClientRef, ListRef } from '../access/access.ts'
import { cleanLine, webAddress } from '../text-rules/single-line.ts'

/** What the caller gives; absent is null. */
export interface GivenListSettings {
  readonly title: string | null
  readonly unsubscribePage: string | null
  readonly confirmOptIn: boolean
  readonly confirmationSuccessPage: string | null
}

/**
 * @returns the ListID
 * @throws Refusal ListTitleEmpty, DuplicateListTitle, InvalidUnsubscribePage, InvalidConfirmationPage
 */
export async function createList(
  db: Database,
  client: ClientRef,
  given: GivenListSettings,
  unsubscribeScope?: ListOptions['unsubscribeScope'],
): Promise<string> {
  const publicId = await insertList(db, client, readSettings(given), unsubscribeScope)
  if (publicId === undefined) throw titleTakenRefusal()
  return publicId
}

/** Replaces all settings of a list. @param unsubscribeScope left as it is unless given @throws Refusal as createList does */
export async function changeList(
  sql: Sql,
  list: ListRef,
  given: GivenListSettings,
  unsubscribeScope?: ListOptions['unsubscribeScope'],
): Promise<void> {
  if (!(await updateList(sql, list, readSettings(given), unsubscribeScope))) throw titleTakenRefusal()
}

/** Takes effect for every caller at once; `restore` undoes it until it is purged. @throws Refusal ListInDraft */
export async function deleteList(db: Database, list: ListRef, by: Actor): Promise<void> {
  if (!(await softDeleteList(db, list, by.username))) throw new Refusal('ListInDraft')
}

const longestTitle = 200

function readSettings(given: GivenListSettings): ListSettings {
  const title = cleanLine('Title', given.title, longestTitle)
  if (title === '') throw new Refusal('ListTitleEmpty')
  const unsubscribePage = readPage(given.unsubscribePage)
  if (unsubscribePage === undefined) throw new Refusal('InvalidUnsubscribePage', pageExpected)
  const confirmationSuccessPage = readPage(given.confirmationSuccessPage)
  if (confirmationSuccessPage === undefined) throw new Refusal('InvalidConfirmationPage', pageExpected)
  return { title, unsubscribePage, confirmOptIn: given.confirmOptIn, confirmationSuccessPage }
}

const pageExpected = 'The page must be empty or a URL http://… or https://… of at most 2,000 characters.'

/** Empty means our own page. */
function readPage(text: string | null): string | undefined {
  return (text ?? '').trim() === '' ? '' : webAddress(text)
}

/** The title is another list's. */
export function titleTakenRefusal(): Refusal {
  return new Refusal('DuplicateListTitle', 'Another list of this client has this title.')
}
