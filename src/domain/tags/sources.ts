/** How contacts came to tags, as the wires name it. */
import type { TagSource } from '../../store/tags/tagged.ts'

export const tagSourceNames = {
  hand: 'Hand',
  api: 'Api',
  import: 'Import',
  form: 'Form',
  bulk: 'Bulk',
  link: 'Link',
} as const satisfies Record<TagSource, string>
