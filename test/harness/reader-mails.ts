/** The jobs of mails to readers, run over a test's database; what they would have sent is kept. */
import PostalMime, { type Email } from 'postal-mime'
import { noticeSender } from '../../src/delivery/system-mail/notices.ts'
import { readerMailJobs } from '../../src/delivery/system-mail/reader-mails.ts'
import type { Message, Transport } from '../../src/delivery/transport.ts'
import { friendSeal } from '../../src/domain/campaigns/mails/declining.ts'
import { tokens as tokensOf } from '../../src/domain/tokens/tokens.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { testMailLinks } from './mail-links.ts'
import { testKeys } from './seed.ts'

export interface ReaderMail extends Email {
  /** Of the envelope. */
  readonly recipient: string
  /** Path of the link, with its token. */
  readonly path: string
}

/** Runs waiting jobs of these mails until none is left. @returns the mails, in their order */
export async function runReaderMails(db: Database): Promise<readonly ReaderMail[]> {
  const sent: Message[] = []
  const transport: Transport = {
    concurrency: 1,
    async send(message) {
      sent.push(message)
      return { kind: 'accepted', code: 250, answer: 'ok' }
    },
    async close() {},
  }
  const tokens = tokensOf(testKeys)
  const jobs = readerMailJobs({
    db,
    tokens,
    friends: friendSeal(testKeys, tokens),
    mailLinks: testMailLinks,
    contentUrl: null,
    send: noticeSender({ transport, log: createLog('silent') }),
  })
  for (;;) {
    const [job] = await db<{ name: keyof typeof jobs; payload: never }[]>`
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = any(${Object.keys(jobs)}::text[])
        and j.id = (
          select min(o.id) from graphile_worker._private_jobs o
          join graphile_worker._private_tasks k on k.id = o.task_id and k.identifier = any(${Object.keys(jobs)}::text[]))
      returning t.identifier as name, j.payload`
    if (!job) break
    await jobs[job.name](job.payload)
  }
  return Promise.all(
    sent.map(async ({ to, data }) => {
      const mail = await PostalMime.parse(data)
      const path = /https?:\/\/[^/\s]+(\/\S+)/.exec(mail.text ?? '')?.[1] ?? ''
      return { ...mail, recipient: to, path }
    }),
  )
}
