/**
 * How far a reader of the live stream has read, as text that it gives back when it connects again (Last-Event-ID, WHATWG HTML §9.2).
 *
 * Sequences are per client, and an account may have thousands of clients, so a position names only clients with recent events. Of
 * all others it says that everything numbered until a time was read. A position that was cut short for its length repeats events; it
 * never leaves any out.
 */

export interface Position {
  /** Milliseconds since 1970: of clients not named here, every event numbered until then was read. */
  readonly readUntil: number
  /** The sequence of the last event that was read, by public ClientID. */
  readonly sequences: ReadonlyMap<string, number>
  /** Public CampaignIDs whose last counters said that they are being sent. */
  readonly sending: readonly string[]
}

/** Clients, and campaigns, that a position names. */
export const mostNamed = 100

/** The version of this form, so that later forms can be distinguished. */
const prefix = 'p1.'
/** The time and the two counts. */
const headBytes = 8
const idBytes = 16
const numberBytes = 6
const longestText = prefix.length + Math.ceil(((headBytes + mostNamed * (2 * idBytes + numberBytes)) * 4) / 3)

export function writePosition({ readUntil, sequences, sending }: Position): string {
  const bytes = Buffer.alloc(headBytes + sequences.size * (idBytes + numberBytes) + sending.length * idBytes)
  bytes.writeUIntBE(readUntil, 0, numberBytes)
  bytes.writeUInt8(sequences.size, 6)
  bytes.writeUInt8(sending.length, 7)
  let at = headBytes
  for (const [clientId, sequence] of sequences) {
    at += bytes.write(clientId, at, 'hex')
    at = bytes.writeUIntBE(sequence, at, numberBytes)
  }
  for (const campaignId of sending) at += bytes.write(campaignId, at, 'hex')
  return prefix + bytes.toString('base64url')
}

/** @returns undefined for what `writePosition` never gave */
export function readPosition(text: string): Position | undefined {
  if (text.length > longestText || !text.startsWith(prefix)) return undefined
  const coded = text.slice(prefix.length)
  const bytes = Buffer.from(coded, 'base64url')
  if (bytes.length < headBytes || bytes.toString('base64url') !== coded) return undefined
  const clients = bytes.readUInt8(6)
  const campaigns = bytes.readUInt8(7)
  if (clients > mostNamed || campaigns > mostNamed) return undefined
  if (bytes.length !== headBytes + clients * (idBytes + numberBytes) + campaigns * idBytes) return undefined
  const sequences = new Map<string, number>()
  let at = headBytes
  for (let n = 0; n < clients; n++) {
    const clientId = bytes.toString('hex', at, at + idBytes)
    sequences.set(clientId, bytes.readUIntBE(at + idBytes, numberBytes))
    at += idBytes + numberBytes
  }
  const sending = Array.from({ length: campaigns }, (_, n) =>
    bytes.toString('hex', at + n * idBytes, at + (n + 1) * idBytes),
  )
  return { readUntil: bytes.readUIntBE(0, numberBytes), sequences, sending }
}
