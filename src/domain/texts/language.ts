/**
 * What is said to subscribers, on pages and in mails: everything a language must have, so that one is complete or does
 * not compile. It is here because pages and delivery both use it.
 */
import { type Html, html } from '../../lib/html.ts'
import type { Purpose } from '../../store/subscribers/purposes.ts'
import type { FeedTexts } from './feed/texts.ts'
import type { ReaderTexts } from './reader/language.ts'
import type { ReportTexts } from './report/language.ts'
import type { ReportMailTexts } from './report-mail/texts.ts'
import type { SignUpTexts } from './sign-up/texts.ts'

/** A text about a membership. @param list null when the list is gone */
export type About = (email: string, list: string | null, company: string) => Html

export interface Texts {
  /** BCP 47, for `lang` and Content-Language. */
  readonly language: string
  /** The language's name in itself, for who chooses. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** The report of a campaign, for the people it is shared with. */
  readonly signUp: SignUpTexts
  readonly feed: FeedTexts
  readonly report: ReportTexts
  readonly reportMail: ReportMailTexts
  /** The reader's own preferences, beyond those below. */
  readonly reader: ReaderTexts

  readonly unsubscribe: {
    readonly title: string
    readonly question: About
    readonly button: string
  }
  readonly unsubscribed: {
    readonly title: string
    readonly text: About
    /** The button that takes the opt-out back. */
    readonly undo: string
  }
  /** An opt-out was taken back. */
  readonly undone: { readonly title: string; readonly text: About }
  /** It cannot be taken back any more. */
  readonly notUndone: { readonly title: string; readonly text: About }
  readonly confirm: {
    readonly title: string
    readonly question: About
    readonly button: string
  }
  readonly confirmed: { readonly title: string; readonly text: About }
  readonly notConfirmable: { readonly title: string; readonly text: About }

  /** A link below a letter, which leads to the choice of what may be recorded. */
  readonly trackingLine: string

  readonly preferences: {
    readonly title: string
    /** What leads to the page from others. */
    readonly link: string
    readonly intro: (email: string, company: string) => Html
    readonly lists: string
    readonly noLists: string
    /** After the title of a list that waits for its confirmation. */
    readonly unconfirmed: string
    /** Instead of the choice, for an address no mail may go to. */
    readonly blocked: (email: string, company: string) => Html
    readonly language: string
    readonly languageLabel: string
    /** The first choice: the language follows the browser and the list. */
    readonly anyLanguage: string
    readonly save: string
    readonly leaveAll: string
    readonly saved: string
    /** Beside `saved`: a list asks for a confirmation first. */
    readonly asked: string
  }

  /** What may be recorded about the person, purpose by purpose. */
  readonly tracking: {
    readonly title: string
    /** Which list the answers are for. */
    readonly about: (list: string) => Html
    readonly purposes: Readonly<Record<Purpose, PurposeTexts>>
    readonly yes: string
    readonly no: string
    /** @param answer `yes` or `no` as above. @param since a day */
    readonly answered: (answer: string, since: string | undefined) => Html
    readonly unanswered: string
    /** Leads to the words that were answered to. */
    readonly words: string
    /** How it was recorded, where the words are not known. */
    readonly recorded: {
      readonly page: string
      readonly imported: (company: string) => Html
      readonly other: (company: string) => Html
      /** @param source a page or form */
      readonly source: (source: string) => Html
    }
    /** Which lists a question is for, where it is not that of the others. @param lists their titles */
    readonly otherLists: (lists: string) => Html
    /** The label of a box: for all lists. */
    readonly everywhere: (company: string) => Html
    /** What a refusal of measuring leads to. */
    readonly withdrawn: string
    /** Agreement was not recorded. @param question of the purpose */
    readonly notAsked: (question: Html) => Html
  }

  /** A letter is sent on to friends. */
  readonly forward: {
    readonly title: string
    readonly intro: (company: string) => Html
    readonly friends: string
    readonly friendsHint: (most: number) => string
    readonly name: string
    readonly message: string
    readonly messageHint: string
    readonly button: string
    /** What has to be mended first. */
    readonly faults: Readonly<Record<'friends' | 'name' | 'message', string>>
    readonly sent: { readonly title: string; readonly text: (company: string) => Html }
    /** No more today. */
    readonly enough: string
  }

  /** The label of the link to the client's legal notice. */
  readonly imprint: string
  readonly invalidLink: Notice
  readonly wrongVerb: Notice
  readonly tooLarge: Notice
  /** An address of ours where nothing is. */
  readonly notFound: Notice

  /** The public archive of a list. */
  readonly archive: {
    /** It is hidden, or a letter is not in it. */
    readonly gone: Notice
    /** No letter is in it yet. */
    readonly empty: string
    readonly older: string
    readonly newest: string
    readonly feed: string
    readonly signUp: string
    /** The link to it on the page of a form. */
    readonly earlier: string
  }
  /** Too many ask at once; nothing was done. */
  readonly overloaded: Notice

  /** The mail a friend gets. */
  readonly decline: {
    readonly title: string
    readonly question: (email: string, company: string) => Html
    readonly button: string
  }
  readonly declined: { readonly title: string; readonly text: (email: string, company: string) => Html }

  readonly forwardedMail: {
    /** @param sender the name as the sender typed it */
    readonly subject: (sender: string, company: string) => string
    readonly sent: (sender: string, company: string, subject: string) => Html
    /** Leads to the link in the plain text. */
    readonly open: string
    readonly button: string
    readonly once: (company: string) => Html
    /** Names the link with which the friend asks to be written to no more. */
    readonly wayOut: (company: string) => Html
  }

  /** The mail that asks to confirm an opt-in. */
  readonly confirmationMail: {
    readonly subject: (list: string) => string
    readonly greeting: string
    readonly asked: (company: string, list: string) => Html
    /** Leads to the link in the plain text. */
    readonly open: string
    readonly button: string
    readonly otherwise: string
  }

  /** The mail that invites a person to work with an account. */
  readonly invitationMail: {
    readonly subject: (inviter: string, account: string) => string
    /** @param name empty for who is invited by address only */
    readonly greeting: (name: string) => Html
    readonly invited: (inviter: string, account: string) => Html
    /** Leads to the link in the plain text. */
    readonly open: string
    readonly button: string
    /** @param address whose the invitation is. @param until day and time */
    readonly until: (address: string, until: string) => Html
    readonly otherwise: string
  }

  /** The mail with the link to choose a new password. */
  readonly passwordResetMail: {
    readonly subject: string
    readonly greeting: (name: string) => Html
    readonly asked: (address: string) => Html
    /** Leads to the link in the plain text. */
    readonly open: string
    readonly button: string
    readonly once: string
    readonly otherwise: string
  }

  /** The mail to a person who signed in with a browser they had not used before. */
  readonly newDeviceMail: {
    readonly subject: string
    readonly greeting: (name: string) => Html
    /** @param agent the browser in words. @param network its address. @param when day, time and time zone */
    readonly happened: (agent: string, network: string, when: string) => Html
    readonly wasYou: string
    readonly notYou: string
    /** Leads to the link in the plain text. */
    readonly open: string
    readonly button: string
    /** How often this mail comes. */
    readonly once: string
    /** For a browser that says nothing about itself. */
    readonly unknown: string
  }

  /** The mails about the approval of a campaign. */
  readonly approvalMail: {
    readonly greeting: (name: string) => Html
    readonly askedSubject: (requester: string, campaign: string) => string
    readonly asked: (requester: string, campaign: string, company: string) => Html
    readonly approvedSubject: (decider: string, campaign: string) => string
    readonly approved: (decider: string, campaign: string, company: string) => Html
    readonly rejectedSubject: (decider: string, campaign: string) => string
    readonly rejected: (decider: string, campaign: string, company: string) => Html
    /** Leads to a comment. */
    readonly wrote: (author: string) => Html
    readonly subjectIs: (subject: string) => Html
    /** @param places names of lists and segments, as a list in words */
    readonly goesTo: (places: string) => Html
    readonly leavesOut: (places: string) => Html
    /** @param number how many people, as the language writes it */
    readonly recipients: (number: string) => Html
    /** The last of the names, where not all are shown. @param number of those that are not */
    readonly more: (number: string) => string
    /** What an approval is worth. */
    readonly bound: string
    /** Lead to the link in the plain text, and name it. */
    readonly askedOpen: string
    readonly askedButton: string
    readonly decidedOpen: string
    readonly decidedButton: string
    /** What comes next. */
    readonly nowSend: string
    readonly nowChange: string
    /** Why this mail comes. */
    readonly askedWhy: string
    readonly decidedWhy: string
  }
}

export interface PurposeTexts {
  /** To be answered with yes or no. */
  readonly question: (company: string) => Html
  readonly hint: string
  /** What happens at present. */
  readonly done: string
  readonly notDone: string
}

export interface Notice {
  readonly title: string
  readonly text: string
}

/** A highlighted name, kept apart from the direction of the text around it. */
export function name(text: string): Html {
  return html`<b><bdi>${text}</bdi></b>`
}

/** The same text without its markup, for the plain part of a mail. */
export function plainText(text: Html): string {
  return text
    .toString()
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39|#96);/g, entity => entities[entity]!) // the table has each of the pattern
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#96;': '`',
}
