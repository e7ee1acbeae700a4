/** Tags as people write them in subjects, texts and links; their grammar is docs/tags.md. */

/** What is known of everybody. A name without a fallback may also be ordinary text, such as `[Newsletter]`; these are never. */
export const peopleTags = ['firstname', 'lastname', 'fullname', 'email'] as const
export type PeopleTag = (typeof peopleTags)[number]

/** For `matchAll` and `replace`, which leave it as it is. The groups are the name and the fallback. */
export const tagPattern = /\[([^[\]<>,\r\n]{1,100})(?:,\s*fallback\s*=([^[\]]{0,1000}))?\]/gi

/** Whether brackets are a tag whatever fields there are. */
export function isTag(name: string, fallback: string | undefined): boolean {
  return fallback !== undefined || (peopleTags as readonly string[]).includes(name.trim().toLowerCase()) // wider, to be asked about any name
}

export interface WrittenTag {
  /** As it is written in the text, with its brackets. */
  readonly source: string
  readonly name: string
  /** '' without one. */
  readonly fallback: string
}

/** A text in its pieces: words, and the tags between them. */
export function tagPieces(text: string): readonly (string | WrittenTag)[] {
  const pieces: (string | WrittenTag)[] = []
  let from = 0
  for (const { 0: source, 1: name = '', 2: fallback, index } of text.matchAll(tagPattern)) {
    if (!isTag(name, fallback)) continue
    if (index > from) pieces.push(text.slice(from, index))
    pieces.push({ source, name: name.trim(), fallback: fallback?.trim() ?? '' })
    from = index + source.length
  }
  if (from < text.length) pieces.push(text.slice(from))
  return pieces
}

/** A tag with its fallback; brackets cannot stand in one. */
export function writeTag(name: string, fallback: string): string {
  const words = fallback.replace(/[[\]\r\n]/g, ' ').trim()
  return name === 'email' && words === '' ? '[email]' : `[${name},fallback=${words}]`
}

/** Values of one person by the names of tags in lower case. */
export type TagValues = Readonly<Record<string, string>>

/** A text as a person reads it. @param values empty: every tag shows its fallback */
export function withValues(text: string, values: TagValues): string {
  return tagPieces(text)
    .map(piece => (typeof piece === 'string' ? piece : values[piece.name.toLowerCase()] || piece.fallback))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.!?;:])/g, '')
    .trim()
}
