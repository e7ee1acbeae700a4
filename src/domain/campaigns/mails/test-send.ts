/**
 * Test mails: the message a campaign would send, to a few people who asked for it. They are no part of the ledger, count in no
 * report, and their links and pixel are not tracked. The outcome of each is returned at once and kept in the history.
 */
import { Refusal } from '../../../contract/refusals.ts'
import { type Actor, recordAuditEntry } from '../../../store/campaigns/campaign-history.ts'
import { countTests, recordTests } from '../../../store/campaigns/test-sends.ts'
import type { Database } from '../../../store/connection/database.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import { lockAccount } from '../../../store/limits/occurrences.ts'
import type { HandOverOutcome } from '../../../store/states.ts'
import { readSuppressedForCampaign } from '../../../store/subscribers/suppressions.ts'
import type { CampaignRef } from '../../access/access.ts'
import { stateAfter } from '../../campaign-state/states.ts'
import { lockOrRefuse, stateOf } from '../../campaign-state/transitions.ts'
import { type Address, parseAddress } from '../../text-rules/address.ts'
import { readyToShow } from '../drafting/draft-ready.ts'
import type { SourceParts } from '../drafting/source-kinds.ts'
import { baseOrRefusal } from '../lifecycle/sending.ts'
import { letterOf } from '../variants/contents.ts'
import { readShownContact, type ShownContact } from './shown-contact.ts'
import { readVariantNamed } from './shown-variant.ts'

export interface TestMail {
  readonly campaign: CampaignRef
  /** Distinguishes this test from others; part of the messages' identity. */
  readonly test: number
  readonly recipients: readonly string[]
  /** Null: no subscriber, so that every tag shows its fallback. */
  readonly contact: ShownContact | null
  /** Of a campaign with a test, from 1. */
  readonly variant: number
  /** The base of links, for a campaign that was not scheduled yet. */
  readonly publicUrl: string
}

export interface TestOutcome {
  readonly state: HandOverOutcome
  readonly code: number | null
  readonly answer: string
}

/** Hands test mails to the transport. Resolves within a bounded time, with one outcome for each recipient in order. */
export type DeliverTest = (mail: TestMail) => Promise<readonly TestOutcome[]>

export interface TestOrder {
  readonly recipients: readonly (string | null)[]
  /** The address of a subscriber of one of the campaign's lists, or nothing. */
  readonly personalizeAs: string | null
  /** The letter of a variant of the campaign, or nothing for the first. */
  readonly variant: string | null
  /** The base of the message's links, without a slash at the end; undefined if none is set. */
  readonly publicUrl: string | undefined
}

export interface TestResult extends TestOutcome {
  readonly email: string
}

/** Recipients of one test, and of all tests of an account within a day. */
export const mostRecipients = 15
const mostPerDay = 240

/**
 * Sends a test and returns its outcomes. Suppressed addresses are not written to.
 * @throws Refusal TestRecipientsRequired, TooManyTestRecipients, InvalidEmail, InvalidVariants, NotInList, TestLimit, InvalidCampaignId,
 *   PublicUrlRequired, DraftIncomplete, NotComposable
 */
export async function sendTest(
  db: Database,
  { deliver, source }: { readonly deliver: DeliverTest; readonly source: SourceParts },
  campaign: CampaignRef,
  order: TestOrder,
  actor: Actor,
  now: Date,
): Promise<readonly TestResult[]> {
  const recipients = readTestRecipients(order.recipients)
  const publicUrl = baseOrRefusal(order.publicUrl)
  const revision = await readyToShow(source, campaign)
  const variant = await readVariantNamed(db, campaign, order.variant)
  const contact = await readShownContact(db, campaign, order.personalizeAs)
  const { test, state, shut } = await transaction(db, async sql => {
    const from = stateOf(await lockOrRefuse(sql, campaign))
    const to = stateAfter('test', from)
    // tests of an account are counted one after another
    await lockAccount(sql, campaign.accountId)
    if ((await countTests(sql, campaign.accountId)) + recipients.length > mostPerDay) {
      throw new Refusal('TestLimit', `An account sends at most ${mostPerDay} test messages within 24 hours.`)
    }
    await recordTests(sql, campaign.accountId, recipients.length)
    const shut = await readSuppressedForCampaign(
      sql,
      campaign,
      recipients.map(({ address }) => address),
    )
    const detail = {
      ...{ recipients: recipients.map(({ email }) => email), revision },
      ...(variant && { variant: letterOf(variant) }),
    }
    return {
      test: await recordAuditEntry(sql, campaign, actor, { action: 'test', from, to, detail }, now),
      state: to,
      shut,
    }
  })
  const open = recipients.filter(({ address }) => !shut.has(address))
  const mail = {
    ...{ campaign, test, recipients: open.map(({ email }) => email), contact },
    ...{ variant: variant ?? 1, publicUrl },
  }
  const outcomes = open.length === 0 ? [] : await deliver(mail)
  const byAddress = new Map(open.map(({ address }, n) => [address, outcomes[n]!]))
  const results = recipients.map(({ email, address }) => ({ email, ...(byAddress.get(address) ?? suppressedOutcome) }))
  await recordAuditEntry(
    db,
    campaign,
    actor,
    { action: 'tested', from: state, to: state, detail: { test, results } },
    now,
  )
  return results
}

const suppressedOutcome: TestOutcome = { state: 'refused', code: null, answer: 'the address is suppressed' }

/**
 * Items without anything in them are left out: forms send them. An address given twice gets one copy.
 * @throws Refusal TestRecipientsRequired, TooManyTestRecipients, InvalidEmail
 */
export function readTestRecipients(given: readonly (string | null)[]): readonly Address[] {
  const texts = given.filter(text => text !== null && text.trim() !== '')
  if (texts.length === 0) throw new Refusal('TestRecipientsRequired')
  if (texts.length > mostRecipients) {
    throw new Refusal('TooManyTestRecipients', `A test goes to at most ${mostRecipients} addresses.`)
  }
  const recipients = new Map<string, Address>()
  const wrong: string[] = []
  for (const text of texts) {
    const parsed = parseAddress(text)
    if (!parsed) wrong.push(text!)
    else if (!recipients.has(parsed.address)) recipients.set(parsed.address, parsed)
  }
  if (wrong.length > 0) {
    const data = { Recipients: wrong.map(shortened) }
    throw new Refusal('InvalidEmail', `The test recipient ${quoted(wrong[0]!)} is not an email address.`, { data })
  }
  return [...recipients.values()]
}

function quoted(text: string): string {
  return JSON.stringify(shortened(text))
}

/** As much of the given text as identifies it. */
function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100).toWellFormed()}…` : text
}
