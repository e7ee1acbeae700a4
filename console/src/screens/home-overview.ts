/** The clients by what they need, page by page: the router asks for them before the screen is there. */
import { readPages } from '../api/pages.ts'

export const overviewQuery = readPages('Account.GetOverview', {}, 50)
