/** Keys and rights: who may call what, for every operation of the contract. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { allOperations, type OperationName } from '../../src/contract/operations.ts'
import { type RefusalName, refusals } from '../../src/contract/refusals.ts'
import { keyHash } from '../../src/domain/access/keys.ts'
import { assertPlain, assertRefused, call, codeOf, type Values, wireNames, wiresOf } from '../harness/dial.ts'
import { someOf } from '../harness/effort.ts'
import { seed } from '../harness/seed.ts'
import { belongings, goodValues, leavesNoTrace, startTarget, type Target, unknownId } from './world.ts'

const reports = 1
const subscribers = 2
const campaigns = 4
const importSubscribers = 16
const importHtml = 32

/** What each right opens (reference/wire.md §6), written out as an account manager would say it. */
const needed: Readonly<Record<OperationName, number | 'account' | 'session' | 'anyone'>> = {
  'User.GetApiKey': 'anyone',
  'User.RotateApiKey': 0,
  'Subscriber.List': subscribers,
  'Subscriber.Search': subscribers,
  'Subscriber.CountFound': subscribers,
  'Subscriber.UpdateEmail': subscribers,
  'Subscriber.SetPause': subscribers,
  'List.SetPreferencePage': subscribers,
  'List.GetPreferencePage': 0,
  'List.SetArchive': subscribers,
  'List.GetArchive': 0,
  'Campaign.SetArchived': campaigns,
  'Campaign.GetArchived': 0,
  'Client.GetLeavePage': 0,
  'Campaign.GetLeaveReasons': reports,
  'Client.ListSegments': 0,
  'List.ListSegments': 0,
  'Segment.Add': subscribers,
  'Segment.Replace': subscribers,
  'Segment.AddRules': subscribers,
  'Segment.ClearRules': subscribers,
  'Segment.Remove': subscribers,
  'Segment.Read': subscribers,
  'Segment.PageMembers': subscribers,
  'Segment.SetTree': subscribers,
  'SegmentTemplate.List': 0,
  'SegmentTemplate.Create': 'account',
  'SegmentTemplate.Rename': 'account',
  'SegmentTemplate.Delete': 'account',
  'SegmentTemplate.Use': subscribers,
  'Segment.GetTree': subscribers,
  'Segment.Count': subscribers,
  'Segment.CountTree': subscribers,
  'Segment.Sample': subscribers,
  'Segment.SampleTree': subscribers,
  'Segment.Explain': subscribers,
  'Segment.ListAll': 0,
  'Campaign.GetAudience': reports,
  'Campaign.CreateFromPages': importHtml,
  'Campaign.CreateFromTemplate': campaigns,
  'Campaign.Page': reports,
  'Campaign.PageEvents': reports,
  'Campaign.SetTags': campaigns,
  'Client.GetTags': 0,
  'Subscriber.Save': subscribers,
  'Subscriber.Change': subscribers,
  'Subscriber.GetMember': subscribers,
  'Subscriber.GetMails': reports,
  'Subscriber.FindLists': subscribers,
  'Subscribers.Save': subscribers,
  'Subscribers.Page': subscribers,
  'Suppression.Page': subscribers,
  'List.CreateWithScope': subscribers,
  'List.UpdateWithScope': subscribers,
  'List.GetSettings': 0,
  'List.GetFields': 0,
  'List.AddCustomField': subscribers,
  'List.ChangeCustomField': subscribers,
  'List.SetCustomFieldOptions': subscribers,
  'Client.CreateCompany': 'account',
  'Client.ChangeBasics': 'account',
  'Client.SetAccess': 'account',
  'Client.SetMarkups': 'account',
  'Client.GetProfile': 0,
  'Subscriber.Delete': subscribers,
  'Subscriber.Restore': subscribers,
  'Subscriber.GetContact': subscribers,
  'Subscriber.GetProof': subscribers,
  'Suppression.Add': 'account',
  'Suppression.AddToAccount': 'account',
  'Suppression.Import': 'account',
  'Suppression.ImportToAccount': 'account',
  'Suppression.List': subscribers,
  'Suppression.ListOfAccount': 'account',
  'Suppression.Remove': 'account',
  'Suppression.RemoveFromAccount': 'account',
  'Campaign.List': 0,
  'Campaign.GetDomains': reports,
  'Campaign.GetReport': reports,
  'Campaign.GetFollowUps': reports,
  'Campaign.GetJudgedAudience': reports,
  'Campaign.GetMailPrograms': reports,
  'Campaign.GetClickMap': reports,
  'Campaign.FindRecipients': reports,
  'Campaign.GetRecipientHistory': reports,
  'Client.SetApproval': 'account',
  'Campaign.RequestApproval': campaigns,
  'Campaign.WithdrawApprovalRequest': campaigns,
  // a person's own act
  'Campaign.Approve': 'session',
  'Campaign.SendConfirmed': 'session',
  'Campaign.Reject': 'session',
  'Campaign.SetEditing': 'session',
  'Template.SetEditing': 'session',
  'Campaign.GetApproval': 0,
  'Campaign.ListApprovals': 0,
  'Campaign.AddComment': campaigns,
  'Campaign.ListComments': 0,
  'Campaign.ResolveComment': campaigns,
  'Campaign.DeleteComment': campaigns,
  'Erasure.Create': 'account',
  'Erasure.Get': subscribers,
  'Erasure.List': subscribers,
  'Tag.Create': subscribers,
  'Tag.List': 0,
  'Tag.GetUses': 0,
  'Tag.Rename': subscribers,
  'Tag.Delete': subscribers,
  'Subscriber.SetTags': subscribers,
  'Campaign.SetLinkTags': campaigns,
  'Campaign.GetLinkTags': 0,
  'Feed.Create': campaigns | importHtml,
  'Feed.Get': 0,
  'Feed.List': 0,
  'Feed.Update': campaigns | importHtml,
  'Feed.Delete': campaigns,
  'Feed.Preview': campaigns,
  'Series.Create': campaigns,
  'Series.Get': 0,
  'Series.List': 0,
  'Series.Update': campaigns,
  'Series.EditStep': campaigns,
  'Series.Start': campaigns,
  'Series.Pause': campaigns,
  'Series.Delete': campaigns,
  'Series.Enrol': campaigns,
  'Series.CountExisting': campaigns,
  'Series.GetPeople': subscribers,
  'Series.GetReport': reports,
  'Form.Create': subscribers,
  'Form.Get': 0,
  'Form.List': 0,
  'Form.Update': subscribers,
  'Form.Delete': subscribers,
  'Form.Preview': 0,
  'Form.GetEmbed': 0,
  'Form.GetStatistics': reports,
  'Form.ReleaseHeld': subscribers,
  'Form.DropHeld': subscribers,
  'BulkChange.Count': subscribers,
  'BulkChange.Create': subscribers,
  'BulkChange.Get': subscribers,
  'BulkChange.List': subscribers,
  'BulkChange.Cancel': subscribers,
  'BulkChange.Undo': subscribers,
  'Export.Create': subscribers,
  'Export.Get': subscribers,
  'Export.List': subscribers,
  'Export.GetLink': subscribers,
  'Export.Delete': subscribers,
  'Import.Create': importSubscribers,
  'Import.GetRemoteLists': importSubscribers,
  'Import.CreateFromApi': importSubscribers,
  'Import.CountUnconfirmed': importSubscribers,
  'Import.AskUnconfirmed': importSubscribers,
  'Import.Get': importSubscribers,
  'Import.List': importSubscribers,
  'Import.GetMapping': importSubscribers,
  'Import.SetMapping': importSubscribers,
  'Import.Judge': importSubscribers,
  'Import.GetVerdicts': importSubscribers,
  'Import.Commit': importSubscribers,
  'Import.Cancel': importSubscribers,
  'Import.Undo': importSubscribers,
  'ReportMail.Get': reports,
  'ReportMail.Set': 'account',
  'ReportMail.ListSent': reports,
  'ReportMail.Revoke': reports,
  'Client.GetResults': reports,
  'Campaign.Compare': reports,
  'Report.Share': reports,
  'Report.ListLinks': reports,
  'Report.Revoke': reports,
  'Outbox.List': reports,
  'Outbox.GetMail': reports,
  'Sample.Create': 'account',
  'Sample.Remove': 'account',
  'Hold.List': campaigns,
  'Setup.GetVersion': 'account',
  'System.GetState': 'account',
  'List.GetGrowth': reports,
  'Client.GetOverview': 0,
  'Account.GetOverview': 0,
  'Client.RotateApiKey': 'account',
  'Subscriber.AddWithCustomFields': subscribers,
  'Subscriber.AddAndResubscribeWithCustomFields': subscribers,
  'Subscriber.Add': subscribers,
  'Subscriber.AddAndResubscribe': subscribers,
  'Subscriber.Unsubscribe': subscribers,
  'Subscriber.AddWithMobileNumber': subscribers,
  'Subscriber.AddAndResubscribeWithMobileNumber': subscribers,
  'Subscribers.GetActive': subscribers,
  'Subscribers.GetUnsubscribed': subscribers,
  'Subscribers.GetBounced': subscribers,
  'Subscribers.GetSingleSubscriber': subscribers,
  'Subscribers.GetIsSubscribed': subscribers,
  'List.Create': subscribers,
  'List.Update': subscribers,
  'List.GetDetail': 0,
  'List.Delete': subscribers,
  'List.GetCustomFields': 0,
  'List.DeleteCustomField': subscribers,
  'List.CreateCustomField': subscribers,
  'List.GetStats': reports,
  'Client.GetCampaigns': reports,
  'Client.GetLists': 0,
  'Client.GetSegments': 0,
  'Client.GetSuppressionList': subscribers,
  'Client.GetTemplates': campaigns,
  'Client.Create': 'account',
  'Client.UpdateBasics': 'account',
  'Client.UpdateAccessAndBilling': 'account',
  'Client.GetDetail': 0,
  'Client.Delete': 'account',
  'Campaign.GetSubscriberClicks': reports,
  'Campaign.GetOpens': reports,
  'Campaign.GetBounces': reports,
  'Campaign.GetUnsubscribes': reports,
  'Campaign.GetSummary': reports,
  'Campaign.GetLists': reports,
  'User.GetClients': 0,
  'User.GetSystemDate': 0,
  'User.GetTimezones': 0,
  'User.GetCountries': 0,
  'User.ListTimezones': 0,
  'User.ListCountries': 0,
  'Campaign.Create': importHtml,
  'Campaign.Send': campaigns,
  'Campaign.Delete': campaigns,
  'Template.Create': importHtml,
  'Template.GetDetail': campaigns,
  'Template.Update': importHtml,
  'Template.Delete': importHtml,
  'Template.Copy': importHtml,
  'Template.GetRegions': campaigns,
  'Template.FillRegions': campaigns,
  'Template.ListStarters': 0,
  'Template.CreateFromStarter': importHtml,
  'Template.CreateFromContent': importHtml,
  'Template.SaveContent': importHtml,
  'Content.CompileMjml': campaigns,
  'Content.CompileSections': campaigns,
  'Content.GetSectionKinds': campaigns,
  'Block.Create': campaigns,
  'Block.List': campaigns,
  'Block.Update': campaigns,
  'Block.Delete': campaigns,
  'Content.ListStarters': campaigns,
  'Content.PreviewStarter': campaigns,
  'Content.TakeStarter': campaigns,
  'Content.OpenCanvas': campaigns,
  'Segment.Create': subscribers,
  'Segment.Delete': subscribers,
  'Segment.GetRules': subscribers,
  'Segment.GetCount': subscribers,
  'Campaign.GetProgress': reports,
  'Campaign.GetEngagement': reports,
  'Campaign.GetLinks': reports,
  'Campaign.GetTimeline': reports,
  'Campaign.Reclassify': reports,
  'Campaign.GetRecipients': reports,
  'Campaign.GetHistory': reports,
  'Campaign.SendTest': campaigns,
  'Campaign.SendTestToGroup': campaigns,
  'Campaign.SetAtLeastOnce': campaigns,
  'Campaign.Unschedule': campaigns,
  'Campaign.Pause': campaigns,
  'Campaign.Resume': campaigns,
  'Campaign.Cancel': campaigns,
  'Campaign.RetryFailed': campaigns,
  'Campaign.SettleUnknown': campaigns,
  'Campaign.Check': campaigns,
  'Campaign.CountAudience': campaigns,
  'Campaign.CountBranches': campaigns,
  'Campaign.GetTiming': campaigns,
  'Campaign.GetTimetable': campaigns,
  'Campaign.Preview': 0,
  'Template.Preview': campaigns,
  'Campaign.AcknowledgeWarnings': campaigns,
  'Client.SetDailyLimit': 'account',
  'Client.SetOptions': 'account',
  'Client.GetOptions': 0,
  'Client.GetFrequencyCap': 0,
  'Client.ReadDate': 0,
  'Client.SetStopSeconds': 'account',
  'Client.SetFrequencyCap': 'account',
  'Client.GetRetention': 0,
  'Client.GetProcessingRegister': 0,
  'Client.SetRetention': 'account',
  'Client.PreviewRetention': 'account',
  'Client.SetSendConfirmation': 'account',
  'Client.SetBranding': 'account',
  'Client.GetBranding': 0,
  'Domain.Create': 'account',
  'Domain.Verify': campaigns,
  'Domain.List': campaigns,
  'Domain.Delete': 'account',
  'Client.GetDailyLimit': campaigns,
  'Campaign.GetBounceDetails': reports,
  'Campaign.GetBounceSummary': reports,
  'Campaign.GetComplaints': reports,
  'Client.GetHold': campaigns,
  'Client.ReleaseHold': 'account',
  'Event.List': reports | subscribers,
  'Event.Find': reports | subscribers,
  'Webhook.Create': 'account',
  'Webhook.List': reports | subscribers,
  'Webhook.Delete': 'account',
  'Webhook.Test': 'account',
  'Webhook.Replay': 'account',
  'Webhook.Pause': 'account',
  'Webhook.Resume': 'account',
  'Webhook.RotateSecret': 'account',
  'Webhook.GetAttempts': reports | subscribers,
  'List.CreateWebhook': 'account',
  'List.GetWebhooks': reports | subscribers,
  'List.TestWebhook': 'account',
  'List.PauseWebhook': 'account',
  'List.ResumeWebhook': 'account',
  'List.DeleteWebhook': 'account',
  'Mailbox.List': 'account',
  'Mailbox.GetMessage': 'account',
  'Mailbox.ReadAgain': 'account',
  'List.SetOptions': subscribers,
  'List.GetOptions': 0,
  'List.SetConsentRules': subscribers,
  'List.GetConsentRules': 0,
  'Subscriber.GetHistory': subscribers,
  'Subscriber.SetTrackingConsent': subscribers,
  'Subscriber.GetTrackingConsent': subscribers,
  'Subscriber.SetConsent': subscribers,
  'Subscriber.GetConsents': subscribers,
  'Subscriber.SetBasis': subscribers,
  'Campaign.GetForwards': reports,
  'Client.AddSuppression': 'account',
  'Client.RemoveSuppression': 'account',
  'Campaign.FindScannerOptOuts': subscribers,
  'Campaign.RepairOptOuts': subscribers,
  'Campaign.CreateDraft': campaigns,
  'Campaign.GetDraft': campaigns,
  'Campaign.UpdateDraft': campaigns,
  'Campaign.LocateFindings': campaigns,
  'Campaign.RepairFinding': campaigns,
  'Campaign.Duplicate': campaigns,
  'Campaign.Resend': campaigns,
  'Campaign.CatchUp': campaigns,
  'Campaign.SetTiming': campaigns,
  'Campaign.SetVariants': campaigns,
  'Campaign.PlanTest': campaigns,
  'Campaign.SendVariantTest': campaigns,
  'Campaign.GetVariants': 0,
  'Campaign.ChooseVariant': campaigns,
  'Campaign.ListRevisions': campaigns,
  'Campaign.GetRevision': campaigns,
  'Campaign.RestoreRevision': campaigns,
  'Template.ListRevisions': campaigns,
  'Template.GetRevision': campaigns,
  'Template.RestoreRevision': importHtml,
  'Sender.Save': campaigns,
  'Sender.List': campaigns,
  'Sender.GetLast': campaigns,
  'Sender.Delete': campaigns,
  'Client.GetUtmTags': 0,
  'Client.SetUtmTags': 'account',
  'Asset.Upload': campaigns,
  'Asset.List': campaigns,
  'Asset.Delete': campaigns,
  'Asset.Crop': campaigns,
  'TestGroup.Create': campaigns,
  'TestGroup.List': campaigns,
  'TestGroup.Update': campaigns,
  'TestGroup.Delete': campaigns,
  'Relay.Test': 'account',
  'Setup.GetStatus': 0,
  'Deleted.List': 0,
  // of a list
  'Deleted.Restore': subscribers,
  'Person.Invite': 'account',
  'Person.ListInvitations': 'account',
  'Person.RevokeInvitation': 'account',
  'Person.GetInvitation': 'anyone',
  'Person.AcceptInvitation': 'anyone',
  'Person.List': 'account',
  'Person.Get': 'account',
  'Person.SetGrants': 'account',
  'Person.GetTeam': 'account',
  'Person.AddToTeam': 'account',
  'Person.ChangeInTeam': 'account',
  'Person.RemoveFromTeam': 'account',
  'Person.SetPrimaryContact': 'account',
  'Person.Remove': 'account',
  'Person.RequestPasswordReset': 'anyone',
  'Person.ResetPassword': 'anyone',
  'Person.ChangePassword': 'session',
  'Person.GetMe': 'session',
  'Person.SetPreferences': 'session',
  'Account.Get': 'account',
  'Account.Update': 'account',
  'Key.Create': 'account',
  'Key.List': 'account',
  'Key.Get': 'account',
  'Key.Rotate': 'account',
  'Key.EndOverlap': 'account',
  'Key.Revoke': 'account',
  'Audit.List': reports | subscribers,
  'Audit.ListActors': reports | subscribers,
  'Session.SignIn': 'anyone',
  'Session.SignOut': 'session',
  'Session.Get': 'session',
  'Session.List': 'session',
  'Session.End': 'session',
  'Session.EndAll': 'session',
  'Session.SelectAccount': 'session',
  'Factor.Begin': 'session',
  'Factor.Confirm': 'session',
  'Factor.Disable': 'session',
  'Factor.NewCodes': 'session',
}

/** Every AccessLevel a client can have (reference/wire.md §6), 0 apart. */
const levels = [1, 2, 3, 5, 7, 13, 15, 18, 19, 23, 31, 37, 39, 45, 47, 55, 63]

let target: Target
let values: Readonly<Record<OperationName, Values>>
before(async () => {
  target = await startTarget()
  values = goodValues(target)
})
after(() => target?.stop())

describe('access levels', () => {
  for (const [turn, level] of levels.entries()) {
    test(`a client login of level ${level} does what its bits allow and nothing else`, async () => {
      const { service } = target
      const { db, url } = service
      const world = await seed(db, { accessLevel: level })
      const ids = { ClientID: world.client.clientPublicId, ...(await belongings(service, world.client.clientId)) }
      const own = goodValues({ ...target, ids })
      // what ends a thing comes last
      const all = Object.keys(needed)
      const names = [...someOf(all, Math.ceil(all.length / 4), turn)].sort(
        (a, b) => Number(a.endsWith('Delete')) - Number(b.endsWith('Delete')),
      )
      for (const name of names as OperationName[]) {
        const right = needed[name]
        if (right === 'anyone') continue
        const allowed = typeof right === 'number' && (level & right) === right
        const ask = () => call(url, 'json', name, { ApiKey: world.clientKey, ...own[name] })
        if (!allowed) {
          const reply = await ask()
          assertRefused('json', name, reply, 'AccessDenied')
          continue
        }
        const code = codeOf('json', await ask())
        assert.ok(!notReached.has(code), `${name} with level ${level} is answered with ${code}`)
      }
    })
  }

  test('what the bits do not allow is refused with the same code on every wire, and nothing happens', async () => {
    const { service, home } = target
    const { db, url } = service
    const level = (bits: number) =>
      db`update clients set access_level = ${bits} where public_id = ${home.client.clientPublicId}`
    const rights = new Set(Object.values(needed).filter(right => right !== 'anyone' && right !== 0))
    for (const right of rights) {
      // every other right
      await level(typeof right === 'number' ? 63 & ~right : 63)
      await leavesNoTrace(target, async () => {
        for (const { name } of allOperations.filter(one => needed[one.name as OperationName] === right))
          await Promise.all(
            wiresOf(name).map(async wire => {
              const reply = await call(url, wire, name, { ApiKey: home.clientKey, ...values[name as OperationName] })
              assertRefused(wire, name, reply, 'AccessDenied')
            }),
          )
      })
    }
    await level(63)
  })
})

describe('keys', () => {
  test('a wrong, malformed, empty or withdrawn key is refused by every operation on every wire, whatever else it says', async () => {
    const { service, home } = target
    const { db, url } = service
    const withdrawn = await seed(db, { accessLevel: 0 })
    const deleted = await seed(db)
    await db`update clients set deleted_at = now() where public_id = ${deleted.client.clientPublicId}`
    const rotated = await seed(db)
    await db`
      update logins set key_version = 2, key_hash = ${keyHash('the next key')} where key_hash = ${keyHash(rotated.accountKey)}`
    const keys = [
      unknownId,
      '',
      withdrawn.clientKey,
      deleted.clientKey,
      rotated.accountKey,
      'x',
      ` ${home.accountKey}`,
      `${home.accountKey} `,
      home.accountKey.slice(1),
      `${home.accountKey}0`,
      "' or '1'='1",
      'k'.repeat(5000),
    ]
    await leavesNoTrace(target, async () => {
      for (const [turn, { name, access }] of allOperations.entries()) {
        if (access.to === 'anyone') continue
        const rest = values[name as OperationName]
        for (const wire of wiresOf(name)) {
          const wrong = someOf(keys, 4, turn)
          const replies = await Promise.all(wrong.map(ApiKey => call(url, wire, name, { ApiKey, ...rest })))
          for (const reply of replies) assertRefused(wire, name, reply, 'InvalidApiKey')
          const without = await call(url, wire, name, rest)
          if (wire === 'get' || wire === 'post') assertPlain(without, 'Missing parameter: ApiKey.')
          else assertRefused(wire, name, without, 'InvalidApiKey')
        }
      }
    })
  })

  test('a key is taken in either case of its digits', async () => {
    const { service, home } = target
    const reply = await call(service.url, 'json', 'User.GetCountries', { ApiKey: home.accountKey.toUpperCase() })
    assert.equal(reply.status, 200)
  })

  test('over JSON the key may stand in the header; what is no bearer token is no key', async () => {
    const { service, home } = target
    const ask = (headers: Record<string, string>, body: object = {}) =>
      fetch(`${service.url}/api/json/User.GetCountries`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
    const rows: readonly [headers: Record<string, string>, body: object, refusal: RefusalName | undefined][] = [
      [{ Authorization: `Bearer ${home.accountKey}` }, {}, undefined],
      [{ Authorization: `bearer ${home.accountKey}` }, { ApiKey: home.accountKey }, undefined],
      [{ Authorization: `Basic ${home.accountKey}` }, {}, 'InvalidApiKey'],
      [{ Authorization: `Bearer ${unknownId}` }, {}, 'InvalidApiKey'],
      [{ Authorization: `Bearer ${unknownId}` }, { ApiKey: home.accountKey }, 'InvalidRequest'],
      [{ Authorization: 'Bearer' }, { ApiKey: home.accountKey }, undefined],
      [{ 'X-Api-Key': home.accountKey }, {}, 'InvalidApiKey'],
    ]
    for (const [headers, body, refusal] of rows) {
      const response = await ask({ 'Content-Type': 'application/json', ...headers }, body)
      assert.equal(response.status, refusal ? refusals[refusal][2] : 200, JSON.stringify(headers))
      if (response.status === 401) assert.equal(response.headers.get('www-authenticate'), 'Bearer')
      await response.arrayBuffer()
    }
  })

  test('signing in is refused in one way, whatever is wrong', async () => {
    const { login, password, url } = target.service
    const good = { SiteUrl: login.siteUrl, Username: login.username, Password: password }
    const wrong: readonly Values[] = [
      { ...good, Password: 'wrong' },
      { ...good, Password: '' },
      { ...good, Password: `${password} ` },
      { ...good, Password: 'p'.repeat(60_000) },
      { ...good, Username: 'absent' },
      { ...good, Username: "admin' --" },
      { ...good, Username: '' },
      { ...good, SiteUrl: 'http://other.example/' },
      { ...good, SiteUrl: '' },
      { ...good, SiteUrl: 'http://[::1' },
      { ...good, SiteUrl: 'javascript:alert(1)' },
    ]
    await leavesNoTrace(target, async () => {
      for (const params of wrong)
        assertRefused('json', 'User.GetApiKey', await call(url, 'json', 'User.GetApiKey', params), 'InvalidLogin')
      for (const wire of wireNames)
        assertRefused(wire, 'User.GetApiKey', await call(url, wire, 'User.GetApiKey', wrong[0]!), 'InvalidLogin')
    })
  })
})

const notReached = new Set<number>(
  (
    [
      'AccessDenied',
      'InvalidApiKey',
      'InvalidClientId',
      'InvalidListId',
      'InvalidTemplateId',
      'InvalidCampaignId',
      'UnexpectedError',
    ] as const
  ).map(name => refusals[name][0]),
)
