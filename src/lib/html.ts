/**
 * HTML that is escaped unless it says otherwise: what is put into an `html` template is text, unless it is itself Html.
 * The one place where markup is made from values.
 */

/** Finished markup. Made only by `html` and `markup`, so a plain string can never pass for it. */
export class Html {
  readonly #markup: string
  constructor(markup: string) {
    this.#markup = markup
  }
  toString(): string {
    return this.#markup
  }
}

/** Values in a template. Lists are joined; null, undefined and false leave nothing, so `condition && html…` works. */
export type HtmlValue = string | number | Html | null | undefined | false | readonly HtmlValue[]

/** Markup with its values escaped; fit for text and for attribute values in quotes (never for scripts or styles). */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = parts[0] as string // a template has one part more than values
  for (const [index, value] of values.entries()) markup += written(value) + parts[index + 1]
  return new Html(markup)
}

/** Declares a string to be markup already; the caller answers for it. */
export function markup(text: string): Html {
  return new Html(text)
}

/** Text → the same text in HTML, whether between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, character => entities[character] as string) // the table has each of the class
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

function written(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.toString()
  if (Array.isArray(value)) return value.map(written).join('')
  return escapeHtml(String(value))
}
