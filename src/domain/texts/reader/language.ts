/** What the pages and mails of a reader's own preferences say, beyond lists, answers and language. */
import type { Html } from '../../../lib/html.ts'
import type { LeaveReason } from '../../../store/subscribers/leave-reasons.ts'

export interface ReaderTexts {
  /** Lists of the client that the person is not on. */
  readonly otherLists: string

  readonly pause: {
    readonly title: string
    readonly hint: (company: string) => Html
    /** @param days how many, as the language writes it */
    readonly button: (days: string) => string
    /** What holds at present. @param day the last one without mail */
    readonly until: (company: string, day: string) => Html
    readonly resume: string
    /** After the button. */
    readonly paused: (day: string) => Html
    readonly resumed: string
  }

  readonly fields: {
    readonly title: string
    /** The same where the person is on several lists. */
    readonly ofList: (list: string) => Html
    /** The first choice of several, for no value. */
    readonly none: string
    /** Beside `saved`. @param names of fields, joined */
    readonly refused: (names: string) => Html
  }

  readonly reasons: {
    readonly title: string
    readonly hint: string
    readonly choices: Readonly<Record<LeaveReason, string>>
    readonly comment: string
    readonly thanks: string
  }

  /** A change of address, as asked for on the preference page. */
  readonly address: {
    readonly title: string
    readonly hint: string
    readonly label: string
    readonly button: string
    /** The same whatever becomes of it. */
    readonly asked: string
    readonly invalid: string
  }
  readonly newAddress: Question & {
    readonly done: Said
    /** The new address has memberships of its own, or gets no mail. */
    readonly conflict: Said
    readonly over: Said
  }
  readonly oldAddress: Question & { readonly done: Said; readonly over: Said }

  /** The page for people who have no mail at hand. */
  readonly leave: {
    readonly title: string
    readonly text: (company: string) => Html
    readonly label: string
    readonly button: string
    readonly asked: { readonly title: string; readonly text: (company: string) => Html }
    readonly invalid: string
    /** Too many from one place. */
    readonly enough: string
  }

  readonly newAddressMail: LinkMail
  readonly oldAddressMail: LinkMail
  readonly preferencesMail: LinkMail
}

interface Said {
  readonly title: string
  /** @param email the address it is about */
  readonly text: (email: string, company: string) => Html
}

interface Question {
  readonly title: string
  readonly question: (email: string, company: string) => Html
  readonly button: string
}

/** A mail about one link. */
export interface LinkMail {
  readonly subject: (company: string) => string
  readonly greeting: string
  readonly asked: (company: string) => Html
  /** Leads to the link in the plain text. */
  readonly open: string
  readonly button: string
  readonly otherwise: string
}
