/** Domain.*: the domains a client sends from, and what the domain name system must say about them. */
import {
  createSendingDomain,
  listSendingDomains,
  removeSendingDomain,
  type SendingDomain,
  verifySendingDomain,
} from '../domain/sending-domains/sending-domains.ts'
import type { HandlersOf, House, Origin } from './house.ts'

export const domains: HandlersOf<'Domain'> = {
  async 'Domain.Create'({ Domain }, { client, origin }, house) {
    return onWire(await createSendingDomain(house.db, house.keys, client, Domain, around(house, origin)))
  },

  async 'Domain.Verify'({ Domain }, { client, origin }, house) {
    const { db, dns, now } = house
    return onWire(await verifySendingDomain(db, dns, client, Domain, around(house, origin), now()))
  },

  async 'Domain.List'(_, { client, origin }, house) {
    return (await listSendingDomains(house.db, client, around(house, origin))).map(onWire)
  },

  'Domain.Delete': ({ Domain }, { client }, { db }) => removeSendingDomain(db, client, Domain),
}

function around({ bounceDomain }: House, { publicUrl }: Origin) {
  return { bounceDomain, mailHost: new URL(publicUrl).hostname }
}

function onWire({ domain, verified, verifiedAt, checkedAt, records }: SendingDomain) {
  return {
    Domain: domain,
    Verified: verified,
    VerifiedDate: verifiedAt,
    CheckedDate: checkedAt,
    Records: records.map(({ name, type, value, purpose, found, problem }) => ({
      Name: name,
      Type: type,
      Value: value,
      Purpose: purpose,
      Found: found,
      Problem: problem === '' ? null : problem,
    })),
  }
}
