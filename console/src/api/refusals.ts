/** Refusals in the reader's language: what happened, and what to do next. By code; what is not here says what the service says. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { LettershopError, NoAnswerError } from '../../../src/client/client.ts'
import { SignInGivenUp } from '../session/ended.ts'

export interface Sentence {
  readonly what: MessageDescriptor | string
  readonly cure?: MessageDescriptor | string | undefined
}

const addAgain = msg`If the person asked for it again, say that it may be added although it left before.`
const webAddress = msg`It begins with https:// and has at most 2,000 characters.`

const sentences: Readonly<Record<number, Sentence & { readonly what: MessageDescriptor }>> = {
  1: { what: msg`This is no email address.`, cure: msg`An address looks like eva@example.com.` },
  5: { what: msg`This date cannot be read.` },
  7: { what: msg`This is too large to be sent.` },
  8: { what: msg`That was too often.`, cure: msg`Wait a minute and try again.` },
  9: { what: msg`This took too long.`, cure: msg`It may be done all the same: look before you try again.` },
  10: {
    what: msg`Something went wrong in the service.`,
    cure: msg`It is in the log. Try again; if it stays, tell the operator.`,
  },
  11: { what: msg`This text is too long.` },
  12: { what: msg`This text holds characters that cannot be kept.`, cure: msg`Type it instead of pasting it.` },
  15: { what: msg`The service is not available now.`, cure: msg`Try again in a few seconds.` },
  101: { what: msg`This list is gone.`, cure: msg`Deleted lists can be restored for 30 days.` },
  103: { what: msg`Your role does not allow this.`, cure: msg`Ask an owner of the account for the right.` },
  105: { what: msg`Name or password are wrong.`, cure: msg`After ten wrong attempts you have to wait 15 minutes.` },
  120: {
    what: msg`This invitation is not valid.`,
    cure: msg`Check the address it went to, or ask for a new invitation.`,
  },
  121: {
    what: msg`This invitation has ended.`,
    cure: msg`It was used or withdrawn, or is older than seven days. Ask for a new one.`,
  },
  122: {
    what: msg`This link does not work any more.`,
    cure: msg`Links for a new password work once, for an hour. Ask for a new one.`,
  },
  123: { what: msg`Logins of clients cannot do this.`, cure: msg`Have yourself invited with your email address.` },
  124: { what: msg`This key is gone.`, cure: msg`Reload the page to see the keys there are.` },
  125: { what: msg`The account has as many keys as it can have.`, cure: msg`Revoke keys that are not used.` },
  126: {
    what: msg`Two secrets of this key work at the moment.`,
    cure: msg`End the old one before you rotate it again.`,
  },
  127: { what: msg`This key has ended.`, cure: msg`Make a new one.` },
  130: {
    what: msg`You cannot sign in at this address.`,
    cure: msg`On a public address Lettershop must be opened with https, at the address the operator has set.`,
  },
  131: { what: msg`A code is needed.`, cure: msg`Your authenticator app shows it.` },
  132: {
    what: msg`This code is wrong, or was used already.`,
    cure: msg`Wait for the next one, and check the clock of your phone.`,
  },
  133: { what: msg`There were too many wrong codes.`, cure: msg`Wait 15 minutes, or use a recovery code.` },
  134: { what: msg`Your account requires a second factor.`, cure: msg`Set one up in your profile first.` },
  135: { what: msg`A second factor is set up already.` },
  136: { what: msg`No second factor is set up.` },
  138: { what: msg`This session has ended already.` },
  139: { what: msg`You do not work with this account any more.` },
  150: { what: msg`This address is taken.`, cure: msg`Another person of this installation has it.` },
  152: { what: msg`This time zone is not known.` },
  174: {
    what: msg`This password is too easy to guess.`,
    cure: msg`Choose one that is not in lists of common passwords.`,
  },
  175: { what: msg`This password cannot be used.`, cure: msg`Passwords have 6 to 200 characters.` },
  183: { what: msg`The account needs an owner.`, cure: msg`Make another person an owner first.` },
  185: { what: msg`A name is needed.` },
  182: { what: msg`This person works with the account already.`, cure: msg`Change the roles in the list of people.` },
  187: { what: msg`The account has as many people as it can have.` },
  202: { what: msg`This address is not active on the list.`, cure: msg`Reload the page to see how it stands now.` },
  204: {
    what: msg`This address is on the suppression list: no mail may go to it.`,
    cure: msg`Lift the suppression first, if the person asked for it.`,
  },
  205: { what: msg`This address was deleted from the list before.`, cure: addAgain },
  206: { what: msg`This address unsubscribed from the list.`, cure: addAgain },
  207: { what: msg`Mail to this address bounced, so it left the list.`, cure: addAgain },
  208: { what: msg`This address has not confirmed yet.`, cure: addAgain },
  209: { what: msg`This address is not on the suppression list any more.` },
  222: { what: msg`This address got too many confirmation mails.`, cure: msg`Wait a day and try again.` },
  250: { what: msg`Another list of this client has this name.`, cure: msg`Choose another one.` },
  251: { what: msg`A list needs a name.` },
  252: {
    what: msg`A draft or a scheduled campaign goes to this list.`,
    cure: msg`Take the list out of the campaign first.`,
  },
  255: { what: msg`The list has a field with this tag already.`, cure: msg`Choose another name.` },
  257: { what: msg`This type needs options.` },
  258: { what: msg`The list has as many fields as it can have.`, cure: msg`Delete fields that are not used.` },
  260: { what: msg`The page after unsubscribing is no web address.`, cure: webAddress },
  261: { what: msg`The page after the confirmation is no web address.`, cure: webAddress },
  272: { what: msg`This segment is gone.`, cure: msg`Reload the page to see the segments there are.` },
  277: {
    what: msg`A draft or a scheduled campaign goes to this segment.`,
    cure: msg`Take the segment out of the campaign first.`,
  },
  301: { what: msg`This campaign is gone.`, cure: msg`It may have been deleted: look in Recently deleted.` },
  303: { what: msg`Another draft has this name.`, cure: msg`Choose another one.` },
  307: { what: msg`The sender’s address is no email address.` },
  310: { what: msg`The address of the page is missing.` },
  331: { what: msg`This campaign has been sent already.` },
  332: { what: msg`It goes to no list and no segment.`, cure: msg`Choose one under Audience.` },
  337: { what: msg`This date is in the past.`, cure: msg`Choose a later one, or send it now.` },
  338: { what: msg`An address is needed that is told when it is sent.` },
  339: { what: msg`The address that is told when it is sent is no email address.` },
  340: { what: msg`No one would get it.`, cure: msg`Look at the lists under Audience.` },
  341: { what: msg`It is not scheduled any more.`, cure: msg`It has left, or was stopped already.` },
  348: { what: msg`A test mail needs an address.` },
  349: { what: msg`A test mail goes to 15 addresses at most.` },
  350: { what: msg`There were too many test mails today.`, cure: msg`An account sends 240 within 24 hours.` },
  361: { what: msg`Something is missing in this campaign.`, cure: msg`The checks say what.` },
  362: { what: msg`This campaign is no draft any more.`, cure: msg`Stop it first to change it.` },
  363: { what: msg`Another person has saved it meanwhile.`, cure: msg`Look at what is there now, and try again.` },
  367: { what: msg`This campaign needs an approval.`, cure: msg`Ask for it, and send it afterwards.` },
  368: { what: msg`Approval was not asked for.` },
  369: { what: msg`Approval was asked for already.` },
  372: { what: msg`It is approved already.` },
  373: { what: msg`The campaign has changed since it was asked for.`, cure: msg`It has to be asked for again.` },
  374: { what: msg`You have asked for it yourself.`, cure: msg`Another person has to approve it.` },
  375: { what: msg`Words are needed.`, cure: msg`Say what should be changed.` },
  378: {
    what: msg`The number of people has to be confirmed.`,
    cure: msg`Type how many it goes to: it is the number the checks show.`,
  },
  600: { what: msg`This mail is gone.`, cure: msg`Go back to the list to see the mails there are.` },
  642: {
    what: msg`Mails go to relays and are not kept.`,
    cure: msg`The report of a campaign says what became of each.`,
  },
  643: {
    what: msg`The file of this mail is not on this machine.`,
    cure: msg`It was deleted from the outbox folder, or another machine sends.`,
  },
  644: { what: msg`This mail cannot be read.`, cure: msg`Its file in the outbox folder is damaged.` },
  342: { what: msg`The campaign is not being sent any more.`, cure: msg`It has ended meanwhile, or was paused.` },
  343: { what: msg`The campaign is not paused any more.`, cure: msg`Another person has resumed or cancelled it.` },
  344: { what: msg`The campaign has not begun yet.` },
  345: { what: msg`The campaign was cancelled.` },
  347: { what: msg`This recipient is not there.`, cure: msg`Find it by its address.` },
  370: { what: msg`This report link is gone.` },
  371: { what: msg`The report has as many links as it can have.`, cure: msg`Revoke links that are not used.` },
  610: { what: msg`Sending of this client is held.`, cure: msg`Release it under Holds and limits first.` },
  188: { what: msg`Too many invitations were sent.`, cure: msg`Try again in an hour.` },
  192: { what: msg`This cannot be a logo.`, cure: msg`Take a PNG, JPEG, GIF or WebP file of at most 500 KB.` },
  380: {
    what: msg`This is no domain.`,
    cure: msg`A domain looks like example.com, without https:// and without an @.`,
  },
  381: { what: msg`The client has this domain already.` },
  620: { what: msg`Events that old are not kept any more.`, cure: msg`Leave the number empty for all that are kept.` },
  623: {
    what: msg`Events cannot be sent to this address.`,
    cure: msg`It begins with https:// and leads to a server on the public internet.`,
  },
  625: { what: msg`The client has as many webhooks as it can have.`, cure: msg`Delete one that is not used.` },
  626: { what: msg`Too many tests were sent.`, cure: msg`Try again in an hour.` },
  653: { what: msg`This list is deleted.`, cure: msg`Restore it under Recently deleted first.` },
  670: { what: msg`What was uploaded is not there any more.`, cure: msg`Choose the file again.` },
  672: { what: msg`Too many files wait to be used.`, cure: msg`Wait an hour and try again.` },
  673: { what: msg`This file is empty.` },
  674: { what: msg`The file came too slowly.`, cure: msg`Try again with a better connection; nothing was kept.` },
  690: { what: msg`This import is gone.`, cure: msg`Imports end with their list.` },
  689: {
    what: msg`Values of the file would be lost.`,
    cure: msg`Look at them once more, and import without them or change the columns.`,
  },
  692: { what: msg`Say where, when and to what these people agreed.` },
  694: { what: msg`The import has gone on meanwhile.`, cure: msg`Look at how it stands now.` },
  695: {
    what: msg`The first large import of a client has to be approved.`,
    cure: msg`Ask a person with rights on the whole account to import it: they find it under Imports.`,
  },
  696: {
    what: msg`Another import into this list is being written or undone.`,
    cure: msg`Wait until it is done, and try again.`,
  },
  697: { what: msg`Too many imports of this client are not ended.`, cure: msg`Import or cancel one of them first.` },
  627: { what: msg`Events were sent again too often.`, cure: msg`Try again in an hour.` },
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
