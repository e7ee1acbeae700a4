/** The note of consent as it is typed: it stays in this tab until the import is begun, also when the page is loaded anew. */
export interface ConsentNote {
  readonly source: string
  /** YYYY-MM-DD, or empty. */
  readonly date: string
  readonly wording: string
}

export const emptyNote: ConsentNote = { source: '', date: '', wording: '' }

const nameOf = (clientId: string) => `lettershop-import-consent:${clientId}`

export function noteOf(clientId: string): ConsentNote {
  try {
    const found = JSON.parse(sessionStorage.getItem(nameOf(clientId)) ?? 'null') as Partial<ConsentNote> | null // each is checked below
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    return { source: text(found?.source), date: text(found?.date), wording: text(found?.wording) }
  } catch {
    return emptyNote
  }
}

export function storeNote(clientId: string, note: ConsentNote): void {
  try {
    sessionStorage.setItem(nameOf(clientId), JSON.stringify(note))
  } catch {
    // storage is switched off: the note lasts until the page is left
  }
}
