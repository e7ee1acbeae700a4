/** The messages of the live stream. See docs/stream.md#messages. */
import { progressRecord } from '../../domain/campaigns/reports/recipients.ts'
import type { PublishedEvent } from '../../store/events/events.ts'
import type { SendingProgress } from '../../store/ledger/recipients-of.ts'

/** An event as JSON: one entry of the list in a message. */
export type Item = string

export function eventItem(clientPublicId: string, { sequence, type, date, data }: PublishedEvent): Item {
  const event = { Sequence: sequence, Type: type, Date: date, Data: data }
  return JSON.stringify({ topic: 'event', client: clientPublicId, id: `${sequence}`, event })
}

export function countersItem(clientPublicId: string, progress: SendingProgress): Item {
  const { campaignPublicId } = progress
  // dates that there are none of are left out, as on the JSON wire
  const counters = Object.fromEntries(Object.entries(progressRecord(progress)).filter(([, value]) => value !== null))
  return JSON.stringify({ topic: 'counters', client: clientPublicId, id: campaignPublicId, counters })
}

/** A lease of an editor has begun or was given back: `Campaign.SetEditing` or `Template.SetEditing` returns the leases that are left. */
export function editingItem(clientPublicId: string, publicId: string): Item {
  return JSON.stringify({ topic: 'editing', client: clientPublicId, id: publicId })
}

/** Events are missing between what the reader has read and what comes now. @param from the sequence after which the stream goes on */
export function resetItem(clientPublicId: string, from: number): Item {
  return JSON.stringify({ topic: 'reset', client: clientPublicId, id: `${from}` })
}

/**
 * A message. JSON has no line breaks of its own, so each is one line of data.
 * @param position absent where it is not to move
 */
export function message(items: readonly Item[], position: string | undefined): string {
  return `${position === undefined ? '' : `id: ${position}\n`}data: [${items.join(',')}]\n\n`
}

/** Sends a reader its position without a message. */
export function positionMessage(position: string): string {
  return `id: ${position}\n\n`
}

/** How long a reader waits before it connects again, in milliseconds. */
export function retryAfter(ms: number): string {
  return `retry: ${Math.round(ms)}\n\n`
}

/** Keeps proxies from closing the connection, and lets us notice readers that have vanished. */
export const comment = ':\n\n'
