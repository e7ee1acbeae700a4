/** The conditions of all parts of a letter. */
import type { Token } from '../markup.ts'
import type { FieldKeys } from '../merge-tags.ts'
import { type Asked, traitOfSegment, traitOfTag } from './condition.ts'
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

export function traitsOf({ parts }: Pick<LetterConditions, 'parts'>): WantedTraits {
  const conditions = parts.flatMap(({ markers }) => markers.flatMap(({ condition }) => condition ?? []))
  const named = (wanted: Asked) => conditions.flatMap(({ about, value }) => (about === wanted ? [value] : []))
  return joinTraits([{ tags: named('tag'), segments: named('segment'), language: named('language').length > 0 }])
}

/** What several letters ask for. */
export function joinTraits(all: readonly WantedTraits[]): WantedTraits {
  const distinct = (names: readonly string[], trait: (name: string) => string) => [
    ...new Map(names.map(name => [trait(name), name])).values(),
  ]
  return {
    tags: distinct(
      all.flatMap(({ tags }) => tags),
      traitOfTag,
    ),
    segments: distinct(
      all.flatMap(({ segments }) => segments),
      traitOfSegment,
    ),
    language: all.some(({ language }) => language),
  }
}
