/** The conditions of all parts of a letter. */
import type { Token } from '../markup.ts'
import type { FieldKeys } from '../merge-tags.ts'
import { traitOfSegment, traitOfTag } from './condition.ts'
import { conditionsInHtml, conditionsInText } from './conditions.ts'
import type { SoundMarker } from './markers.ts'

export type LetterPart = 'Subject' | 'Preheader' | 'Html' | 'Text'

export interface LetterParts {
  readonly subject: string
  readonly preheader: string
  readonly html: string
  /** Null: made from the HTML. */
  readonly text: string | null
}

export interface PartFault {
  readonly part: LetterPart
  /** With its line. */
  readonly says: string
}

export interface LetterConditions {
  readonly parts: readonly { readonly part: LetterPart; readonly markers: readonly SoundMarker[] }[]
  readonly faults: readonly PartFault[]
}

/** @param tokens of the HTML, if it was read already */
export function readLetterConditions(
  letter: LetterParts,
  keys: FieldKeys,
  tokens?: readonly Token[],
): LetterConditions {
  const { subject, preheader, html, text } = letter
  const read = [
    { part: 'Subject', ...conditionsInText(subject, keys) },
    { part: 'Preheader', ...conditionsInText(preheader, keys) },
    { part: 'Html', ...conditionsInHtml(html, keys, tokens) },
    { part: 'Text', ...conditionsInText(text ?? '', keys, { needsExit: true }) },
  ] as const
  return {
    parts: read.filter(({ markers }) => markers.length > 0).map(({ part, markers }) => ({ part, markers })),
    faults: read.flatMap(({ part, faults }) => faults.map(says => ({ part, says }))),
  }
}

export const noConditions: LetterConditions = { parts: [], faults: [] }

export function markersOf({ parts }: LetterConditions, part: LetterPart): readonly SoundMarker[] {
  return parts.find(one => one.part === part)?.markers ?? []
}

/** What of a contact is looked up for the conditions of a letter, beside its fields. */
export interface WantedTraits {
  /** Names, as conditions write them; each once. */
  readonly tags: readonly string[]
  readonly segments: readonly string[]
  readonly language: boolean
}

export const noTraits: WantedTraits = { tags: [], segments: [], language: false }

/** What several letters want together. */
export function uniteTraits(all: readonly WantedTraits[]): WantedTraits {
  const named = (names: readonly string[], keyOf: (name: string) => string) => [
    ...new Map(names.map(name => [keyOf(name), name])).values(),
  ]
  return {
    tags: named(
      all.flatMap(({ tags }) => tags),
      traitOfTag,
    ),
    segments: named(
      all.flatMap(({ segments }) => segments),
      traitOfSegment,
    ),
    language: all.some(({ language }) => language),
  }
}

export function traitsOf({ parts }: Pick<LetterConditions, 'parts'>): WantedTraits {
  const tags = new Map<string, string>()
  const segments = new Map<string, string>()
  let language = false
  for (const { markers } of parts)
    for (const { condition } of markers) {
      if (condition?.about === 'tag') tags.set(traitOfTag(condition.value), condition.value)
      if (condition?.about === 'segment') segments.set(traitOfSegment(condition.value), condition.value)
      if (condition?.about === 'language') language = true
    }
  return { tags: [...tags.values()], segments: [...segments.values()], language }
}
