/** Which network addresses a stranger may make us connect to. */
import ipaddr from 'ipaddr.js'

/** `private`: reachable where the operator allows it. `never`: link-local (cloud metadata), multicast, reserved, translated … */
export type AddressKind = 'public' | 'private' | 'never'

const privateRanges = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'])
/** RFC 4291 §2.4, RFC 3513: global unicast is assigned from here only. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** @param address an IPv4 or IPv6 address as text; what is no address is never reached */
export function addressKind(address: string): AddressKind {
  if (!ipaddr.isValid(address)) return 'never'
  const parsed = ipaddr.parse(address)
  // as112, amt, 6to4, teredo, NAT64, IPv4-mapped …: an address within an address would need judging again, and no page needs it
  const range = parsed.range()
  if (privateRanges.has(range)) return 'private'
  if (range !== 'unicast') return 'never'
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast) ? 'public' : 'never'
}

/**
 * Whether a host is this machine or a private address: what is sent to it does not leave the private network. Names other than
 * localhost are not, since what they lead to may change.
 * @param hostname as `URL.hostname` has it
 */
export function isPrivateHost(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return addressKind(hostname.replace(/^\[|\]$/g, '')) === 'private'
}
