/** Query parameters of the addresses of results and of the comparison of two campaigns. */
import { oneOf, searchOf, textOf } from '../../lib/search.ts'
import { periodOf } from '../audience-search.ts'

export const resultsSearch = searchOf({ days: periodOf, read: oneOf(['clicks']) })
export const compareSearch = searchOf({ one: textOf, other: textOf })
