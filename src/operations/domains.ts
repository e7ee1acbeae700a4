/** Domain.*: sending domains of a client, and their required DNS records. */
import { dnsProblems } from '../domain/sending-domains/records.ts'
import {
  createSendingDomain,
  listSendingDomains,
  removeSendingDomain,
  type SendingDomain,
  verifySendingDomain,
} from '../domain/sending-domains/sending-domains.ts'
import type { Dependencies, HandlersOf, Origin } from './dependencies.ts'

export const domains: HandlersOf<'Domain'> = {
  async 'Domain.Create'({ Domain }, { client, origin, keep }, dependencies) {
    const { db, keys } = dependencies
    const place = around(dependencies, origin)
    const made = await createSendingDomain(db, keys, client, Domain, place, async (sql, domain) =>
      keep?.(sql, onWire(domain)),
    )
    return onWire(made)
  },

  async 'Domain.Verify'({ Domain }, { client, origin }, dependencies) {
    const {
      db,
      network: { dns },
      now,
    } = dependencies
    return onWire(await verifySendingDomain(db, dns, client, Domain, around(dependencies, origin), now()))
  },

  async 'Domain.List'(_, { client, origin }, dependencies) {
    return (await listSendingDomains(dependencies.db, client, around(dependencies, origin))).map(onWire)
  },

  'Domain.Delete': ({ Domain }, { client }, { db }) => removeSendingDomain(db, client, Domain),
}

const roles = {
  'dkim rsa': 'DkimRsa',
  'dkim ed25519': 'DkimEd25519',
  spf: 'Spf',
  dmarc: 'Dmarc',
  'return path': 'ReturnPath',
} as const

function around({ mail: { bounceDomain } }: Dependencies, { publicUrl }: Origin) {
  return { bounceDomain, mailHost: new URL(publicUrl).hostname }
}

function onWire({ domain, verified, verifiedAt, checkedAt, records }: SendingDomain) {
  return {
    Domain: domain,
    Verified: verified,
    VerifiedDate: verifiedAt,
    CheckedDate: checkedAt,
    Records: records.map(({ key, name, type, value, purpose, found, problem }) => ({
      Name: name,
      Type: type,
      Value: value,
      Purpose: purpose,
      Found: found,
      Problem: dnsProblems[problem] || null,
      Role: roles[key],
      ProblemCode: problem,
    })),
  }
}
