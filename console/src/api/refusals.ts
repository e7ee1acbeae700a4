/** Refusals in the reader's language: what happened, and what to do next. By code; what is not here says what the service says. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { LettershopError, NoAnswerError } from '../../../src/client/client.ts'
import { SignInGivenUp } from '../session/ended.ts'

export interface Sentence {
  readonly what: MessageDescriptor | string
  readonly cure?: MessageDescriptor | string | undefined
}

const sentences: Readonly<Record<number, Sentence>> = {
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
  187: { what: msg`The account has as many people as it can have.` },
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
