/** What came back to a client, as people read it. */
import { Refusal } from '../../contract/refusals.ts'
import { decodeUndeclared } from '../../lib/charset.ts'
import { isPublicId } from '../../lib/ids.ts'
import type { Database } from '../../store/connection/database.ts'
import {
  findMessageOfClient,
  type MailRow,
  type MailState,
  readMailsAgain,
  readMailsOfClient,
} from '../../store/inbound/mailbox-reports.ts'
import type { ClientRef } from '../access/access.ts'
import { type PageRequest, readPage } from '../paging/paging.ts'

export type { MailState }

/** Octets of a mail that are shown. */
const shownOctets = 64 * 1024

/** After is the sequence of a mail. */
export interface WantedMails extends PageRequest {
  /** Null for every state. */
  readonly state: MailState | null
}

/** What came back, newest first. @throws Refusal InvalidParameter */
export async function readReturnedMails(
  db: Database,
  { clientId, timeZone }: ClientRef,
  { state, ...page }: WantedMails,
): Promise<readonly MailRow[]> {
  const found = await readMailsOfClient(db, { clientId, state, ...readPage(page), timeZone })
  return found.map(row => ({
    ...row,
    sender: shown(row.sender),
    evidence: row.evidence === null ? null : shown(row.evidence),
  }))
}

export interface ReturnedMessage {
  readonly date: string
  readonly remote: string
  readonly helo: string
  readonly sender: string
  readonly recipient: string
  readonly size: number
  readonly headers: string
  /** Everything after the headers, as it was sent: encoded parts stay encoded. */
  readonly text: string
  /** There is more of it. */
  readonly cut: boolean
}

/** One mail as it came, its beginning. @throws Refusal UnknownMail */
export async function readReturnedMessage(
  db: Database,
  { clientId, timeZone }: ClientRef,
  id: string | null,
): Promise<ReturnedMessage> {
  const found = await findMessageOfClient(db, { clientId, publicId: mailId(id), most: shownOctets, timeZone })
  if (!found) throw new Refusal('UnknownMail')
  const { raw, ...known } = found
  const end = /\r?\n\r?\n/.exec(raw.toString('latin1'))
  const [head, body] = end
    ? [raw.subarray(0, end.index), raw.subarray(end.index + end[0].length)]
    : [raw, Buffer.alloc(0)]
  return {
    ...known,
    sender: shown(known.sender),
    helo: shown(known.helo),
    headers: shown(textOf(head)),
    text: shown(textOf(body)),
    cut: raw.length < known.size,
  }
}

/** Mails without a result are read again, by the present rules. @returns how many mails */
export function readReturnedMailAgain(db: Database, { clientId }: ClientRef): Promise<number> {
  return readMailsAgain(db, clientId)
}

/** @throws Refusal UnknownMail */
function mailId(text: string | null): string {
  const id = (text ?? '').trim()
  if (!isPublicId(id)) throw new Refusal('UnknownMail')
  return id.toLowerCase()
}

/** UTF-8 where it is, otherwise windows-1252. */
function textOf(octets: Buffer): string {
  try {
    // the last character may be cut
    return new TextDecoder('utf-8', { fatal: true }).decode(octets, { stream: true })
  } catch {
    return decodeUndeclared(octets)
  }
}

/**
 * Characters that no XML document can hold become U+FFFD; strangers write these mails. Lines end in LF, as every XML parser
 * reads them (XML 1.0 §2.11), so that all wires say the same.
 */
function shown(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}
