/** Reads a Retry-After header (RFC 9110 §10.2.3): seconds, or a date. @returns milliseconds; undefined if it cannot be read */
export function readRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}
