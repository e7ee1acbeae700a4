/** Network addresses cut short, so that what is kept names a neighbourhood and not a household. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { remember } from './remember.ts'

/** Leading bits kept of an address; 32 and 128 keep all of it, 0 keeps nothing. */
export interface Truncation {
  readonly ipv4: number
  readonly ipv6: number
}

/** What European data protection authorities commonly accept as anonymised. */
export const networkOnly: Truncation = { ipv4: 24, ipv6: 48 }

/** The part of an address that is stored: all of it, its network, or nothing. */
export const truncations = {
  full: { ipv4: 32, ipv6: 128 },
  network: networkOnly,
  none: { ipv4: 0, ipv6: 0 },
} as const satisfies Readonly<Record<string, Truncation>>

/** @returns `192.0.2.0`, `2001:db8:1::`; '' for what is no address, or of which nothing is kept. IPv4 in IPv6 clothes (`::ffff:…`) is IPv4. */
export function truncateAddress(remote: string, { ipv4, ipv6 }: Truncation = networkOnly): string {
  const bare = remote.replace(/%.*$/s, '')
  if (!ipaddr.isValid(bare)) return ''
  const address = ipaddr.process(bare)
  const kept = address.kind() === 'ipv4' ? ipv4 : ipv6
  if (kept === 0) return ''
  const bytes = address.toByteArray().map((byte, index) => byte & mask(kept - index * 8))
  return ipaddr.fromByteArray(bytes).toString()
}

/** The addresses of one subscriber of a network provider: an IPv4 address, or a /64 of IPv6, whose other bits its owner changes at will. */
const ofOneSubscriber: Truncation = { ipv4: 32, ipv6: 64 }

/**
 * Whom limits count an address as: its network as one subscriber has it. Neighbours in an IPv4 /24 are strangers to each other and not
 * counted together.
 * @returns what is no address as it is
 */
export const networkOf: (remote: string) => string = remember(
  10_000,
  remote => truncateAddress(remote, ofOneSubscriber) || remote,
)

/** Whether an address is this machine's own loopback. */
export const isLoopback: (remote: string) => boolean = remember(
  10_000,
  remote => ipaddr.isValid(remote) && ipaddr.process(remote).range() === 'loopback',
)

/** Whether a host is this machine by its name or address. @param hostname as `URL.hostname` has it */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

/** The mask of a byte of which `bits` leading bits are kept; fewer than 0 keeps none, more than 8 all. */
function mask(bits: number): number {
  return (0xff00 >> Math.max(0, Math.min(8, bits))) & 0xff
}

/** All addresses that begin with the same bits. */
export interface Network {
  readonly address: string
  readonly bits: number
  readonly family: 'ipv4' | 'ipv6'
}

/** @param text addresses with or without a mask, comma-separated. @returns undefined if one of them is not an address */
export function readNetworks(text: string): readonly Network[] | undefined {
  const networks = text.split(',').map(readNetwork)
  return networks.every(network => network !== undefined) ? networks : undefined
}

function readNetwork(text: string): Network | undefined {
  const [, address = '', mask] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const family = ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address)]
  if (!family) return undefined
  const most = family === 'ipv4' ? 32 : 128
  const bits = mask === undefined ? most : Number(mask)
  return bits > most ? undefined : { address, bits, family }
}
