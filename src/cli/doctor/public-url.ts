/** The public URL, asked for as anyone would, from this machine: private addresses are legitimate, since it is our own. */
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { Config } from '../../config.ts'
import { serviceHeader } from '../../http/health.ts'
import { isPrivateHost } from '../../lib/addresses.ts'
import { certificateOf, judgeCertificate, type Seen } from './certificate.ts'
import { error, type Finding, info, ok, reasonOf, warning } from './finding.ts'

/** Longest request, in milliseconds. */
const patienceMs = 6_000
/** More of an answer is not read. */
const mostBytes = 65_536

export async function checkPublicUrl(config: Config): Promise<readonly Finding[]> {
  const url = config.LETTERSHOP_PUBLIC_URL
  if (url === null)
    return [
      info(
        'public-url.reach',
        'There is no public URL: links in mails lead to an address of this machine.',
        'Set LETTERSHOP_PUBLIC_URL, with https, before mail goes to other people.',
      ),
    ]
  return [...(await reach(new URL(url))), proxy(new URL(url), config)]
}

async function reach(url: URL): Promise<readonly Finding[]> {
  const id = 'public-url.reach'
  let answer: Answer
  try {
    // deploy/nginx/lettershop.conf keeps /ready to the machine
    answer = await ask(new URL('/health', url))
  } catch (cause) {
    return [
      error(
        id,
        `The public URL ${url.origin} is not reached from this machine: ${reasonOf(cause)}.`,
        'See that the name leads to this service, that its proxy runs, and that a firewall lets callers through.',
      ),
    ]
  }
  return [judgeAnswer(url, answer), ...certificate(url, answer.seen)]
}

function judgeAnswer(url: URL, { status, body, service }: Answer): Finding {
  const id = 'public-url.reach'
  if (service !== serviceHeader['X-Service'])
    return error(
      id,
      `The public URL ${url.origin} is answered with ${status} by something that is no Lettershop.`,
      'Have the proxy pass every path on to this service.',
    )
  // the answer does not identify the installation
  if (status !== 200) {
    const reasons = body.trim().replace(/\.$/gm, '').split('\n').join('; ')
    return warning(
      id,
      `The public URL ${url.origin} is answered by a Lettershop that is not healthy (${status}): ${reasons}.`,
      'Look at /ready at the port of each process.',
    )
  }
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname))
    return warning(
      id,
      `The public URL ${url.origin} is answered by a Lettershop, without TLS.`,
      'Use https: one-click unsubscription needs it.',
    )
  return ok(id, `The public URL ${url.origin} is answered by a Lettershop, from this machine.`)
}

function certificate(url: URL, seen: Seen | undefined): readonly Finding[] {
  if (!seen) return []
  const id = 'public-url.certificate'
  if (seen.distrust !== undefined)
    return [
      error(
        id,
        `The certificate of ${url.host} is not trusted (${seen.distrust}).`,
        'Have it renewed, or issued for this host by an authority that browsers trust, with its complete chain.',
      ),
    ]
  return [judgeCertificate(id, url.host, seen, Date.now())]
}

/** The service itself speaks HTTP only: with https there is a proxy. */
function proxy(url: URL, { LETTERSHOP_TRUSTED_PROXIES: trusted }: Config): Finding {
  const id = 'public-url.proxy'
  if (trusted !== null) return ok(id, 'X-Forwarded-For is believed of the proxies named in LETTERSHOP_TRUSTED_PROXIES.')
  if (url.protocol === 'http:') return info(id, 'No proxy is trusted: X-Forwarded-For is ignored.')
  return warning(
    id,
    'The public URL has https, so a proxy is in front, but none is trusted: X-Forwarded-For is ignored, and all callers look like one.',
    'Name the address of the proxy in LETTERSHOP_TRUSTED_PROXIES.',
  )
}

interface Answer {
  readonly status: number
  readonly body: string
  /** What says which program answers (http/health.ts). */
  readonly service: unknown
  readonly seen: Seen | undefined
}

/** An untrusted certificate is looked at, too: the request carries nothing. */
function ask(url: URL): Promise<Answer> {
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const options = { agent: false, signal: AbortSignal.timeout(patienceMs), rejectUnauthorized: false } as const
    const request = (isSecure ? requestSecure : requestPlain)(url, options, response => {
      const seen = isSecure ? certificateOf(response.socket as TLSSocket) : undefined // of https it is one
      let body = ''
      const done = () => {
        resolve({ status: response.statusCode ?? 0, body, service: response.headers['x-service'], seen })
        request.destroy()
      }
      response.setEncoding('utf8')
      response.on('data', (piece: string) => {
        body += piece
        if (body.length > mostBytes) done()
      })
      response.on('end', done).on('error', reject)
    })
    request.on('error', cause =>
      reject(cause.name === 'AbortError' || cause.name === 'TimeoutError' ? new Error(late) : cause),
    )
    request.end()
  })
}

const late = `it did not answer within ${patienceMs / 1000} seconds`
