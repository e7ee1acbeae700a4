/** Series of the first client of the console's world: one that runs, with people at each step, and one that is not started. */

import { rules } from '../../src/domain/bot-filter/rules.ts'
import type { Database } from '../../src/store/connection/database.ts'
import type { TestService } from './service.ts'

export interface SeriesSeeds {
  /** SeriesID of one that runs. */
  readonly series: string
}

interface SeededStep {
  readonly subject: string
  readonly waiting: number
  readonly accepted: number
  readonly opened: number
  readonly clicked: number
}

const welcome: readonly SeededStep[] = [
  { subject: 'Welcome to the garden', waiting: 12, accepted: 1_482, opened: 912, clicked: 301 },
  { subject: 'How to plant bulbs', waiting: 96, accepted: 1_296, opened: 640, clicked: 188 },
  { subject: 'A workshop near you', waiting: 184, accepted: 847, opened: 402, clicked: 119 },
]

const sender = { FromName: 'Blossom', FromEmail: 'rosa@blossom.example', ReplyTo: 'rosa@blossom.example' }
const content = {
  Kind: 'Html',
  Html: '<p>Hello [firstname,fallback=you].</p><p><unsubscribe>Unsubscribe</unsubscribe></p>',
  Text: 'Hello. Unsubscribe: [unsubscribe]',
}

/** @param ListID of members that have a birthday */
export async function seedSeries({ call, db }: TestService, ClientID: string, ListID: string): Promise<SeriesSeeds> {
  // biome-ignore lint/suspicious/noExplicitAny: answers are read by the names of their fields
  async function ask(operation: string, parameters: object): Promise<any> {
    const { status, value } = await call(operation, parameters)
    if (status !== 200) throw new Error(`${operation}: ${JSON.stringify(value)}`)
    return value
  }
  const step = { DelayMinutes: 0, FromTime: '', ToTime: '' }
  const SeriesID = await ask('Series.Create', {
    ...{ ListID, Name: 'Welcome', Trigger: 'Joined' },
    Steps: [
      step,
      { ...step, DelayMinutes: 2 * 1440, FromTime: '08:00', ToTime: '18:00' },
      { ...step, DelayMinutes: 7 * 1440 },
    ],
  })
  await ask('Series.Create', { ListID, Name: 'Birthday', Trigger: 'Api', Steps: [step] })
  const { Steps } = await ask('Series.Get', { ClientID, SeriesID })
  for (const [n, { DraftID }] of Steps.entries()) {
    const { subject } = welcome[n]!
    await ask('Campaign.UpdateDraft', {
      CampaignID: DraftID,
      Revision: 1,
      Subject: subject,
      ...sender,
      Content: content,
    })
    await putInForce(db, DraftID, welcome[n]!)
  }
  await db`
    update series set state = 'running', started_at = now() - interval '40 days', started_revision = revision, enrolled = 1712, finished = 801,
      stopped = 619, last_sequence = 1000000000 -- no one else joins
    where public_id = ${SeriesID}`
  return { series: SeriesID }
}

/** As if a sender had begun it and sent it to many people. */
async function putInForce(db: Database, draftId: string, { waiting, accepted, opened, clicked }: SeededStep) {
  await db`
    with edition as (
      update campaigns set state = 'sending', rolling = true, started_at = now() - interval '40 days' where public_id = ${draftId}
      returning client_id, id
    ), totals as (
      insert into campaign_totals (client_id, campaign_id, recipients, accepted, opens, unique_opens, clicks, unique_clicks)
      select client_id, id, ${accepted}::integer, ${accepted}::integer, ${opened + 90}::integer, ${opened}::integer, ${clicked + 20}::integer,
        ${clicked}::integer
      from edition
    ), engaged as (
      insert into engagement (client_id, campaign_id, rules_version, classified_at, opens, clicks, human_opens, human_unique_opens, human_clicks,
        human_unique_clicks)
      select client_id, id, ${rules.version}::integer, now(), ${opened + 90}::integer, ${clicked + 20}::integer, ${opened + 30}::integer,
        ${opened}::integer, ${clicked + 9}::integer, ${clicked}::integer
      from edition
    )
    update series_steps t set edition_id = t.draft_id, draft_id = null, waiting = ${waiting}
    from edition e
    where t.client_id = e.client_id and t.draft_id = e.id`
}
