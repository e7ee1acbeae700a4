/** Addresses in the words of a report. */
import { domainOf, localOf } from '../../domain/bounce-classification/address-words.ts'

const one = new RegExp(`(?:${localOf.words}|${localOf.glued})@${domainOf(1)}`, 'i')
const every = new RegExp(one.source, 'gi')
/** Mailboxes are files that are called after their address: `/var/vmail/b.example/a@b.example`. */
const isPath = /^\/|\\/
const quoted = /"[^"\s@]{1,64}"@[a-z0-9.-]{3,253}/i

/** Finds the first address of a text. @returns undefined without one */
export function findAddress(text: string): string | undefined {
  if (!text.includes('@')) return undefined
  const cut = text.slice(0, 2000)
  return (one.exec(cut) ?? quoted.exec(cut))?.[0]
}

/** Addresses of a line in order, at most ten. */
export function addressesIn(line: string): string[] {
  if (!line.includes('@')) return []
  return (line.slice(0, 4000).match(every) ?? []).filter(email => !isPath.test(email)).slice(0, 10)
}
