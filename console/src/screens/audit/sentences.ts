/**
 * What callers did, as sentences: `{who}` is the caller, `{what}` the object in words, `{name}` its name alone. Translations decline the words
 * around a name, so each language has the order that it needs.
 */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const sentences = {
  created: msg({ message: '{who} created {what}' }),
  added: msg({ message: '{who} added {what}' }),
  changed: msg({ message: '{who} changed {what}' }),
  saved: msg({ message: '{who} saved {what}' }),
  renamed: msg({ message: '{who} renamed {what}' }),
  deleted: msg({ message: '{who} deleted {what}' }),
  removed: msg({ message: '{who} removed {what}' }),
  viewed: msg({ message: '{who} viewed {what}' }),
  downloaded: msg({ message: '{who} downloaded {what}' }),
  uploaded: msg({ message: '{who} uploaded {what}' }),
  copied: msg({ message: '{who} copied {what}' }),
  cropped: msg({ message: '{who} cropped {what}' }),
  paused: msg({ message: '{who} paused {what}' }),
  resumed: msg({ message: '{who} resumed {what}' }),
  started: msg({ message: '{who} started {what}' }),
  cancelled: msg({ message: '{who} cancelled {what}' }),
  undid: msg({ message: '{who} undid {what}' }),
  sent: msg({ message: '{who} sent or scheduled {what}' }),
  unscheduled: msg({ message: '{who} stopped {what} before it was sent' }),
  approved: msg({ message: '{who} approved {what}' }),
  rejected: msg({ message: '{who} rejected {what}' }),
  commented: msg({ message: '{who} commented on {what}' }),
  tested: msg({ message: '{who} tested {what}' }),
  checked: msg({ message: '{who} checked {what}' }),
  revoked: msg({ message: '{who} revoked {what}' }),
  shared: msg({ message: '{who} shared {what}' }),
  restored: msg({ message: '{who} restored {what}' }),
  released: msg({ message: '{who} released {what}' }),
  discarded: msg({ message: '{who} discarded {what}' }),
  renewed: msg({ message: '{who} renewed {what}' }),
  askedApproval: msg({ message: '{who} asked for approval of {name}' }),
  withdrewApproval: msg({ message: '{who} withdrew the request for approval of {name}' }),
  resolvedComment: msg({ message: '{who} resolved a comment on {name}' }),
  deletedComment: msg({ message: '{who} deleted a comment on {name}' }),
  sentTest: msg({ message: '{who} sent a test mail of {name}' }),
  retried: msg({ message: '{who} sent {name} again to failed recipients' }),
  settled: msg({ message: '{who} decided undecided recipients of {name}' }),
  reclassified: msg({ message: '{who} had the opens and clicks of {name} checked again' }),
  confirmedWarnings: msg({ message: '{who} confirmed warnings of {name}' }),
  restoredOptOuts: msg({ message: '{who} restored subscribers whom a scanner had unsubscribed with {name}' }),
  fixedProblem: msg({ message: '{who} fixed a problem of {name}' }),
  resend: msg({ message: '{who} made a follow-up of {name}' }),
  caughtUp: msg({ message: '{who} made a campaign for people who missed {name}' }),
  choseVariant: msg({ message: '{who} chose a variant of {name}' }),
  restoredRevision: msg({ message: '{who} restored an earlier revision of {name}' }),
  movedAddress: msg({ message: '{who} changed the address of a contact of {name}' }),
  pausedContact: msg({ message: '{who} changed the pause of a contact of {name}' }),
  searchedContacts: msg({ message: '{who} searched the contacts of {name}' }),
  erasedContact: msg({ message: '{who} erased a contact of {name}' }),
  releasedHold: msg({ message: '{who} released the hold on sending of {name}' }),
  importedSuppressions: msg({ message: '{who} imported addresses into the suppression list of {name}' }),
  importedAccountSuppressions: msg({ message: '{who} imported addresses into the suppression list of the account' }),
  addedAccountSuppression: msg({ message: '{who} added an address to the suppression list of the account' }),
  removedAccountSuppression: msg({ message: '{who} removed an address from the suppression list of the account' }),
  triedSegment: msg({ message: '{who} tried out a segment of {name}' }),
  usedSegmentTemplate: msg({ message: '{who} made a segment of {name} from a template' }),
  enrolled: msg({ message: '{who} enrolled people in {name}' }),
  tookStarter: msg({ message: '{who} took a starter letter for {name}' }),
  revokedReportLink: msg({ message: '{who} withdrew a link to the report of {name}' }),
  revokedReportMail: msg({ message: '{who} withdrew a report by mail of {name}' }),
  addedToTeam: msg({ message: '{who} added a person to {name}' }),
  changedInTeam: msg({ message: '{who} changed a person of {name}' }),
  removedFromTeam: msg({ message: '{who} removed a person from {name}' }),
  readMailAgain: msg({ message: '{who} had the returned mail of {name} processed again' }),
  replayed: msg({ message: '{who} had events sent again to {name}' }),
  renewedSecret: msg({ message: '{who} renewed the secret of {name}' }),
  endedOldSecret: msg({ message: '{who} ended the old secret of {name}' }),
  askedUnconfirmed: msg({ message: '{who} had confirmation mails sent for {name}' }),
  viewedRemoteLists: msg({ message: '{who} viewed lists of another service for {name}' }),
  startedBulkChange: msg({ message: '{who} started a bulk change of {name}' }),
  cancelledBulkChange: msg({ message: '{who} cancelled a bulk change of {name}' }),
  undidBulkChange: msg({ message: '{who} undid a bulk change of {name}' }),
  uploadedFile: msg({ message: '{who} uploaded a file for {name}' }),
  signedIn: msg({ message: '{who} signed in' }),
  signedOut: msg({ message: '{who} signed out' }),
  endedSession: msg({ message: '{who} ended a session' }),
  endedSessions: msg({ message: '{who} ended all sessions' }),
  beganFactor: msg({ message: '{who} began to set up a second factor' }),
  confirmedFactor: msg({ message: '{who} set up a second factor' }),
  disabledFactor: msg({ message: '{who} turned off the second factor' }),
  newCodes: msg({ message: '{who} made new recovery codes' }),
  acceptedInvitation: msg({ message: '{who} accepted an invitation' }),
  withdrewInvitation: msg({ message: '{who} withdrew an invitation' }),
  invitedPerson: msg({ message: '{who} invited a person' }),
  resetPassword: msg({ message: '{who} chose a new password by mail' }),
  changedPassword: msg({ message: '{who} changed the own password' }),
  changedProfile: msg({ message: '{who} changed the own profile' }),
  changedAccount: msg({ message: '{who} changed the settings of the account' }),
  renewedOwnKey: msg({ message: '{who} renewed the own API key' }),
  testedRelay: msg({ message: '{who} tested a relay' }),
  viewedAccountSuppressions: msg({ message: '{who} viewed the suppression list of the account' }),
  createdSample: msg({ message: '{who} created the sample data' }),
  removedSample: msg({ message: '{who} removed the sample data' }),
  rotatedKey: msg({ message: '{who} renewed an API key on the command line' }),
  revokedKey: msg({ message: '{who} revoked an API key on the command line' }),
  setPassword: msg({ message: '{who} set the password of a login on the command line' }),
  heldSending: msg({ message: '{who} put sending on hold on the command line' }),
  resumedSending: msg({ message: '{who} let sending continue on the command line' }),
  pausedSending: msg({ message: '{who} paused sending on the command line' }),
  unpausedSending: msg({ message: '{who} ended a pause of sending on the command line' }),
  rotatedLinkKey: msg({ message: '{who} renewed the key of links in mails' }),
  revokedLinkKey: msg({ message: '{who} revoked a key of links in mails' }),
  madeBackup: msg({ message: '{who} made a backup' }),
  scheduledBackup: msg({ message: '{who} changed the schedule of backups' }),
  restoredBackup: msg({ message: '{who} restored a backup' }),
  distributed: msg({ message: '{who} distributed the database' }),
  changedFields: msg({ message: '{who} changed {fields} of {name}' }),
  unknown: msg({ message: '{who} used a function that this console does not know yet' }),
} as const satisfies Readonly<Record<string, MessageDescriptor>>

/** Sentences of entries that are folded: each entry is about one subscriber or address. */
export const countedSentences = {
  addedSubscribers: msg({
    message: '{count, plural, one {{who} added a subscriber to {name}} other {{who} added # subscribers to {name}}}',
  }),
  savedSubscribers: msg({
    message:
      '{count, plural, one {{who} added or changed a subscriber of {name}} other {{who} added or changed # subscribers of {name}}}',
  }),
  changedSubscribers: msg({
    message:
      '{count, plural, one {{who} changed a subscriber of {name}} other {{who} changed # subscribers of {name}}}',
  }),
  unsubscribed: msg({
    message:
      '{count, plural, one {{who} unsubscribed a subscriber from {name}} other {{who} unsubscribed # subscribers from {name}}}',
  }),
  deletedSubscribers: msg({
    message:
      '{count, plural, one {{who} deleted a subscriber of {name}} other {{who} deleted # subscribers of {name}}}',
  }),
  restoredSubscribers: msg({
    message:
      '{count, plural, one {{who} restored a subscriber of {name}} other {{who} restored # subscribers of {name}}}',
  }),
  recordedConsents: msg({
    message:
      '{count, plural, one {{who} recorded the consent of a subscriber of {name}} other {{who} recorded the consent of # subscribers of {name}}}',
  }),
  changedBasis: msg({
    message:
      '{count, plural, one {{who} changed the basis of mailing of a subscriber of {name}} other {{who} changed the basis of mailing of # subscribers of {name}}}',
  }),
  taggedContacts: msg({
    message:
      '{count, plural, one {{who} changed the tags of a contact of {name}} other {{who} changed the tags of # contacts of {name}}}',
  }),
  addedSuppressions: msg({
    message:
      '{count, plural, one {{who} added an address to the suppression list of {name}} other {{who} added # addresses to the suppression list of {name}}}',
  }),
  removedSuppressions: msg({
    message:
      '{count, plural, one {{who} removed an address from the suppression list of {name}} other {{who} removed # addresses from the suppression list of {name}}}',
  }),
} as const satisfies Readonly<Record<string, MessageDescriptor>>
