/** Relays, DNS and the public URL: what this installation reaches, and how it is reached. */
import { lookup } from 'node:dns/promises'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Config } from '../../config.ts'
import { relayTester } from '../../delivery/relays/test-relays.ts'
import type { RelayReport } from '../../domain/relay-tests.ts'
import { checkRecords, dnsProblems, wantedRecords } from '../../domain/sending-domains/records.ts'
import { dns } from '../../lib/dns.ts'
import type { Database } from '../../store/connection/database.ts'
import { someSendingDomains } from '../../store/diagnosis.ts'
import { type Finding, findingsOf, onCertificate } from './finding.ts'

export async function checkRelays({ LETTERSHOP_TRANSPORT, LETTERSHOP_MAIL_FROM }: Config): Promise<readonly Finding[]> {
  const found = findingsOf('relays')
  if (LETTERSHOP_TRANSPORT.kind === 'folder')
    return [
      found.info(
        'Mail is written into a folder: nothing is sent.',
        'Name relays in LETTERSHOP_TRANSPORT when you want to send.',
      ),
    ]
  const tester = relayTester(LETTERSHOP_TRANSPORT)
  const reports = await tester.test(tester.relays, LETTERSHOP_MAIL_FROM ?? '')
  return reports.flatMap(onRelay)
}

const whatFailed: Readonly<Record<RelayReport['step'], string>> = {
  resolve: 'its name does not resolve',
  connect: 'no connection comes about',
  hello: 'it does not greet',
  tls: 'TLS does not come about',
  login: 'it does not let this user in',
  sender: 'it does not take mail of this sender',
  reset: 'it ended the test',
  done: '',
}

function onRelay({
  relay,
  step,
  error,
  encrypted,
  certificateUntil,
  loggedIn,
  offers,
}: RelayReport): readonly Finding[] {
  const found = findingsOf('relays')
  if (step !== 'done')
    return [
      found.error(
        `The relay ${relay} cannot be used, ${whatFailed[step]}: ${error.replace(/\.$/, '')}.`,
        'See LETTERSHOP_TRANSPORT, the relay’s log, and docs/relays.md.',
      ),
    ]
  const offered = offers
    ? [
        ...(offers.pipelining ? ['PIPELINING'] : []),
        ...(offers.chunking ? ['CHUNKING'] : []),
        ...(offers.eightBitMime ? ['8BITMIME'] : []),
        ...(offers.smtpUtf8 ? ['SMTPUTF8'] : []),
        ...(offers.mostBytes > 0 ? [`SIZE ${offers.mostBytes}`] : []),
      ].join(', ')
    : ''
  const findings = [
    found.ok(
      `The relay ${relay} takes mail${loggedIn ? ' after AUTH' : ''}${encrypted ? ', over TLS' : ''}. It offers: ${offered || 'nothing more'}.`,
    ),
  ]
  const host = relay.slice(0, relay.lastIndexOf(':'))
  const isNear = host === 'localhost' || host === '127.0.0.1' || host === '::1'
  if (!encrypted && !isNear)
    findings.push(
      found.warning(`Mail to the relay ${relay} is not encrypted.`, 'Turn on STARTTLS there, or take smtps:// for it.'),
    )
  if (offers && !offers.pipelining)
    findings.push(
      found.info(
        `The relay ${relay} does not offer PIPELINING, which makes sending several times as slow.`,
        'See docs/relays.md.',
      ),
    )
  return [...findings, ...onCertificate('relays', `the relay ${relay}`, certificateUntil)]
}

/** Sending domains that are looked at. */
const mostDomains = 50

export async function checkDns(db: Database | undefined, config: Config): Promise<readonly Finding[]> {
  const found = findingsOf('dns')
  const asked = dns(config.LETTERSHOP_DNS_SERVERS ?? [])
  const bounceDomain = config.LETTERSHOP_BOUNCE_DOMAIN ?? undefined
  const mailHost = new URL(config.LETTERSHOP_PUBLIC_URL ?? 'http://localhost').hostname
  const findings: Finding[] = []
  if (bounceDomain !== undefined) findings.push(...(await onBounceDomain(asked, bounceDomain)))
  const domains = db ? await someSendingDomains(db, mostDomains) : []
  for (const published of domains) {
    const wanted = wantedRecords(published, { bounceDomain, mailHost })
    for (const { key, found: isFound, problem } of await checkRecords(asked, wanted)) {
      const sentence = `${published.domain}, ${key}: ${dnsProblems[problem]}`
      if (isFound === undefined) findings.push(found.unknown(sentence, 'Ask again, or see LETTERSHOP_DNS_SERVERS.'))
      else if (!isFound) findings.push(found.warning(sentence, 'Domain.Get shows the record to publish.'))
    }
  }
  if (findings.length > 0) return findings
  return [
    found.ok(
      domains.length === 0
        ? 'No sending domain is set up.'
        : `The records of ${domains.length} sending domains are in place.`,
    ),
  ]
}

async function onBounceDomain(asked: ReturnType<typeof dns>, domain: string): Promise<readonly Finding[]> {
  const found = findingsOf('dns')
  const hosts = await asked.mx(domain)
  if (hosts === 'no answer') return [found.unknown(`The name servers did not answer for ${domain}.`, 'Ask again.')]
  const [host] = hosts
  if (host === undefined)
    return [
      found.error(
        `${domain} has no MX record: returned mail is lost, and bounces are never counted.`,
        'Publish one that names the host of LETTERSHOP_MAILBOX_PORT.',
      ),
    ]
  const address = await lookup(host).catch(() => undefined)
  if (!address)
    return [found.error(`The MX of ${domain}, ${host}, has no address.`, 'Publish an A or AAAA record for it.')]
  return [found.ok(`Returned mail for ${domain} goes to ${host} (${address.address}).`)]
}

/** Milliseconds to wait for an answer. */
const patienceMs = 5_000

export async function checkPublicUrl({
  LETTERSHOP_PUBLIC_URL,
  LETTERSHOP_TRUSTED_PROXIES,
  LETTERSHOP_TRANSPORT,
}: Config): Promise<readonly Finding[]> {
  const found = findingsOf('public url')
  if (LETTERSHOP_PUBLIC_URL === null) {
    const sentence = 'LETTERSHOP_PUBLIC_URL is not set: links in mails lead to this machine alone.'
    return [
      LETTERSHOP_TRANSPORT.kind === 'folder'
        ? found.info(sentence)
        : found.error(sentence, 'Set it to the https address that readers reach.'),
    ]
  }
  const url = new URL('/health', LETTERSHOP_PUBLIC_URL)
  const findings: Finding[] = []
  if (url.protocol === 'http:' && !isIP(url.hostname) && url.hostname !== 'localhost')
    findings.push(
      found.warning(
        'The public URL is http: one-click unsubscribing and the console need https.',
        'Put a proxy with TLS in front: deploy/nginx, deploy/caddy.',
      ),
    )
  try {
    const { status, text, until } = await ask(url)
    if (status === 200 && text.trim() === 'ok')
      findings.push(found.ok(`${LETTERSHOP_PUBLIC_URL} leads to a Lettershop that is well.`))
    else if (status === 503)
      findings.push(
        found.error(
          `${LETTERSHOP_PUBLIC_URL} answers 503: ${text.trim().slice(0, 200).replaceAll('\n', '; ')}.`,
          'See the log of the service.',
        ),
      )
    else
      findings.push(
        found.error(
          `${LETTERSHOP_PUBLIC_URL} does not lead to Lettershop: /health answered ${status}.`,
          'See the proxy in front of it.',
        ),
      )
    findings.push(...onCertificate('public url', url.host, until))
    if (url.protocol === 'https:' && LETTERSHOP_TRUSTED_PROXIES === null)
      findings.push(
        found.warning(
          'TLS ends at a proxy that LETTERSHOP_TRUSTED_PROXIES does not name: all readers count as one network.',
          'Name the proxy there.',
        ),
      )
  } catch (error) {
    findings.push(
      found.error(
        `${LETTERSHOP_PUBLIC_URL} cannot be reached from here: ${(error as Error).message.replace(/\.$/, '')}.`,
        'Start the service; then see DNS, the firewall and the proxy. Some networks do not reach their own public address.',
      ),
    )
  }
  return findings
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly until: Date | undefined
}

/** The installation's own address, so a private one is as good as any. @throws Error when nothing answers in time */
function ask(url: URL): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? overHttps : overHttp)(
      url,
      { signal: AbortSignal.timeout(patienceMs) },
      response => {
        const socket = response.socket as TLSSocket
        const ends = url.protocol === 'https:' ? socket.getPeerCertificate().valid_to : undefined
        let text = ''
        response.setEncoding('utf8').on('data', (piece: string) => {
          text = (text + piece).slice(0, 2_000)
        })
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, text, until: ends === undefined ? undefined : new Date(ends) }),
        )
        response.once('error', reject)
      },
    )
    request.once('error', error =>
      reject(error.name === 'TimeoutError' ? new Error('no answer within 5 seconds') : error),
    )
    request.end()
  })
}
