/** The end of a certificate, and its TLS session. */
import type { TLSSocket } from 'node:tls'
import { type CheckId, error, type Finding, info, ok, warning } from './finding.ts'

/** Fewer days than this are a warning: certificates of 90 days are renewed when 30 are left. */
const fewDays = 21

const dayMs = 86_400_000

export interface Seen {
  readonly protocol: string
  /** Milliseconds since 1970; NaN without a certificate. */
  readonly validTo: number
  /** Why the certificate is not trusted. */
  readonly distrust: string | undefined
}

/** Reads a TLS session that was just established. */
export function certificateOf(socket: TLSSocket): Seen {
  const { authorizationError: cause } = socket
  return {
    protocol: socket.getProtocol() ?? 'TLS',
    validTo: Date.parse(socket.getPeerCertificate().valid_to ?? ''),
    distrust: socket.authorized ? undefined : String((cause as Error | string | null) ?? 'not verified'), // a code in fact
  }
}

/** @param whose such as `relay.example:25` */
export function judgeCertificate(id: CheckId, whose: string, seen: Seen, now: number): Finding {
  if (Number.isNaN(seen.validTo))
    return warning(id, `The certificate of ${whose} has no date.`, 'Look at it with: openssl s_client')
  const days = Math.floor((seen.validTo - now) / dayMs)
  const end = new Date(seen.validTo).toISOString().slice(0, 10)
  if (days < 0) return error(id, `The certificate of ${whose} ended on ${end}.`, 'Have it renewed.')
  if (days < fewDays)
    return warning(id, `The certificate of ${whose} ends on ${end}, in ${days} days.`, 'See that it is renewed.')
  if (seen.distrust !== undefined)
    return info(
      id,
      `The certificate of ${whose} is valid until ${end}, but not trusted (${seen.distrust}).`,
      'Have it issued by an authority that this machine trusts, or for this host.',
    )
  return ok(id, `The certificate of ${whose} is valid until ${end}.`)
}
