/** Refusals in the reader's language: what happened, and what to do next. By code; what is not here says what the service says. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { LettershopError, NoAnswerError } from '../../../src/client/client.ts'
import { SignInGivenUp } from '../session/ended.ts'
import * as codes from './codes.ts'

export interface Sentence {
  readonly what: MessageDescriptor | string
  readonly cure?: MessageDescriptor | string | undefined
  /** What the service says, in English: which one, how many, since when. */
  readonly detail?: string | undefined
}

const addAgain = msg`If the person has asked for it, allow adding an address that unsubscribed before.`
const webAddress = msg`It begins with https:// and has at most 2,000 characters.`

const sentences: Readonly<Record<number, Sentence & { readonly what: MessageDescriptor }>> = {
  [codes.InvalidEmail]: { what: msg`This is not an email address.`, cure: msg`An address looks like eva@example.com.` },
  [codes.InvalidDate]: { what: msg`This date cannot be read.` },
  [codes.RequestTooLarge]: { what: msg`This is too large to send.` },
  [codes.TooManyRequests]: { what: msg`Too many attempts.`, cure: msg`Wait a minute and try again.` },
  [codes.RequestTimeout]: {
    what: msg`This took too long.`,
    cure: msg`It may have been done nevertheless: check before you try again.`,
  },
  [codes.UnexpectedError]: {
    what: msg`Something went wrong in the service.`,
    cure: msg`The error is in the log. Try again; if it happens again, inform the operator.`,
  },
  [codes.ValueTooLong]: { what: msg`This text is too long.` },
  [codes.InvalidCharacters]: {
    what: msg`This text contains characters that cannot be stored.`,
    cure: msg`Type it instead of pasting it.`,
  },
  [codes.ServiceUnavailable]: {
    what: msg`The service is not available at the moment.`,
    cure: msg`Try again in a few seconds.`,
  },
  [codes.InvalidListId]: {
    what: msg`This list no longer exists.`,
    cure: msg`Deleted lists can be restored for 30 days.`,
  },
  [codes.AccessDenied]: {
    what: msg`Your role does not allow this.`,
    cure: msg`Ask an owner of the account for this permission.`,
  },
  [codes.InvalidLogin]: {
    what: msg`The name or password is wrong.`,
    cure: msg`After ten wrong attempts you have to wait 15 minutes.`,
  },
  [codes.InvalidInvitation]: {
    what: msg`This invitation is not valid.`,
    cure: msg`Check the address it was sent to, or ask for a new invitation.`,
  },
  [codes.InvitationEnded]: {
    what: msg`This invitation has expired.`,
    cure: msg`It was used or withdrawn, or is older than seven days. Ask for a new one.`,
  },
  [codes.InvalidReset]: {
    what: msg`This link is no longer valid.`,
    cure: msg`Links for a new password work once, for an hour. Ask for a new one.`,
  },
  [codes.PersonRequired]: {
    what: msg`Logins of clients cannot do this.`,
    cure: msg`Have yourself invited with your email address.`,
  },
  [codes.UnknownKey]: { what: msg`This key no longer exists.`, cure: msg`Reload the page to see the current keys.` },
  [codes.TooManyKeys]: {
    what: msg`The account has reached its maximum number of keys.`,
    cure: msg`Revoke keys that are not used.`,
  },
  [codes.KeyInOverlap]: {
    what: msg`Two secrets of this key are valid at the moment.`,
    cure: msg`End the old one before you rotate it again.`,
  },
  [codes.KeyEnded]: { what: msg`This key has expired.`, cure: msg`Create a new one.` },
  [codes.CookieNotAccepted]: {
    what: msg`You cannot sign in at this address.`,
    cure: msg`On a public address Lettershop must be opened with https, at the address the operator has set.`,
  },
  [codes.CodeRequired]: { what: msg`Enter a code.`, cure: msg`Your authenticator app shows the code.` },
  [codes.InvalidCode]: {
    what: msg`This code is wrong or was already used.`,
    cure: msg`Wait for the next one, and check the clock of your phone.`,
  },
  [codes.TooManyCodes]: {
    what: msg`Too many wrong codes were entered.`,
    cure: msg`Wait 15 minutes, or use a recovery code.`,
  },
  [codes.SecondFactorRequired]: {
    what: msg`Your account requires a second factor.`,
    cure: msg`Set one up in your profile first.`,
  },
  [codes.FactorActive]: { what: msg`A second factor is set up already.` },
  [codes.FactorNotActive]: { what: msg`No second factor is set up.` },
  [codes.UnknownSession]: { what: msg`This session has already ended.` },
  [codes.UnknownAccount]: { what: msg`You no longer work with this account.` },
  [codes.EmailTaken]: {
    what: msg`This address is already in use.`,
    cure: msg`Another person of this installation uses it.`,
  },
  [codes.InvalidTimezone]: { what: msg`This time zone is unknown.` },
  [codes.RetentionNotAllowed]: {
    what: msg`Data of this kind cannot be kept for so long, or so short.`,
    cure: msg`Single opens and clicks are never kept longer than those per person.`,
  },
  [codes.UnsafePassword]: {
    what: msg`This password is too easy to guess.`,
    cure: msg`Choose one that is not in lists of common passwords.`,
  },
  [codes.InvalidPassword]: { what: msg`This password cannot be used.`, cure: msg`Passwords have 6 to 200 characters.` },
  [codes.LastOwner]: { what: msg`The account needs an owner.`, cure: msg`Make another person an owner first.` },
  [codes.NameRequired]: { what: msg`Enter a name.` },
  [codes.AlreadyMember]: {
    what: msg`This person already works with the account.`,
    cure: msg`Change the roles in the list of people.`,
  },
  [codes.TooManyPeople]: { what: msg`The account has reached its maximum number of people.` },
  [codes.NotInList]: {
    what: msg`This address is not active on the list.`,
    cure: msg`Reload the page to see the current state.`,
  },
  [codes.InSuppressionList]: {
    what: msg`This address is on the suppression list and cannot be mailed.`,
    cure: msg`Remove the suppression first, if the person has asked for it.`,
  },
  [codes.IsDeleted]: { what: msg`This address was removed from the list before.`, cure: addAgain },
  [codes.IsUnsubscribed]: { what: msg`This address unsubscribed from the list.`, cure: addAgain },
  [codes.IsBounced]: { what: msg`Mail to this address bounced, so it was removed from the list.`, cure: addAgain },
  [codes.IsUnconfirmed]: { what: msg`This address has not confirmed yet.`, cure: addAgain },
  [codes.NotSuppressed]: { what: msg`This address is no longer on the suppression list.` },
  [codes.TooManyConfirmations]: {
    what: msg`This address received too many confirmation mails.`,
    cure: msg`Wait a day and try again.`,
  },
  [codes.PurposeNotAsked]: {
    what: msg`This list does not ask for consent to this purpose.`,
    cure: msg`Change the settings of the list first, or record a refusal.`,
  },
  [codes.DuplicateListTitle]: { what: msg`Another list of this client has this name.`, cure: msg`Choose another one.` },
  [codes.ListTitleEmpty]: { what: msg`Enter a name for the list.` },
  [codes.ListInDraft]: {
    what: msg`A draft or a scheduled campaign goes to this list.`,
    cure: msg`Remove the list from the campaign first.`,
  },
  [codes.FieldKeyExists]: { what: msg`The list already has a field with this tag.`, cure: msg`Choose another name.` },
  [codes.OptionsRequired]: { what: msg`This type needs options.` },
  [codes.TooManyCustomFields]: {
    what: msg`The list has reached its maximum number of fields.`,
    cure: msg`Delete fields that are not used.`,
  },
  [codes.InvalidUnsubscribePage]: { what: msg`The page after unsubscribing is not a web address.`, cure: webAddress },
  [codes.InvalidConfirmationPage]: {
    what: msg`The page after the confirmation is not a web address.`,
    cure: webAddress,
  },
  [codes.UnknownSegment]: {
    what: msg`This segment no longer exists.`,
    cure: msg`Reload the page to see the current segments.`,
  },
  [codes.DuplicateSegmentName]: { what: msg`Another segment has this name.` },
  [codes.SegmentInUse]: {
    what: msg`Other segments use this one.`,
    cure: msg`Take it out of their conditions first.`,
  },
  [codes.SegmentInDraft]: {
    what: msg`A draft or a scheduled campaign goes to this segment.`,
    cure: msg`Remove the segment from the campaign first.`,
  },
  [codes.InvalidCampaignId]: {
    what: msg`This campaign no longer exists.`,
    cure: msg`It may have been deleted: check Recently deleted.`,
  },
  [codes.DuplicateCampaignName]: { what: msg`Another draft has this name.`, cure: msg`Choose another one.` },
  [codes.InvalidFromEmail]: { what: msg`The sender’s address is not an email address.` },
  [codes.HtmlUrlRequired]: { what: msg`The address of the page is missing.` },
  [codes.AlreadySent]: { what: msg`This campaign was already sent.` },
  [codes.NoRecipients]: { what: msg`No list and no segment is chosen.`, cure: msg`Choose one under Audience.` },
  [codes.DeliveryDateInPast]: { what: msg`This date is in the past.`, cure: msg`Choose a later one, or send it now.` },
  [codes.ConfirmationEmailRequired]: { what: msg`Enter an address for the notification after sending.` },
  [codes.InvalidConfirmationEmail]: { what: msg`The notification address is not an email address.` },
  [codes.RecipientListsEmpty]: { what: msg`It would have no recipients.`, cure: msg`Check the lists under Audience.` },
  [codes.CampaignNotScheduled]: {
    what: msg`It is no longer scheduled.`,
    cure: msg`It was already sent or stopped.`,
  },
  [codes.TestRecipientsRequired]: { what: msg`Enter an address for the test mail.` },
  [codes.TooManyTestRecipients]: { what: msg`A test mail can go to 15 addresses at most.` },
  [codes.TestLimit]: {
    what: msg`Too many test mails were sent today.`,
    cure: msg`An account can send 240 in 24 hours.`,
  },
  [codes.DraftIncomplete]: {
    what: msg`Something is missing in this campaign.`,
    cure: msg`The checks show what is missing.`,
  },
  [codes.CampaignNotDraft]: { what: msg`This campaign is no longer a draft.`, cure: msg`Stop it first to change it.` },
  [codes.StaleRevision]: {
    what: msg`Another person has saved it in the meantime.`,
    cure: msg`Check the current state and try again.`,
  },
  [codes.ApprovalRequired]: {
    what: msg`This campaign needs approval.`,
    cure: msg`Request it, then send the campaign.`,
  },
  [codes.ApprovalNotRequested]: { what: msg`Approval was not requested.` },
  [codes.ApprovalAlreadyRequested]: { what: msg`Approval was already requested.` },
  [codes.AlreadyApproved]: { what: msg`It is already approved.` },
  [codes.ApprovalVoid]: {
    what: msg`The campaign has changed since the request.`,
    cure: msg`Approval must be requested again.`,
  },
  [codes.OwnRequest]: { what: msg`You requested it yourself.`, cure: msg`Another person has to approve it.` },
  [codes.CommentRequired]: { what: msg`Enter a text.`, cure: msg`Describe what should be changed.` },
  [codes.AudienceNotConfirmed]: {
    what: msg`The number of recipients must be confirmed.`,
    cure: msg`Type the number of recipients that the checks show.`,
  },
  [codes.InvalidTiming]: {
    what: msg`These hours or this time zone field cannot be used.`,
    cure: msg`Hours are full quarters, spreading takes up to 48 hours, and time zones need a date and a field of the lists.`,
  },
  [codes.TimeZonesPast]: {
    what: msg`In some time zones this time has passed.`,
    cure: msg`Under “When”, choose what happens to these people, or a later date.`,
  },
  [codes.NotResendable]: {
    what: msg`This campaign cannot be resent.`,
    cure: msg`A resend needs a campaign that was sent to its end and whose opens and clicks were recorded.`,
  },
  [codes.AlreadyResent]: {
    what: msg`This campaign was resent already.`,
    cure: msg`Delete the draft of that resend to make another. A resend that was sent can be resent itself.`,
  },
  [codes.SubjectNotNew]: {
    what: msg`A resend needs another subject.`,
    cure: msg`Enter a subject that no earlier mail to these people had.`,
  },
  [codes.ResendTooSoon]: {
    what: msg`It is too soon for a resend.`,
    cure: msg`People need time to open the first mail. The report of the campaign shows when the resend can start.`,
  },
  [codes.InvalidVariants]: {
    what: msg`The A/B test cannot be set up like this.`,
    cure: msg`Each variant needs something of its own, and percentages and hours must be within their limits.`,
  },
  [codes.VariantNotChoosable]: {
    what: msg`No variant can be chosen now.`,
    cure: msg`The report shows how far the A/B test is and what was chosen.`,
  },
  [codes.UnknownMail]: { what: msg`This mail no longer exists.`, cure: msg`Go back to the list of mails.` },
  [codes.NoOutbox]: {
    what: msg`Mails are sent through relays and are not stored.`,
    cure: msg`The report of a campaign shows the result for each recipient.`,
  },
  [codes.MailNotHere]: {
    what: msg`The file of this mail is not on this machine.`,
    cure: msg`It was deleted from the outbox folder, or it was sent from another machine.`,
  },
  [codes.MailNotReadable]: {
    what: msg`This mail cannot be read.`,
    cure: msg`Its file in the outbox folder is damaged.`,
  },
  [codes.CampaignNotSending]: {
    what: msg`The campaign is no longer being sent.`,
    cure: msg`It has finished or was paused in the meantime.`,
  },
  [codes.CampaignNotPaused]: {
    what: msg`The campaign is no longer paused.`,
    cure: msg`Another person has resumed or cancelled it.`,
  },
  [codes.CampaignNotStarted]: { what: msg`The campaign has not started yet.` },
  [codes.CampaignCancelled]: { what: msg`The campaign was cancelled.` },
  [codes.UnknownRecipient]: { what: msg`This recipient does not exist.`, cure: msg`Find it by its address.` },
  [codes.UnknownReportLink]: { what: msg`This report link no longer exists.` },
  [codes.TooManyReportLinks]: {
    what: msg`The report has reached its maximum number of links.`,
    cure: msg`Revoke links that are not used.`,
  },
  [codes.ClientHeld]: {
    what: msg`Sending for this client is on hold.`,
    cure: msg`Release it under Holds and limits first.`,
  },
  [codes.TooManyInvitations]: { what: msg`Too many invitations were sent.`, cure: msg`Try again in an hour.` },
  [codes.InvalidLogo]: {
    what: msg`This file cannot be used as a logo.`,
    cure: msg`Use a PNG, JPEG, GIF or WebP file of at most 500 KB.`,
  },
  [codes.InvalidDomain]: {
    what: msg`This is not a domain.`,
    cure: msg`A domain looks like example.com, without https:// and without an @.`,
  },
  [codes.DuplicateDomain]: { what: msg`The client already has this domain.` },
  [codes.EventsNotKept]: {
    what: msg`Events that old are no longer stored.`,
    cure: msg`Leave the number empty for all stored events.`,
  },
  [codes.InvalidWebhookUrl]: {
    what: msg`Events cannot be sent to this address.`,
    cure: msg`It begins with https:// and leads to a server on the public internet.`,
  },
  [codes.TooManyWebhooks]: {
    what: msg`The client has reached its maximum number of webhooks.`,
    cure: msg`Delete one that is not used.`,
  },
  [codes.WebhookTestLimit]: { what: msg`Too many tests were sent.`, cure: msg`Try again in an hour.` },
  [codes.ListIsDeleted]: { what: msg`This list was deleted.`, cure: msg`Restore it under Recently deleted first.` },
  [codes.UnknownUpload]: { what: msg`The uploaded file no longer exists.`, cure: msg`Choose the file again.` },
  [codes.TooManyUploads]: {
    what: msg`Too many uploaded files are not used yet.`,
    cure: msg`Wait an hour and try again.`,
  },
  [codes.EmptyUpload]: { what: msg`This file is empty.` },
  [codes.UploadTooSlow]: {
    what: msg`The upload was too slow.`,
    cure: msg`Try again with a better connection; nothing was saved.`,
  },
  [codes.UnknownImport]: { what: msg`This import no longer exists.`, cure: msg`Imports are deleted with their list.` },
  [codes.ImportLossNotConfirmed]: {
    what: msg`Values of the file would be lost.`,
    cure: msg`Review them, then import without them or change the columns.`,
  },
  [codes.ConsentRequired]: { what: msg`Enter where, when and to what these people agreed.` },
  [codes.ImportNotReady]: { what: msg`The import has continued in the meantime.`, cure: msg`Check its current state.` },
  [codes.ImportNeedsApproval]: {
    what: msg`The first large import of a client must be approved.`,
    cure: msg`Ask a person with rights on the account to import it; it is listed under Imports.`,
  },
  [codes.ListImportUnderWay]: {
    what: msg`Another import into this list is being written or undone.`,
    cure: msg`Wait until it is done, and try again.`,
  },
  [codes.TooManyImports]: {
    what: msg`Too many imports of this client are unfinished.`,
    cure: msg`Import or cancel one of them first.`,
  },
  [codes.WebhookReplayLimit]: { what: msg`Events were sent again too often.`, cure: msg`Try again in an hour.` },
}

/** Codes with several causes, or with a name or number in the sentence of the service: it is shown on demand. */
const withDetail: ReadonlySet<number> = new Set([
  codes.InvalidDate,
  codes.RequestTooLarge,
  codes.TooManyRequests,
  codes.ValueTooLong,
  codes.ServiceUnavailable,
  codes.AccessDenied,
  codes.RetentionNotAllowed,
  codes.TooManyInvitations,
  codes.InvalidLogo,
  codes.InSuppressionList,
  codes.FieldKeyExists,
  codes.TooManyCustomFields,
  codes.InvalidConfirmationEmail,
  codes.DraftIncomplete,
  codes.CampaignNotDraft,
  codes.StaleRevision,
  codes.ApprovalRequired,
  codes.ApprovalNotRequested,
  codes.ApprovalAlreadyRequested,
  codes.AlreadyApproved,
  codes.ApprovalVoid,
  codes.AudienceNotConfirmed,
  codes.InvalidTiming,
  codes.TimeZonesPast,
  codes.NotResendable,
  codes.AlreadyResent,
  codes.ResendTooSoon,
  codes.InvalidVariants,
  codes.VariantNotChoosable,
  codes.MailNotReadable,
  codes.EventsNotKept,
  codes.InvalidWebhookUrl,
  codes.TooManyWebhooks,
  codes.ListIsDeleted,
  codes.TooManyUploads,
  codes.ImportLossNotConfirmed,
  codes.ImportNotReady,
])

/** What a code means, where the console has words of its own for it. */
export function whatOfCode(code: number): MessageDescriptor | undefined {
  return sentences[code]?.what
}

/** Of whatever has no sentence of its own. */
const gone: Sentence = {
  what: msg`This does not exist any more, or you have no access to it.`,
  cure: msg`Deleted items can be restored for 30 days.`,
}

/** @param error whatever a call has thrown */
export function sentenceOf(error: unknown): Sentence {
  if (error instanceof SignInGivenUp) return { what: msg`You are signed out.`, cure: msg`Sign in to continue.` }
  if (error instanceof NoAnswerError)
    return {
      what: msg`The service does not answer.`,
      cure: msg`Check the connection and try again; what you typed is still here.`,
    }
  if (!(error instanceof LettershopError))
    return { what: msg`Something went wrong in the console.`, cure: msg`Reload the page.` }
  // what the service says of a parameter is more exact than a sentence for all of them
  if (error.code === codes.NotComposable)
    return { what: msg`The mail cannot be composed.`, ...(error.detail !== undefined && { cure: error.detail }) }
  const known = sentences[error.code]
  if (known) return withDetail.has(error.code) ? { ...known, detail: error.detail } : known
  return error.status === 404 ? gone : { what: error.message, cure: error.detail }
}
