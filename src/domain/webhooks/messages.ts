/** Messages to receivers, as the Standard Webhooks specification 1.0 has them: one event each, signed. */
import { createHmac, randomBytes } from 'node:crypto'

export interface Message {
  /** The same in every attempt, and in a replay: a receiver recognises repeated events by it. */
  readonly id: string
  readonly body: Buffer
}

export interface MessageEvent {
  /** Null for a test. */
  readonly sequence: number | null
  readonly type: string
  readonly at: Date
  /** When it was numbered: a database that was restored gives the same numbers to other events. */
  readonly publishedAt: Date
  readonly data: Readonly<Record<string, unknown>>
}

/** What begins a secret's text. */
const prefix = 'whsec_'
/** The specification wants 24 to 64. */
const secretBytes = 32

export function newSecret(): Buffer {
  return randomBytes(secretBytes)
}

/** As its owner sees it. */
export function secretText(secret: Buffer): string {
  return prefix + secret.toString('base64')
}

export function messageOf(webhookPublicId: string, { sequence, type, at, publishedAt, data }: MessageEvent): Message {
  const mark =
    sequence === null ? `test_${randomBytes(8).toString('hex')}` : `${sequence}_${publishedAt.getTime().toString(36)}`
  return {
    id: `msg_${webhookPublicId}_${mark}`,
    body: Buffer.from(
      JSON.stringify({ type, timestamp: at.toISOString(), ...(sequence !== null && { sequence }), data }),
    ),
  }
}

/** The headers of an attempt; each of the secrets signs. */
export function headersOf({ id, body }: Message, secrets: readonly Buffer[], now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map(secret => {
    const hash = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body)
    return `v1,${hash.digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
