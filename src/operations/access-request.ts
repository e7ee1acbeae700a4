/**
 * The file of an access request (GDPR Article 15): one ZIP with everything that is stored of a contact, for machines and for people. It
 * is written as it is read, so a contact of many years needs no more memory than one of today.
 * See docs/personal-data.md#answer-an-access-request.
 */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { recipientStates } from '../domain/campaigns/recipient-states.ts'
import type { ArchiveOf } from '../domain/exports/archive.ts'
import { type ContactFile, contactFile } from '../domain/subscribers/contact.ts'
import { clientRow } from '../store/accounts/clients.ts'
import { localTimeOf } from '../store/campaigns/sending.ts'
import type { Database } from '../store/connection/database.ts'
import {
  hitsOfMails,
  importsOfContact,
  type MailOfContact,
  mailsOfContact,
  testMailsOfContact,
} from '../store/subscribers/contact-file.ts'
import type { ContactKey } from '../store/subscribers/contact-timeline.ts'
import { type AccessFacts, imported, mailPath, type SentMail, tested } from './access-facts.ts'
import { accessPage, mailPage, notKept } from './access-request-page.ts'
import { entry, membership } from './contacts.ts'
import { suppressionOnWire } from './suppressions.ts'

export interface ArchiveParts {
  readonly db: Database
  /** The mail as its recipient got it; undefined where it is not kept any more. */
  readonly mailOf: (campaignId: number, number: number) => Promise<SentMail | undefined>
  readonly now: () => Date
}

/** Mails of one page. */
const mailsOfPage = 500

export function accessArchive({ db, mailOf, now }: ArchiveParts): ArchiveOf {
  return async function* archive({ clientId, timeZone }, address, counted) {
    const key = { clientId, timeZone, address, withDeleted: true }
    const file = await contactFile(db, { clientId, timeZone }, address)
    const facts = await factsOf(db, key, file, now())
    const zip = new ZipFile()
    const ended = new AbortController()
    // an entry that fails ends the file
    zip.on('error', error => ended.abort(error))
    const add = (name: string, pieces: () => AsyncIterable<string>) =>
      zip.addReadStreamLazy(name, {}, open => {
        const stream = Readable.from(octets(pieces()), { objectMode: false })
        stream.on('error', error => ended.abort(error))
        open(null, stream)
      })
    add('index.html', () => accessPage(facts, () => mailPages(db, key), file))
    add('data.json', () => dataOf(db, key, facts, file, counted))
    for await (const mails of mailPages(db, key))
      for (const mail of mails) {
        const { campaignId, number } = mail
        add(mailPath(mail), async function* () {
          const sent = await mailOf(campaignId, number)
          yield sent ? mailPage(sent) : notKept(mail)
        })
      }
    zip.end()
    yield* until(zip.outputStream as Readable, ended.signal)
  }
}

/** Pieces of a stream. @throws what the signal was aborted with */
async function* until(stream: Readable, ended: AbortSignal): AsyncGenerator<Buffer> {
  ended.addEventListener('abort', () => stream.destroy(ended.reason))
  for await (const piece of stream) {
    ended.throwIfAborted()
    yield piece
  }
}

async function* octets(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}

async function* mailPages(db: Database, key: ContactKey): AsyncGenerator<readonly MailOfContact[]> {
  for (let before: number | undefined; ; ) {
    const mails = await mailsOfContact(db, key, { before, limit: mailsOfPage })
    if (mails.length > 0) yield mails
    if (mails.length < mailsOfPage) return
    before = mails.at(-1)!.campaignId
  }
}

async function factsOf(db: Database, key: ContactKey, file: ContactFile, at: Date): Promise<AccessFacts> {
  const { clientId, timeZone, address } = key
  const [{ companyName }, imports, tests, prepared] = await Promise.all([
    clientRow(db, { clientId }),
    importsOfContact(db, key),
    testMailsOfContact(db, key),
    localTimeOf(db, at, timeZone),
  ])
  return {
    EmailAddress: file.memberships[0]?.email ?? address,
    CompanyName: companyName,
    PreparedDate: prepared,
    Timezone: timeZone,
    Memberships: file.memberships.map(membership),
    Suppressions: file.suppressions.map(suppressionOnWire),
    Imports: imports.map(imported),
    TestMails: tests.map(tested),
  }
}

/** The members of the document in the order of `AccessFacts`, then Mails, Hits and Timeline, the newest first. */
async function* dataOf(
  db: Database,
  key: ContactKey,
  facts: AccessFacts,
  file: ContactFile,
  counted: { rows: number },
): AsyncGenerator<string> {
  yield `${JSON.stringify(facts, null, 1).slice(0, -2)},\n "Mails": [`
  yield* items(mailPages(db, key), mail => ({
    CampaignID: mail.campaignPublicId,
    CampaignName: mail.name,
    Date: mail.date,
    State: recipientStates[mail.state],
    Code: mail.code ?? 0,
    Answer: mail.answer ?? '',
    File: mailPath(mail),
  }))
  yield '],\n "Hits": ['
  yield* items(hitPages(db, key), hit => ({
    CampaignID: hit.campaignPublicId,
    Kind: hit.kind === 'open' ? 'Opened' : 'Clicked',
    Date: hit.date,
    Link: hit.link ?? '',
    RemoteAddress: hit.remote,
    Agent: hit.agent,
  }))
  yield '],\n "Timeline": ['
  yield* items(file.timeline(), row => {
    counted.rows++
    return entry(row)
  })
  yield ']\n}\n'
}

async function* hitPages(db: Database, key: ContactKey) {
  for await (const mails of mailPages(db, key)) yield await hitsOfMails(db, key, mails)
}

async function* items<Row>(pages: AsyncIterable<readonly Row[]>, shape: (row: Row) => object): AsyncGenerator<string> {
  let isFirst = true
  for await (const rows of pages) {
    let text = ''
    for (const row of rows) {
      text += `${isFirst ? '' : ','}\n  ${JSON.stringify(shape(row))}`
      isFirst = false
    }
    yield text
  }
}
