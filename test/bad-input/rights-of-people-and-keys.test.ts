/** Roles and scopes: what people and keys may call, for every operation of the contract, on the account and on one client. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { allOperations, type OperationName } from '../../src/contract/operations.ts'
import { Refusal } from '../../src/contract/refusals.ts'
import type { Role, Scope } from '../../src/contract/rights.ts'
import type { Handlers } from '../../src/operations/dependencies.ts'
import { type Caller, caller } from '../harness/caller.ts'
import { assertRefused, call, type Values, wiresOf } from '../harness/dial.ts'
import { someOf } from '../harness/effort.ts'
import { seedKey, seedPerson } from '../harness/people.ts'
import { goodValues, leavesNoTrace, startTarget, type Target } from './world.ts'

/** What a person may do, in the words of an account manager, with the roles that may and the scopes that let a key. */
const tasks = {
  anyone: { roles: 'all', scopes: 'all' },
  'any caller': { roles: 'all', scopes: 'all' },
  // about the one who is signed in; no key is
  'sign in': { roles: 'all', scopes: [] },
  look: { roles: 'all', scopes: 'all' },
  'read reports': { roles: ['Owner', 'Manager', 'Author', 'Approver', 'Analyst', 'Client'], scopes: ['Reports'] },
  'read the audience': { roles: ['Owner', 'Manager', 'Author', 'Approver'], scopes: ['ReadAudience', 'WriteAudience'] },
  'change the audience': { roles: ['Owner', 'Manager'], scopes: ['WriteAudience'] },
  draft: { roles: ['Owner', 'Manager', 'Designer', 'Author', 'Approver'], scopes: ['Draft', 'Send'] },
  // a person's own act
  edit: { roles: ['Owner', 'Manager', 'Designer', 'Author', 'Approver'], scopes: [] },
  design: { roles: ['Owner', 'Manager', 'Designer'], scopes: ['Draft'] },
  comment: { roles: ['Owner', 'Manager', 'Designer', 'Author', 'Approver', 'Client'], scopes: ['Draft'] },
  // a person's own act
  approve: { roles: ['Owner', 'Manager', 'Approver', 'Client'], scopes: [] },
  'send in person': { roles: ['Owner', 'Manager', 'Approver'], scopes: [] },
  send: { roles: ['Owner', 'Manager', 'Approver'], scopes: ['Send'] },
  events: { roles: ['Owner', 'Manager'], scopes: ['Events'] },
  'keep clients': { roles: ['Owner', 'Manager'], scopes: ['Clients'] },
  bill: { roles: ['Owner'], scopes: ['Billing'] },
  settings: { roles: ['Owner', 'Manager'], scopes: ['Settings'] },
  // no key makes keys
  keys: { roles: ['Owner', 'Manager'], scopes: [] },
  people: { roles: ['Owner'], scopes: ['People'] },
  audit: { roles: ['Owner', 'Manager', 'Client'], scopes: ['Audit'] },
} as const satisfies Record<string, { roles: 'all' | readonly Role[]; scopes: 'all' | readonly Scope[] }>

const task: Readonly<Record<OperationName, keyof typeof tasks>> = {
  'User.GetApiKey': 'anyone',
  'Subscriber.AddWithCustomFields': 'change the audience',
  'Subscriber.AddAndResubscribeWithCustomFields': 'change the audience',
  'Subscriber.Add': 'change the audience',
  'Subscriber.AddAndResubscribe': 'change the audience',
  'Subscriber.Unsubscribe': 'change the audience',
  'Subscriber.AddWithMobileNumber': 'change the audience',
  'Subscriber.AddAndResubscribeWithMobileNumber': 'change the audience',
  'Subscribers.GetActive': 'read the audience',
  'Subscribers.GetUnsubscribed': 'read the audience',
  'Subscribers.GetBounced': 'read the audience',
  'Subscribers.GetSingleSubscriber': 'read the audience',
  'Subscribers.GetIsSubscribed': 'read the audience',
  'List.Create': 'change the audience',
  'List.Update': 'change the audience',
  'List.GetDetail': 'look',
  'List.Delete': 'change the audience',
  'List.GetCustomFields': 'look',
  'List.DeleteCustomField': 'change the audience',
  'List.CreateCustomField': 'change the audience',
  'List.GetStats': 'read reports',
  'Client.GetCampaigns': 'read reports',
  'Client.GetLists': 'look',
  'Client.GetSegments': 'look',
  'Client.GetSuppressionList': 'read the audience',
  'Client.GetTemplates': 'draft',
  'Client.Create': 'keep clients',
  'Client.UpdateBasics': 'keep clients',
  'Client.UpdateAccessAndBilling': 'bill',
  'Client.GetDetail': 'look',
  'Client.Delete': 'keep clients',
  'Campaign.GetSubscriberClicks': 'read reports',
  'Campaign.GetOpens': 'read reports',
  'Campaign.GetBounces': 'read reports',
  'Campaign.GetUnsubscribes': 'read reports',
  'Campaign.GetSummary': 'read reports',
  'Campaign.GetLists': 'read reports',
  'User.GetClients': 'any caller',
  'User.GetSystemDate': 'any caller',
  'User.GetTimezones': 'any caller',
  'User.GetCountries': 'any caller',
  'User.ListTimezones': 'any caller',
  'User.ListCountries': 'any caller',
  'Campaign.Create': 'design',
  'Campaign.Send': 'send',
  'Campaign.SendConfirmed': 'send in person',
  'Campaign.Delete': 'draft',
  'Template.Create': 'design',
  'Template.GetDetail': 'draft',
  'Template.Update': 'design',
  'Template.Delete': 'design',
  'Template.Copy': 'design',
  'Template.GetRegions': 'draft',
  'Template.FillRegions': 'draft',
  'Template.ListStarters': 'any caller',
  'Template.CreateFromStarter': 'design',
  'Template.CreateFromContent': 'design',
  'Template.SaveContent': 'design',
  'Content.CompileMjml': 'draft',
  'Content.CompileSections': 'draft',
  'Content.GetSectionKinds': 'draft',
  'Block.Create': 'draft',
  'Block.List': 'draft',
  'Block.Update': 'draft',
  'Block.Delete': 'draft',
  'Content.ListStarters': 'draft',
  'Content.PreviewStarter': 'draft',
  'Content.TakeStarter': 'draft',
  'Content.OpenCanvas': 'draft',
  'Segment.Create': 'change the audience',
  'Segment.Delete': 'change the audience',
  'Segment.GetRules': 'read the audience',
  'Segment.GetCount': 'read the audience',
  'Campaign.GetProgress': 'read reports',
  'Campaign.GetRecipients': 'read reports',
  'Campaign.GetHistory': 'read reports',
  'Campaign.SendTest': 'draft',
  'Campaign.SetAtLeastOnce': 'draft',
  'Campaign.Unschedule': 'send',
  'Campaign.Pause': 'send',
  'Campaign.Resume': 'send',
  'Campaign.Cancel': 'send',
  'Campaign.RetryFailed': 'send',
  'Campaign.SettleUnknown': 'send',
  'Campaign.GetEngagement': 'read reports',
  'Campaign.GetLinks': 'read reports',
  'Campaign.GetTimeline': 'read reports',
  'Campaign.Reclassify': 'read reports',
  'Campaign.Check': 'draft',
  'Campaign.CountAudience': 'draft',
  'Campaign.CountBranches': 'draft',
  'Campaign.GetTiming': 'draft',
  'Campaign.GetTimetable': 'draft',
  'Campaign.Preview': 'look',
  'Template.Preview': 'draft',
  'Campaign.AcknowledgeWarnings': 'draft',
  'Client.SetDailyLimit': 'settings',
  'Client.GetDailyLimit': 'draft',
  'Campaign.GetBounceDetails': 'read reports',
  'Campaign.GetBounceSummary': 'read reports',
  'Campaign.GetComplaints': 'read reports',
  'Client.GetHold': 'draft',
  'Client.ReleaseHold': 'settings',
  'Domain.Create': 'settings',
  'Domain.Verify': 'draft',
  'Domain.List': 'draft',
  'Domain.Delete': 'settings',
  'Mailbox.List': 'settings',
  'Mailbox.GetMessage': 'settings',
  'Mailbox.ReadAgain': 'settings',
  'List.SetOptions': 'change the audience',
  'List.GetOptions': 'look',
  'List.SetConsentRules': 'change the audience',
  'List.GetConsentRules': 'look',
  'Subscriber.GetHistory': 'read the audience',
  'Subscriber.SetTrackingConsent': 'change the audience',
  'Subscriber.SetConsent': 'change the audience',
  'Subscriber.SetBasis': 'change the audience',
  'Subscriber.UpdateEmail': 'change the audience',
  'Subscriber.SetPause': 'change the audience',
  'List.SetPreferencePage': 'change the audience',
  'List.GetPreferencePage': 'look',
  'List.SetArchive': 'change the audience',
  'List.GetArchive': 'look',
  'Campaign.SetArchived': 'draft',
  'Campaign.GetArchived': 'look',
  'Client.GetLeavePage': 'look',
  'Campaign.GetLeaveReasons': 'read reports',
  'Client.ListSegments': 'look',
  'List.ListSegments': 'look',
  'Segment.Add': 'change the audience',
  'Segment.Replace': 'change the audience',
  'Segment.AddRules': 'change the audience',
  'Segment.ClearRules': 'change the audience',
  'Segment.Remove': 'change the audience',
  'Segment.Read': 'read the audience',
  'Segment.PageMembers': 'read the audience',
  'Segment.SetTree': 'change the audience',
  'SegmentTemplate.List': 'look',
  'SegmentTemplate.Create': 'change the audience',
  'SegmentTemplate.Rename': 'change the audience',
  'SegmentTemplate.Delete': 'change the audience',
  'SegmentTemplate.Use': 'change the audience',
  'Segment.GetTree': 'read the audience',
  'Segment.Count': 'read the audience',
  'Segment.CountTree': 'read the audience',
  'Segment.Sample': 'read the audience',
  'Segment.SampleTree': 'read the audience',
  'Segment.Explain': 'read the audience',
  'Segment.ListAll': 'look',
  'Campaign.GetAudience': 'read reports',
  'Campaign.CreateFromPages': 'design',
  'Campaign.CreateFromTemplate': 'draft',
  'Campaign.Page': 'read reports',
  'Campaign.PageEvents': 'read reports',
  'Campaign.SetTags': 'draft',
  'Client.GetTags': 'look',
  'Subscriber.Save': 'change the audience',
  'Subscriber.Change': 'change the audience',
  'Subscriber.GetMember': 'read the audience',
  'Subscriber.GetMails': 'read reports',
  'Subscriber.FindLists': 'read the audience',
  'Subscribers.Save': 'change the audience',
  'Subscribers.Page': 'read the audience',
  'Suppression.Page': 'read the audience',
  'List.CreateWithScope': 'change the audience',
  'List.UpdateWithScope': 'change the audience',
  'List.GetSettings': 'look',
  'List.GetFields': 'look',
  'List.AddCustomField': 'change the audience',
  'List.ChangeCustomField': 'change the audience',
  'List.SetCustomFieldOptions': 'change the audience',
  'Client.CreateCompany': 'keep clients',
  'Client.ChangeBasics': 'keep clients',
  'Client.SetAccess': 'bill',
  'Client.SetMarkups': 'bill',
  'Client.GetProfile': 'look',
  'Subscriber.Delete': 'change the audience',
  'Subscriber.Restore': 'change the audience',
  'Subscriber.GetTrackingConsent': 'read the audience',
  'Subscriber.GetConsents': 'read the audience',
  'Campaign.GetForwards': 'read reports',
  'Client.AddSuppression': 'settings',
  'Client.RemoveSuppression': 'settings',
  'Campaign.FindScannerOptOuts': 'read the audience',
  'Campaign.RepairOptOuts': 'change the audience',
  'Event.List': 'events',
  'Event.Find': 'events',
  'Webhook.Create': 'settings',
  'Webhook.List': 'events',
  'Webhook.Delete': 'settings',
  'Webhook.Test': 'settings',
  'Webhook.Replay': 'settings',
  'Webhook.Pause': 'settings',
  'Webhook.Resume': 'settings',
  'Webhook.RotateSecret': 'settings',
  'Webhook.GetAttempts': 'events',
  'List.CreateWebhook': 'settings',
  'List.GetWebhooks': 'events',
  'List.TestWebhook': 'settings',
  'List.PauseWebhook': 'settings',
  'List.ResumeWebhook': 'settings',
  'List.DeleteWebhook': 'settings',
  'User.RotateApiKey': 'any caller',
  'Client.RotateApiKey': 'keys',
  'Client.SetOptions': 'settings',
  'Client.GetOptions': 'look',
  'Client.GetFrequencyCap': 'look',
  'Client.ReadDate': 'look',
  'Client.SetStopSeconds': 'settings',
  'Client.SetFrequencyCap': 'settings',
  'Client.GetRetention': 'look',
  'Client.GetProcessingRegister': 'look',
  'Client.SetRetention': 'settings',
  'Client.PreviewRetention': 'settings',
  'Client.SetSendConfirmation': 'settings',
  'Client.SetBranding': 'settings',
  'Client.GetBranding': 'look',
  'Person.Invite': 'people',
  'Person.ListInvitations': 'people',
  'Person.RevokeInvitation': 'people',
  'Person.GetInvitation': 'anyone',
  'Person.AcceptInvitation': 'anyone',
  'Person.List': 'people',
  'Person.Get': 'people',
  'Person.SetGrants': 'people',
  'Person.GetTeam': 'people',
  'Person.AddToTeam': 'people',
  'Person.ChangeInTeam': 'people',
  'Person.RemoveFromTeam': 'people',
  'Person.SetPrimaryContact': 'people',
  'Person.Remove': 'people',
  'Person.RequestPasswordReset': 'anyone',
  'Person.ResetPassword': 'anyone',
  'Person.ChangePassword': 'sign in',
  'Person.GetMe': 'sign in',
  'Person.SetPreferences': 'sign in',
  'Session.SignIn': 'anyone',
  'Session.SignOut': 'sign in',
  'Session.Get': 'sign in',
  'Session.List': 'sign in',
  'Session.End': 'sign in',
  'Session.EndAll': 'sign in',
  'Session.SelectAccount': 'sign in',
  'Factor.Begin': 'sign in',
  'Factor.Confirm': 'sign in',
  'Factor.Disable': 'sign in',
  'Factor.NewCodes': 'sign in',
  'Account.Get': 'settings',
  'Account.Update': 'settings',
  'Key.Create': 'keys',
  'Key.List': 'keys',
  'Key.Get': 'keys',
  'Key.Rotate': 'keys',
  'Key.EndOverlap': 'keys',
  'Key.Revoke': 'keys',
  'Audit.List': 'audit',
  'Audit.ListActors': 'audit',
  'Campaign.CreateDraft': 'draft',
  'Campaign.GetDraft': 'draft',
  'Campaign.UpdateDraft': 'draft',
  'Campaign.LocateFindings': 'draft',
  'Campaign.RepairFinding': 'draft',
  'Campaign.Duplicate': 'draft',
  'Campaign.Resend': 'draft',
  'Campaign.CatchUp': 'draft',
  'Campaign.SetTiming': 'draft',
  'Campaign.SetVariants': 'draft',
  'Campaign.PlanTest': 'draft',
  'Campaign.SendVariantTest': 'draft',
  'Campaign.GetVariants': 'look',
  'Campaign.ChooseVariant': 'send',
  'Campaign.ListRevisions': 'draft',
  'Campaign.GetRevision': 'draft',
  'Campaign.RestoreRevision': 'draft',
  'Template.ListRevisions': 'draft',
  'Template.GetRevision': 'draft',
  'Template.RestoreRevision': 'design',
  'Sender.Save': 'draft',
  'Sender.List': 'draft',
  'Sender.GetLast': 'draft',
  'Sender.Delete': 'draft',
  'Client.GetUtmTags': 'look',
  'Client.SetUtmTags': 'settings',
  'Erasure.Create': 'settings',
  'Erasure.Get': 'read the audience',
  'Erasure.List': 'read the audience',
  'Tag.Create': 'change the audience',
  'Tag.List': 'look',
  'Tag.GetUses': 'look',
  'Tag.Rename': 'change the audience',
  'Tag.Delete': 'change the audience',
  'Subscriber.SetTags': 'change the audience',
  'Campaign.SetLinkTags': 'draft',
  'Campaign.GetLinkTags': 'look',
  'Feed.Create': 'draft',
  'Feed.Get': 'any caller',
  'Feed.List': 'any caller',
  'Feed.Update': 'draft',
  'Feed.Delete': 'draft',
  'Feed.Preview': 'draft',
  'Series.Create': 'draft',
  'Series.Get': 'any caller',
  'Series.List': 'any caller',
  'Series.Update': 'draft',
  'Series.EditStep': 'draft',
  'Series.Start': 'send',
  'Series.Pause': 'send',
  'Series.Delete': 'send',
  'Series.Enrol': 'send',
  'Series.CountExisting': 'draft',
  'Series.GetPeople': 'read the audience',
  'Series.GetReport': 'read reports',
  'Form.Create': 'change the audience',
  'Form.Get': 'any caller',
  'Form.List': 'any caller',
  'Form.Update': 'change the audience',
  'Form.Delete': 'change the audience',
  'Form.Preview': 'any caller',
  'Form.GetEmbed': 'any caller',
  'Form.GetStatistics': 'read reports',
  'Form.ReleaseHeld': 'change the audience',
  'Form.DropHeld': 'change the audience',
  'BulkChange.Count': 'read the audience',
  'BulkChange.Create': 'change the audience',
  'BulkChange.Get': 'read the audience',
  'BulkChange.List': 'read the audience',
  'BulkChange.Cancel': 'change the audience',
  'BulkChange.Undo': 'change the audience',
  'Export.Create': 'read the audience',
  'Export.Get': 'read the audience',
  'Export.List': 'read the audience',
  'Export.GetLink': 'read the audience',
  'Export.Delete': 'read the audience',
  'Import.Create': 'change the audience',
  'Import.GetRemoteLists': 'change the audience',
  'Import.CreateFromApi': 'change the audience',
  'Import.CountUnconfirmed': 'change the audience',
  'Import.AskUnconfirmed': 'change the audience',
  'Import.Get': 'change the audience',
  'Import.List': 'change the audience',
  'Import.GetMapping': 'change the audience',
  'Import.SetMapping': 'change the audience',
  'Import.Judge': 'change the audience',
  'Import.GetVerdicts': 'change the audience',
  'Import.Commit': 'change the audience',
  'Import.Cancel': 'change the audience',
  'Import.Undo': 'change the audience',
  'ReportMail.Get': 'read reports',
  'ReportMail.Set': 'settings',
  'ReportMail.ListSent': 'read reports',
  'ReportMail.Revoke': 'read reports',
  'Client.GetResults': 'read reports',
  'Campaign.Compare': 'read reports',
  'Report.Share': 'read reports',
  'Report.ListLinks': 'read reports',
  'Report.Revoke': 'read reports',
  'Asset.Upload': 'draft',
  'Asset.List': 'draft',
  'Asset.Delete': 'draft',
  'Asset.Crop': 'draft',
  'Outbox.List': 'read reports',
  'Outbox.GetMail': 'read reports',
  'Sample.Create': 'keep clients',
  'Sample.Remove': 'keep clients',
  'Hold.List': 'draft',
  'Setup.GetVersion': 'settings',
  'System.GetState': 'settings',
  'TestGroup.Create': 'draft',
  'TestGroup.List': 'draft',
  'TestGroup.Update': 'draft',
  'TestGroup.Delete': 'draft',
  'Campaign.SendTestToGroup': 'draft',
  'Relay.Test': 'settings',
  'Setup.GetStatus': 'any caller',
  'Deleted.List': 'any caller',
  'Deleted.Restore': 'any caller',
  'Subscriber.List': 'read the audience',
  'Subscriber.Search': 'read the audience',
  'Subscriber.CountFound': 'read the audience',
  'Subscriber.GetContact': 'read the audience',
  'Subscriber.GetProof': 'read the audience',
  'Suppression.Add': 'settings',
  'Suppression.AddToAccount': 'settings',
  'Suppression.Import': 'settings',
  'Suppression.ImportToAccount': 'settings',
  'Suppression.List': 'read the audience',
  'Suppression.ListOfAccount': 'read the audience',
  'Suppression.Remove': 'settings',
  'Suppression.RemoveFromAccount': 'settings',
  'Client.SetApproval': 'settings',
  'Campaign.RequestApproval': 'draft',
  'Campaign.WithdrawApprovalRequest': 'draft',
  'Campaign.Approve': 'approve',
  'Campaign.Reject': 'approve',
  'Campaign.SetEditing': 'edit',
  'Template.SetEditing': 'edit',
  'Campaign.GetApproval': 'look',
  'Campaign.ListApprovals': 'look',
  'Campaign.AddComment': 'comment',
  'Campaign.ListComments': 'look',
  'Campaign.ResolveComment': 'comment',
  'Campaign.DeleteComment': 'comment',
  'Campaign.List': 'look',
  'Campaign.GetDomains': 'read reports',
  'Campaign.GetReport': 'read reports',
  'Campaign.GetFollowUps': 'read reports',
  'Campaign.GetJudgedAudience': 'read reports',
  'Campaign.GetMailPrograms': 'read reports',
  'Campaign.GetClickMap': 'read reports',
  'Campaign.FindRecipients': 'read reports',
  'Campaign.GetRecipientHistory': 'read reports',
  'List.GetGrowth': 'read reports',
  'Client.GetOverview': 'look',
  'Account.GetOverview': 'any caller',
}

/** About the account itself: a role or a key on one client only is refused. */
const ofTheAccount: ReadonlySet<string> = new Set<OperationName>([
  'Client.Create',
  'Client.CreateCompany',
  'Relay.Test',
  'Sample.Create',
  'Sample.Remove',
  'Setup.GetVersion',
  'System.GetState',
  'Account.Get',
  'Account.Update',
  'Suppression.AddToAccount',
  'Suppression.ImportToAccount',
  'Suppression.ListOfAccount',
  'Suppression.RemoveFromAccount',
  'SegmentTemplate.Create',
  'SegmentTemplate.Rename',
  'SegmentTemplate.Delete',
])

const allRoles = ['Owner', 'Manager', 'Designer', 'Author', 'Approver', 'Analyst', 'Client'] as const
const allScopes = [
  'ReadAudience',
  'WriteAudience',
  'Reports',
  'Draft',
  'Send',
  'Events',
  'Clients',
  'Billing',
  'Settings',
  'People',
  'Audit',
] as const

const isIn = (names: 'all' | readonly string[], name: string) => names === 'all' || names.includes(name)
const operations = allOperations.filter(({ access }) => access.to !== 'anyone')

let target: Target
let values: Readonly<Record<OperationName, Values>>
let stub: Caller
before(async () => {
  target = await startTarget()
  values = goodValues(target)
  // a handler that does nothing shows which callers come through
  const handlers = Object.fromEntries(allOperations.map(({ name }) => [name, async () => 'came through']))
  stub = caller(target.service.db, handlers as unknown as Handlers)
})
after(() => target?.stop())

type Operations = readonly (typeof operations)[number][]

/** Those asked of a role or scope: a third, and of the next one others. */
let turns = 0
const nextOperations = () => someOf(operations, Math.ceil(operations.length / 3), turns++)

/** The operations that a caller comes through to; every other must be refused for want of the right. */
async function reached(
  asked: Operations,
  given: { readonly ApiKey?: string; readonly session?: string },
): Promise<string[]> {
  const names: string[] = []
  for (const { name } of asked) {
    const { ApiKey = null, session } = given
    const params = { ...values[name as OperationName], ApiKey }
    try {
      await stub.call(name as OperationName, params, { session })
      names.push(name)
    } catch (error) {
      assert.ok(error instanceof Refusal && error.refusal === 'AccessDenied', `${name}: ${error}`)
    }
  }
  return names
}

const opened = (asked: Operations, by: 'roles' | 'scopes', name: string, wholeAccount: boolean) =>
  asked
    .map(operation => operation.name)
    .filter(one => isIn(tasks[task[one as OperationName]][by], name) && (wholeAccount || !ofTheAccount.has(one)))

describe('roles', () => {
  for (const role of allRoles)
    test(`${role}, on the account and on one client`, async () => {
      const { db } = target.service
      const { accountId, client } = target.home
      for (const clientId of [null, client.clientId]) {
        const { session } = await seedPerson(db, accountId, role, clientId)
        const asked = nextOperations()
        assert.deepEqual(await reached(asked, { session }), opened(asked, 'roles', role, clientId === null))
      }
    })
})

describe('scopes', () => {
  for (const scope of allScopes)
    test(`${scope}, on the account and on one client`, async () => {
      const { db } = target.service
      const { accountId, client } = target.home
      for (const clientIds of [null, [client.clientId]]) {
        const { secret } = await seedKey(db, accountId, [scope], clientIds)
        const asked = nextOperations()
        assert.deepEqual(await reached(asked, { ApiKey: secret }), opened(asked, 'scopes', scope, clientIds === null))
      }
    })

  for (const scope of allScopes)
    test(`what ${scope} does not open is refused on every wire, and nothing happens`, async () => {
      const { service, home } = target
      const { secret } = await seedKey(service.db, home.accountId, [scope])
      const asked = nextOperations()
      const open = new Set(opened(asked, 'scopes', scope, true))
      await leavesNoTrace(target, async () => {
        for (const { name } of asked.filter(one => !open.has(one.name)))
          await Promise.all(
            wiresOf(name).map(async wire => {
              const params = { ApiKey: secret, ...values[name as OperationName] }
              assertRefused(wire, name, await call(service.url, wire, name, params), 'AccessDenied')
            }),
          )
      })
    })
})

test('a key reaches what its scopes open on every wire', async () => {
  const { service, home } = target
  const { secret } = await seedKey(service.db, home.accountId, ['Reports', 'ReadAudience'])
  for (const name of ['List.GetStats', 'Client.GetLists', 'User.GetClients', 'Subscribers.GetActive'] as const)
    for (const wire of wiresOf(name)) {
      const reply = await call(service.url, wire, name, { ApiKey: secret, ...values[name] })
      assert.equal(reply.status, 200)
      assert.ok(!/<Code>|"code"/.test(reply.text), `${name} over ${wire}: ${reply.text.slice(0, 300)}`)
    }
})

test('a role or a key on one client does not reach another client of the account', async () => {
  const { db } = target.service
  const { accountId, client } = target.home
  const { session } = await seedPerson(db, accountId, 'Owner', client.clientId)
  const { secret } = await seedKey(db, accountId, ['Reports'], [client.clientId])
  const ClientID = target.others.neighbour.ClientID
  await stub.refused('Client.GetDetail', { ClientID }, 'InvalidClientId', { session })
  await stub.refused('Client.GetDetail', { ClientID, ApiKey: secret }, 'InvalidClientId')
})
