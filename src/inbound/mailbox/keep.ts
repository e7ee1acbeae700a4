/** Mails on their way into the database: gathered into batches that fit into memory, durable when acknowledged. */
import { coalesce } from '../../lib/coalesce.ts'
import type { Database } from '../../store/connection/database.ts'
import { insertMails, type NewMail } from '../../store/inbound/mailbox.ts'

/** Octets of one statement; the driver writes each as two characters. */
const mostTogether = 4 * 1024 * 1024
/** Octets kept of one mail. The text of a report is at its beginning, and our own mails are shorter. */
export const keptOctets = 1024 * 1024

/** Keeps the same mail for all its recipients; durable when it resolves. @returns those it was not kept for: there are too many of them */
export type Keep = (mails: readonly NewMail[]) => Promise<readonly NewMail[]>

/** Mails that arrive together share a statement and a commit. */
export function keepMails(db: Database): Keep {
  return coalesce<readonly NewMail[], readonly NewMail[]>(
    async batch => {
      const results: (readonly NewMail[] | Error)[] = []
      for (const group of groups(batch)) {
        const mails = group.flat()
        const full = await insertMails(db, mails).then(
          written => new Set(written.full.map(place => mails[place]!)),
          error => asError(error),
        )
        for (const own of group) results.push(full instanceof Error ? full : own.filter(mail => full.has(mail)))
      }
      return results
    },
    { most: 500, concurrency: 2 },
  )
}

/** Neighbours together as far as they fit into one statement. */
function groups(batch: readonly (readonly NewMail[])[]): (readonly NewMail[])[][] {
  const made: (readonly NewMail[])[][] = []
  let octets = Number.POSITIVE_INFINITY
  for (const mails of batch) {
    const own = mails.reduce((sum, { raw }) => sum + raw.length, 0)
    if (octets + own > mostTogether) {
      made.push([])
      octets = 0
    }
    made.at(-1)!.push(mails)
    octets += own
  }
  return made
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
