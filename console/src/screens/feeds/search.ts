/** Query parameters of the addresses of feeds. */
import { flagOf, searchOf } from '../../lib/search.ts'

export const feedsSearch = searchOf({ adding: flagOf })
