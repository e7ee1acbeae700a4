/** The sample campaign that was sent: written as people write one, then planned and accounted for by the ledger at times that are over. */
import { Refusal } from '../../contract/refusals.ts'
import { readCampaignsByPublicId } from '../../store/accounts/access.ts'
import type { Actor } from '../../store/campaigns/campaign-history.ts'
import type { Saver } from '../../store/campaigns/draft-rows.ts'
import { findCampaignForSending } from '../../store/campaigns/sending.ts'
import type { Transaction } from '../../store/connection/database.ts'
import { nestDatabase } from '../../store/connection/nested.ts'
import type { Entry } from '../../store/ledger/entry.ts'
import { findHitCampaign, recordHits } from '../../store/tracking/hits.ts'
import type { CampaignRef, ClientRef } from '../access/access.ts'
import { changeState, lockOrRefuse } from '../campaign-state/transitions.ts'
import { beginDraft, type EditingParts, type GivenDraftParts } from '../campaigns/drafting/draft-editing.ts'
import { importSourceOrRefuse } from '../campaigns/drafting/draft-ready.ts'
import type { Subscriptions } from '../subscribers/subscriptions.ts'
import { hitsOf, optsOut, outcomeOf } from './reading.ts'

/** A recipient of the campaign, as the ledger numbered it. */
export interface SampleRecipient {
  readonly number: number
  readonly listId: number
  readonly subscriberId: number
}

/** What becomes of a recipient, and when. */
export type SampleEntry = Omit<Entry, 'attempt' | 'number' | 'retryAt'> & { readonly minutes: number }

/**
 * Plans a scheduled campaign and enters what became of its recipients, as a sender would, without handing over a mail. All of it is
 * part of the transaction: no sender ever sees the campaign on its way.
 * @returns its recipients by number; undefined while all sending is held, and the transaction must not commit
 */
export type SendSample = (
  sql: Transaction,
  campaign: CampaignRef,
  at: Date,
  entryOf: (number: number) => SampleEntry,
) => Promise<readonly SampleRecipient[] | undefined>

export interface SampleLetter {
  readonly name: string
  readonly subject: string
  readonly preheader: string
  readonly html: string
}

export interface SampleSendingParts extends EditingParts {
  readonly sendSample: SendSample
  readonly subscriptions: Pick<Subscriptions, 'unsubscribeMember'>
}

/** Recipients handed over in a minute. */
const perMinute = 25
const minute = 60_000

/** Writes a draft of a sample letter. @returns the campaign */
export async function writeSample(
  sql: Transaction,
  parts: EditingParts,
  client: ClientRef,
  letter: SampleLetter,
  listIds: readonly string[],
  by: Saver,
): Promise<CampaignRef> {
  const given: GivenDraftParts = {
    Name: letter.name,
    Subject: letter.subject,
    Preheader: letter.preheader,
    FromName: 'Rosa from Bloom',
    FromEmail: 'rosa@bloom-flowers.example',
    ReplyTo: 'rosa@bloom-flowers.example',
    Audience: { ListIDs: listIds },
    Tracking: null,
    Utm: null,
    AsksForConsent: null,
    InlineCss: null,
    Content: { Kind: 'Html', Html: letter.html },
  }
  const { CampaignID } = await beginDraft({ ...parts, db: nestDatabase(sql) }, client, given, by)
  const [campaign] = await readCampaignsByPublicId(sql, [CampaignID])
  await importSourceOrRefuse({ ...parts, db: nestDatabase(sql) }, campaign!)
  return campaign!
}

/**
 * Makes a draft a campaign that was sent at a time that is over, with opens, clicks, bounces and opt-outs.
 * @param publicUrl the base of its links
 * @throws Refusal ClientHeld while all sending is held
 */
export async function sendSampleCampaign(
  sql: Transaction,
  { sendSample, subscriptions, now }: SampleSendingParts,
  campaign: CampaignRef,
  { at, publicUrl, by }: { readonly at: Date; readonly publicUrl: string; readonly by: Actor },
): Promise<void> {
  const { clientId, campaignId } = campaign
  const draft = await findCampaignForSending(sql, clientId, campaignId)
  const schedule = { dueAt: at, confirmationEmail: draft!.fromEmail, publicUrl }
  const detail = { due: at.toISOString(), revision: draft!.revision }
  const locked = await lockOrRefuse(sql, campaign)
  await changeState(sql, [locked], { cause: 'send', actor: by, at, detail, schedule })
  const minutesOf = (number: number) => Math.floor((number - 1) / perMinute)
  const recipients = await sendSample(sql, campaign, at, number => ({
    ...outcomeOf(number),
    minutes: minutesOf(number),
  }))
  if (!recipients) {
    throw new Refusal('ClientHeld', 'Sending of the whole installation is held: make sample data when it goes on.')
  }
  const endedAt = new Date(at.getTime() + (minutesOf(recipients.length) + 1) * minute)
  await changeState(sql, [await lockOrRefuse(sql, campaign)], { cause: 'finish', actor: by, at: endedAt })
  const { links } = (await findHitCampaign(sql, campaign))! // it has begun
  const hits = recipients.flatMap(({ number }) => {
    const acceptedAt = new Date(at.getTime() + minutesOf(number) * minute)
    return hitsOf({ clientId, campaignId, number }, acceptedAt, now(), links.length)
  })
  await recordHits(sql, hits)
  for (const { number, listId, subscriberId } of recipients) {
    if (!optsOut(number)) continue
    const evidence = { by: 'page', remote: '192.0.2.1', campaignId, number }
    await subscriptions.unsubscribeMember(campaign, listId, subscriberId, evidence)
  }
}
