/** Answers of subscribers that callers record with their proof: which one is in force, on which lists, and what follows. See docs/consent.md. */
import { longestWording } from '../../contract/groups/consents.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { ConsentRules } from '../../store/lists/lists.ts'
import { readInstantOfLocal } from '../../store/local-time.ts'
import { type Answer, readLastAnswers, writeConsent } from '../../store/subscribers/consent.ts'
import {
  type Basis,
  type ConsentingMember,
  lockConsentingMembers,
  noteAnswer,
  type ProofRow,
  readConsentingMembers,
  readLastProofs,
  writeBasis,
} from '../../store/subscribers/consenting-members.ts'
import { consentPreferences, type Purpose } from '../../store/subscribers/purposes.ts'
import type { ListRef } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import { parseLocalTime, readLocalTime } from '../text-rules/dates.ts'
import { asOneLine, cleanLine } from '../text-rules/single-line.ts'
import { readAddress } from './subscriptions.ts'

export interface GivenAnswer {
  readonly email: string | null
  readonly purpose: Purpose
  /** null: unknown. */
  readonly consent: boolean | null
  readonly wording: string | null
  readonly source: string | null
  readonly givenDate: string | null
  /** On all lists of the client. */
  readonly allLists: boolean
}

const longestSource = 500
const longestNote = 1000
/** Clocks of callers may be ahead of ours. */
const aheadMs = 5 * 60_000
const earliest = '1990-01-01'

/**
 * Records an answer; idempotent. Of several the one that the person gave last is in force, of two of one moment the refusal; an earlier one
 * enters the history alone, so that an old consent never overrules a refusal. The same answer with another proof enters the history, too.
 * @throws Refusal InvalidEmail, NotInList, PurposeNotAsked, InvalidDate, ValueTooLong, InvalidCharacters
 */
export async function recordAnswer(
  db: Database,
  list: ListRef,
  given: GivenAnswer,
  by: Evidence,
  now: Date,
): Promise<void> {
  const { address } = readAddress(given.email)
  const { purpose, consent, allLists } = given
  const wording = cleanLine('Wording', asOneLine(given.wording ?? ''), longestWording)
  const source = cleanLine('Source', given.source, longestSource)
  const at = await readGivenDate(db, list, given, now)
  const evidence: Evidence = {
    ...by,
    ...(wording !== '' && { wording }),
    ...(source !== '' && { source }),
    ...(at && { givenAt: at.toISOString(), givenOn: given.givenDate!.trim() }), // what is read has a text
  }
  await transaction(db, async sql => {
    const members = await lockConsentingMembers(sql, {
      clientId: list.clientId,
      address,
      listId: allLists ? undefined : list.listId,
    })
    const named = members.find(({ listId }) => listId === list.listId)
    if (!named) throw new Refusal('NotInList')
    if (consent === true && !isAsked(named.rules, purpose)) throw notAskedRefusal(purpose)
    const concerned = members.filter(({ rules }) => consent !== true || isAsked(rules, purpose))
    const last = new Map(
      (await readLastAnswers(sql, list.clientId, concerned))
        .filter(answer => answer.purpose === purpose)
        .map(answer => [answer.subscriberId, answer]),
    )
    for (const member of concerned) {
      const answer = { purpose, consent, at, evidence }
      await recordFor(sql, list.clientId, member, last.get(member.subscriberId), answer)
    }
  })
}

interface NewAnswer {
  readonly purpose: Purpose
  readonly consent: boolean | null
  /** When it was given; undefined for now. */
  readonly at: Date | undefined
  readonly evidence: Evidence
}

async function recordFor(
  sql: Transaction,
  clientId: number,
  member: ConsentingMember,
  last: Answer | undefined,
  { purpose, consent, at, evidence }: NewAnswer,
): Promise<void> {
  const key = { clientId, listId: member.listId, subscriberId: member.subscriberId }
  const present = member.consents[purpose]
  if (at && isOvertaken({ consent, at }, present, last)) await noteAnswer(sql, key, purpose, consent, at, evidence)
  else if (present !== consent) await writeConsent(sql, key, purpose, consent, evidence)
  else if (hasOtherProof(evidence, last)) await noteAnswer(sql, key, purpose, consent, null, evidence)
}

/**
 * Whether another answer is in force although this one is recorded after it.
 * @param present what is in force now; without a last answer nothing is known of when it was given
 */
export function isOvertaken(
  given: { readonly consent: boolean | null; readonly at: Date },
  present: boolean | null,
  last: Pick<Answer, 'at' | 'evidence'> | undefined,
): boolean {
  if (!last) return present === false && given.consent !== false
  const { givenAt } = last.evidence
  const before = (typeof givenAt === 'string' ? new Date(givenAt) : last.at).getTime()
  const at = given.at.getTime()
  return at < before || (at === before && present === false && given.consent !== false)
}

function hasOtherProof(evidence: Evidence, last: Answer | undefined): boolean {
  const given = (['wording', 'source', 'givenAt'] as const).filter(name => evidence[name] !== undefined)
  return given.some(name => evidence[name] !== last?.evidence[name])
}

/** @returns undefined for now @throws Refusal InvalidDate */
async function readGivenDate(
  sql: Sql,
  { timeZone }: ListRef,
  { givenDate, consent }: GivenAnswer,
  now: Date,
): Promise<Date | undefined> {
  const local = readLocalTime('GivenDate', givenDate)
  if (local === undefined) return undefined
  if (local < earliest) throw new Refusal('InvalidDate', `GivenDate is not before ${earliest}.`)
  const begins = await readInstantOfLocal(sql, local, timeZone)
  if (begins.getTime() > now.getTime() + aheadMs) throw new Refusal('InvalidDate', 'GivenDate is in the future.')
  const isDay = givenDate!.trim().length === earliest.length // what is read has a text
  const at =
    isDay && consent === false
      ? await readInstantOfLocal(sql, `${local.slice(0, earliest.length)} 23:59:59`, timeZone)
      : begins
  return at > now ? now : at
}

/** Whether a list asks for consent to a purpose. Consent to measuring is taken by each list, also by one that measures no one now. */
export function isAsked({ personalising, hygiene }: ConsentRules, purpose: Purpose): boolean {
  return { measuring: true, personalising, hygiene }[purpose]
}

function notAskedRefusal(purpose: Purpose): Refusal {
  return new Refusal(
    'PurposeNotAsked',
    `The list does not ask for consent to ${purpose}; List.SetConsentRules changes that. A refusal is accepted.`,
  )
}

/** What an open of the next letter leaves. */
export type OpensRecorded = 'Measured' | 'LastOpenDate' | 'SumsOnly' | 'Nothing'

/** What follows from the rules of a list and the answers of a member. */
export function opensRecorded(rules: ConsentRules, consents: ConsentingMember['consents']): OpensRecorded {
  const { measuring, hygiene } = consents
  const isMeasured =
    rules.tracking === 'always' ? measuring !== false : rules.tracking === 'consent' && measuring === true
  if (isMeasured) return 'Measured'
  // who refused measuring gets a pixel only after a yes to hygiene
  if (rules.hygiene && (measuring === false ? hygiene === true : hygiene !== false)) return 'LastOpenDate'
  return rules.anonymousOpens && measuring !== false ? 'SumsOnly' : 'Nothing'
}

export interface ConsentsOfMember {
  readonly member: ConsentingMember
  /** By preference; undefined where nothing was ever recorded. */
  readonly proofs: ReadonlyMap<string, ProofRow>
}

/** @throws Refusal InvalidEmail, NotInList */
export async function consentsOf(sql: Sql, list: ListRef, email: string | null): Promise<ConsentsOfMember> {
  const member = await findMember(sql, list, email)
  const key = { clientId: list.clientId, listId: list.listId, subscriberId: member.subscriberId }
  const rows = await readLastProofs(sql, key, list.timeZone)
  return { member, proofs: new Map(rows.map(row => [row.preference, row])) }
}

export function proofOfPurpose({ proofs }: ConsentsOfMember, purpose: Purpose): ProofRow | undefined {
  return proofs.get(consentPreferences[purpose])
}

export interface GivenBasis {
  readonly email: string | null
  /** null: unknown. */
  readonly basis: Basis | null
  readonly endsOn: string | null
  readonly note: string | null
}

/** @throws Refusal InvalidEmail, NotInList, InvalidDate, InvalidParameter, ValueTooLong, InvalidCharacters */
export async function recordBasis(db: Database, list: ListRef, given: GivenBasis, by: Evidence): Promise<void> {
  const endsOn = (given.endsOn ?? '').trim()
  if (
    endsOn !== '' &&
    (endsOn.length !== earliest.length || parseLocalTime(endsOn) === undefined || endsOn < earliest)
  ) {
    throw new Refusal('InvalidDate', `EndsOn is YYYY-MM-DD, and not before ${earliest}.`)
  }
  if (endsOn !== '' && given.basis !== 'implied')
    throw new Refusal('InvalidParameter', 'EndsOn goes with Implied alone.')
  const detail = cleanLine('Note', given.note, longestNote)
  const { subscriberId } = await findMember(db, list, given.email)
  const key = { clientId: list.clientId, listId: list.listId, subscriberId }
  await writeBasis(db, key, given.basis, endsOn === '' ? null : endsOn, { ...by, ...(detail !== '' && { detail }) })
}

async function findMember(sql: Sql, { clientId, listId }: ListRef, email: string | null): Promise<ConsentingMember> {
  const { address } = readAddress(email)
  const [member] = await readConsentingMembers(sql, { clientId, address, listId })
  if (!member) throw new Refusal('NotInList')
  return member
}
