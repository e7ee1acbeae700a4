/** Plays the scenario over one wire, against a service of its own. */
import type { Database } from '../../src/store/connection/database.ts'
import { isOffered, type Reply, type Sent, send, type WireName } from '../harness/dial.ts'
import { startDns } from '../harness/dns.ts'
import { startTestService } from '../harness/service.ts'
import { readAnswer } from './answer.ts'
import type { Case } from './case.ts'
import { names } from './names.ts'
import { scenario } from './scenario.ts'
import { type Written, write } from './wire.ts'
import { prepareWorld } from './world.ts'

export interface PlayedCase {
  readonly shown: Case
  /** The exchange as it is put on record. */
  readonly record: string
  /** Who answered: JSON where the wire does not offer the operation. */
  readonly by: WireName
  readonly status: number
  /** With names in place of ids. */
  readonly value: unknown
}

export interface Played {
  readonly cases: readonly PlayedCase[]
  /** Rows of each table in the end. */
  readonly rows: Readonly<Record<string, number>>
}

/** @param pages address of the page server */
export async function play(wire: WireName, pages: string): Promise<Played> {
  // nothing is published there
  const dns = await startDns()
  const service = await startTestService({
    LETTERSHOP_DNS_SERVERS: dns.address,
    LETTERSHOP_CALLS_PER_SECOND: '0',
    LETTERSHOP_CLIENTS_PER_HALF_HOUR: '3',
    // nothing happens by itself
    LETTERSHOP_ROLES: 'api',
  })
  try {
    const known = names({
      service: service.url,
      pages,
      key: service.login.apiKey,
      ...(await prepareWorld(service.db)),
    })
    const played: PlayedCase[] = []
    for (const shown of scenario) {
      const { operation, expect, as } = shown
      const params = known.fill(shown.params)
      const sent = withHeaders(write(wire, operation, params), shown)
      const received = await send(service.url, sent)
      // a call that this wire does not offer is made over JSON, so that the next cases find the same rows
      const by = isOffered(wire, operation) ? wire : 'json'
      const answer = by === wire ? received : await send(service.url, withHeaders(write(by, operation, params), shown))
      const value = readAnswer(by, operation, answer)
      if (as !== undefined && expect === 'success') {
        // a secret holds its key's id, and so comes first
        for (const [name, secret] of secretsOf(value)) known.add(as + name, secret)
        known.add(as, idOf(value))
      }
      played.push({
        shown,
        record: known.hide(transcript(sent, received)),
        by,
        status: answer.status,
        value: JSON.parse(known.hide(JSON.stringify(value))),
      })
    }
    return { cases: played, rows: await countRows(service.db) }
  } finally {
    await service.stop()
    await dns.close()
  }
}

/** A text is the id; of a page that is not the last, the cursor of the next; of any other record, its first member is. */
function idOf(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'NextCursor' in value && value.NextCursor !== '') {
    return String(value.NextCursor)
  }
  return String(typeof value === 'object' && value !== null ? Object.values(value)[0] : value)
}

/** What is shown once: the secret of a key, the token of an invitation. */
function secretsOf(value: unknown): readonly (readonly [name: string, secret: string])[] {
  if (typeof value !== 'object' || value === null) return []
  if ('KeyID' in value && 'Secret' in value) return [['Secret', String(value.Secret)]]
  if ('Link' in value) return [['Token', new URL(String(value.Link)).hash.slice(1)]]
  return []
}

function withHeaders(sent: Written, { headers }: Case): Written {
  return headers ? { ...sent, headers: { ...sent.headers, ...headers } } : sent
}

/** Of tables with a row for each hour or day, what the rows are about: a run that passes an hour's end has more rows. */
const aboutOf: Readonly<Record<string, string>> = {
  ...{ campaign_hours: 'campaign_id', client_days: 'client_id', form_hours: 'form_id', list_days: 'list_id' },
}

async function countRows(db: Database): Promise<Record<string, number>> {
  const tables = await db<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public' order by 1`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const about = aboutOf[name]
    const [row] = await db`select count(${about ? db`distinct ${db(about)}` : db`*`}) as n from ${db(name)}`
    counts[name] = row!.n
  }
  return counts
}

/** An exchange as text: both start lines, headers that matter, bodies byte for byte. */
export function transcript(sent: Sent, reply: Reply): string {
  const lines = [
    `${sent.method} ${sent.path} HTTP/1.1`,
    ...Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`),
    ...(sent.body ? ['', String(sent.body)] : []),
    '',
    `HTTP/1.1 ${reply.status} ${reply.reason}`,
    ...headerLines(reply),
    ...(reply.text === '' ? [] : ['', reply.text]),
  ]
  return `${lines.join('\n')}\n`
}

/** Every answer has these, and they say nothing of it. */
const ofEveryAnswer = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'x-request-id',
])

function headerLines({ rawHeaders }: Reply): readonly string[] {
  const lines: string[] = []
  for (let n = 0; n < rawHeaders.length; n += 2) {
    if (!ofEveryAnswer.has(rawHeaders[n]!.toLowerCase())) lines.push(`${rawHeaders[n]}: ${rawHeaders[n + 1]}`)
  }
  return lines
}
