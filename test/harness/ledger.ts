/** A campaign in any state of its life, its ledger written by SQL as senders leave it: one range, given back and done. */
import type { CampaignState } from '../../src/domain/campaign-state/states.ts'
import type { Database } from '../../src/store/connection/database.ts'
import type { World } from './seed.ts'

export interface Entry {
  readonly attempt: number
  readonly kind: 'handing over' | 'accepted' | 'deferred' | 'refused' | 'unknown' | 'excluded'
  readonly code?: number
  readonly answer?: string
  /** Minutes after `ledgerAt`. */
  readonly at?: number
  readonly retryAt?: Date
  /** A person's decision. */
  readonly loginId?: number
  readonly bounce?: 'H' | 'S'
}

export interface LedgerCampaign {
  readonly clientId: number
  readonly campaignId: number
  readonly publicId: string
}

/** When the ledger's campaigns started: 10:00 in Berlin. */
export const ledgerAt = new Date('2026-02-01T09:00:00Z')

let campaigns = 0

/**
 * @param recipients entries of each, in order; none for a campaign that has not started
 * @param done whether the range is closed; otherwise it was given back and is due
 */
export async function seedLedger(
  db: Database,
  world: World,
  state: CampaignState,
  recipients: readonly (readonly Entry[])[] = [],
  { done = true } = {},
): Promise<LedgerCampaign> {
  const n = ++campaigns
  const { clientId } = world.client
  const { listId } = world.list
  const started = !['draft', 'scheduled', 'held'].includes(state)
  const [row] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, due_at, started_at, finished_at)
    values (${clientId}, ${`Ledger ${n}`}, 'News for [firstname,fallback=friend]', 'Carla', 'carla@client.example',
      'carla@client.example', 'https://x.example/',
      '<html><body><p>Hi <a href="https://shop.example/">shop</a> [City,fallback=nowhere]</p><unsubscribe>out</unsubscribe></body></html>',
      ${state === 'held' ? 'paused' : state}, ${state === 'draft' ? null : ledgerAt}, ${started ? ledgerAt : null},
      ${state === 'sent' || state === 'cancelled' ? ledgerAt : null})
    returning id, public_id`
  const campaignId = row!.id as number
  const key = { clientId, campaignId }
  await db`insert into campaign_lists ${db({ ...key, listId, segment: '' })}`
  const counts = { planned: 0, accepted: 0, deferred: 0, refused: 0, unknown: 0, excluded: 0 }
  let bounces = 0
  for (const [index, entries] of recipients.entries()) {
    const number = index + 1
    const email = `R${number}.l${n}@people.example`
    const address = email.toLowerCase()
    const [subscriber] = await db`
      insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
      values (${clientId}, ${listId}, ${email}, ${address}, 'Active', now(), now())
      returning id`
    await db`
      insert into audience ${db({ ...key, number, listId, subscriberId: subscriber!.id as number, email, address, name: '', fields: db.json({}) })}`
    for (const { attempt, kind, code, answer, at = 0, retryAt, loginId, bounce } of entries) {
      const when = new Date(ledgerAt.getTime() + at * 60_000)
      await db`
        insert into log (client_id, campaign_id, number, attempt, kind, at, code, answer, retry_at, login_id)
        values (${clientId}, ${campaignId}, ${number}, ${attempt}, ${kind}, ${when}, ${code ?? null}, ${answer ?? null},
          ${retryAt ?? null}, ${loginId ?? null})`
      if (!bounce) continue
      bounces++
      await db`insert into campaign_bounces ${db({ ...key, number, type: bounce, at: when, evidence: '' })}`
    }
    const last = entries.at(-1)?.kind ?? 'planned'
    if (last !== 'handing over') counts[last]++
  }
  if (started) {
    const size = recipients.length
    await db`insert into campaign_totals ${db({ ...key, recipients: size, nextNumber: size + 1, ...counts, bounces })}`
    if (size > 0)
      await db`
        insert into leases (client_id, campaign_id, low, high, owner, token, expires_at, done)
        values (${clientId}, ${campaignId}, 1, ${size}, '', nextval('lease_tokens'), ${ledgerAt}, ${done})`
  }
  return { ...key, publicId: row!.publicId as string }
}
