/** What the address of the outbox holds behind its `?`. */

/** Parts of a mail. */
export const parts = ['html', 'text', 'headers', 'source'] as const
export type Part = (typeof parts)[number]

/** How the HTML is looked at. */
export const looks = ['desktop', 'phone', 'dark', 'no-images'] as const
export type Look = (typeof looks)[number]

export interface OutboxSearch {
  /** Only mails of this campaign. */
  readonly campaign?: string | undefined
  /** The mail that is shown, as Outbox.List names it, and its campaign. */
  readonly mail?: string | undefined
  readonly of?: string | undefined
  /** Undefined for the HTML. */
  readonly part?: Part | undefined
  /** Undefined for a desktop. */
  readonly look?: Look | undefined
}

export function outboxSearch(given: Record<string, unknown>): OutboxSearch {
  return {
    campaign: textOf(given.campaign),
    mail: textOf(given.mail),
    of: textOf(given.of),
    part: parts.find(part => part === given.part),
    look: looks.find(look => look === given.look),
  }
}

/** The number of a recipient is read as a number. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Of links to the same screen: to the router they are the present one only where nothing in the address differs. */
export const chosen = { exact: true, explicitUndefined: true }

export function ifChosen(isChosen: boolean): object {
  return isChosen ? { 'aria-current': 'true', 'data-chosen': '' } : {}
}
