/**
 * The person confirms: what was signed up for becomes a membership, with the values and consents that were given, and what the
 * person's own will had put against it is lifted. See docs/forms.md#what-follows-a-sign-up.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { insertFormConsents } from '../../store/forms/consents.ts'
import { addCounts } from '../../store/forms/counts.ts'
import { readOpenForm } from '../../store/forms/forms.ts'
import { changeSignUps, findSignUp, type SignUp } from '../../store/forms/sign-ups.ts'
import { hashedAddress } from '../../store/subscribers/address-hash.ts'
import { writeConsent } from '../../store/subscribers/consent.ts'
import { lockConsentingMembers } from '../../store/subscribers/consenting-members.ts'
import { stopConfirmations } from '../../store/subscribers/mail-slots.ts'
import { lockLeavers } from '../../store/subscribers/opt-outs.ts'
import { setFirstLanguage } from '../../store/subscribers/preferences.ts'
import { liftSuppressions } from '../../store/subscribers/suppressions.ts'
import { tagContacts } from '../../store/tags/tagged.ts'
import type { ListRef } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import { readCustomFieldsOfLists } from '../lists/custom-fields.ts'
import { type FieldDefinition, readCustomValues } from '../lists/custom-values.ts'
import { isAsked } from '../subscribers/answers.ts'
import { settle } from '../subscribers/joining.ts'
import type { UpsertRequest } from '../subscribers/upserts.ts'
import { parseAddress } from '../text-rules/address.ts'
import { type LiveForm, withPresent } from './open-forms.ts'
import { consequenceOf } from './standing.ts'
import { listsOf, standingsOf } from './standings.ts'

/** Where and with what the person confirmed. */
export type Origin = Pick<Evidence, 'remote' | 'agent'>

export type Confirmed =
  | { readonly kind: 'confirmed'; readonly form: LiveForm; readonly signUp: SignUp }
  /** Used already: nothing happens a second time. */
  | { readonly kind: 'again'; readonly form: LiveForm; readonly signUp: SignUp }
  /** Too old, stopped, or something else keeps mail from the address. */
  | { readonly kind: 'ended'; readonly form: LiveForm }
  | { readonly kind: 'unknown' }

/** A race with another sign-up of the same address is lost once. */
const mostRounds = 3

/** Confirms a sign-up, once. Durable when it resolves. */
export async function confirmSignUp(
  db: Database,
  clientId: number,
  signUpId: number,
  origin: Origin,
): Promise<Confirmed> {
  for (let round = 1; ; round++) {
    const confirmed = await transaction(db, sql => confirm(sql, clientId, signUpId, origin)).catch((error: unknown) => {
      if (error instanceof Contended && round < mostRounds) return undefined
      throw error
    })
    if (confirmed) return confirmed
  }
}

/** Another transaction added the address to a list at the same moment. */
class Contended extends Error {
  override readonly name = 'Contended'
}

async function confirm(sql: Transaction, clientId: number, signUpId: number, origin: Origin): Promise<Confirmed> {
  const signUp = await findSignUp(sql, clientId, signUpId, true)
  const found = signUp && (await readOpenForm(sql, signUp))
  if (!found) return { kind: 'unknown' }
  const form = await withPresent(sql, found)
  if (signUp.state === 'confirmed') return { kind: 'again', form, signUp }
  if (signUp.state !== 'asked') return { kind: 'ended', form }
  // members first, in the order of who leaves
  await lockLeavers(sql, [{ clientId, address: signUp.address, listId: null }])
  const [standing] = await standingsOf(sql, form, [signUp])
  const consequence = consequenceOf(standing!)
  if (consequence.kind === 'none') return { kind: 'ended', form }
  const evidence = evidenceOf(signUp, origin)
  if (consequence.kind === 'confirmation') {
    await liftOptOut(sql, signUp, evidence)
    await joinLists(sql, form, signUp, consequence.listIds, evidence)
  }
  await finish(sql, form, signUp, evidence)
  await changeSignUps(sql, clientId, [signUpId], 'confirmed')
  await addCounts(sql, [{ clientId, formId: form.formId, kind: 'confirmed', count: 1 }])
  return { kind: 'confirmed', form, signUp }
}

function evidenceOf({ formId, page }: SignUp, origin: Origin): Evidence {
  return { by: 'page', ...origin, formId, ...(page !== '' && { source: page }) }
}

/** The person's own opt-out of the client, and the hash that an erasure left. */
async function liftOptOut(sql: Transaction, { clientId, address }: SignUp, evidence: Evidence): Promise<void> {
  await liftSuppressions(sql, [
    { clientId, address, reasons: ['unsubscribed'], act: null, evidence },
    { clientId, address: hashedAddress(sql, address), reasons: ['manual'], act: null, evidence },
  ])
}

/**
 * Joins lists that ask no one to confirm, where the address is new. The caller counts.
 * @returns false if it could not join
 */
export async function joinAtOnce(
  sql: Transaction,
  form: LiveForm,
  signUp: SignUp,
  listIds: readonly number[],
): Promise<boolean> {
  const evidence = evidenceOf(signUp, { remote: signUp.remote, agent: signUp.agent })
  try {
    await joinLists(sql, form, signUp, listIds, evidence)
  } catch (error) {
    // it has joined in another way at this moment
    if (error instanceof Contended) return false
    throw error
  }
  await finish(sql, form, signUp, evidence)
  return true
}

async function joinLists(
  sql: Transaction,
  form: LiveForm,
  signUp: SignUp,
  listIds: readonly number[],
  evidence: Evidence,
): Promise<void> {
  const definitions = await readCustomFieldsOfLists(sql, form.clientId, listIds)
  const requests = form.lists
    .filter(({ listId }) => listIds.includes(listId))
    .map(list => requestFor(form, list, signUp, definitions.get(list.listId) ?? [], evidence))
  const answers = await settle(sql, requests)
  for (const request of requests) {
    const answer = answers.get(request)
    if (answer === undefined) throw new Contended('another sign-up of the address was faster')
    if (answer instanceof Refusal) throw answer
  }
}

function requestFor(
  form: LiveForm,
  { listId, listPublicId, title }: LiveForm['lists'][number],
  { email, name, fields }: SignUp,
  definitions: readonly FieldDefinition[],
  evidence: Evidence,
): UpsertRequest {
  const { accountId, clientId, clientPublicId, timeZone } = form
  // the person confirms here, once
  const list: ListRef = {
    accountId,
    clientId,
    clientPublicId,
    timeZone,
    listId,
    listPublicId,
    title,
    confirmOptIn: false,
  }
  return {
    list,
    address: parseAddress(email)!, // read when it was sent off
    name,
    mobileNumber: undefined,
    customFields: fields.filter(field => isKept(definitions, field)),
    leniency: { unknownKeys: 'ignored', unusableDates: 'ignored' },
    otherFields: 'kept',
    resubscribe: true,
    confirmed: true,
    publicUrl: undefined,
    evidence,
  }
}

/** Whether the list's own field can hold the value: that of another list may have other options. */
function isKept(definitions: readonly FieldDefinition[], field: SignUp['fields'][number]): boolean {
  try {
    readCustomValues(definitions, [field])
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Consents with their proof, the language of a form that has several, and tags. */
async function finish(sql: Transaction, form: LiveForm, signUp: SignUp, evidence: Evidence): Promise<void> {
  const { clientId } = form
  const { address } = signUp
  const ticked = await insertFormConsents(sql, signUp)
  const lists = new Set(listsOf(form, signUp).map(({ listId }) => listId))
  const members = (await lockConsentingMembers(sql, { clientId, address, listId: undefined })).filter(({ listId }) =>
    lists.has(listId),
  )
  for (const { purpose, wording, hash, version } of ticked) {
    if (purpose === 'further') continue
    for (const { listId, subscriberId, rules } of members) {
      if (!isAsked(rules, purpose)) continue
      const proof = {
        ...evidence,
        wording,
        wordingHash: hash,
        wordingVersion: version,
        givenAt: signUp.at.toISOString(),
      }
      await writeConsent(sql, { clientId, listId, subscriberId }, purpose, true, proof)
    }
  }
  if ((form.settings.translations ?? []).length > 0)
    await setFirstLanguage(
      sql,
      { clientId, address },
      members.map(({ subscriberId }) => subscriberId),
      signUp.language,
      evidence,
    )
  const tagged = form.settings.tagIds.map(tagId => ({ address, tagId, evidence }))
  await tagContacts(sql, clientId, tagged, 'form')
}

/** What a person may be shown of a sign-up before it is confirmed; undefined once it is deleted. */
export async function readSignUpToShow(
  db: Database,
  clientId: number,
  signUpId: number,
): Promise<{ readonly form: LiveForm; readonly signUp: SignUp } | undefined> {
  const signUp = await findSignUp(db, clientId, signUpId)
  const form = signUp && (await readOpenForm(db, signUp))
  return form && { form: await withPresent(db, form), signUp }
}

/** Stops all mails that ask the address of a sign-up to confirm, or allows them again. @returns false for an unknown sign-up */
export function stopMails(db: Database, clientId: number, signUpId: number, stopped: boolean): Promise<boolean> {
  return transaction(db, async sql => {
    const signUp = await findSignUp(sql, clientId, signUpId, true)
    if (!signUp) return false
    await stopConfirmations(sql, signUp.address, stopped)
    if (stopped && signUp.state !== 'confirmed') await changeSignUps(sql, clientId, [signUpId], 'ended')
    return true
  })
}
