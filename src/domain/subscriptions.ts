/** Who is on a list, and every way that changes. */
import type { ClientRef, ListRef } from './access.ts'

/** Who caused a change and how it can be proved; becomes the history row. */
export interface Evidence {
  /** `api`, `page`, `one-click`, `mail`, `bounce`, `complaint`, `console`, `operator`. */
  readonly by: string
  readonly wire?: string
  readonly remote?: string
  readonly agent?: string
  readonly loginId?: number
  readonly campaignId?: number
  /** Number in the campaign's audience. */
  readonly number?: number
  readonly detail?: string
}

export interface Entry {
  readonly email: string | null
  readonly name: string | null
  /** E.164; undefined where the operation has none. */
  readonly mobileNumber?: string | null
  /** Custom field values; undefined where the operation has none. */
  readonly customFields?: readonly { readonly Key: string | null; readonly Value: string | null }[] | null
}

export interface Subscriptions {
  /**
   * Adds, updates or (with `resubscribe`) revives; durable when it resolves. On a ConfirmOptIn list a new or revived
   * member is Unconfirmed and gets its confirmation mail.
   * @throws Refusal InvalidEmail, InvalidMobileNumber, InvalidCustomFieldValue, InSuppressionList, IsDeleted …
   */
  add(
    list: ListRef,
    entry: Entry,
    options: { resubscribe: boolean; publicUrl: string },
    evidence: Evidence,
  ): Promise<void>
  /** @throws Refusal InvalidEmail, NotInList */
  unsubscribe(list: ListRef, email: string | null, evidence: Evidence): Promise<void>
  isSubscribed(list: ListRef, email: string | null): Promise<boolean>
  /** Ends one membership by its row, whoever asks (page, one-click, complaint); idempotent. Returns whether anything changed. */
  unsubscribeMember(client: ClientRef, listId: number, subscriberId: number, evidence: Evidence): Promise<boolean>
  /** The opt-in was confirmed: Unconfirmed → Active; idempotent. Returns whether the membership exists and is now Active. */
  confirm(client: ClientRef, listId: number, subscriberId: number, evidence: Evidence): Promise<boolean>
  /** A hard bounce: Bounced everywhere on the client's lists, and suppressed; idempotent. */
  bounceHard(client: ClientRef, address: string, email: string, evidence: Evidence): Promise<void>
}
