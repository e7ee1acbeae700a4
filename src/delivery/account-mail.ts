/** The mails to people of an account: whom they come from. */

/** The sender of mails of the installation at the host of its links, or at one that never exists (RFC 2606) where that is no domain. */
export function senderAt(base: string): string {
  const { hostname } = new URL(base)
  return `lettershop@${/^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/i.test(hostname) ? hostname : 'lettershop.invalid'}`
}
