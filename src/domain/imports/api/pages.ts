/** Reads all pages of a list that may change meanwhile. See docs/decisions/imports.md#a-foreign-list-is-read-until-none-is-missing. */
import { importLimits } from '../source.ts'
import { unreadableRefusal } from './ask.ts'

export interface RemotePage<Row> {
  /** With the identifier that a row keeps through all pages. */
  readonly rows: readonly { readonly id: string | number; readonly row: Row }[]
  /** Rows of the whole list, as this page says. */
  readonly total: number
  /** The page's number as the answer says; undefined where it does not. */
  readonly page: number | undefined
}

/** Rows of a page that is asked for. */
export const rowsOfPage = 500
/** How often a list is read from its first page before it counts as unreadable. */
const mostRounds = 3

/**
 * Yields each row once, and how many there are. Pages are counted: a list of which fewer rows were seen than it says it has, or had
 * while it was read, is read again from its first page.
 * @throws Refusal RemoteUnreadable
 */
export async function* readPages<Row>(
  what: string,
  pageAt: (page: number) => Promise<RemotePage<Row>>,
): AsyncGenerator<{ readonly rows: readonly Row[]; readonly total: number }> {
  /** In which round a row was seen last. */
  const seen = new Map<string | number, number>()
  let repeats = false
  for (let round = 1; round <= mostRounds; round++) {
    let found = 0
    // people who leave make the later pages begin earlier: then fewer are met than there were
    let most = 0
    for (let page = 1; ; page++) {
      const { rows, total, page: said } = await pageAt(page)
      if (said !== undefined && said !== page) {
        throw unreadableRefusal(`The other service answers page ${said} of the ${what} when page ${page} is asked for.`)
      }
      if (total > importLimits.rows)
        throw unreadableRefusal(`An import has at most ${importLimits.rows} rows; there are ${total} ${what}.`)
      const unknown: Row[] = []
      const before = found
      for (const { id, row } of rows) {
        const last = seen.get(id)
        if (last === undefined) unknown.push(row)
        if (last !== round) found++
        seen.set(id, round)
      }
      yield { rows: unknown, total }
      most = Math.max(most, total)
      if (found >= most) return
      repeats = rows.length > 0 && found === before
      if (found === before) break
    }
  }
  throw unreadableRefusal(
    repeats
      ? `The other service repeats a page of the ${what} instead of going on.`
      : `The ${what} changed each of the ${mostRounds} times they were read, and some are missing. Begin again at a quieter time.`,
  )
}
