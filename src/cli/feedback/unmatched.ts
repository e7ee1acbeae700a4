import { isPublicId } from '../../lib/ids.ts'
import { findUnmatchedRaw, readUnmatchedAgain, readUnmatchedMails } from '../../store/inbound/mailbox-reports.ts'
import { CommandFailed, withDatabase } from '../run.ts'
import { lines } from './lines.ts'

/** Mails that are listed. */
const most = 1000

/** `feedback unmatched`: the newest mails that match no client. */
export async function listUnmatched(): Promise<number> {
  return withDatabase('lettershop feedback', async db => {
    const out = lines()
    for (const { publicId, at, ...mail } of await readUnmatchedMails(db, most))
      if (!(await out.write({ mailId: publicId, at: at.toISOString(), ...mail }))) break
    return 0
  })
}

/** `feedback unmatched --show <MailID>`: the octets that are kept. */
export async function showUnmatched(mailId: string): Promise<number> {
  return withDatabase('lettershop feedback', async db => {
    const raw = isPublicId(mailId) ? await findUnmatchedRaw(db, mailId) : undefined
    if (!raw) throw new CommandFailed('There is no such mail among those that match no client.')
    process.stdout.write(raw)
    return 0
  })
}

/** `feedback unmatched --read-again`: the service works them off. */
export async function readUnmatched(): Promise<number> {
  return withDatabase('lettershop feedback', async db => {
    process.stdout.write(`${await readUnmatchedAgain(db)} mails are read again by the service.\n`)
    return 0
  })
}
