/** Finds the caller behind proxies. See docs/decisions/wires.md#x-forwarded-for-is-read-only-from-named-proxies. */
import { BlockList, isIP } from 'node:net'
import type { Network } from '../lib/network-address.ts'

/** Returns a request's network address, given the address of its socket and its X-Forwarded-For. */
export type Caller = (socket: string, forwardedFor: string | undefined) => string

/** Whether an address is that of a named proxy. */
export type IsProxy = (address: string) => boolean

export function proxyTest(trusted: readonly Network[]): IsProxy {
  if (trusted.length === 0) return () => false
  const proxies = new BlockList()
  for (const { address, bits, family } of trusted) proxies.addSubnet(address, bits, family)
  return address => {
    const bare = plain(address)
    const version = isIP(bare)
    return version !== 0 && proxies.check(bare, version === 4 ? 'ipv4' : 'ipv6')
  }
}

/**
 * Every proxy adds to the right whom it was asked by, so the list is read from there for as long as proxies of ours wrote
 * it: addresses further left come from the caller and are not trusted.
 */
export function callerBehind(isProxy: IsProxy): Caller {
  return (socket, forwardedFor) => {
    let caller = socket
    if (forwardedFor === undefined || !isProxy(caller)) return caller
    for (const entry of forwardedFor.slice(-4000).split(',').reverse()) {
      const address = plain(entry.trim())
      // `unknown` and the like: the nearest address is all that is known
      if (isIP(address) === 0) return caller
      caller = address
      if (!isProxy(address)) return caller
    }
    return caller
  }
}

/** Without a port, brackets, a zone, or the clothes of IPv6 around IPv4. */
function plain(text: string): string {
  const [, inBrackets] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? []
  const [, beforePort] = /^([\d.]+):\d+$/.exec(text) ?? []
  return (inBrackets ?? beforePort ?? text).replace(/%.*$/s, '').replace(/^::ffff:(?=[\d.]+$)/i, '')
}
