/** The DNS records a sending domain needs, and what is wrong with those that are found, in plain words. */
import type { Dns, DnsAnswer } from '../../lib/dns.ts'

export type RecordKey = 'dkim rsa' | 'dkim ed25519' | 'spf' | 'dmarc' | 'return path'

export interface WantedRecord {
  readonly key: RecordKey
  readonly name: string
  readonly type: 'TXT' | 'MX'
  /** What to publish. */
  readonly value: string
  readonly purpose: string
}

/** What can be wrong with a record, and the sentence for it. */
export const dnsProblems = {
  None: '',
  NotChecked: 'Not checked yet.',
  NoAnswer: 'The name servers did not answer. Try again later.',
  DkimMissing: 'There is no DKIM record here. Publish this one.',
  DkimRepeated: 'There is more than one DKIM record here. Keep only this one.',
  DkimRevoked: 'The DKIM record here is a revoked key. Publish this one instead.',
  DkimDifferent: 'The DKIM record here has another key, or part of it is missing. Replace it with this one.',
  SpfMissing: 'There is no SPF record here: receivers cannot tell that your relay may send.',
  SpfRepeated: 'There is more than one SPF record here, which receivers take for none. Make them one.',
  SpfOpen: 'The SPF record lets every host send. End it with ~all or -all.',
  DmarcMissing: 'There is no DMARC record: Gmail and Yahoo refuse bulk mail without one.',
  DmarcRepeated: 'There is more than one DMARC record, which receivers take for none. Keep one.',
  DmarcWithoutPolicy: 'The DMARC record has no policy: it needs p=none, p=quarantine or p=reject.',
  MxMissing: 'There is no MX record here: returned mail would be lost, and bounces never counted.',
} as const

export type DnsProblem = keyof typeof dnsProblems

export interface Finding {
  readonly key: RecordKey
  /** Undefined: the name servers did not answer. */
  readonly found: boolean | undefined
  readonly problem: DnsProblem
}

export interface PublishedKeys {
  readonly domain: string
  readonly selector: string
  readonly rsaPublic: string
  readonly ed25519Public: string
}

export interface Surroundings {
  /** Returned mail goes there; undefined for the From address. */
  readonly bounceDomain: string | undefined
  /** Host that takes returned mail. */
  readonly mailHost: string
}

export function wantedRecords(keys: PublishedKeys, { bounceDomain, mailHost }: Surroundings): readonly WantedRecord[] {
  const { domain, selector, rsaPublic, ed25519Public } = keys
  const returnPath = bounceDomain ?? domain
  return [
    {
      key: 'dkim rsa',
      name: `${selector}-rsa._domainkey.${domain}`,
      type: 'TXT',
      value: `v=DKIM1; k=rsa; p=${rsaPublic}`,
      purpose: 'DKIM: mail is signed once this record is found.',
    },
    {
      key: 'dkim ed25519',
      name: `${selector}-ed._domainkey.${domain}`,
      type: 'TXT',
      value: `v=DKIM1; k=ed25519; p=${ed25519Public}`,
      purpose: 'DKIM: a second, shorter signature. Mail is signed without it too.',
    },
    {
      key: 'spf',
      name: returnPath,
      type: 'TXT',
      value: 'v=spf1 a mx include:YOUR-RELAY ~all',
      purpose:
        'SPF: says which hosts may send for the return path. Put what your relay asks for in place of YOUR-RELAY.',
    },
    {
      key: 'dmarc',
      name: `_dmarc.${domain}`,
      type: 'TXT',
      value: 'v=DMARC1; p=none',
      purpose: 'DMARC: large receivers want it of bulk senders. A record of the domain above counts too.',
    },
    {
      key: 'return path',
      name: returnPath,
      type: 'MX',
      value: bounceDomain === undefined ? 'the host that takes your mail' : `10 ${mailHost}`,
      purpose: 'Return path: where mail that could not be delivered comes back to.',
    },
  ]
}

/** Asks the domain name system about every record, at once. */
export async function checkRecords(dns: Dns, wanted: readonly WantedRecord[]): Promise<readonly Finding[]> {
  return Promise.all(
    wanted.map(async record => {
      const { key, name, type } = record
      const answer =
        key === 'dmarc' ? await dmarcAnswer(dns, name) : await (type === 'MX' ? dns.mx(name) : dns.txt(name))
      if (answer === 'no answer') {
        return { key, found: undefined, problem: 'NoAnswer' as const }
      }
      const problem = problemOf(record, answer)
      return { key, found: problem === 'None', problem }
    }),
  )
}

/** RFC 7489 §6.6.3: what a domain does not say, the one it belongs to may. */
async function dmarcAnswer(dns: Dns, name: string): Promise<DnsAnswer> {
  const labels = name.split('.').slice(1)
  for (let first = 0; first <= labels.length - 2 && first < mostParents; first++) {
    const answer = await dns.txt(`_dmarc.${labels.slice(first).join('.')}`)
    if (answer === 'no answer' || answer.some(isDmarc)) return answer
  }
  return []
}

const mostParents = 5
const isDmarc = (text: string) => /^v=DMARC1\s*(?:;|$)/.test(text)
const isSpf = (text: string) => /^v=spf1(?:\s|$)/i.test(text)

function problemOf({ key, value }: WantedRecord, found: readonly string[]): DnsProblem {
  switch (key) {
    case 'dkim rsa':
    case 'dkim ed25519':
      return dkimProblem(found, tagOf(value, 'p')!)
    case 'spf':
      return spfProblem(found.filter(isSpf))
    case 'dmarc':
      return dmarcProblem(found.filter(isDmarc))
    case 'return path':
      return found.some(host => host !== '' && host !== '.') ? 'None' : 'MxMissing'
  }
}

function dkimProblem(found: readonly string[], key: string): DnsProblem {
  const published = found.map(text => tagOf(text, 'p')).filter(tag => tag !== undefined)
  if (published.length === 0) return 'DkimMissing'
  if (published.length > 1) return 'DkimRepeated'
  if (published[0] === '') return 'DkimRevoked'
  return published[0] === key ? 'None' : 'DkimDifferent'
}

function spfProblem(found: readonly string[]): DnsProblem {
  if (found.length === 0) return 'SpfMissing'
  if (found.length > 1) return 'SpfRepeated'
  return /\s\+?all(?:\s|$)/i.test(found[0]!) ? 'SpfOpen' : 'None'
}

function dmarcProblem(found: readonly string[]): DnsProblem {
  if (found.length === 0) return 'DmarcMissing'
  if (found.length > 1) return 'DmarcRepeated'
  return /^(?:none|quarantine|reject)$/i.test(tagOf(found[0]!, 'p') ?? '') ? 'None' : 'DmarcWithoutPolicy'
}

/** A tag of a `name=value; …` list (RFC 6376 §3.2), without white space. */
function tagOf(text: string, name: string): string | undefined {
  for (const part of text.split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).replace(/\s+/g, '')
  }
  return undefined
}
