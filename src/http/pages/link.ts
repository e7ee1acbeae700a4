/** The kinds of public links, and the parts that their pages need. */

import type { FriendSeal } from '../../domain/campaigns/mails/declining.ts'
import type { FindBrand } from '../../domain/clients/brand.ts'
import type { FindLiveForm, LiveForm } from '../../domain/forms/open-forms.ts'
import type { Submitting } from '../../domain/forms/submitting.ts'
import type { FormTokens } from '../../domain/forms/tokens.ts'
import type { RateLimit } from '../../domain/limits/rate-limit.ts'
import type { Subscriptions } from '../../domain/subscribers/subscriptions.ts'
import type { MailLinks } from '../../domain/tokens/mail-links.ts'
import type { Tokens } from '../../domain/tokens/tokens.ts'
import type { Answer, Request } from '../../lib/http.ts'
import type { Database } from '../../store/connection/database.ts'
import type { NamedCampaign, NamedRecipient } from '../../store/keys.ts'
import type { CountAnonymousOpen } from '../../tracking/anonymous-opens.ts'
import type { Hits } from '../../tracking/hits.ts'
import type { FindRecipient } from './reader.ts'
import type { ReportLinks } from './report/shared.ts'

/** The HTML of a campaign as its recipient got it, or undefined if it cannot be composed. */
export type RenderWebVersion = (recipient: NamedRecipient) => Promise<string | undefined>

/** Sign-up forms: found, shown and taken. */
export interface FormParts {
  readonly find: FindLiveForm
  readonly tokens: FormTokens
  readonly submitting: Submitting
  /** How many numbers a page has to try. */
  readonly effortFor: (form: LiveForm) => Promise<number>
  readonly now: () => Date
}

export interface PublicParts {
  readonly forms: FormParts
  readonly db: Database
  readonly tokens: Tokens
  readonly friends: FriendSeal
  readonly mailLinks: MailLinks
  readonly hits: Hits
  readonly countAnonymousOpen: CountAnonymousOpen
  readonly subscriptions: Subscriptions
  /** How often a network may ask for the link to preferences: of `leaveRate`. */
  readonly limitLeaving: RateLimit
  readonly renderWebVersion: RenderWebVersion
  /** The HTML of a campaign without a recipient, for friends it was forwarded to, or undefined if it cannot be composed. */
  readonly renderForFriend: (campaign: NamedCampaign) => Promise<string | undefined>
  /** Where a link with tags leads for one recipient. @param target as it is stored */
  readonly linkTarget: (recipient: NamedRecipient, target: string) => Promise<string>
  /** Who a recipient's token names; look-ups are gathered. */
  readonly findRecipient: FindRecipient
  /** The links to reports that tokens name. */
  readonly reportLinks: ReportLinks
  /** How the pages of a client look. */
  readonly findBrand: FindBrand
}

/** Parts from the service; the others are derived from them. */
export interface GivenParts extends Omit<PublicParts, 'findRecipient' | 'reportLinks' | 'findBrand'> {
  /** LETTERSHOP_CONTENT_URL, for logos. */
  readonly contentUrl: string | null
  /** How often a network may ask for reports: of `reportRate`. */
  readonly limitReports: RateLimit
}

/** One kind of public link: everything below its prefix is its own. */
export interface PublicLink {
  readonly prefix: string
  /** Answers GET and HEAD. @param rest of the path after the prefix */
  get(request: Request, rest: string, parts: PublicParts): Promise<Answer>
  /** Answers OPTIONS, where other sites may call; undefined passes. */
  options?(request: Request, rest: string, parts: PublicParts): Promise<Answer | undefined>
  /** Handles the form; absent for pages without one. */
  post?(request: Request, rest: string, parts: PublicParts): Promise<Answer>
}
