/** What the mails about feeds say. */
import type { Html } from '../../../lib/html.ts'

export type FeedTrouble = 'failing' | 'stopped' | 'not sent'

export interface FeedTexts {
  readonly subject: { readonly [About in FeedTrouble]: (feed: string) => string }
  readonly happened: { readonly [About in FeedTrouble]: (feed: string, company: string) => Html }
  /** Before the sentence that says why, which is in English. */
  readonly why: string
  readonly next: { readonly [About in FeedTrouble]: string }
  readonly open: string
  readonly button: string
}
