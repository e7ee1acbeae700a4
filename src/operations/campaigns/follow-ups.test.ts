/** Resends: whom they go to, when they may start, once for each campaign, and the numbers of both. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Entry, type LedgerCampaign, ledgerAt, seedLedger } from '../../../test/harness/ledger.ts'
import { operationsTest } from '../../../test/harness/operations.ts'
import type { FamilyMail } from '../../contract/groups/follow-ups.ts'
import type { OutputOf } from '../../contract/shapes.ts'
import { contentTasksHere } from '../../delivery/content/tasks.ts'
import { planDueCampaign } from '../../delivery/planning/plan.ts'
import { readAudience } from '../../domain/campaigns/drafting/sources.ts'
import { countSome } from '../../domain/campaigns/reports/counting.ts'
import { createLog } from '../../lib/log.ts'
import { countUnknown } from '../../store/campaigns/audience.ts'
import { botFilter } from '../../tracking/bot-filter.ts'
import { createHits } from '../../tracking/hits.ts'
import { handlers } from '../handlers.ts'

const { db, world, call, refused } = await operationsTest(handlers, () => ({}))
const key = { ApiKey: world.accountKey }
const person = { remote: '192.0.2.77', agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' }
const robot = { remote: '198.51.100.7', agent: 'curl/8.5.0' }

const accepted: Entry[] = [{ attempt: 1, kind: 'accepted' }]
const refusedMail: Entry[] = [{ attempt: 1, kind: 'refused', code: 550 }]
const unknown: Entry[] = [{ attempt: 1, kind: 'unknown' }]

const sent = async (...recipients: Entry[][]) => {
  const campaign = await seedLedger(db, world, 'sent', recipients)
  await db`insert into links (client_id, campaign_id, number, url) values (${campaign.clientId}, ${campaign.campaignId}, 1, 'https://shop.example/')`
  return { ...campaign, CampaignID: campaign.publicId }
}
const hits = createHits(db, { now: () => new Date(ledgerAt.getTime() + 3_600_000) })
async function classify() {
  while (await countSome(db));
  const step = botFilter(db, { settleMs: 0 })
  while (await step());
}
const react = async (
  { campaignId }: Pick<LedgerCampaign, 'campaignId'>,
  number: number,
  by: 'open' | 'click',
  who = person,
) => {
  if (by === 'open') await hits.open({ campaignId, number, ...who })
  else await hits.click({ campaignId, number, ...who }, 1)
}
async function resend(originalId: string, Subject = 'Have you seen it?') {
  const { CampaignID } = await call('Campaign.Resend', {
    ...key,
    CampaignID: originalId,
    Subject,
    Name: null,
    AfterHours: null,
  })
  return { CampaignID: CampaignID! }
}
const send = (CampaignID: string, SendDate = 'Immediately') =>
  call('Campaign.Send', { ...key, CampaignID, ConfirmationEmail: 'boss@x.example', SendDate })
const plan = () => planDueCampaign({ db, log: createLog('silent'), contentTasks: contentTasksHere }, new Date())
async function family(CampaignID: string) {
  const { Mails, ...rest } = await call('Campaign.GetFollowUps', { ...key, CampaignID })
  return { ...rest, mails: Mails as readonly OutputOf<typeof FamilyMail>[] }
}
const counted = async (CampaignID: string) => (await call('Campaign.CountAudience', { ...key, CampaignID })).Recipients
const idOf = async (CampaignID: string) =>
  (await db<{ id: number }[]>`select id from campaigns where public_id = ${CampaignID}`)[0]!.id
/** Numbers that the recipients had in the original. */
async function frozen(CampaignID: string, { campaignId }: Pick<LedgerCampaign, 'campaignId'>) {
  const rows = await db<{ number: number }[]>`
    select o.number from audience a join audience o on o.client_id = a.client_id and o.campaign_id = ${campaignId} and o.address = a.address
    where a.campaign_id = ${await idOf(CampaignID)} order by 1`
  return rows.map(({ number }) => number)
}
/** As if all its mails had been accepted long ago. */
async function finish(CampaignID: string) {
  const { clientId } = world.client
  const campaignId = await idOf(CampaignID)
  await db`
    insert into log (client_id, campaign_id, number, attempt, kind, at)
    select client_id, campaign_id, number, 1, 'accepted', ${ledgerAt} from audience where client_id = ${clientId} and campaign_id = ${campaignId}`
  await db`update campaign_totals set accepted = recipients, planned = 0 where client_id = ${clientId} and campaign_id = ${campaignId}`
  await db`update campaigns set state = 'sent', finished_at = ${ledgerAt} where client_id = ${clientId} and id = ${campaignId}`
}

test('a resend goes to those whose mail was accepted and measured and who did nothing, judged when it starts', async () => {
  const original = await sent(accepted, accepted, accepted, accepted, refusedMail, unknown, accepted, accepted)
  await db`update audience set tracked = false where campaign_id = ${original.campaignId} and number = 4`
  await react(original, 1, 'open')
  await react(original, 2, 'click')
  await react(original, 3, 'open', robot)
  await react(original, 3, 'click', robot)
  // left the list, although the address is still on another one that the campaign did not go to
  await db`update subscribers set state = 'Unsubscribed' where id = (select subscriber_id from audience where campaign_id = ${original.campaignId} and number = 7)`
  await classify()
  const draft = await resend(original.CampaignID)
  assert.equal(await counted(draft.CampaignID), 2, 'by machine only, and no reaction')
  const audience = await readAudience(db, world.client.clientId, await idOf(draft.CampaignID))
  assert.equal(await countUnknown(db, world.client.clientId, audience!.sources), 1, 'who was not tracked is unknown')
  await react(original, 8, 'open')
  await classify()
  await send(draft.CampaignID)
  assert.equal(await plan(), true)
  assert.deepEqual(await frozen(draft.CampaignID, original), [3])
  const { mails, Together, CanResend } = await family(original.CampaignID)
  assert.deepEqual(
    mails.map(mail => [mail.Kind, mail.FollowsID, mail.Recipients, mail.HumanUniqueOpened, mail.HumanUniqueClicked]),
    [
      ['Original', '', 8, 3, 1],
      ['Resend', original.CampaignID, 1, 0, 0],
    ],
  )
  assert.deepEqual([Together?.Recipients, Together?.HumanUniqueOpened, CanResend], [8, 3, false])
})

test('a person who reacts to both mails counts once together', async () => {
  const original = await sent(accepted, accepted, accepted)
  const draft = await resend(original.CampaignID)
  await send(draft.CampaignID)
  await plan()
  const follower = { campaignId: await idOf(draft.CampaignID) }
  assert.deepEqual(await frozen(draft.CampaignID, original), [1, 2, 3])
  await react(original, 1, 'open')
  await react(follower, 1, 'click')
  await react(follower, 2, 'open')
  await classify()
  const { mails, Together } = await family(draft.CampaignID)
  assert.deepEqual(
    mails.map(mail => [mail.HumanUniqueOpened, mail.HumanUniqueClicked]),
    [
      [1, 0],
      [2, 1],
    ],
  )
  assert.deepEqual([Together?.HumanUniqueOpened, Together?.HumanUniqueClicked], [2, 1])
})

test('a resend of a resend leaves out who reacted to any mail of the chain', async () => {
  const original = await sent(accepted, accepted, accepted)
  const first = await resend(original.CampaignID, 'Second try')
  await send(first.CampaignID)
  await plan()
  await finish(first.CampaignID)
  const follower = { campaignId: await idOf(first.CampaignID) }
  await react(original, 1, 'open')
  await react(follower, 2, 'click')
  await classify()
  await refused(
    'Campaign.Resend',
    {
      ...key,
      CampaignID: first.CampaignID,
      Subject: 'news for  [FIRSTNAME,fallback=friend] ',
      Name: null,
      AfterHours: null,
    },
    'SubjectNotNew',
  )
  const second = await resend(first.CampaignID, 'Last try')
  await send(second.CampaignID)
  await plan()
  assert.deepEqual(await frozen(second.CampaignID, original), [3])
})

test('only a campaign that was sent to its end and measured is resent, with a subject of its own', async () => {
  const given = { ...key, Subject: 'Other', Name: null, AfterHours: null }
  const underWay = await seedLedger(db, world, 'sending', [accepted])
  const unmeasured = await sent(accepted)
  await db`update campaigns set track_opens = false where id = ${unmeasured.campaignId}`
  const asking = await sent(accepted)
  await db`update campaigns set asks_for_consent = true where id = ${asking.campaignId}`
  for (const CampaignID of [underWay.publicId, unmeasured.CampaignID, asking.CampaignID])
    await refused('Campaign.Resend', { ...given, CampaignID }, 'NotResendable')
  const { CampaignID } = await sent(accepted)
  for (const Subject of ['', ' ', 'NEWS for [firstname,fallback=friend]'])
    await refused('Campaign.Resend', { ...given, CampaignID, Subject }, 'SubjectNotNew')
  for (const AfterHours of [23, 0, 2161])
    await refused('Campaign.Resend', { ...given, CampaignID, AfterHours }, 'InvalidParameter')
})

test('a resend waits for the end of its original, and its subject stays another one', async () => {
  const original = await sent(accepted)
  const { CampaignID } = await resend(original.CampaignID)
  const order = { ...key, CampaignID, ConfirmationEmail: 'boss@x.example', SendDate: 'Immediately' }
  const ended = (hours: number) =>
    db`update campaigns set finished_at = now() - make_interval(hours => ${hours}) where id = ${original.campaignId}`
  await ended(47)
  await refused('Campaign.Send', order, 'ResendTooSoon')
  await ended(49)
  await call('Campaign.UpdateDraft', {
    ...key,
    ...(await unchangedDraft(CampaignID)),
    Subject: 'news for [firstname,fallback=friend]',
  })
  await refused('Campaign.Send', order, 'SubjectNotNew')
  await call('Campaign.UpdateDraft', { ...key, ...(await unchangedDraft(CampaignID)), Subject: 'Really new' })
  await send(CampaignID)
  // more of the original was sent meanwhile: the start looks again
  await ended(1)
  await plan()
  const [held] = await db`select state, started_at from campaigns where public_id = ${CampaignID}`
  assert.deepEqual([held?.state, held?.startedAt], ['paused', null])
  await ended(50)
  await call('Campaign.Resume', { ...key, CampaignID })
  await plan()
  assert.equal((await db`select state from campaigns where public_id = ${CampaignID}`)[0]?.state, 'sending')
})

async function unchangedDraft(CampaignID: string) {
  const { Revision } = await call('Campaign.GetDraft', { ...key, CampaignID })
  return {
    ...{
      CampaignID,
      Revision,
      Name: null,
      FromName: null,
      FromEmail: null,
      ReplyTo: null,
      Preheader: null,
      Audience: null,
    },
    ...{ Tracking: null, Utm: null, AsksForConsent: null, InlineCss: null, Content: null },
  }
}

test('of two resends at once one is made, and a deleted draft makes room for another', async () => {
  const { CampaignID } = await sent(accepted)
  const results = await Promise.allSettled([resend(CampaignID, 'One'), resend(CampaignID, 'Two')])
  const made = results.flatMap(result => (result.status === 'fulfilled' ? [result.value.CampaignID] : []))
  assert.equal(made.length, 1)
  await refused(
    'Campaign.Resend',
    { ...key, CampaignID, Subject: 'Three', Name: null, AfterHours: null },
    'AlreadyResent',
  )
  await call('Campaign.Delete', { ...key, CampaignID: made[0]! })
  const again = { ...key, CampaignID, Subject: 'Four', Name: 'Fourth', AfterHours: null }
  const another = await call('Campaign.Resend', again)
  await refused('Deleted.Restore', { ...key, Kind: 'Campaign', ID: made[0]! }, 'AlreadyResent')
  await send(another.CampaignID!)
  await plan()
  await call('Campaign.Delete', { ...key, CampaignID: another.CampaignID! })
  await refused(
    'Campaign.Resend',
    { ...key, CampaignID, Subject: 'Five', Name: null, AfterHours: null },
    'AlreadyResent',
  )
})

test('another audience only narrows a resend, and without its original it goes to no one', async () => {
  const original = await sent(accepted, accepted)
  const other = await sent(accepted)
  const { CampaignID } = await resend(original.CampaignID)
  assert.equal(await counted(CampaignID), 2, 'others of the list were not sent the original')
  await react(original, 1, 'open')
  await classify()
  assert.equal(await counted(CampaignID), 1)
  await call('Campaign.Delete', { ...key, CampaignID: other.CampaignID })
  await call('Campaign.Delete', { ...key, CampaignID: original.CampaignID })
  assert.equal(await counted(CampaignID), 0)
})

test('a segment on a campaign covers its resends', async () => {
  const original = await sent(accepted, accepted, accepted)
  const { CampaignID } = await resend(original.CampaignID)
  await send(CampaignID)
  await plan()
  await finish(CampaignID)
  await react({ campaignId: await idOf(CampaignID) }, 2, 'open')
  await classify()
  const asks = async (Subject: 'Opened' | 'Accepted', campaignId: string, Times: number) => {
    const tree = {
      Match: 'All' as const,
      Leaves: [
        {
          Subject,
          Operator: 'AtLeast' as const,
          Key: null,
          Values: null,
          Days: null,
          CampaignID: campaignId,
          CampaignTag: null,
          Link: null,
          Times,
        },
      ],
      Groups: [],
    }
    return (
      await call('Segment.CountTree', { ...key, ClientID: world.client.clientPublicId, ListID: null, Tree: tree })
    ).Count
  }
  assert.equal(await asks('Opened', original.CampaignID, 1), 1)
  assert.equal(await asks('Accepted', original.CampaignID, 2), 3)
  assert.equal(await asks('Accepted', CampaignID, 1), 3)
  assert.equal(await asks('Accepted', CampaignID, 2), 0, 'a resend does not mean its original')
})
