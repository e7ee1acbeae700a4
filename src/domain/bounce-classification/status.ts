/** Enhanced status codes: RFC 3463, the IANA registry, and what Exchange Online adds to it. */
import type { ReturnClass } from './classes.ts'

/**
 * What a status says by itself. `decides` where systems use it for nothing else, so that words cannot make it a missing
 * recipient; otherwise it is what is left when the words say nothing.
 */
export interface StatusMeaning {
  readonly class: ReturnClass
  readonly decides: boolean
}

/** Every enhanced status code of a text, in order; at most eight. A longer dotted number (an address, a version) is not one. */
export function statusesIn(text: string): string[] {
  const found: string[] = []
  for (const [status] of text.matchAll(/(?<![\d.a-z_-])[245]\.[0-7]\.\d{1,3}(?![\d_-]|\.\d|[a-z])/gi)) {
    found.push(status)
    if (found.length === 8) break
  }
  return found
}

/** @param status `5.1.1`; undefined for what says nothing in particular (5.0.0, 5.5.0) */
export function meaningOf(status: string): StatusMeaning | undefined {
  const rest = status.slice(2)
  const known = meanings.get(rest)
  if (known !== undefined) return known
  // 5.7.x is policy, 5.6.x is content, and 5.4.x is the way there, whatever the detail (RFC 3463 §3)
  const [subject, detail] = rest.split('.')
  if (detail === undefined) return undefined
  if (subject === '7') return { class: 'policy', decides: true }
  if (subject === '6') return { class: 'content', decides: true }
  if (subject === '4') return { class: 'transient', decides: detail !== '0' }
  return undefined
}

const decides = true
const meanings: ReadonlyMap<string, StatusMeaning> = new Map(
  Object.entries({
    // address
    '1.1': { class: 'recipient gone', decides },
    '1.2': { class: 'dns', decides: false },
    '1.3': { class: 'recipient gone', decides: false },
    '1.6': { class: 'recipient gone', decides },
    '1.7': { class: 'policy', decides },
    '1.8': { class: 'policy', decides },
    '1.9': { class: 'content', decides },
    // a null MX (RFC 7505), but Exchange Online uses it for unknown recipients too: its words decide
    '1.10': { class: 'dns', decides: false },
    // Exchange Online: the remote server answered that there is no such recipient
    '1.351': { class: 'recipient gone', decides },
    // Exchange Online: the sender's daily quota
    '1.90': { class: 'policy', decides },
    // mailbox
    '2.1': { class: 'transient', decides: false },
    '2.2': { class: 'mailbox full', decides },
    '2.3': { class: 'content', decides },
    '2.4': { class: 'unknown', decides },
    // Exchange Online: the recipient gets too much mail
    '2.121': { class: 'transient', decides },
    '2.122': { class: 'transient', decides },
    // mail system
    '3.1': { class: 'transient', decides },
    '3.2': { class: 'transient', decides },
    '3.3': { class: 'content', decides: false },
    '3.4': { class: 'content', decides },
    '3.5': { class: 'transient', decides: false },
    // network and routing
    // no answer from the host; Exchange Online refuses unknown recipients with it
    '4.1': { class: 'transient', decides: false },
    '4.3': { class: 'dns', decides: false },
    '4.4': { class: 'dns', decides: false },
    '4.310': { class: 'dns', decides },
    '4.312': { class: 'dns', decides },
    // content of a message
    '6.0': { class: 'content', decides: false },
    // security or policy; often said where the recipient is unknown
    '7.0': { class: 'policy', decides: false },
    '7.1': { class: 'policy', decides: false },
    // RFC 7293: the mailbox belongs to another person now
    '7.17': { class: 'recipient gone', decides },
  }),
) as ReadonlyMap<string, StatusMeaning> // the literals above are of the closed set
