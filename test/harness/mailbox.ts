/** A mailbox to send to over SMTP: a database with a sent campaign, and listeners that take what returns of it. */
import { after } from 'node:test'
import { returnAddresses } from '../../src/domain/tokens/return-addresses.ts'
import { tokens as tokensOf } from '../../src/domain/tokens/tokens.ts'
import { keepMails } from '../../src/inbound/mailbox/keep.ts'
import { type Listener, type ListenerOptions, startListener } from '../../src/inbound/mailbox/listener.ts'
import { budget } from '../../src/lib/budget.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { type SentCampaign, seedSent } from './campaign.ts'
import { freshDatabase } from './database.ts'
import { seed, testKeys } from './seed.ts'
import { type Line, openLine } from './socket.ts'

export interface MailboxTest {
  readonly db: Database
  readonly campaign: SentCampaign
  /** Of a free port on this database. */
  readonly options: ListenerOptions
  /** Where mails about a recipient of the campaign return to. */
  addressesOf(number: number): { readonly bounce: string; readonly optOut: string }
}

/** Awaited at the top of a test file, whose end drops the database. @param size recipients of the campaign */
export async function mailboxTest(size: number): Promise<MailboxTest> {
  const { db, drop } = await freshDatabase()
  after(drop)
  const domain = 'bounce.example'
  const tokens = tokensOf(testKeys)
  const { reserve } = budget(100_000_000)
  const campaign = await seedSent(db, await seed(db), { size })
  return {
    db,
    campaign,
    options: {
      ...{ host: '127.0.0.1', port: 0, domain, tokens },
      ...{ keep: keepMails(db), reserve, log: createLog('silent') },
    },
    addressesOf: number => returnAddresses(tokens.sign('recipient', campaign.campaignId, number), domain),
  }
}

/** A listener for the whole test file, whose end stops it. */
export async function listenerOf(options: ListenerOptions): Promise<Listener> {
  const listener = await startListener(options)
  after(() => listener.stop(1000))
  return listener
}

/** Connects and reads the greeting. */
export async function dial({ port }: Pick<Listener, 'port'>): Promise<Line> {
  const line = await openLine(`http://127.0.0.1:${port}`)
  await line.until(/^220 /)
  return line
}

/** @returns what was received up to the last line of the answer, and what came with it */
export async function say(line: Pick<Line, 'write' | 'until' | 'received'>, text: string): Promise<string> {
  const read = line.received().length
  line.write(`${text}\r\n`)
  const all = await line.until(new RegExp(`^[^]{${read}}(?:\\d{3}-[^\\r\\n]*\\r\\n)*\\d{3} [^\\r\\n]*\\r\\n`))
  return all.slice(read)
}
