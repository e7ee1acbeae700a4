/** Sending domains of a client: made with keys of their own, verified in the domain name system, then used for signing. */
import { randomBytes } from 'node:crypto'
import { Refusal } from '../../contract/refusals.ts'
import type { Dns } from '../../lib/dns.ts'
import {
  deleteSendingDomain,
  insertSendingDomain,
  readSendingDomains,
  recordCheck,
  type SendingDomainRow,
} from '../../store/accounts/sending-domains.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { ClientRef } from '../access/access.ts'
import type { KeyRing } from '../access/keys.ts'
import { parseAddress } from '../text-rules/address.ts'
import {
  checkRecords,
  type DnsProblem,
  dnsProblems,
  type Finding,
  type Surroundings,
  type WantedRecord,
  wantedRecords,
} from './records.ts'
import { makeKey } from './signing-keys.ts'

export interface SendingDomain {
  readonly domain: string
  /** Mail from it is signed. */
  readonly verified: boolean
  /** Local times of the client; null for never. */
  readonly verifiedAt: string | null
  readonly checkedAt: string | null
  readonly records: readonly (WantedRecord & { readonly found: boolean; readonly problem: DnsProblem })[]
}

const mostDomains = 50

/** Makes the keys. @throws Refusal InvalidDomain, DuplicateDomain, TooManyDomains */
export async function createSendingDomain(
  db: Database,
  keys: KeyRing,
  client: ClientRef,
  name: string | null,
  around: Surroundings,
  onCreated?: (sql: Transaction, domain: SendingDomain) => Promise<void>,
): Promise<SendingDomain> {
  const domain = parseDomain(name)
  if (domain === undefined) throw new Refusal('InvalidDomain', 'Domain must be a domain name such as news.example.com.')
  await refusePresent(db, client, domain)
  const owner = { clientId: client.clientId, domain }
  const [rsa, ed25519] = await Promise.all([makeKey(keys, 'rsa', owner), makeKey(keys, 'ed25519', owner)])
  const row = {
    domain,
    selector: `ls${randomBytes(4).toString('hex')}`,
    rsaPrivate: rsa.encrypted,
    rsaPublic: rsa.published,
    ed25519Private: ed25519.encrypted,
    ed25519Public: ed25519.published,
  }
  return transaction(db, async sql => {
    const outcome = await insertSendingDomain(sql, client, row, mostDomains)
    if (outcome !== 'inserted') throw refusalOf(outcome)
    const made = await findDomain(sql, client, domain, around)
    await onCreated?.(sql, made)
    return made
  })
}

/**
 * Asks the domain name system. What cannot be asked stays as it was: a name server's bad hour stops no signing.
 * @throws Refusal UnknownDomain
 */
export async function verifySendingDomain(
  db: Database,
  dns: Dns,
  client: ClientRef,
  name: string | null,
  around: Surroundings,
  now: Date,
): Promise<SendingDomain> {
  const row = await findRow(db, client, name)
  const findings = await checkRecords(dns, wantedRecords(row, around))
  const found = (key: Finding['key']) => findings.find(finding => finding.key === key)?.found
  const check = { rsaFound: found('dkim rsa'), ed25519Found: found('dkim ed25519'), report: findings }
  if (!(await recordCheck(db, client, row.domain, check, now))) throw refusalOf('unknown')
  return findDomain(db, client, row.domain, around)
}

export async function listSendingDomains(sql: Sql, client: ClientRef, around: Surroundings): Promise<SendingDomain[]> {
  return (await readSendingDomains(sql, client)).map(row => describe(row, around))
}

/** Its keys go for good. @throws Refusal UnknownDomain */
export async function removeSendingDomain(sql: Sql, client: ClientRef, name: string | null): Promise<void> {
  const domain = parseDomain(name)
  if (domain === undefined || !(await deleteSendingDomain(sql, client, domain))) throw refusalOf('unknown')
}

/** A domain as addresses have it: lower-case A-labels. */
function parseDomain(name: string | null): string | undefined {
  const address = parseAddress(`postmaster@${(name ?? '').trim()}`)?.address
  return address?.slice(address.lastIndexOf('@') + 1)
}

/** Before a key is made: that takes a while. */
async function refusePresent(sql: Sql, client: ClientRef, domain: string): Promise<void> {
  const present = await readSendingDomains(sql, client)
  if (present.some(row => row.domain === domain)) throw refusalOf('taken')
  if (present.length >= mostDomains) throw refusalOf('too many')
}

async function findRow(sql: Sql, client: ClientRef, name: string | null): Promise<SendingDomainRow> {
  const domain = parseDomain(name)
  const [row] = domain === undefined ? [] : await readSendingDomains(sql, client, domain)
  if (!row) throw refusalOf('unknown')
  return row
}

async function findDomain(sql: Sql, client: ClientRef, domain: string, around: Surroundings): Promise<SendingDomain> {
  return describe(await findRow(sql, client, domain), around)
}

function describe(row: SendingDomainRow, around: Surroundings): SendingDomain {
  const findings = row.report as readonly Finding[] // written above
  return {
    domain: row.domain,
    verified: row.verifiedAt !== null,
    verifiedAt: row.verifiedAt,
    checkedAt: row.checkedAt,
    records: wantedRecords(row, around).map(wanted => {
      const finding = findings.find(({ key }) => key === wanted.key)
      // a report from before problems had names holds a sentence, until the next check
      const problem = finding && finding.problem in dnsProblems ? finding.problem : 'NotChecked'
      return { ...wanted, found: finding?.found ?? false, problem: finding?.found ? 'None' : problem }
    }),
  }
}

function refusalOf(outcome: 'taken' | 'too many' | 'unknown'): Refusal {
  switch (outcome) {
    case 'taken':
      return new Refusal('DuplicateDomain', 'The client has this sending domain already.')
    case 'too many':
      return new Refusal('TooManyDomains', `A client has at most ${mostDomains} sending domains.`)
    case 'unknown':
      return new Refusal('UnknownDomain', 'The client has no such sending domain.')
  }
}
