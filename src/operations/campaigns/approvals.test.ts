/** Approval before sending, and comments, on a real database: who decides, what makes an approval void, and that nothing goes out without one. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { noContent } from '../../../test/harness/content.ts'
import { operationsTest } from '../../../test/harness/operations.ts'
import { seedKey, seedPerson } from '../../../test/harness/people.ts'
import { seed, seedList } from '../../../test/harness/seed.ts'
import type { OperationName, ParamsOf } from '../../contract/operations.ts'
import { Refusal } from '../../contract/refusals.ts'
import { contentTasksHere } from '../../delivery/content/tasks.ts'
import { planDueCampaign } from '../../delivery/planning/plan.ts'
import { mostComments } from '../../domain/campaigns/approval/comments.ts'
import { stopCampaign } from '../../domain/campaigns/lifecycle/lifecycle.ts'
import { createLog } from '../../lib/log.ts'
import { handlers } from '../handlers.ts'

let clock = new Date('2026-03-01T12:00:00Z')
const { db, world, other, call, refused } = await operationsTest(handlers, () => ({
  now: () => clock,
  deliverTest: async ({ recipients }) => recipients.map(() => ({ state: 'accepted', code: 250, answer: 'taken' })),
}))
beforeEach(() => {
  clock = new Date('2026-03-01T12:00:00Z')
})

const { accountId, client } = world
const author = await seedPerson(db, accountId, 'Author', client.clientId)
const rosa = await seedPerson(db, accountId, 'Client', client.clientId)
const max = await seedPerson(db, accountId, 'Approver')
const analyst = await seedPerson(db, accountId, 'Analyst')
const as = ({ session }: { readonly session: string }) => ({ session })

const html =
  '<html><body><p>Hello [firstname,fallback=friend] [Colour,fallback=red]</p><unsubscribe>Out</unsubscribe></body></html>'
const key = { ApiKey: world.accountKey }
await db`
  insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
  values (${client.clientId}, ${world.list.listId}, 'a@x.example', 'a@x.example', 'Active', now(), now())`
await db`insert into custom_fields (client_id, list_id, key, name, data_type, position) values (${client.clientId}, ${world.list.listId}, 'Colour', 'Colour', 'Text', 1)`
const barred = await seedList(db, client, 'Barred')
const segment = { ListID: world.list.listPublicId, Name: 'Ada' }
await call('Segment.Create', {
  ...key,
  ...segment,
  Rules: [{ Field: 'Email', Operator: 'NotEquals', Value: 'b@x.example' }],
})

let names = 0
async function complete(
  of: { ListID: string | null; Name: string | null; SegmentID: string | null } = { ...segment, SegmentID: null },
) {
  const { CampaignID } = await call('Campaign.CreateDraft', {
    ...key,
    ClientID: client.clientPublicId,
    Name: `Draft ${++names}`,
    Subject: 'News',
    FromName: 'Carla',
    FromEmail: 'carla@client.example',
    ReplyTo: 'reply@client.example',
    Audience: {
      ListIDs: [],
      Segments: [of],
      ExcludedListIDs: [barred.listPublicId],
      ExcludedSegments: [],
    },
    Content: { ...noContent, Kind: 'Html', Html: html, Text: 'Hello' },
  })
  return { CampaignID: CampaignID! }
}
const require = (Required: boolean) => call('Client.SetApproval', { ...key, ClientID: client.clientPublicId, Required })
const ask = (target: object, Revision = 1, Comment: string | null = null, from = as(author)) =>
  call('Campaign.RequestApproval', { ...target, Revision, Comment }, from)
const approve = (target: object, Revision = 1, from = as(rosa)) =>
  call('Campaign.Approve', { ...target, Revision }, from)
const order = (target: object) => ({
  ...key,
  ...target,
  ConfirmationEmail: 'boss@client.example',
  SendDate: '2026-03-02 10:00:00',
})
const standing = async (target: object) => await call('Campaign.GetApproval', target, as(rosa))
async function approved() {
  const draft = await complete()
  await ask(draft)
  await approve(draft)
  assert.equal((await standing(draft)).State, 'Approved')
  return draft
}
async function refusalOf<Name extends OperationName>(name: Name, params: Partial<ParamsOf<Name>>, from = as(rosa)) {
  try {
    await call(name, params, from)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  assert.fail(`${name} was not refused`)
}
/** All that is due. */
async function plan() {
  const parts = { db, log: createLog('silent'), contentTasks: contentTasksHere }
  for (let n = 0; n < 50; n++) if (!(await planDueCampaign(parts, clock))) return
  assert.fail('it is due for ever')
}
const eventsOf = async ({ CampaignID }: { CampaignID: string }) =>
  (await db`select type, data from events where data ->> 'CampaignID' = ${CampaignID} order by id`).map(row => ({
    ...row,
  }))

test('a campaign is asked for, approved by another person, and then sent; everyone sees what became of it', async () => {
  await require(true)
  const draft = await complete()
  assert.deepEqual(await standing(draft), {
    ClientID: client.clientPublicId,
    Required: true,
    MayBeSent: false,
    PresentRevision: 1,
    State: 'None',
    Revision: 0,
    RequestedDate: '',
    RequestedBy: '',
    RequestComment: '',
    DecidedDate: '',
    DecidedBy: '',
    DecisionComment: '',
    Approvers: [max.name, rosa.name].sort().concat(world.clientUsername),
  })
  await refused('Campaign.Send', order(draft), 'ApprovalRequired')
  await ask(draft, 1, ' Prices of Monday \r\n<b>please</b> ')
  assert.equal((await standing(draft)).State, 'Requested')
  await refused('Campaign.Send', order(draft), 'ApprovalRequired')
  clock = new Date('2026-03-01T13:00:00Z')
  await call('Campaign.Approve', { ...draft, Revision: 1, Comment: 'Lovely' }, as(rosa))
  const { Approvers, ...now } = await standing(draft)
  assert.deepEqual(now, {
    ClientID: client.clientPublicId,
    Required: true,
    MayBeSent: true,
    PresentRevision: 1,
    State: 'Approved',
    Revision: 1,
    RequestedDate: '2026-03-01 13:00:00',
    RequestedBy: author.name,
    RequestComment: 'Prices of Monday \n<b>please</b>',
    DecidedDate: '2026-03-01 14:00:00',
    DecidedBy: rosa.name,
    DecisionComment: 'Lovely',
  })
  await call('Campaign.Send', order(draft))
  const [sent] = await db`
    select h.detail from campaign_history h join campaigns m on m.client_id = h.client_id and m.id = h.campaign_id
    where m.public_id = ${draft.CampaignID} and h.action = 'send'`
  assert.equal((sent!.detail as { revision: number }).revision, 1, 'the history names the revision that is sent')
  clock = new Date('2026-03-02T10:00:00Z')
  await plan()
  assert.equal((await call('Campaign.GetProgress', { ...key, ...draft })).Recipients, 1)
  assert.deepEqual(
    (await eventsOf(draft)).filter(({ type }) => /appro|reject/.test(type as string)),
    [
      {
        type: 'campaign.approval_requested',
        data: {
          CampaignID: draft.CampaignID,
          Name: 'Draft 1',
          Revision: 1,
          RequestedBy: author.name,
          Comment: 'Prices of Monday \n<b>please</b>',
        },
      },
      {
        type: 'campaign.approved',
        data: { CampaignID: draft.CampaignID, Name: 'Draft 1', Revision: 1, ApprovedBy: rosa.name, Comment: 'Lovely' },
      },
    ],
  )
  const audited = await db`
    select operation, actor_name from audit_log
    where subject like ${`%${draft.CampaignID}%`} and operation like '%pprov%' and outcome = '' order by at`
  assert.deepEqual(
    audited.map(row => [row.operation, row.actorName]),
    [
      ['Campaign.RequestApproval', author.name],
      ['Campaign.Approve', rosa.name],
    ],
  )
})

test('test mails, checks and previews need no approval, and nothing does where the client requires none', async () => {
  await require(true)
  const draft = await complete()
  await call('Campaign.SendTest', { ...key, ...draft, Recipients: ['boss@client.example'] })
  await call('Campaign.Check', { ...key, ...draft })
  await call('Campaign.Preview', { ...key, ...draft })
  await require(false)
  assert.equal((await call('Client.GetOptions', { ...key, ClientID: client.clientPublicId })).ApprovalRequired, false)
  await call('Campaign.Send', order(draft))
})

const changes: readonly [what: string, change: (draft: { CampaignID: string }) => Promise<unknown>][] = [
  ['a new revision', draft => call('Campaign.UpdateDraft', { ...key, ...draft, Revision: 1, Preheader: 'More' })],
  ['a restored revision', draft => call('Campaign.RestoreRevision', { ...key, ...draft, Revision: 1, BasedOn: 0 })],
  ['other rules of a segment', () => setRules('"c@x.example"')],
  [
    'UTM tags of the client',
    () =>
      call('Client.SetUtmTags', {
        ...key,
        ClientID: client.clientPublicId,
        Tags: { Source: `s${++names}`, Medium: '', Campaign: '', Term: '', Content: '' },
      }),
  ],
  ['a list that it leaves out, deleted', () => db`update lists set deleted_at = now() where id = ${barred.listId}`],
  ['a custom field that it names, deleted', () => db`delete from custom_fields where key = 'Colour'`],
  [
    'content that changed without a revision',
    draft => db`update campaigns set html = html || ' ' where public_id = ${draft.CampaignID}`,
  ],
]
const setRules = (value: string) =>
  db`update segments set rules = jsonb_set(rules, '{0,value}', ${value}::text::jsonb) where name = 'Ada'`
const repair = async () => {
  await db`update lists set deleted_at = null where id = ${barred.listId}`
  await db`
    insert into custom_fields (client_id, list_id, key, name, data_type, position)
    values (${client.clientId}, ${world.list.listId}, 'Colour', 'Colour', 'Text', 1) on conflict do nothing`
}
for (const [what, change] of changes)
  test(`an approval and a request are void after ${what}`, async () => {
    await require(true)
    const draft = await approved()
    const waiting = await complete()
    await ask(waiting)
    await change(draft)
    if ((await standing(waiting)).State === 'Requested') await change(waiting)
    for (const one of [draft, waiting]) {
      const { State, PresentRevision, MayBeSent } = await standing(one)
      assert.deepEqual([State, MayBeSent], ['Void', false])
      await refused('Campaign.Send', order(one), 'ApprovalRequired')
      await refused('Campaign.Approve', { ...one, Revision: PresentRevision! }, 'ApprovalVoid', as(rosa))
      await refused('Campaign.Reject', { ...one, Revision: PresentRevision!, Comment: 'x' }, 'ApprovalVoid', as(rosa))
    }
    await repair()
    const { PresentRevision, State } = await standing(draft)
    if (State === 'Approved') return // it is again what was approved
    await ask(draft, PresentRevision!)
    await approve(draft, PresentRevision!)
    await call('Campaign.Send', order(draft))
    assert.deepEqual(
      ((await call('Campaign.ListApprovals', draft, as(rosa))).Approvals as readonly { State: string }[]).map(
        ({ State }) => State,
      ),
      ['Approved', 'Void'],
    )
  })

test('people who join or leave the list, a field it does not name, and a save that changes nothing leave an approval as it is', async () => {
  await require(true)
  const draft = await approved()
  await db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
    values (${client.clientId}, ${world.list.listId}, 'new@x.example', 'new@x.example', 'Active', now(), now())`
  await db`update subscribers set state = 'Unsubscribed' where address = 'new@x.example'`
  await call('List.CreateCustomField', {
    ...key,
    ListID: world.list.listPublicId,
    FieldName: 'Shoe size',
    DataType: 'Text',
  })
  await call('Campaign.UpdateDraft', { ...key, ...draft, Revision: 1, Subject: 'News' })
  await call('Campaign.AddComment', { ...key, ...draft, Text: 'Nice' })
  assert.equal((await standing(draft)).State, 'Approved')
  await call('Campaign.Send', order(draft))
})

test('an approval is void after rules of a segment changed that its segment refers to, not after those of another', async () => {
  await require(true)
  const unsaid = { Key: null, Values: null, Days: null, CampaignID: null, CampaignTag: null, Link: null, Times: null }
  const tree = (leaf: { Subject: 'Domain' | 'Segment'; Key?: string; Values?: readonly string[] }) =>
    ({ Match: 'All', Leaves: [{ ...unsaid, Operator: 'Is', ...leaf }], Groups: [] }) as const
  const set = (Title: string, Tree: ReturnType<typeof tree>, SegmentID = '') =>
    call('Segment.SetTree', { ...key, ClientID: client.clientPublicId, SegmentID, Title, Tree } as never)
  const inner = (await set('Inner', tree({ Subject: 'Domain', Values: ['one.example'] }))) as string
  const other = (await set('Other', tree({ Subject: 'Domain', Values: ['one.example'] }))) as string
  const outer = (await set('Outer', tree({ Subject: 'Segment', Key: inner }))) as string
  const draft = await complete({ ListID: null, Name: null, SegmentID: outer })
  await ask(draft)
  await approve(draft)
  await set('Other', tree({ Subject: 'Domain', Values: ['two.example'] }), other)
  assert.equal((await standing(draft)).State, 'Approved')
  await set('Inner', tree({ Subject: 'Domain', Values: ['two.example'] }), inner)
  assert.equal((await standing(draft)).State, 'Void')
})

test('a scheduled campaign whose segment changes becomes a draft when it is due, and nothing is sent', async () => {
  await require(true)
  const draft = await approved()
  await call('Campaign.Send', order(draft))
  await refused('Campaign.UpdateDraft', { ...key, ...draft, Revision: 1, Subject: 'Other' }, 'CampaignNotDraft')
  await setRules('"changed@x.example"')
  clock = new Date('2026-03-02T10:00:00Z')
  await plan()
  const [row] = await db`select state, started_at, due_at from campaigns where public_id = ${draft.CampaignID}`
  assert.deepEqual({ ...row }, { state: 'draft', startedAt: null, dueAt: null })
  const entries = (await call('Campaign.GetHistory', { ...key, ...draft })) as readonly {
    Action: string
    Detail: string
  }[]
  assert.match(entries[0]!.Detail, /requires an approval, and the campaign has none as it is now/)
  const { type, data } = (await eventsOf(draft)).at(-1)!
  assert.equal(type, 'campaign.approval_ended')
  assert.deepEqual(data, { CampaignID: draft.CampaignID, Name: `Draft ${names}`, Revision: 1, Reason: 'NotApproved' })
})

test('what was scheduled before the client required approval is approved while it is scheduled, or becomes a draft', async () => {
  await require(false)
  const [one, two] = [await complete(), await complete()]
  for (const draft of [one, two]) await call('Campaign.Send', order(draft))
  await require(true)
  await ask(one)
  await approve(one)
  clock = new Date('2026-03-02T10:00:00Z')
  await plan()
  const rows = await db`
    select public_id, state from campaigns where public_id in (${one.CampaignID}, ${two.CampaignID}) order by id`
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['sending', 'draft'],
  )
})

test('a campaign that was held before it began is resumed only once it is approved', async () => {
  await require(false)
  const draft = await complete()
  await call('Campaign.Send', order(draft))
  const [row] = await db`select client_id, id as campaign_id from campaigns where public_id = ${draft.CampaignID}`
  await db.begin(sql => stopCampaign(sql, row as never, 'it cannot be composed', clock))
  await require(true)
  await refused('Campaign.Resume', { ...key, ...draft }, 'ApprovalRequired')
  await ask(draft)
  await approve(draft)
  await call('Campaign.Resume', { ...key, ...draft })
  assert.equal((await call('Campaign.GetProgress', { ...key, ...draft })).State, 'Scheduled')
})

test('an approval is a person’s act: no key gives it, whatever its rights, and no role without the right', async () => {
  const draft = await complete()
  await ask(draft)
  const { secret } = await seedKey(db, accountId, ['Draft', 'Send', 'Settings', 'People'])
  for (const ApiKey of [world.accountKey, world.clientKey, secret]) {
    await refused('Campaign.Approve', { ...draft, ApiKey, Revision: 1 }, 'AccessDenied')
    await refused('Campaign.Reject', { ...draft, ApiKey, Revision: 1, Comment: 'no' }, 'AccessDenied')
  }
  for (const person of [author, analyst])
    await refused('Campaign.Approve', { ...draft, Revision: 1 }, 'AccessDenied', as(person))
  const stranger = await seedPerson(db, other.accountId, 'Owner')
  for (const name of ['Campaign.Approve', 'Campaign.Reject', 'Campaign.GetApproval', 'Campaign.ListComments'] as const)
    await refused(name, { ...draft, Revision: 1, Comment: 'x' }, 'InvalidCampaignId', as(stranger))
})

test('no one approves what they asked for while another one may; who is alone does', async () => {
  const own = await seed(db)
  const target = { ApiKey: own.accountKey }
  const alone = await seedPerson(db, own.accountId, 'Owner')
  const { CampaignID } = await call('Campaign.CreateDraft', {
    ...target,
    ClientID: own.client.clientPublicId,
    Subject: 'News',
    FromName: 'Carla',
    FromEmail: 'carla@client.example',
    ReplyTo: 'reply@client.example',
    Audience: { ListIDs: [own.list.listPublicId], Segments: [], ExcludedListIDs: [], ExcludedSegments: [] },
    Content: { ...noContent, Kind: 'Html', Html: html },
  })
  const draft = { CampaignID: CampaignID! }
  await ask(draft, 1, null, as(alone))
  // the login of the client may approve as well
  await refused('Campaign.Approve', { ...draft, Revision: 1 }, 'OwnRequest', as(alone))
  const ClientID = own.client.clientPublicId
  await call('Client.SetApproval', { ...target, ClientID, Required: true, ByAnother: false })
  await call('Client.SetApproval', { ...target, ClientID, Required: true })
  assert.equal((await call('Client.GetOptions', { ...target, ClientID })).ApprovalByAnother, false, 'kept')
  await approve(draft, 1, as(alone))
  await call('Client.SetApproval', { ...target, ClientID, Required: true, ByAnother: true })
  await call('Campaign.Reject', { ...draft, Revision: 1, Comment: 'Anew' }, as(alone))
  await ask(draft, 1, null, as(alone))
  await refused('Campaign.Approve', { ...draft, Revision: 1 }, 'OwnRequest', as(alone))
  await db`update clients set access_level = 1 where id = ${own.client.clientId}`
  await approve(draft, 1, as(alone))
  assert.equal((await call('Campaign.GetApproval', draft, as(alone))).DecidedBy, alone.name)
})

test('what a key asked for counts as asked for by the person who made the key', async () => {
  const draft = await complete()
  const { id, secret } = await seedKey(db, accountId, ['Draft'])
  await db`update api_keys set person_id = ${max.id} where id = ${id}`
  await call('Campaign.RequestApproval', { ...draft, ApiKey: secret, Revision: 1 })
  await refused('Campaign.Approve', { ...draft, Revision: 1 }, 'OwnRequest', as(max))
  await approve(draft)
})

test('of two who decide at once one decides, and the other learns who it was', async () => {
  for (const second of ['Campaign.Approve', 'Campaign.Reject'] as const) {
    const draft = await complete()
    await ask(draft)
    const both = await Promise.allSettled([
      call('Campaign.Approve', { ...draft, Revision: 1, Comment: 'yes' }, as(rosa)),
      call(second, { ...draft, Revision: 1, Comment: 'mine' }, as(max)),
    ])
    const said = both.flatMap(one => (one.status === 'rejected' ? [one.reason as Refusal] : []))
    if (second === 'Campaign.Approve') {
      assert.deepEqual(
        said.map(({ refusal }) => refusal),
        ['AlreadyApproved'],
      )
      assert.match(said[0]!.detail!, /^Person \d+ approved revision 1 on 2026-03-01 13:00:00\.$/)
    } else {
      // a rejection after the approval takes it back; the other way round there is nothing to approve any more
      assert.ok(said.length === 0 || said[0]!.refusal === 'ApprovalNotRequested')
      assert.equal((await standing(draft)).State, 'Rejected')
    }
  }
})

test('an approval that is taken back ends a schedule; a rejection says why', async () => {
  await require(true)
  const draft = await approved()
  await call('Campaign.Send', order(draft))
  await refused('Campaign.Reject', { ...draft, Revision: 1, Comment: ' \n' }, 'CommentRequired', as(rosa))
  await refused('Campaign.Reject', { ...draft, Revision: 1 }, 'CommentRequired', as(rosa))
  await call('Campaign.Reject', { ...draft, Revision: 1, Comment: 'The price is wrong' }, as(rosa))
  assert.equal((await call('Campaign.GetProgress', { ...key, ...draft })).State, 'Draft')
  await refused('Campaign.Send', order(draft), 'ApprovalRequired')
  const { State, DecidedBy, DecisionComment } = await standing(draft)
  assert.deepEqual([State, DecidedBy, DecisionComment], ['Rejected', rosa.name, 'The price is wrong'])
  assert.deepEqual((await eventsOf(draft)).at(-1)!.type, 'campaign.rejected')
  await refused('Campaign.Approve', { ...draft, Revision: 1 }, 'ApprovalNotRequested', as(max))
  // unchanged it can be asked for again
  await ask(draft)
  await approve(draft)
})

test('decisions of an old revision, without a request, twice, and of what began are refused', async () => {
  await require(false)
  const draft = await complete()
  const stale = await refusalOf('Campaign.Approve', { ...draft, Revision: 4 })
  assert.equal(stale.refusal, 'StaleRevision')
  assert.equal(stale.status, 409)
  assert.deepEqual(stale.data, { PresentRevision: 1, GivenRevision: 4 })
  await refused('Campaign.RequestApproval', { ...key, ...draft, Revision: 0 }, 'StaleRevision')
  await refused('Campaign.Approve', { ...draft, Revision: 1 }, 'ApprovalNotRequested', as(rosa))
  await refused('Campaign.Reject', { ...draft, Revision: 1, Comment: 'x' }, 'ApprovalNotRequested', as(rosa))
  await refused('Campaign.WithdrawApprovalRequest', { ...key, ...draft }, 'ApprovalNotRequested')
  await refused(
    'Campaign.RequestApproval',
    { ...key, ...draft, Revision: 1, Comment: 'x'.repeat(5001) },
    'ValueTooLong',
  )
  await refused('Campaign.RequestApproval', { ...key, ...draft, Revision: 1, Comment: 'a\0b' }, 'InvalidCharacters')
  await ask(draft)
  await refused('Campaign.RequestApproval', { ...key, ...draft, Revision: 1 }, 'ApprovalAlreadyRequested')
  await approve(draft)
  await refused('Campaign.RequestApproval', { ...key, ...draft, Revision: 1 }, 'AlreadyApproved')
  await refused('Campaign.WithdrawApprovalRequest', { ...key, ...draft }, 'ApprovalNotRequested')
  await call('Campaign.Send', order(draft))
  clock = new Date('2026-03-02T10:00:00Z')
  await plan()
  await refused('Campaign.RequestApproval', { ...key, ...draft, Revision: 1 }, 'AlreadySent')
  await refused('Campaign.Reject', { ...draft, Revision: 1, Comment: 'too late' }, 'AlreadySent', as(rosa))
  await setRules('"later@x.example"')
  assert.equal((await standing(draft)).State, 'Approved', 'what began was approved, whatever changes later')
  const empty = await call('Campaign.CreateDraft', { ...key, ClientID: client.clientPublicId })
  await refused('Campaign.RequestApproval', { ...key, CampaignID: empty.CampaignID!, Revision: 1 }, 'DraftIncomplete')
})

test('a request is withdrawn, and its mails find nothing to ask for', async () => {
  const draft = await complete()
  await ask(draft)
  await call('Campaign.WithdrawApprovalRequest', draft, as(author))
  assert.equal((await standing(draft)).State, 'Withdrawn')
  await refused('Campaign.Approve', { ...draft, Revision: 1 }, 'ApprovalNotRequested', as(rosa))
  const { type, data } = (await eventsOf(draft)).at(-1)!
  assert.deepEqual([type, (data as { Reason: string }).Reason], ['campaign.approval_ended', 'Withdrawn'])
})

test('a request with an Idempotency-Key is made once', async () => {
  const draft = await complete()
  const once = { ...as(author), idempotencyKey: '"ask 1"' }
  await call('Campaign.RequestApproval', { ...draft, Revision: 1 }, once)
  await call('Campaign.RequestApproval', { ...draft, Revision: 1 }, once)
  const { Approvals } = await call('Campaign.ListApprovals', draft, as(rosa))
  assert.equal((Approvals as readonly unknown[]).length, 1)
})

test('the images of a page are fetched before approval is asked for, so that what is approved is what is sent', async () => {
  const draft = await complete()
  await ask(draft)
  const [row] =
    await db`select taken_revision = content_revision as is_taken, html from campaigns where public_id = ${draft.CampaignID}`
  assert.equal(row!.isTaken, true)
  assert.match(row!.html as string, /Hello/)
})

test('the overview of the account names clients whose approval waits, as long as it does', async () => {
  const reasons = async () => {
    const { Clients } = await call('Account.GetOverview', key)
    return (Clients as readonly { ClientID: string; Reasons: string[] }[]).find(
      ({ ClientID }) => ClientID === client.clientPublicId,
    )!.Reasons
  }
  await db`update campaign_approvals set state = 'replaced' where state = 'requested'`
  assert.ok(!(await reasons()).includes('ApprovalAsked'))
  const draft = await complete()
  await ask(draft)
  assert.ok((await reasons()).includes('ApprovalAsked'))
  await call('Campaign.UpdateDraft', { ...key, ...draft, Revision: 1, Subject: 'Changed' })
  assert.ok(!(await reasons()).includes('ApprovalAsked'))
})

test('comments are added, listed page by page, resolved and deleted, their own by anyone who may comment', async () => {
  const draft = await complete()
  const add = (Text: string, from = as(rosa), more = {}) =>
    call('Campaign.AddComment', { ...draft, Text, ...more }, from)
  const first = await add('Could the <b>tulips</b>\r\ncome first?', as(rosa), { Place: ' Second paragraph ' })
  await call('Campaign.UpdateDraft', { ...key, ...draft, Revision: 1, Subject: 'Changed' })
  const second = await add('They do now.', as(author))
  const third = await add('About the first', as(author), { Revision: 1 })
  const page = await call('Campaign.ListComments', { ...draft, Limit: 2 }, as(analyst))
  const rest = await call('Campaign.ListComments', { ...draft, Limit: 2, Cursor: page.NextCursor! }, as(rosa))
  type Shown = { CommentID: string; Own: boolean; Revision: number; Text: string; ResolvedBy: string }
  assert.deepEqual(
    (page.Comments as readonly Shown[]).map(({ CommentID, Own, Revision }) => [CommentID, Own, Revision]),
    [
      [third, false, 1],
      [second, false, 2],
    ],
  )
  assert.deepEqual(rest.Comments, [
    {
      CommentID: first,
      Revision: 1,
      Place: 'Second paragraph',
      Text: 'Could the <b>tulips</b>\ncome first?',
      Author: rosa.name,
      Date: '2026-03-01 13:00:00',
      Own: true,
      ResolvedDate: '',
      ResolvedBy: '',
    },
  ])
  assert.equal(rest.NextCursor, '')
  const { type, data } = (await eventsOf(draft))[0]!
  assert.equal(type, 'campaign.comment')
  assert.equal((data as { Text: string }).Text, 'Could the <b>tulips</b>\ncome first?')

  const mark = (CommentID: string, Resolved: boolean, from = as(author)) =>
    call('Campaign.ResolveComment', { ...draft, CommentID, Resolved }, from)
  await mark(first, true)
  await mark(first, true, as(max))
  const resolved = async () =>
    ((await call('Campaign.ListComments', draft, as(rosa))).Comments as readonly Shown[]).at(-1)!.ResolvedBy
  assert.equal(await resolved(), author.name, 'who resolved it first')
  await mark(first, false)
  assert.equal(await resolved(), '')

  await refused('Campaign.DeleteComment', { ...draft, CommentID: second }, 'AccessDenied', as(rosa))
  await refused('Campaign.DeleteComment', { ...draft, CommentID: first }, 'AccessDenied', as(analyst))
  await call('Campaign.DeleteComment', { ...draft, CommentID: first }, as(rosa))
  await call('Campaign.DeleteComment', { ...draft, CommentID: third }, as(max))
  await refused('Campaign.DeleteComment', { ...draft, CommentID: first }, 'UnknownComment', as(rosa))
  await refused('Campaign.ResolveComment', { ...draft, CommentID: 'x', Resolved: true }, 'UnknownComment', as(rosa))
  const elsewhere = await complete()
  await refused('Campaign.DeleteComment', { ...elsewhere, CommentID: second }, 'UnknownComment', as(author))
})

test('comments that are empty, too long, of no revision, of a reader alone or too many are refused', async () => {
  const draft = { ...(await complete()), Text: 'Hello' }
  await refused('Campaign.AddComment', { ...draft, Text: ' \n ' }, 'CommentRequired', as(rosa))
  await refused('Campaign.AddComment', { ...draft, Text: null }, 'CommentRequired', as(rosa))
  await refused('Campaign.AddComment', { ...draft, Text: 'x'.repeat(5001) }, 'ValueTooLong', as(rosa))
  await refused('Campaign.AddComment', { ...draft, Text: 'a\u0007b' }, 'InvalidCharacters', as(rosa))
  await refused('Campaign.AddComment', { ...draft, Place: 'a\nb' }, 'InvalidCharacters', as(rosa))
  await refused('Campaign.AddComment', { ...draft, Place: 'x'.repeat(201) }, 'ValueTooLong', as(rosa))
  for (const Revision of [-1, 2])
    await refused('Campaign.AddComment', { ...draft, Revision }, 'UnknownRevision', as(rosa))
  await refused('Campaign.AddComment', draft, 'AccessDenied', as(analyst))
  await db`
    insert into campaign_comments (client_id, campaign_id, revision, place, text, at, author, author_kind, author_id)
    select ${client.clientId}, m.id, 1, '', 'x', now(), 'x', 'person', 1
    from campaigns m, generate_series(1, ${mostComments}) where m.public_id = ${draft.CampaignID}`
  await refused('Campaign.AddComment', draft, 'TooManyComments', as(rosa))
})
