/** Subscriber.GetContact: everything that is known of one contact of a client. See docs/personal-data.md. */
import type { CustomFieldValue } from '../../contract/groups/historical/subscribers.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Sql } from '../../store/connection/database.ts'
import {
  type ContactKey,
  type ContactMembership,
  readContactMemberships,
  readContactSuppressions,
  readContactTimeline,
  type TimelineMark,
  type TimelineRow,
} from '../../store/subscribers/contact-timeline.ts'
import type { SuppressionRow } from '../../store/subscribers/suppression-list.ts'
import { type ContactTag, readContactTags } from '../../store/tags/contact-tags.ts'
import type { ClientRef } from '../access/access.ts'
import { mayOnClient, type Principal } from '../access/principal.ts'
import { type WithReader, withReaders } from '../bot-filter/readers.ts'
import { type ListedSuppression, toListed } from '../clients/suppression-list.ts'
import { readCustomFieldsOfLists } from '../lists/custom-fields.ts'
import { writeCustomValues } from '../lists/custom-values.ts'
import { cutPage, readCursorPage, type SortKey } from '../paging/cursors.ts'
import { readAddress } from './subscriptions.ts'

/** Absent is null. */
export interface ContactRequest {
  readonly email: string | null
  readonly cursor: string | null
  readonly limit: number
}

export interface Contact {
  readonly email: string
  readonly name: string
  readonly memberships: readonly (ContactMembership & { readonly customFields: readonly CustomFieldValue[] })[]
  readonly tags: readonly ContactTag[]
  /** Of the account or the client: no mail of the client goes to the contact. */
  readonly suppression: ListedSuppression | undefined
  /** Those of single lists. */
  readonly listSuppressions: readonly ListedSuppression[]
  readonly timeline: readonly ContactEntry[]
  readonly nextCursor: string
}

export type ContactEntry = TimelineRow & WithReader

/** All of a contact at once, the oldest entry first. */
export interface ContactProof extends Omit<Contact, 'nextCursor'> {
  /** False for callers who may not read reports: what became of mails is left out. */
  readonly withMails: boolean
  /** False when there are more than `mostProofEntries`: the oldest are left out. */
  readonly isComplete: boolean
}

/** A contact that has been mailed each day for years, with its opens and clicks. */
const mostProofEntries = 5000

/**
 * Steps of mails are there for those who may read reports.
 * @throws Refusal InvalidEmail, InvalidParameter, NotInList for an address that nothing is known of
 */
export async function readContactPage(
  sql: Sql,
  principal: Principal,
  client: ClientRef,
  request: ContactRequest,
): Promise<Contact> {
  const { after, limit } = readCursorPage(request, isMark)
  return readContact(sql, principal, client, { email: request.email, after, limit })
}

async function readContact(
  sql: Sql,
  principal: Principal,
  client: ClientRef,
  {
    email,
    after,
    limit,
  }: { readonly email: string | null; readonly after: TimelineMark | undefined; readonly limit: number },
): Promise<Contact> {
  const given = readAddress(email)
  const key = { clientId: client.clientId, timeZone: client.timeZone, address: given.address }
  const withMails = mayOnClient(principal, client.clientId, 'ReadReports')
  const [memberships, tags, suppressions, found] = await Promise.all([
    readContactMemberships(sql, key),
    readContactTags(sql, key, key.address),
    readContactSuppressions(sql, key),
    readContactTimeline(sql, key, { withMails, after, limit: limit + 1 }),
  ])
  if (memberships.length === 0 && suppressions.length === 0 && found.length === 0 && after === undefined) {
    throw new Refusal('NotInList', 'Nothing is known of this address.')
  }
  const { rows, nextCursor } = cutPage(found, limit, () => markBehind(found.slice(0, limit), after))
  return {
    email: memberships[0]?.email ?? given.email,
    name: memberships.find(({ name }) => name !== '')?.name ?? '',
    memberships: await withFields(sql, client, memberships),
    tags,
    suppression: listedFirst(suppressions.filter(({ scope }) => scope !== 'list')),
    listSuppressions: suppressions.filter(({ scope }) => scope === 'list').map(toListed),
    timeline: await withReaders(sql, rows, row => recipientOf(client.clientId, row)),
    nextCursor,
  }
}

function listedFirst([first]: readonly SuppressionRow[]): ListedSuppression | undefined {
  return first && toListed(first)
}

/** The proof of a contact: its consents, and the mails it was sent. @throws Refusal as contactOf */
export async function readContactProof(
  sql: Sql,
  principal: Principal,
  client: ClientRef,
  email: string | null,
): Promise<ContactProof> {
  const { nextCursor, timeline, ...contact } = await readContact(sql, principal, client, {
    email,
    after: undefined,
    limit: mostProofEntries,
  })
  return {
    ...contact,
    timeline: timeline.toReversed(),
    withMails: mayOnClient(principal, client.clientId, 'ReadReports'),
    isComplete: nextCursor === '',
  }
}

/** All that is known of a contact. */
export interface ContactFile {
  readonly memberships: Contact['memberships']
  readonly tags: readonly ContactTag[]
  readonly suppressions: readonly ListedSuppression[]
  /** The timeline in pages, the newest entry first. */
  timeline(): AsyncGenerator<readonly ContactEntry[]>
}

/** Entries of one page. */
const fileEntries = 2000
/** More campaigns than any contact was mailed. */
const allCampaigns = 1_000_000_000

export async function readContactFile(sql: Sql, key: ContactKey): Promise<ContactFile> {
  const [memberships, tags, suppressions] = await Promise.all([
    readContactMemberships(sql, key),
    readContactTags(sql, key, key.address),
    readContactSuppressions(sql, key),
  ])
  return {
    memberships: await withFields(sql, key, memberships),
    tags,
    suppressions: suppressions.map(toListed),
    async *timeline() {
      let after: TimelineMark | undefined
      for (;;) {
        const page = { withMails: true, after, limit: fileEntries, campaigns: allCampaigns }
        const rows = await readContactTimeline(sql, key, page)
        if (rows.length > 0) yield withReaders(sql, rows, row => recipientOf(key.clientId, row))
        if (rows.length < fileEntries) return
        after = markBehind(rows, after)
      }
    },
  }
}

/** Where the page after these rows begins. */
function markBehind(rows: readonly TimelineRow[], after: TimelineMark | undefined): TimelineMark {
  const { at } = rows.at(-1)! // there are rows
  const shown = rows.filter(row => row.at === at).length
  return [at, shown + (after?.[0] === at ? after[1] : 0)]
}

async function withFields(
  sql: Sql,
  { clientId }: Pick<ClientRef, 'clientId'>,
  memberships: readonly ContactMembership[],
) {
  const definitions = await readCustomFieldsOfLists(
    sql,
    clientId,
    memberships.map(({ listId }) => listId),
  )
  return memberships.map(membership => ({
    ...membership,
    customFields: writeCustomValues(definitions.get(membership.listId) ?? [], membership.fields),
  }))
}

/** Of a step of a mail, whose it is. */
function recipientOf(clientId: number, { mailId, number }: TimelineRow) {
  return mailId === null || number === null ? undefined : { clientId, campaignId: mailId, number }
}

/** More entries of one instant no contact has. */
const mostAtOnce = 1_000_000

function isMark(values: SortKey): values is readonly [number, number] {
  return (
    values.length === 2 &&
    values.every(Number.isSafeInteger) &&
    (values[1] as number) >= 0 &&
    (values[1] as number) <= mostAtOnce
  )
}
