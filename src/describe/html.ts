/** HTML by template: what is inserted is escaped unless it is HTML already. */

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

type Insert = string | number | Html | readonly Insert[]

export function html(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  return new Html(parts.reduce((text, part, index) => text + insert(inserts[index - 1]!) + part))
}

function insert(value: Insert): string {
  if (value instanceof Html) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return value.map(insert).join('')
}

/** Good for text and for quoted attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => entities[character as keyof typeof entities]) // only these five can match
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' } as const
