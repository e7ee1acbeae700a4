import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Caller, caller } from '../../../test/harness/caller.ts'
import { noContent } from '../../../test/harness/content.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { testMailLinks } from '../../../test/harness/mail-links.ts'
import { seedPerson } from '../../../test/harness/people.ts'
import { seed, seedList, type World } from '../../../test/harness/seed.ts'
import { languages } from '../../domain/texts/texts.ts'
import { handlers } from '../../operations/handlers.ts'
import type { Jobs } from '../../store/jobs/jobs.ts'
import { approvalMailJobs } from './approval-mail.ts'
import type { SendNotice } from './notices.ts'

let it: TestDatabase
let world: World
let api: Caller
before(async () => {
  it = await freshDatabase()
  world = await seed(it.db)
  api = caller(it.db, handlers)
  const { client, list } = world
  await it.db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
    select ${client.clientId}, ${list.listId}, n || '@x.example', n || '@x.example', 'Active', now(), now()
    from generate_series(1, 1200) n`
  await it.db`insert into suppressions (client_id, address, email, reason, at) values (${client.clientId}, '7@x.example', '7@x.example', 'bounced', now())`
})
after(() => it.drop())

/** A person who may approve, and chose to be notified. */
async function approver(role: 'Approver' | 'Client' | 'Author' = 'Approver', wants = ['ApprovalAsked']) {
  const person = await seedPerson(it.db, world.accountId, role, world.client.clientId)
  await it.db`update people set notifications = ${wants} where id = ${person.id}`
  return person
}

let names = 0
async function draft(name = `Spring ${++names}`) {
  const barred = await seedList(it.db, world.client, `Staff ${name}`)
  const { CampaignID } = await api.call('Campaign.CreateDraft', {
    ApiKey: world.accountKey,
    ClientID: world.client.clientPublicId,
    Name: name,
    Subject: '[firstname,fallback=Hello] tulips <now>',
    FromName: 'Carla',
    FromEmail: 'carla@client.example',
    ReplyTo: 'reply@client.example',
    Audience: {
      ListIDs: [world.list.listPublicId],
      Segments: [],
      ExcludedListIDs: [barred.listPublicId],
      ExcludedSegments: [],
    },
    Content: { ...noContent, Kind: 'Html', Html: '<html><body>Hello<unsubscribe>Out</unsubscribe></body></html>' },
  })
  return { CampaignID: CampaignID! }
}

/** Payloads of the jobs that wait, taken from the queue. */
async function taken<Name extends 'approvalAsked' | 'approvalMail'>(name: Name): Promise<Jobs[Name][]> {
  const rows = await it.db`
    select j.id, j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${name} order by j.id`
  await it.db`delete from graphile_worker._private_jobs where id = any(${rows.map(({ id }) => id as number)}::bigint[])`
  return rows.map(({ payload }) => payload as Jobs[Name])
}

function jobs(from: string | null = null) {
  const sent: Parameters<SendNotice>[] = []
  const send: SendNotice = async (...mail) => void sent.push(mail)
  const run = approvalMailJobs({ db: it.db, mailLinks: testMailLinks, from, send })
  return { sent, to: () => sent.map(([, { to }]) => to.name).sort(), ...run }
}

const as = ({ session }: { readonly session: string }) => ({ session })

test('those who may approve and chose to be notified get one mail each; the one who asked gets none', async () => {
  const [rosa, max, author] = [await approver('Client'), await approver(), await approver('Author')]
  await approver('Approver', ['Held'])
  const campaign = await draft('Spring & summer')
  await api.call(
    'Campaign.RequestApproval',
    { ...campaign, Revision: 1, Comment: 'Mind the <price>,\nplease' },
    as(max),
  )
  const [asked] = await taken('approvalAsked')
  const { sent, to, approvalAsked, approvalMail } = jobs()
  await approvalAsked(asked!)
  await approvalAsked(asked!) // the job runs again after a crash
  const mails = await taken('approvalMail')
  assert.deepEqual(
    mails.map(({ personId, recipients }) => [personId, recipients]),
    [[rosa.id, 1199]],
    'counted once, without the suppressed',
  )
  for (const mail of mails) await approvalMail(mail)
  assert.deepEqual(to(), [rosa.name])
  assert.ok(!to().includes(author.name))

  const [[clientId, notice, about] = []] = sent
  assert.equal(clientId, null)
  assert.deepEqual(about, { person: rosa.publicId, campaign: campaign.CampaignID }, 'the log names no address')
  assert.equal(notice!.subject, `${max.name} asks you to approve: Spring & summer`)
  for (const said of [
    `${max.name} asks for your approval of the campaign Spring & summer of Client`,
    'Mind the <price>,\nplease',
    'Its subject is Hello tulips <now>.',
    `It goes to ${world.list.title}.`,
    'It leaves out Staff Spring & summer.',
    'Number of recipients at present: 1,199',
    `${testMailLinks.base()}/campaigns/${campaign.CampaignID}/approval`,
  ])
    assert.ok(notice!.text.includes(said), `${said}\n${notice!.text}`)
  const html = notice!.html.toString()
  assert.ok(html.includes('Mind the &lt;price&gt;,<br>\nplease'))
  assert.ok(!html.includes('<price>'))
})

test('a mail that waits sends nothing once the request was decided, withdrawn or void, or the person may not approve', async () => {
  const rosa = await approver('Client')
  const author = await approver('Author')
  const endings: ((campaign: { CampaignID: string }) => Promise<unknown>)[] = [
    campaign => api.call('Campaign.Approve', { ...campaign, Revision: 1 }, as(rosa)),
    campaign => api.call('Campaign.WithdrawApprovalRequest', campaign, as(author)),
    of => api.call('Campaign.UpdateDraft', { ...of, Revision: 1, Subject: 'Other' }, as(author)),
    of => it.db`update campaigns set deleted_at = now() where public_id = ${of.CampaignID}`,
    () => it.db`update people set notifications = '{}'`,
  ]
  for (const end of endings) {
    const campaign = await draft()
    await api.call('Campaign.RequestApproval', { ...campaign, Revision: 1 }, as(author))
    const { sent, approvalAsked, approvalMail } = jobs()
    for (const asked of await taken('approvalAsked')) await approvalAsked(asked)
    const mails = (await taken('approvalMail')).filter(({ personId }) => personId === rosa.id)
    assert.equal(mails.length, 1)
    await end(campaign)
    for (const mail of mails) await approvalMail(mail)
    assert.deepEqual(sent, [])
    await taken('approvalMail')
  }
})

test('the one who asked gets the decision and its comment, in their own language', async () => {
  const [rosa, author] = [await approver('Client'), await approver('Author')]
  const subjects = new Set<string>()
  for (const { language } of languages)
    for (const decision of ['Campaign.Approve', 'Campaign.Reject'] as const) {
      await it.db`update people set language = ${language} where id = ${author.id}`
      const campaign = await draft()
      await api.call('Campaign.RequestApproval', { ...campaign, Revision: 1 }, as(author))
      await taken('approvalAsked')
      await api.call(decision, { ...campaign, Revision: 1, Comment: 'The third price!' }, as(rosa))
      const { sent, approvalMail } = jobs('post@agency.example')
      for (const mail of await taken('approvalMail')) await approvalMail(mail)
      const [[, notice] = [], ...others] = sent
      assert.deepEqual(others, [])
      assert.deepEqual([notice!.to.name, notice!.from.email], [author.name, 'post@agency.example'])
      assert.equal(notice!.language, language)
      assert.ok(notice!.text.includes('The third price!'))
      assert.ok(notice!.text.includes(rosa.name))
      subjects.add(notice!.subject.replace(/Spring \d+/, ''))
    }
  assert.equal(subjects.size, languages.length * 2)
})

test('who decides on their own request gets no mail of it', async () => {
  const alone = await seed(it.db, { accessLevel: 1 })
  const owner = await seedPerson(it.db, alone.accountId, 'Owner')
  const { CampaignID } = await api.call(
    'Campaign.CreateDraft',
    {
      ClientID: alone.client.clientPublicId,
      Subject: 'x',
      FromName: 'x',
      FromEmail: 'x@x.example',
      ReplyTo: 'x@x.example',
      Audience: { ListIDs: [alone.list.listPublicId], Segments: [], ExcludedListIDs: [], ExcludedSegments: [] },
      Content: { ...noContent, Kind: 'Html', Html: '<p>x<unsubscribe>Out</unsubscribe></p>' },
    },
    as(owner),
  )
  await api.call('Campaign.RequestApproval', { CampaignID: CampaignID!, Revision: 1 }, as(owner))
  await api.call('Campaign.Approve', { CampaignID: CampaignID!, Revision: 1 }, as(owner))
  assert.deepEqual(await taken('approvalMail'), [])
})
