/** A key for one creating call, however often it is sent. `crypto.randomUUID` is missing on plain http of a private address. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
