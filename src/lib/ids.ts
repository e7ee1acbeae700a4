/** Identifiers on the wire are 32 lower-case hexadecimal digits (reference/wire.md §1); inside they are PostgreSQL uuids. */
export function isPublicId(text: string | null): text is string {
  return text !== null && /^[0-9a-fA-F]{32}$/.test(text)
}
