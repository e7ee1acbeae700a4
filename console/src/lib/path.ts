/** A path of this console: what stands in an address must not lead elsewhere. */
export function isPath(text: unknown): text is string {
  return (
    typeof text === 'string' && /^\/(?![/\\])/.test(text) && new URL(text, location.origin).origin === location.origin
  )
}
