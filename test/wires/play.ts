/** The scenario told over one wire, against a service of its own. */
import { startTestService } from '../harness/service.ts'
import { readAnswer } from './answer.ts'
import type { Case } from './case.ts'
import { names } from './names.ts'
import { scenario } from './scenario.ts'
import { isOffered, type Received, type Sent, send, type WireName, write } from './wire.ts'
import { prepareWorld } from './world.ts'

export interface Told {
  readonly shown: Case
  /** The exchange as it is put on record. */
  readonly record: string
  /** Who answered: JSON where the wire does not offer the operation. */
  readonly by: WireName
  readonly status: number
  /** With names in place of ids. */
  readonly value: unknown
}

/** @param pages address of the page server */
export async function tell(wire: WireName, pages: string): Promise<readonly Told[]> {
  const service = await startTestService({
    LETTERSHOP_CALLS_PER_SECOND: '0',
    LETTERSHOP_CLIENTS_PER_HALF_HOUR: '2',
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
    const told: Told[] = []
    for (const shown of scenario) {
      const { operation, expect, as } = shown
      const params = known.fill(shown.params)
      const sent = write[wire](operation, params)
      const received = await send(service.url, sent)
      // what cannot be said over this wire happens all the same, so that what follows is the same
      const by = isOffered(wire, operation) ? wire : 'json'
      const answer = by === wire ? received : await send(service.url, write[by](operation, params))
      const value = readAnswer(by, operation, answer)
      if (as !== undefined && expect === 'success') known.add(as, String(value))
      told.push({
        shown,
        record: known.hide(transcript(sent, received)),
        by,
        status: answer.status,
        value: JSON.parse(known.hide(JSON.stringify(value))),
      })
    }
    return told
  } finally {
    await service.stop()
  }
}

/** An exchange as text: both start lines, headers that matter, bodies byte for byte. */
export function transcript(sent: Sent, { status, reason, headers, body }: Received): string {
  const lines = [
    `${sent.method} ${sent.target} HTTP/1.1`,
    ...Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`),
    ...(sent.body === '' ? [] : ['', sent.body]),
    '',
    `HTTP/1.1 ${status} ${reason}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : ['', body]),
  ]
  return `${lines.join('\n')}\n`
}
