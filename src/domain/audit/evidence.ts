/** Who caused a change and how it can be proved; becomes the history row. */
export interface Evidence {
  /** `api`, `page`, `one-click`, `mail`, `bounce`, `complaint`, `console`, `operator`. */
  readonly by: string
  readonly wire?: string
  readonly remote?: string
  readonly agent?: string
  readonly loginId?: number
  /** Who it was, where it was no login. */
  readonly username?: string
  readonly campaignId?: number
  /** Number in the campaign's audience. */
  readonly number?: number
  readonly detail?: string
  /** The words that the person agreed to or refused, as they were shown. */
  readonly wording?: string
  /** The page or form where the person answered. */
  readonly source?: string
  /** When the person answered, ISO 8601, where that was before it was recorded. */
  readonly givenAt?: string
  /** The same in the time zone of the client. */
  readonly givenOn?: string
  /** The sign-up form that it came from. */
  readonly formId?: number
  /** Names one action that changed several things, so that all of them can be taken back together. */
  readonly act?: string
}
