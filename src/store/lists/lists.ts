/** Lists and their settings. */
import type { ClientRef, ListRef } from '../accounts/access.ts'
import { recordDeletion } from '../accounts/deletions.ts'
import { addToEveryList } from '../campaigns/places.ts'
import type { Database, Sql, Transaction } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { isUniqueViolation } from '../connection/violations.ts'
import { addToDirectory } from '../directory.ts'

export interface ListSettings {
  readonly title: string
  readonly unsubscribePage: string
  readonly confirmOptIn: boolean
  readonly confirmationSuccessPage: string
}

/** Creates a list with its counters. @returns its public id, or undefined if the title is taken */
export async function insertList(
  db: Database,
  { clientId }: ClientRef,
  { title, unsubscribePage, confirmOptIn, confirmationSuccessPage }: ListSettings,
  unsubscribeScope: ListOptions['unsubscribeScope'] = 'list',
): Promise<string | undefined> {
  return unlessTaken(
    transaction(db, async sql => {
      const [list] = await sql<{ id: number; publicId: string }[]>`
        insert into lists (client_id, title, unsubscribe_page, confirm_opt_in, confirmation_success_page, unsubscribe_scope)
        values (${clientId}, ${title}, ${unsubscribePage}, ${confirmOptIn}, ${confirmationSuccessPage}, ${unsubscribeScope})
        returning id, public_id`
      await addToDirectory(sql, 'list', { clientId, ...list! })
      await sql`insert into list_totals (client_id, list_id) values (${clientId}, ${list!.id})`
      await addToEveryList(sql, clientId, list!.id)
      return list!.publicId
    }),
  )
}

/** @param unsubscribeScope unchanged if undefined @returns false if another list of the client has the title */
export async function updateList(
  sql: Sql,
  { clientId, listId }: ListRef,
  { title, unsubscribePage, confirmOptIn, confirmationSuccessPage }: ListSettings,
  unsubscribeScope?: ListOptions['unsubscribeScope'],
): Promise<boolean> {
  const updated = await unlessTaken(
    sql`
      update lists set title = ${title}, unsubscribe_page = ${unsubscribePage}, confirm_opt_in = ${confirmOptIn},
        confirmation_success_page = ${confirmationSuccessPage},
        unsubscribe_scope = coalesce(${unsubscribeScope ?? null}::text, unsubscribe_scope)
      where client_id = ${clientId} and id = ${listId}`,
  )
  return updated !== undefined
}

export async function listSettings(sql: Sql, { clientId, listId }: ListRef): Promise<ListSettings> {
  const [list] = await sql<ListSettings[]>`
    select title, unsubscribe_page, confirm_opt_in, confirmation_success_page
    from lists
    where client_id = ${clientId} and id = ${listId}`
  return list!
}

/** Settings that the historical interface does not have. */
export interface ListOptions {
  readonly unsubscribeScope: 'list' | 'client'
  readonly tracking: 'always' | 'consent' | 'never'
  /** BCP 47. */
  readonly language: string
}

export async function updateListOptions(
  sql: Sql,
  { clientId, listId }: ListRef,
  { unsubscribeScope, tracking, language }: ListOptions,
): Promise<void> {
  await sql`
    update lists set unsubscribe_scope = ${unsubscribeScope}, tracking = ${tracking}, language = ${language}
    where client_id = ${clientId} and id = ${listId}`
}

export async function listOptions(sql: Sql, { clientId, listId }: ListRef): Promise<ListOptions> {
  const [list] = await sql<ListOptions[]>`
    select unsubscribe_scope, tracking, language from lists where client_id = ${clientId} and id = ${listId}`
  return list!
}

/** Rules of consent of a list (docs/consent.md, docs/law.md). Whether it measures is `ListOptions.tracking`. */
export interface ConsentRules {
  /** The profile of law that applies to the people of the list. */
  readonly law: LawProfile
  readonly tracking: ListOptions['tracking']
  /** The list asks for consent to personalising. */
  readonly personalising: boolean
  /** The date of the last open of members who are not measured is kept, unless they refuse. */
  readonly hygiene: boolean
  /** Opens of recipients who are not measured are counted without saying whose. */
  readonly anonymousOpens: boolean
}

/** Profiles of law, by country or region. */
export const lawProfiles = ['FR', 'IT', 'DE', 'CH', 'UK', 'US', 'CA', 'JP', 'BR', 'other'] as const
export type LawProfile = (typeof lawProfiles)[number]

export async function updateConsentRules(
  sql: Sql,
  { clientId, listId }: ListRef,
  { law, tracking, personalising, hygiene, anonymousOpens }: ConsentRules,
): Promise<void> {
  await sql`
    update lists set law = ${law}, tracking = ${tracking}, personalising = ${personalising}, hygiene = ${hygiene},
      anonymous_opens = ${anonymousOpens}
    where client_id = ${clientId} and id = ${listId}`
}

export async function readConsentRules(
  sql: Sql,
  { clientId, listId }: Pick<ListRef, 'clientId' | 'listId'>,
): Promise<ConsentRules> {
  const [list] = await sql<ConsentRules[]>`
    select law, tracking, personalising, hygiene, anonymous_opens from lists where client_id = ${clientId} and id = ${listId}`
  return list!
}

/**
 * Marks a list as deleted, unless a campaign that has not started names it; campaigns to all lists go to the others. The row of the list is locked first, so that a
 * concurrent draft either sees the deletion or is seen here.
 * @param deletedBy name of the caller
 * @returns false if such a campaign exists
 */
export async function softDeleteList(
  db: Database,
  { accountId, clientId, listId }: ListRef,
  deletedBy: string,
): Promise<boolean> {
  return transaction(db, async sql => {
    await sql`select 1 from lists where client_id = ${clientId} and id = ${listId} for update`
    const [attached] = await sql`
      select 1
      from (
        select campaign_id from campaign_lists where client_id = ${clientId} and list_id = ${listId} and not every_list
        union all
        select campaign_id from campaign_exclusions where client_id = ${clientId} and list_id = ${listId} and not every_list
      ) cl
      join campaigns c on c.client_id = ${clientId} and c.id = cl.campaign_id
      where c.deleted_at is null and c.state in ('draft', 'scheduled')
      limit 1`
    if (attached) return false
    const [deleted] = await sql<{ publicId: string; name: string }[]>`
      update lists set deleted_at = now()
      where client_id = ${clientId} and id = ${listId} and deleted_at is null
      returning public_id, title as name`
    if (deleted) await recordDeletion(sql, { accountId, clientId, kind: 'list', ...deleted, deletedBy })
    return true
  })
}

/** Undoes the deletion of a list. @returns false if another list has its title now */
export async function undeleteList(sql: Transaction, clientId: number, publicId: string): Promise<boolean> {
  const updated = await unlessTaken(
    sql`update lists set deleted_at = null where client_id = ${clientId} and public_id = ${publicId}`,
  )
  return updated !== undefined
}

/** The lists of a client by title: ListID, Name. */
/** The lists of a client that are not deleted, in the order in which they were created. */
export async function readListIds(sql: Sql, { clientId }: Pick<ClientRef, 'clientId'>): Promise<readonly number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from lists where client_id = ${clientId} and deleted_at is null order by id`
  return rows.map(({ id }) => id)
}

export async function readListsOfClient(sql: Sql, { clientId }: ClientRef) {
  return sql<{ publicId: string; title: string }[]>`
    select public_id, title
    from lists
    where client_id = ${clientId} and deleted_at is null
    order by lower(title), id`
}

async function unlessTaken<Value>(statement: PromiseLike<Value>): Promise<Value | undefined> {
  try {
    return await statement
  } catch (error) {
    if (isUniqueViolation(error, 'lists_title')) return undefined
    throw error
  }
}

/** The internal id of a list by its public id. */
export async function listIdOf(sql: Sql, { clientId }: ClientRef, publicId: string): Promise<number | undefined> {
  const [row] = await sql<{ id: number }[]>`
    select id from lists where client_id = ${clientId} and public_id = ${publicId}`
  return row?.id
}
