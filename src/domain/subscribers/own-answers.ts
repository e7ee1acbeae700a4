/**
 * What the person behind a letter said of each purpose of tracking, shown to that person and changed by that person: for the membership of
 * the letter, or for all lists of the client.
 * See docs/decisions/unsubscribing.md#answers-on-the-preferences-page-are-for-one-list-or-all.
 */
import type { Database } from '../../store/connection/database.ts'
import { type Answer, readLastAnswers } from '../../store/subscribers/consent.ts'
import { readLeaversAmong } from '../../store/subscribers/opt-outs.ts'
import { type ConsentRow, readConsentRowsOfAddress } from '../../store/subscribers/preferences.ts'
import { type Purpose, purposes } from '../../store/subscribers/purposes.ts'
import type { Evidence } from '../audit/evidence.ts'
import { setConsent } from './consent.ts'
import type { ContactRef } from './preferences.ts'

/** One purpose as the person may answer it. */
export interface OwnAnswer {
  readonly purpose: Purpose
  /** Null: nothing was said, or not the same for all lists it is about. */
  readonly granted: boolean | null
  /** When and how it was said; undefined where that is not recorded. */
  readonly proof: { readonly at: Date; readonly evidence: Partial<Evidence> } | undefined
  /** Whether it happens at present; null where nothing goes by the answer alone. */
  readonly isDone: boolean | null
  /** Titles of the lists it is about, where the list of the letter has no part in it; else empty. */
  readonly otherLists: readonly string[]
}

export interface OwnAnswers {
  /** Of the letter. */
  readonly listTitle: string
  /** The person is on further lists, so that an answer may be for all of them. */
  readonly isOnSeveral: boolean
  /** Of purposes that a list asks for, or that something was said of. */
  readonly answers: readonly OwnAnswer[]
}

/** Reads only. @returns undefined when the membership of the letter is gone */
export async function ownAnswersOf(db: Database, contact: ContactRef): Promise<OwnAnswers | undefined> {
  const found = await read(db, contact)
  if (!found) return undefined
  const { own, rows } = found
  const last = await readLastAnswers(db, contact.client.clientId, rows)
  return {
    listTitle: own.title,
    isOnSeveral: isOnSeveral(found),
    answers: purposes.flatMap(purpose => {
      const about = rowsAbout(purpose, found)
      return about.length > 0 ? [answerOf(purpose, found, about, last)] : []
    }),
  }
}

interface Found {
  /** The membership of the letter. */
  readonly own: ConsentRow
  readonly rows: readonly ConsentRow[]
}

async function read(db: Database, { client, listId, subscriberId }: ContactRef): Promise<Found | undefined> {
  const [known] = await readLeaversAmong(db, [{ clientId: client.clientId, listId, subscriberId }])
  if (!known) return undefined
  const rows = await readConsentRowsOfAddress(db, known)
  const own = rows.find(row => row.subscriberId === subscriberId)
  return own && { own, rows }
}

function isOnSeveral({ own, rows }: Found): boolean {
  return rows.some(row => row !== own && row.isOpen)
}

/** The memberships that an answer is about: that of the letter, or the others if its list has no part in the purpose. */
function rowsAbout(purpose: Purpose, { own, rows }: Found): readonly ConsentRow[] {
  const has = (row: ConsentRow) => row.asked[purpose] || row.consents[purpose] !== null
  return has(own) ? [own] : rows.filter(row => row.isOpen && has(row))
}

function answerOf(purpose: Purpose, { own }: Found, about: readonly ConsentRow[], last: readonly Answer[]): OwnAnswer {
  const [granted, ...different] = new Set(about.map(row => row.consents[purpose]))
  const answer = different.length > 0 ? null : granted!
  const proof = last.find(
    one =>
      one.purpose === purpose && one.consent === answer && about.some(row => row.subscriberId === one.subscriberId),
  )
  return {
    purpose,
    granted: answer,
    proof: answer === null ? undefined : proof,
    isDone: isDone(purpose, about),
    otherLists: about.includes(own) ? [] : about.map(({ title }) => title),
  }
}

function isDone(purpose: Purpose, rows: readonly ConsentRow[]): boolean | null {
  switch (purpose) {
    case 'measuring':
      return rows.some(row => row.isTracked)
    case 'hygiene':
      return rows.some(row => row.isInHygiene)
    case 'personalising':
      return null
  }
}

/** An answer as the form sent it. */
export interface GivenAnswer {
  readonly purpose: Purpose
  readonly granted: boolean
  /** What the page showed as the answer; undefined if it does not say. */
  readonly shown: boolean | null | undefined
  /** The words that the person answered to. */
  readonly wording: string
}

/** What became of answers. */
export interface Answered {
  /** Measuring was refused just now, so that what was recorded is removed: for the list with a title, or for all that the person is on. */
  readonly withdrawn: { readonly listTitle: string | null } | undefined
  /** Agreed to although no list asks for it any more: not recorded. */
  readonly notAsked: readonly Purpose[]
}

/**
 * Records answers, each durable with its evidence; what is so already stays untouched. A refusal is always recorded; agreement only where a list
 * asks for it. A choice that the page showed already is no answer, so that an outdated page takes back nothing.
 * @param everywhere for all lists of the client
 * @returns undefined when the membership of the letter is gone
 */
export async function answerAsPerson(
  db: Database,
  contact: ContactRef,
  given: readonly GivenAnswer[],
  everywhere: boolean,
  evidence: Evidence,
): Promise<Answered | undefined> {
  const found = await read(db, contact)
  if (!found) return undefined
  const { clientId } = contact.client
  const notAsked: Purpose[] = []
  let withdrawn: Answered['withdrawn']
  for (const { purpose, granted, shown, wording } of given) {
    const about = rowsAbout(purpose, found)
    const isShown = granted === shown
    const isOutdated = isShown && about.some(row => row.consents[purpose] !== granted)
    if (isShown && (!everywhere || (granted && isOutdated))) continue
    // who is asked for nothing objects for the list of the letter
    const rows = everywhere ? found.rows : about.length > 0 ? about : [found.own]
    const different = rows.filter(row => row.consents[purpose] !== granted)
    const allowed = different.filter(row => !granted || (row.asked[purpose] && (row.isOpen || row === found.own)))
    for (const { listId, subscriberId } of allowed) {
      const changed = await setConsent(db, { clientId, listId }, subscriberId, purpose, granted, {
        ...evidence,
        wording,
      })
      if (changed && purpose === 'measuring' && !granted)
        withdrawn = { listTitle: isOnSeveral(found) && rows.length === 1 ? found.own.title : null }
    }
    if (granted && !rows.some(row => row.asked[purpose])) notAsked.push(purpose)
  }
  return { withdrawn, notAsked }
}
