/** Query parameters of the addresses of imports. The router needs it before the screens. */
import type { ValueOf } from '../../../../src/client/client.ts'
import { flagOf, oneOf, searchOf, textOf } from '../../lib/search.ts'

export type Verdict = NonNullable<ValueOf<'Import.GetVerdicts'>['Rows']>[number]['Verdict']

/** In the order in which a bar shows them. */
export const verdictNames = [
  'New',
  'Updated',
  'StateMadeStricter',
  'Unchanged',
  'OptOutKept',
  'BouncedKept',
  'Suppressed',
  'Duplicate',
  'Skipped',
  'Refused',
] as const satisfies readonly Verdict[]

/** Of the page of all imports. */
export const importsSearch = searchOf({ list: textOf })

/** Of a new import: what was uploaded stays with the address when the page is loaded anew. */
export const newImportSearch = searchOf({ list: textOf, upload: textOf, file: textOf })

/** Of one import: the mapping of one that is judged, and whose rows are shown; of one that is undone, those that were left as they are. */
export const importSearch = searchOf({ mapping: flagOf, verdict: oneOf(verdictNames), undoing: oneOf(['LeftAlone']) })
