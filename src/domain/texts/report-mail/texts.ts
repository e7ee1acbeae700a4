/** What the mails with reports say, the mail that asks whether they are wanted, and the page of a month. */
import type { Html } from '../../../lib/html.ts'

interface AskedPage {
  readonly title: string
  readonly text: (email: string, company: string) => Html
}

export interface ReportMailTexts {
  readonly greeting: string
  /** The mail that asks. @param account who sends reports */
  readonly ask: {
    readonly subject: (company: string) => string
    readonly asked: (account: string, company: string, email: string) => Html
    /** Leads to the link in the plain text. */
    readonly open: string
    readonly button: string
    readonly otherwise: string
  }
  readonly campaign: {
    readonly subject: (campaign: string) => string
    /** @param people delivered mails. @param day when it was sent */
    readonly reached: (campaign: string, people: string, day: string) => Html
  }
  readonly month: {
    /** @param month such as `March 2026` */
    readonly subject: (month: string, company: string) => string
    /** @param people delivered mails */
    readonly sent: (month: string, campaigns: number, people: string) => Html
    /** Joined and left in the month. */
    readonly growth: (joined: string, left: string) => string
    readonly heading: string
    readonly campaigns: string
    readonly campaign: string
    readonly before: (rate: string) => string
    readonly lists: string
    readonly causes: Readonly<
      Record<'confirmed' | 'imported' | 'others' | 'unsubscribed' | 'complained' | 'bounced' | 'deleted', string>
    >
    readonly active: (people: string) => string
    readonly joined: string
    readonly left: string
  }
  /** Beside a rate. */
  readonly usually: (rate: string) => string
  readonly notMeasured: string
  readonly open: string
  readonly button: string
  /** Why the mail comes. */
  readonly why: (account: string, company: string) => Html
  readonly stop: string
  /** The page behind the link of the mail that asks. */
  readonly confirm: AskedPage & { readonly button: string }
  readonly confirmed: AskedPage
  readonly stopPage: AskedPage & { readonly button: string }
  readonly stopped: AskedPage
}
