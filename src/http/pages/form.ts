/** The form that a button of our own pages sent, by the name of the button (`from`). */
import type { Request } from '../../lib/http.ts'

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
  if (type!.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return undefined
  const fields = new URLSearchParams(body.toString('utf8'))
  const from = fields.get('from')
  return from === null ? undefined : { from, fields }
}
