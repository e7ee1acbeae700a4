/** Mails of files put into the mailbox, in batches that fit into memory. Twice is as good as once. */
import type { Tokens } from '../../domain/tokens/tokens.ts'
import type { Database } from '../../store/connection/database.ts'
import { insertMails, type NewMail } from '../../store/inbound/mailbox.ts'
import { readFiledMail } from './filed.ts'
import type { FiledMail } from './files.ts'

export interface Imported {
  readonly mails: number
  /** That were not there before. */
  readonly fresh: number
  /** Not taken, because too many of their recipient are there. */
  readonly refused: number
  /** SHA-256 of each that is there now. */
  readonly hashes: readonly Buffer[]
}

/** Of one statement. */
const mostMails = 200
const mostOctets = 4 * 1024 * 1024

/** @param onProgress called after each batch */
export async function importMails(
  { db, tokens, now }: { readonly db: Database; readonly tokens: Tokens; readonly now: () => Date },
  mails: AsyncIterable<FiledMail>,
  onProgress: (so: Omit<Imported, 'hashes'>) => void = () => {},
): Promise<Imported> {
  const hashes: Buffer[] = []
  let done = { mails: 0, fresh: 0, refused: 0 }
  let batch: NewMail[] = []
  let octets = 0
  async function flush() {
    if (batch.length === 0) return
    const { full, written } = await insertMails(db, batch)
    for (const { sha256 } of batch) hashes.push(sha256)
    done = { mails: done.mails + batch.length, fresh: done.fresh + written, refused: done.refused + full.length }
    batch = []
    octets = 0
    onProgress(done)
  }
  for await (const mail of mails) {
    if (batch.length === mostMails || octets + mail.raw.length > mostOctets) await flush()
    batch.push(readFiledMail(mail, tokens, now()))
    octets += mail.raw.length
  }
  await flush()
  return { ...done, hashes }
}
