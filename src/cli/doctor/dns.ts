/** Checks the DNS records of sending domains, as Domain.Verify does, and of the domain for returned mail. */
import { lookup } from 'node:dns/promises'
import type { Config } from '../../config.ts'
import { checkRecords, dnsProblems, wantedRecords } from '../../domain/sending-domains/records.ts'
import type { Dns } from '../../lib/dns.ts'
import type { Database } from '../../store/connection/database.ts'
import { hasSchema, readLastCheckedDomains } from '../../store/diagnosis.ts'
import { error, type Finding, info, ok, reasonOf, unknown, warning } from './finding.ts'

/** Sending domains that are looked up, five questions each. */
const mostDomains = 20

export async function checkSendingDomains(db: Database, dns: Dns, config: Config): Promise<readonly Finding[]> {
  const id = 'dns.domains'
  const { domains, all } = (await hasSchema(db))
    ? await readLastCheckedDomains(db, mostDomains)
    : { domains: [], all: 0 }
  if (domains.length === 0)
    return [
      info(
        id,
        'No client has a sending domain: mail is not signed.',
        'Clients set one up with Domain.Create, or in the console.',
      ),
    ]
  const around = {
    bounceDomain: config.LETTERSHOP_BOUNCE_DOMAIN ?? undefined,
    mailHost: config.LETTERSHOP_PUBLIC_URL === null ? 'localhost' : new URL(config.LETTERSHOP_PUBLIC_URL).hostname,
  }
  const wrong = await Promise.all(
    domains.map(async row => {
      const wanted = wantedRecords(row, around)
      return (await checkRecords(dns, wanted))
        .map(({ key, problem }) => ({ problem, name: wanted.find(record => record.key === key)!.name }))
        .filter(({ problem }) => problem !== 'None')
        .map(({ problem, name }) =>
          (problem === 'NoAnswer' ? unknown : warning)(
            id,
            `${row.domain}: ${name}: ${dnsProblems[problem]}`,
            'The records to publish are in the console, and in the answer of Domain.List.',
          ),
        )
    }),
  )
  const looked =
    all > domains.length ? `${domains.length} of ${all} sending domains, those checked last` : `${all} sending domains`
  const bad = wrong.filter(findings => findings.length > 0).length
  const sums =
    bad === 0 ? ok(id, `All records of ${looked}, are right.`) : info(id, `Of ${looked}, ${bad} have something wrong.`)
  return [sums, ...wrong.flat()]
}

export async function checkBounceDomain(dns: Dns, { LETTERSHOP_BOUNCE_DOMAIN: domain }: Config): Promise<Finding> {
  const id = 'dns.bounces'
  if (domain === null)
    return info(
      id,
      'There is no bounce domain: returned mail goes to the From address, and bounces are not counted.',
      'Set LETTERSHOP_BOUNCE_DOMAIN: docs/returned-mail.md.',
    )
  const hosts = await dns.mx(domain)
  if (hosts === 'no answer')
    return unknown(id, `The name servers do not answer for the bounce domain ${domain}.`, 'Run the doctor again later.')
  const host = hosts.find(name => name !== '' && name !== '.')
  if (host === undefined)
    return error(
      id,
      `The bounce domain ${domain} has no MX record: returned mail is lost.`,
      'Publish one that names the host that takes returned mail (LETTERSHOP_MAILBOX_PORT).',
    )
  const failed = await lookup(host).then(() => undefined, reasonOf)
  return failed === undefined
    ? ok(id, `Returned mail to ${domain} goes to ${host}.`)
    : error(
        id,
        `The bounce domain ${domain} names the host ${host}, which has no address: ${failed}.`,
        'Publish an A or AAAA record for that host.',
      )
}
