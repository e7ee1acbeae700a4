import type { Request } from '../../protocols/exchange.ts'

/** The longest form of ours has a field for each list of a client. */
const longest = 20_000

/** What a button of our own pages sent, by the name of the button (`from`), with the fields beside it. */
export interface PageForm {
  readonly from: string
  readonly fields: URLSearchParams
}

/**
 * The form of our own page, or undefined: any other POST comes from a mail program's one-click (RFC 8058), whatever it
 * holds.
 */
export function pageForm({ headers, body }: Request): PageForm | undefined {
  const [type] = (headers['content-type'] ?? '').split(';', 1)
  if (type!.trim().toLowerCase() !== 'application/x-www-form-urlencoded' || body.length > longest) return undefined
  const fields = new URLSearchParams(body.toString('utf8'))
  const from = fields.get('from')
  return from === null ? undefined : { from, fields }
}
