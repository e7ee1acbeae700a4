/** Rate limits towards recipients' domains, as each relay's URL says. */
import { domainToASCII } from 'node:url'
import type { Relay } from '../smtp/relay.ts'
import type { Throttle } from './throttle.ts'

export interface DomainThrottle {
  relayKey(relay: Relay): string
  /** @returns 0 when a message to this address may go over this relay now; otherwise when to ask again, in ms */
  wait(relay: Relay, to: string): number
  count(relay: Relay, to: string): void
  /** A time for a message that cannot wait: one after the other. @param soonest when the next might go */
  book(to: string, soonest: number): number
}

const mostBookings = 20_000

export function domainThrottle(relays: readonly Relay[], throttle: Throttle, now: () => number): DomainThrottle {
  const isUsed = relays.some(({ domainRates }) => domainRates.size > 0)
  const keys = new Map(relays.map(relay => [relay, `${relay.login?.user ?? ''}@${relay.host}:${relay.port}`]))
  /** The last time given away, by domain. */
  const booked = new Map<string, number>()

  function rateOf({ domainRates }: Relay, domain: string): number | undefined {
    return domainRates.get(domain) ?? domainRates.get('*')
  }

  return {
    relayKey: relay => keys.get(relay)!,
    wait(relay, to) {
      if (!isUsed) return 0
      const domain = domainOf(to)
      const rate = rateOf(relay, domain)
      return rate === undefined ? 0 : throttle.wait(`${keys.get(relay)}/${domain}`, rate)
    },
    count(relay, to) {
      if (!isUsed) return
      const domain = domainOf(to)
      const rate = rateOf(relay, domain)
      if (rate !== undefined) throttle.count(`${keys.get(relay)}/${domain}`, rate)
    },
    book(to, soonest) {
      const domain = domainOf(to)
      const together = relays.reduce((sum, relay) => sum + (rateOf(relay, domain) ?? 0), 0)
      const at = Math.max(booked.get(domain) ?? 0, soonest) + 1000 / together
      if (booked.size >= mostBookings) for (const [one, until] of booked) if (until < now()) booked.delete(one)
      booked.set(domain, at)
      return at
    },
  }
}

function domainOf(to: string): string {
  const domain = to.slice(to.lastIndexOf('@') + 1).toLowerCase()
  return domainToASCII(domain) || domain
}
