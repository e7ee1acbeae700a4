/**
 * Where other people's content is shown: an origin of its own, so that nothing in it could ever act as the console
 * (docs/decisions/content.md#previews-have-an-origin-of-their-own).
 */

/**
 * @param configured LETTERSHOP_CONTENT_URL
 * @param callerUrl how the caller reaches us, without a slash at the end
 * @returns base of addresses, without a slash at the end. Without a setting a newcomer's `localhost` and `127.0.0.1` serve each other;
 *   any other host shows content itself, kept apart by the sandbox of its Content-Security-Policy
 */
export function contentOrigin(configured: string | null, callerUrl: string): string {
  if (configured !== null) return configured
  const url = new URL(callerUrl)
  const other = url.hostname === 'localhost' ? '127.0.0.1' : url.hostname === '127.0.0.1' ? 'localhost' : undefined
  if (other === undefined) return callerUrl
  url.hostname = other
  return url.origin
}
