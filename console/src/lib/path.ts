/** A path of this console: a target given in an address must not lead to another site. */
export function isPath(text: unknown): text is string {
  return (
    typeof text === 'string' && /^\/(?![/\\])/.test(text) && new URL(text, location.origin).origin === location.origin
  )
}
