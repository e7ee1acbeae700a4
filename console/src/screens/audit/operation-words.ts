/** Operations of the audit log in words: what was changed or read, and how. The name of the operation is shown beside them. */
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { plainWords } from '../../lib/plain-words.ts'

const subjects: Readonly<Record<string, MessageDescriptor>> = {
  Account: msg`Account`,
  Asset: msg`Image`,
  Audit: msg`Audit log`,
  BulkChange: msg`Bulk change`,
  Campaign: msg`Campaign`,
  Client: msg`Client`,
  Deleted: msg`Deleted item`,
  Domain: msg`Sending domain`,
  Erasure: msg`Erasure`,
  Event: msg`Events`,
  Export: msg`Export`,
  Factor: msg`Second factor`,
  Import: msg`Import`,
  Key: msg`API key`,
  List: msg`List`,
  Mailbox: msg`Inbound mail`,
  Outbox: msg`Outbox`,
  Person: msg`Person`,
  Relay: msg`Relays`,
  Report: msg`Report link`,
  Sample: msg`Sample data`,
  Segment: msg`Segment`,
  Sender: msg`Sender`,
  Series: msg`Series`,
  Session: msg`Session`,
  Subscriber: msg`Subscriber`,
  Subscribers: msg`Subscribers`,
  Suppression: msg`Suppression list`,
  Template: msg`Template`,
  TestGroup: msg`Test group`,
  User: msg`Login`,
  Webhook: msg`Webhook`,
}

/** By the beginning of the operation's second part; the longest that fits is used. */
const actions: Readonly<Record<string, MessageDescriptor>> = {
  AcknowledgeWarnings: msg`warnings confirmed`,
  Add: msg`added`,
  AddComment: msg`comment added`,
  AddCustomField: msg`custom field added`,
  AddRules: msg`rules added`,
  AddSuppression: msg`suppression added`,
  AddToAccount: msg`added for the account`,
  AddToTeam: msg`person added`,
  Approve: msg`approved`,
  AskUnconfirmed: msg`confirmation mails sent`,
  Begin: msg`setup started`,
  Cancel: msg`cancelled`,
  Change: msg`changed`,
  ChangePassword: msg`password changed`,
  ClearRules: msg`rules removed`,
  Commit: msg`started`,
  Confirm: msg`confirmed`,
  Copy: msg`copied`,
  Create: msg`created`,
  CreateCustomField: msg`custom field added`,
  CreateWebhook: msg`webhook created`,
  Delete: msg`deleted`,
  DeleteComment: msg`comment deleted`,
  DeleteCustomField: msg`custom field deleted`,
  DeleteWebhook: msg`webhook deleted`,
  Disable: msg`turned off`,
  Duplicate: msg`duplicated`,
  End: msg`ended`,
  EndOverlap: msg`old secret ended`,
  Find: msg`search`,
  Get: msg`viewed`,
  GetLink: msg`downloaded`,
  ImportToAccount: msg`imported for the account`,
  Import: msg`imported`,
  Invite: msg`invited`,
  Judge: msg`rows checked`,
  List: msg`viewed`,
  NewCodes: msg`recovery codes created`,
  Page: msg`viewed`,
  Pause: msg`paused`,
  ReadAgain: msg`processed again`,
  Reclassify: msg`opens and clicks checked again`,
  Reject: msg`rejected`,
  ReleaseHold: msg`hold released`,
  Remove: msg`removed`,
  RemoveFromAccount: msg`removed for the account`,
  RemoveSuppression: msg`suppression removed`,
  RepairFinding: msg`problem fixed`,
  RepairOptOuts: msg`subscribers restored`,
  Replace: msg`replaced`,
  Replay: msg`events sent again`,
  RequestApproval: msg`approval requested`,
  ResolveComment: msg`comment resolved`,
  Restore: msg`restored`,
  RestoreRevision: msg`revision restored`,
  Resume: msg`resumed`,
  RetryFailed: msg`failed recipients retried`,
  Revoke: msg`revoked`,
  RevokeInvitation: msg`invitation withdrawn`,
  Rotate: msg`secret renewed`,
  Save: msg`saved`,
  Search: msg`search`,
  SelectAccount: msg`account chosen`,
  Send: msg`sent`,
  SendTest: msg`test mail sent`,
  Set: msg`settings changed`,
  SetApproval: msg`approval settings changed`,
  SetBranding: msg`branding changed`,
  SetConsentRules: msg`rules of consent changed`,
  SetDailyLimit: msg`daily limit changed`,
  SetGrants: msg`roles changed`,
  SetMapping: msg`columns changed`,
  SetBasis: msg`basis of mailing changed`,
  SetConsent: msg`consent recorded`,
  SetTrackingConsent: msg`consent to tracking changed`,
  SettleUnknown: msg`undecided recipients decided`,
  Share: msg`created`,
  SignIn: msg`signed in`,
  SignOut: msg`signed out`,
  Test: msg`tested`,
  Undo: msg`undone`,
  Unschedule: msg`stopped before sending`,
  Unsubscribe: msg`unsubscribed`,
  Update: msg`changed`,
  UpdateEmail: msg`address changed`,
  Upload: msg`uploaded`,
  Verify: msg`checked`,
  WithdrawApprovalRequest: msg`approval request withdrawn`,
}

/** @returns `Campaign: paused`; the name in words for an operation that this console does not know */
export function operationInWords(i18n: I18n, operation: string): string {
  const [subject = '', action = ''] = operation.split('.')
  const known = subjects[subject]
  const words = findAction(action)
  return known && words ? `${i18n._(known)}: ${i18n._(words)}` : plainWords(operation.replace('.', ' '))
}

function findAction(name: string): MessageDescriptor | undefined {
  for (let end = name.length; end > 0; end--) {
    // `SetOptions` begins with `Set`, `Settle` does not
    const isWord = end === name.length || /[A-Z]/.test(name.charAt(end))
    const found = isWord ? actions[name.slice(0, end)] : undefined
    if (found) return found
  }
  return undefined
}
