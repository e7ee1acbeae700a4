/** The conditions of a draft as its author wrote it: pure functions of plain data, which a thread runs. */
import { readCondition } from '../../content/conditions/condition.ts'
import { type LetterConditions, readLetterConditions } from '../../content/conditions/letter.ts'
import type { SoundMarker } from '../../content/conditions/markers.ts'
import { fieldKeys } from '../../content/merge-tags.ts'
import { readSections } from '../../content/sections/schema.ts'
import type { RepairInput } from './content-repairs.ts'

export interface DraftConditions {
  readonly letter: LetterConditions
  /** Those of sections: a block of one branch each. */
  readonly sections: readonly { readonly section: number; readonly marks: readonly SoundMarker[] }[]
}

export function readDraftConditions({
  kind,
  subject,
  preheader,
  html,
  text,
  customFields,
}: RepairInput): DraftConditions {
  const keys = fieldKeys(customFields)
  const isPage = kind !== 'sections' && kind !== 'none'
  const letter = readLetterConditions({ subject, preheader, html: isPage ? html : '', text }, keys)
  if (kind !== 'sections') return { letter, sections: [] }
  const faults: LetterConditions['faults'][number][] = []
  const sections = readSections(html).sections.flatMap(({ shownTo }, n) => {
    if (shownTo.trim() === '') return []
    const condition = readCondition(shownTo, keys)
    if ('says' in condition) {
      faults.push({ part: 'Html', says: `section ${n + 1}: ${shownTo} ${condition.says}` })
      return []
    }
    const mark = { start: 0, end: 0, line: 0, written: `[if:${shownTo.trim()}]` }
    return [
      {
        section: n + 1,
        marks: [{ ...mark, kind: 'if', condition } as const, { ...mark, kind: 'endif', condition: undefined } as const],
      },
    ]
  })
  return { letter: { ...letter, faults: [...letter.faults, ...faults] }, sections }
}
