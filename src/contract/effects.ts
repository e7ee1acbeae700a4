/**
 * What a call of each operation does, for the audit log and Idempotency-Key: `read` (no entry), `bulk read` of personal data, `change`,
 * or one that takes an Idempotency-Key, since what it creates and the key are kept in one transaction: `create`, and `prepared create`,
 * which asks other servers or makes keys before that transaction begins.
 * Total by type: an operation that is added does not compile before it says what it does.
 */
import type { OperationName } from './operations.ts'

export type Effect = 'read' | 'bulk read' | 'change' | 'create' | 'prepared create'

export const effects: { readonly [Name in OperationName]: Effect } = {
  // its failures are entries of their own (domain/audit/sign-in-failures.ts)
  'User.GetApiKey': 'read',
  'User.RotateApiKey': 'change',
  'User.GetClients': 'read',
  'User.GetSystemDate': 'read',
  'User.GetTimezones': 'read',
  'User.GetCountries': 'read',

  'Client.Create': 'create',
  'Client.UpdateBasics': 'change',
  'Client.UpdateAccessAndBilling': 'change',
  'Client.RotateApiKey': 'change',
  'Client.SetOptions': 'change',
  'Client.SetDailyLimit': 'change',
  'Client.AddSuppression': 'change',
  'Client.RemoveSuppression': 'change',
  'Client.ReleaseHold': 'change',
  'Client.Delete': 'change',
  'Client.GetSuppressionList': 'bulk read',
  'Client.GetDetail': 'read',
  'Client.GetOptions': 'read',
  'Client.GetDailyLimit': 'read',
  'Client.GetHold': 'read',
  'Client.GetLists': 'read',
  'Client.GetSegments': 'read',
  'Client.GetCampaigns': 'read',
  'Client.GetTemplates': 'read',

  'List.Create': 'create',
  'List.Update': 'change',
  'List.SetOptions': 'change',
  'List.Delete': 'change',
  'List.CreateCustomField': 'create',
  'List.DeleteCustomField': 'change',
  'List.GetDetail': 'read',
  'List.GetOptions': 'read',
  'List.GetCustomFields': 'read',
  'List.GetStats': 'read',

  'Subscriber.Add': 'change',
  'Subscriber.AddAndResubscribe': 'change',
  'Subscriber.AddWithCustomFields': 'change',
  'Subscriber.AddAndResubscribeWithCustomFields': 'change',
  'Subscriber.AddWithMobileNumber': 'change',
  'Subscriber.AddAndResubscribeWithMobileNumber': 'change',
  'Subscriber.Unsubscribe': 'change',
  'Subscriber.SetTrackingConsent': 'change',
  // of one person
  'Subscriber.GetHistory': 'read',
  'Subscriber.GetTrackingConsent': 'read',
  'Subscribers.GetIsSubscribed': 'read',
  'Subscribers.GetSingleSubscriber': 'read',
  'Subscribers.GetActive': 'bulk read',
  'Subscribers.GetUnsubscribed': 'bulk read',
  'Subscribers.GetBounced': 'bulk read',

  'Segment.Create': 'create',
  'Segment.Delete': 'change',
  'Segment.GetRules': 'read',
  'Segment.GetCount': 'read',

  'Template.Create': 'prepared create',
  'Template.Update': 'change',
  'Template.Delete': 'change',
  'Template.GetDetail': 'read',
  'Template.Preview': 'read',

  'Campaign.Create': 'prepared create',
  'Campaign.Send': 'change',
  'Campaign.SendTest': 'change',
  'Campaign.SetAtLeastOnce': 'change',
  'Campaign.Unschedule': 'change',
  'Campaign.Pause': 'change',
  'Campaign.Resume': 'change',
  'Campaign.Cancel': 'change',
  'Campaign.RetryFailed': 'change',
  'Campaign.SettleUnknown': 'change',
  'Campaign.AcknowledgeWarnings': 'change',
  'Campaign.Reclassify': 'change',
  'Campaign.RepairOptOuts': 'change',
  'Campaign.Delete': 'change',
  'Campaign.GetOpens': 'bulk read',
  'Campaign.GetSubscriberClicks': 'bulk read',
  'Campaign.GetBounces': 'bulk read',
  'Campaign.GetBounceDetails': 'bulk read',
  'Campaign.GetComplaints': 'bulk read',
  'Campaign.GetUnsubscribes': 'bulk read',
  'Campaign.GetRecipients': 'bulk read',
  'Campaign.FindScannerOptOuts': 'bulk read',
  'Campaign.GetSummary': 'read',
  'Campaign.GetLists': 'read',
  'Campaign.GetProgress': 'read',
  'Campaign.GetEngagement': 'read',
  'Campaign.GetLinks': 'read',
  'Campaign.GetTimeline': 'read',
  'Campaign.GetHistory': 'read',
  'Campaign.GetBounceSummary': 'read',
  'Campaign.GetForwards': 'read',
  'Campaign.Check': 'read',
  'Campaign.Preview': 'read',

  'Domain.Create': 'prepared create',
  'Domain.Verify': 'change',
  'Domain.Delete': 'change',
  'Domain.List': 'read',

  'Mailbox.List': 'bulk read',
  'Mailbox.GetMessage': 'bulk read',
  'Mailbox.ReadAgain': 'change',

  // events name subscribers
  'Event.List': 'bulk read',
  'Webhook.Create': 'prepared create',
  'Webhook.Delete': 'change',
  'Webhook.Pause': 'change',
  'Webhook.Resume': 'change',
  'Webhook.Replay': 'change',
  'Webhook.RotateSecret': 'change',
  'Webhook.Test': 'change',
  'Webhook.List': 'read',
  'Webhook.GetAttempts': 'read',

  // open to anyone: its handler writes the entries
  'Session.SignIn': 'read',
  'Session.SignOut': 'change',
  'Session.End': 'change',
  'Session.EndAll': 'change',
  'Session.SelectAccount': 'read',
  'Session.Get': 'read',
  'Session.List': 'read',
  'Factor.Begin': 'change',
  'Factor.Confirm': 'change',
  'Factor.Disable': 'change',
  'Factor.NewCodes': 'change',

  'Person.Invite': 'create',
  'Person.RevokeInvitation': 'change',
  'Person.SetGrants': 'change',
  'Person.Remove': 'change',
  'Person.ChangePassword': 'change',
  'Person.SetPreferences': 'change',
  // open to anyone: their handlers write the entries
  'Person.AcceptInvitation': 'read',
  'Person.ResetPassword': 'read',
  'Person.RequestPasswordReset': 'read',
  'Person.ListInvitations': 'read',
  'Person.List': 'read',
  'Person.Get': 'read',
  'Person.GetMe': 'read',
  'Account.Get': 'read',
  'Account.Update': 'change',

  'Key.Create': 'create',
  'Key.Rotate': 'change',
  'Key.EndOverlap': 'change',
  'Key.Revoke': 'change',
  'Key.List': 'read',
  'Key.Get': 'read',

  'Audit.List': 'read',

  'Account.GetOverview': 'read',
  'Campaign.GetDomains': 'read',
  'Campaign.List': 'read',
  'Campaign.SendTestToGroup': 'change',
  'Client.GetOverview': 'read',
  'Deleted.List': 'read',
  'Deleted.Restore': 'change',
  'List.GetGrowth': 'read',
  'Relay.Test': 'change',
  'Setup.GetStatus': 'read',
  'Subscriber.List': 'bulk read',
  'Suppression.List': 'bulk read',
  'TestGroup.Create': 'create',
  'TestGroup.Delete': 'change',
  'TestGroup.List': 'read',
  'TestGroup.Update': 'change',
}

/** Whether calls over JSON may bring an Idempotency-Key. */
export function takesIdempotencyKey(name: string): boolean {
  return effects[name as OperationName] === 'create' || isPrepared(name) // of what is no operation there is none
}

/** Whether an operation works for a while before the transaction in which it creates. */
export function isPrepared(name: string): boolean {
  return effects[name as OperationName] === 'prepared create'
}
