import { isPublicId } from '../../lib/ids.ts'
import { readUnmatchedAgain, unmatchedMails, unmatchedRaw } from '../../store/inbound/mailbox-reports.ts'
import { reach } from '../reach.ts'
import { lines } from './lines.ts'

/** Mails that are listed. */
const most = 1000

/** `feedback unmatched`: the newest mails that match no client. */
export async function listUnmatched(): Promise<number> {
  const { db, close } = await reach('lettershop feedback')
  try {
    const out = lines()
    for (const { publicId, at, ...mail } of await unmatchedMails(db, most))
      if (!(await out.write({ mailId: publicId, at: at.toISOString(), ...mail }))) break
    return 0
  } finally {
    await close()
  }
}

/** `feedback unmatched --show <MailID>`: the octets that are kept. */
export async function showUnmatched(mailId: string): Promise<number> {
  const { db, close } = await reach('lettershop feedback')
  try {
    const raw = isPublicId(mailId) ? await unmatchedRaw(db, mailId) : undefined
    if (!raw) {
      process.stderr.write(`There is no such mail among those that match no client.\n`)
      return 1
    }
    process.stdout.write(raw)
    return 0
  } finally {
    await close()
  }
}

/** `feedback unmatched --read-again`: the service works them off. */
export async function readUnmatched(): Promise<number> {
  const { db, close } = await reach('lettershop feedback')
  try {
    process.stdout.write(`${await readUnmatchedAgain(db)} mails are read again by the service.\n`)
    return 0
  } finally {
    await close()
  }
}
