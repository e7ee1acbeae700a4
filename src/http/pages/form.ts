import type { Request } from '../../protocols/exchange.ts'

/** Whether a POST comes from the button of our own page, rather than from a mail program's one-click (RFC 8058). */
export function isFromPage({ headers, body }: Request): boolean {
  const [type] = (headers['content-type'] ?? '').split(';', 1)
  if (type!.trim().toLowerCase() !== 'application/x-www-form-urlencoded' || body.length > 1000) return false
  return new URLSearchParams(body.toString('utf8')).get('from') === 'page'
}
