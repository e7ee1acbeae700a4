/** Query parameters of the addresses of bulk changes. The router needs it before the screens. */
import { searchOf, textOf } from '../../lib/search.ts'

/** Of the page of all changes. */
export const changesSearch = searchOf({ list: textOf })
