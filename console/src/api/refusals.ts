/** Refusals in the reader's language: what happened, and what to do next. By code; what is not here says what the service says. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { LettershopError, NoAnswerError } from '../../../src/client/client.ts'
import { SignInGivenUp } from '../session/ended.ts'
import * as codes from './codes.ts'

export interface Sentence {
  readonly what: MessageDescriptor | string
  readonly cure?: MessageDescriptor | string | undefined
}

const addAgain = msg`If the person asked for it again, say that it may be added although it left before.`
const webAddress = msg`It begins with https:// and has at most 2,000 characters.`

const sentences: Readonly<Record<number, Sentence & { readonly what: MessageDescriptor }>> = {
  [codes.InvalidEmail]: { what: msg`This is no email address.`, cure: msg`An address looks like eva@example.com.` },
  [codes.InvalidDate]: { what: msg`This date cannot be read.` },
  [codes.RequestTooLarge]: { what: msg`This is too large to be sent.` },
  [codes.TooManyRequests]: { what: msg`That was too often.`, cure: msg`Wait a minute and try again.` },
  [codes.RequestTimeout]: {
    what: msg`This took too long.`,
    cure: msg`It may be done all the same: look before you try again.`,
  },
  [codes.UnexpectedError]: {
    what: msg`Something went wrong in the service.`,
    cure: msg`It is in the log. Try again; if it stays, tell the operator.`,
  },
  [codes.ValueTooLong]: { what: msg`This text is too long.` },
  [codes.InvalidCharacters]: {
    what: msg`This text holds characters that cannot be kept.`,
    cure: msg`Type it instead of pasting it.`,
  },
  [codes.ServiceUnavailable]: { what: msg`The service is not available now.`, cure: msg`Try again in a few seconds.` },
  [codes.InvalidListId]: { what: msg`This list is gone.`, cure: msg`Deleted lists can be restored for 30 days.` },
  [codes.AccessDenied]: {
    what: msg`Your role does not allow this.`,
    cure: msg`Ask an owner of the account for the right.`,
  },
  [codes.InvalidLogin]: {
    what: msg`Name or password are wrong.`,
    cure: msg`After ten wrong attempts you have to wait 15 minutes.`,
  },
  [codes.InvalidInvitation]: {
    what: msg`This invitation is not valid.`,
    cure: msg`Check the address it went to, or ask for a new invitation.`,
  },
  [codes.InvitationEnded]: {
    what: msg`This invitation has ended.`,
    cure: msg`It was used or withdrawn, or is older than seven days. Ask for a new one.`,
  },
  [codes.InvalidReset]: {
    what: msg`This link does not work any more.`,
    cure: msg`Links for a new password work once, for an hour. Ask for a new one.`,
  },
  [codes.PersonRequired]: {
    what: msg`Logins of clients cannot do this.`,
    cure: msg`Have yourself invited with your email address.`,
  },
  [codes.UnknownKey]: { what: msg`This key is gone.`, cure: msg`Reload the page to see the keys there are.` },
  [codes.TooManyKeys]: {
    what: msg`The account has as many keys as it can have.`,
    cure: msg`Revoke keys that are not used.`,
  },
  [codes.KeyInOverlap]: {
    what: msg`Two secrets of this key work at the moment.`,
    cure: msg`End the old one before you rotate it again.`,
  },
  [codes.KeyEnded]: { what: msg`This key has ended.`, cure: msg`Make a new one.` },
  [codes.CookieNotAccepted]: {
    what: msg`You cannot sign in at this address.`,
    cure: msg`On a public address Lettershop must be opened with https, at the address the operator has set.`,
  },
  [codes.CodeRequired]: { what: msg`A code is needed.`, cure: msg`Your authenticator app shows it.` },
  [codes.InvalidCode]: {
    what: msg`This code is wrong, or was used already.`,
    cure: msg`Wait for the next one, and check the clock of your phone.`,
  },
  [codes.TooManyCodes]: {
    what: msg`There were too many wrong codes.`,
    cure: msg`Wait 15 minutes, or use a recovery code.`,
  },
  [codes.SecondFactorRequired]: {
    what: msg`Your account requires a second factor.`,
    cure: msg`Set one up in your profile first.`,
  },
  [codes.FactorActive]: { what: msg`A second factor is set up already.` },
  [codes.FactorNotActive]: { what: msg`No second factor is set up.` },
  [codes.UnknownSession]: { what: msg`This session has ended already.` },
  [codes.UnknownAccount]: { what: msg`You do not work with this account any more.` },
  [codes.EmailTaken]: { what: msg`This address is taken.`, cure: msg`Another person of this installation has it.` },
  [codes.InvalidTimezone]: { what: msg`This time zone is not known.` },
  [codes.UnsafePassword]: {
    what: msg`This password is too easy to guess.`,
    cure: msg`Choose one that is not in lists of common passwords.`,
  },
  [codes.InvalidPassword]: { what: msg`This password cannot be used.`, cure: msg`Passwords have 6 to 200 characters.` },
  [codes.LastOwner]: { what: msg`The account needs an owner.`, cure: msg`Make another person an owner first.` },
  [codes.NameRequired]: { what: msg`A name is needed.` },
  [codes.AlreadyMember]: {
    what: msg`This person works with the account already.`,
    cure: msg`Change the roles in the list of people.`,
  },
  [codes.TooManyPeople]: { what: msg`The account has as many people as it can have.` },
  [codes.NotInList]: {
    what: msg`This address is not active on the list.`,
    cure: msg`Reload the page to see how it stands now.`,
  },
  [codes.InSuppressionList]: {
    what: msg`This address is on the suppression list: no mail may go to it.`,
    cure: msg`Lift the suppression first, if the person asked for it.`,
  },
  [codes.IsDeleted]: { what: msg`This address was deleted from the list before.`, cure: addAgain },
  [codes.IsUnsubscribed]: { what: msg`This address unsubscribed from the list.`, cure: addAgain },
  [codes.IsBounced]: { what: msg`Mail to this address bounced, so it left the list.`, cure: addAgain },
  [codes.IsUnconfirmed]: { what: msg`This address has not confirmed yet.`, cure: addAgain },
  [codes.NotSuppressed]: { what: msg`This address is not on the suppression list any more.` },
  [codes.TooManyConfirmations]: {
    what: msg`This address got too many confirmation mails.`,
    cure: msg`Wait a day and try again.`,
  },
  [codes.DuplicateListTitle]: { what: msg`Another list of this client has this name.`, cure: msg`Choose another one.` },
  [codes.ListTitleEmpty]: { what: msg`A list needs a name.` },
  [codes.ListInDraft]: {
    what: msg`A draft or a scheduled campaign goes to this list.`,
    cure: msg`Take the list out of the campaign first.`,
  },
  [codes.FieldKeyExists]: { what: msg`The list has a field with this tag already.`, cure: msg`Choose another name.` },
  [codes.OptionsRequired]: { what: msg`This type needs options.` },
  [codes.TooManyCustomFields]: {
    what: msg`The list has as many fields as it can have.`,
    cure: msg`Delete fields that are not used.`,
  },
  [codes.InvalidUnsubscribePage]: { what: msg`The page after unsubscribing is no web address.`, cure: webAddress },
  [codes.InvalidConfirmationPage]: { what: msg`The page after the confirmation is no web address.`, cure: webAddress },
  [codes.UnknownSegment]: {
    what: msg`This segment is gone.`,
    cure: msg`Reload the page to see the segments there are.`,
  },
  [codes.SegmentInDraft]: {
    what: msg`A draft or a scheduled campaign goes to this segment.`,
    cure: msg`Take the segment out of the campaign first.`,
  },
  [codes.InvalidCampaignId]: {
    what: msg`This campaign is gone.`,
    cure: msg`It may have been deleted: look in Recently deleted.`,
  },
  [codes.DuplicateCampaignName]: { what: msg`Another draft has this name.`, cure: msg`Choose another one.` },
  [codes.InvalidFromEmail]: { what: msg`The sender’s address is no email address.` },
  [codes.HtmlUrlRequired]: { what: msg`The address of the page is missing.` },
  [codes.AlreadySent]: { what: msg`This campaign has been sent already.` },
  [codes.NoRecipients]: { what: msg`It goes to no list and no segment.`, cure: msg`Choose one under Audience.` },
  [codes.DeliveryDateInPast]: { what: msg`This date is in the past.`, cure: msg`Choose a later one, or send it now.` },
  [codes.ConfirmationEmailRequired]: { what: msg`An address is needed that is told when it is sent.` },
  [codes.InvalidConfirmationEmail]: { what: msg`The address that is told when it is sent is no email address.` },
  [codes.RecipientListsEmpty]: { what: msg`No one would get it.`, cure: msg`Look at the lists under Audience.` },
  [codes.CampaignNotScheduled]: {
    what: msg`It is not scheduled any more.`,
    cure: msg`It has left, or was stopped already.`,
  },
  [codes.TestRecipientsRequired]: { what: msg`A test mail needs an address.` },
  [codes.TooManyTestRecipients]: { what: msg`A test mail goes to 15 addresses at most.` },
  [codes.TestLimit]: {
    what: msg`There were too many test mails today.`,
    cure: msg`An account sends 240 within 24 hours.`,
  },
  [codes.DraftIncomplete]: { what: msg`Something is missing in this campaign.`, cure: msg`The checks say what.` },
  [codes.CampaignNotDraft]: { what: msg`This campaign is no draft any more.`, cure: msg`Stop it first to change it.` },
  [codes.StaleRevision]: {
    what: msg`Another person has saved it meanwhile.`,
    cure: msg`Look at what is there now, and try again.`,
  },
  [codes.ApprovalRequired]: {
    what: msg`This campaign needs an approval.`,
    cure: msg`Ask for it, and send it afterwards.`,
  },
  [codes.ApprovalNotRequested]: { what: msg`Approval was not asked for.` },
  [codes.ApprovalAlreadyRequested]: { what: msg`Approval was asked for already.` },
  [codes.AlreadyApproved]: { what: msg`It is approved already.` },
  [codes.ApprovalVoid]: {
    what: msg`The campaign has changed since it was asked for.`,
    cure: msg`It has to be asked for again.`,
  },
  [codes.OwnRequest]: { what: msg`You have asked for it yourself.`, cure: msg`Another person has to approve it.` },
  [codes.CommentRequired]: { what: msg`Words are needed.`, cure: msg`Say what should be changed.` },
  [codes.AudienceNotConfirmed]: {
    what: msg`The number of people has to be confirmed.`,
    cure: msg`Type how many it goes to: it is the number the checks show.`,
  },
  [codes.UnknownMail]: { what: msg`This mail is gone.`, cure: msg`Go back to the list to see the mails there are.` },
  [codes.NoOutbox]: {
    what: msg`Mails go to relays and are not kept.`,
    cure: msg`The report of a campaign says what became of each.`,
  },
  [codes.MailNotHere]: {
    what: msg`The file of this mail is not on this machine.`,
    cure: msg`It was deleted from the outbox folder, or another machine sends.`,
  },
  [codes.MailNotReadable]: {
    what: msg`This mail cannot be read.`,
    cure: msg`Its file in the outbox folder is damaged.`,
  },
  [codes.CampaignNotSending]: {
    what: msg`The campaign is not being sent any more.`,
    cure: msg`It has ended meanwhile, or was paused.`,
  },
  [codes.CampaignNotPaused]: {
    what: msg`The campaign is not paused any more.`,
    cure: msg`Another person has resumed or cancelled it.`,
  },
  [codes.CampaignNotStarted]: { what: msg`The campaign has not begun yet.` },
  [codes.CampaignCancelled]: { what: msg`The campaign was cancelled.` },
  [codes.UnknownRecipient]: { what: msg`This recipient is not there.`, cure: msg`Find it by its address.` },
  [codes.UnknownReportLink]: { what: msg`This report link is gone.` },
  [codes.TooManyReportLinks]: {
    what: msg`The report has as many links as it can have.`,
    cure: msg`Revoke links that are not used.`,
  },
  [codes.ClientHeld]: {
    what: msg`Sending of this client is held.`,
    cure: msg`Release it under Holds and limits first.`,
  },
  [codes.TooManyInvitations]: { what: msg`Too many invitations were sent.`, cure: msg`Try again in an hour.` },
  [codes.InvalidLogo]: {
    what: msg`This cannot be a logo.`,
    cure: msg`Take a PNG, JPEG, GIF or WebP file of at most 500 KB.`,
  },
  [codes.InvalidDomain]: {
    what: msg`This is no domain.`,
    cure: msg`A domain looks like example.com, without https:// and without an @.`,
  },
  [codes.DuplicateDomain]: { what: msg`The client has this domain already.` },
  [codes.EventsNotKept]: {
    what: msg`Events that old are not kept any more.`,
    cure: msg`Leave the number empty for all that are kept.`,
  },
  [codes.InvalidWebhookUrl]: {
    what: msg`Events cannot be sent to this address.`,
    cure: msg`It begins with https:// and leads to a server on the public internet.`,
  },
  [codes.TooManyWebhooks]: {
    what: msg`The client has as many webhooks as it can have.`,
    cure: msg`Delete one that is not used.`,
  },
  [codes.WebhookTestLimit]: { what: msg`Too many tests were sent.`, cure: msg`Try again in an hour.` },
  [codes.ListIsDeleted]: { what: msg`This list is deleted.`, cure: msg`Restore it under Recently deleted first.` },
  [codes.UnknownUpload]: { what: msg`What was uploaded is not there any more.`, cure: msg`Choose the file again.` },
  [codes.TooManyUploads]: { what: msg`Too many files wait to be used.`, cure: msg`Wait an hour and try again.` },
  [codes.EmptyUpload]: { what: msg`This file is empty.` },
  [codes.UploadTooSlow]: {
    what: msg`The file came too slowly.`,
    cure: msg`Try again with a better connection; nothing was kept.`,
  },
  [codes.UnknownImport]: { what: msg`This import is gone.`, cure: msg`Imports end with their list.` },
  [codes.ImportLossNotConfirmed]: {
    what: msg`Values of the file would be lost.`,
    cure: msg`Look at them once more, and import without them or change the columns.`,
  },
  [codes.ConsentRequired]: { what: msg`Say where, when and to what these people agreed.` },
  [codes.ImportNotReady]: { what: msg`The import has gone on meanwhile.`, cure: msg`Look at how it stands now.` },
  [codes.ImportNeedsApproval]: {
    what: msg`The first large import of a client has to be approved.`,
    cure: msg`Ask a person with rights on the whole account to import it: they find it under Imports.`,
  },
  [codes.ListImportUnderWay]: {
    what: msg`Another import into this list is being written or undone.`,
    cure: msg`Wait until it is done, and try again.`,
  },
  [codes.TooManyImports]: {
    what: msg`Too many imports of this client are not ended.`,
    cure: msg`Import or cancel one of them first.`,
  },
  [codes.WebhookReplayLimit]: { what: msg`Events were sent again too often.`, cure: msg`Try again in an hour.` },
}

/** What a code means, where the console has words of its own for it. */
export function whatOfCode(code: number): MessageDescriptor | undefined {
  return sentences[code]?.what
}

/** @param error whatever a call has thrown */
export function sentenceOf(error: unknown): Sentence {
  if (error instanceof SignInGivenUp) return { what: msg`You are signed out.`, cure: msg`Sign in to go on.` }
  if (error instanceof NoAnswerError)
    return {
      what: msg`The service does not answer.`,
      cure: msg`Check the connection and try again; what you typed is still here.`,
    }
  if (!(error instanceof LettershopError))
    return { what: msg`Something went wrong in the console.`, cure: msg`Reload the page.` }
  // what the service says of a parameter is more exact than a sentence for all of them
  return sentences[error.code] ?? { what: error.message, cure: error.detail }
}
