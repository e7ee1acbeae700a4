/** Query parameters of the addresses of series. */
import { flagOf, searchOf } from '../../lib/search.ts'

export const allSeriesSearch = searchOf({ adding: flagOf })
