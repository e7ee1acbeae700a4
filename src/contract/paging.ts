/** Rows of one page at most, of every operation that takes a Limit. */
export const longestPage = 1000
