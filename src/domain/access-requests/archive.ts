/**
 * The file of an access request (GDPR Article 15): one ZIP with all stored data of a contact, for machines and for people. Its
 * entries are written while they are read; only the list of mails is in memory.
 * See docs/personal-data.md#answer-an-access-request.
 */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { readClientRow } from '../../store/accounts/clients.ts'
import type { Database } from '../../store/connection/database.ts'
import { readFormConsents } from '../../store/forms/consents.ts'
import { readSignUpsOf } from '../../store/forms/sign-ups.ts'
import type { RecipientKey } from '../../store/keys.ts'
import { readLocalTimeOf } from '../../store/local-time.ts'
import { readEnrolmentsOf } from '../../store/series/report.ts'
import {
  type MailOfContact,
  readHitsOfMails,
  readImportsOfContact,
  readMailsOfContact,
  testMailsOfContact,
} from '../../store/subscribers/contact-file.ts'
import type { ContactKey } from '../../store/subscribers/contact-timeline.ts'
import { recipientStates } from '../campaigns/reports/recipient-states.ts'
import { suppressionOnWire } from '../clients/suppression-list.ts'
import type { ArchiveOf } from '../exports/archive.ts'
import { type ContactFile, readContactFile } from '../subscribers/contact.ts'
import { entryOnWire, membershipOnWire } from './contact-records.ts'
import {
  type AccessFacts,
  enrolmentFact,
  formConsentFact,
  importFact,
  mailPath,
  type Pages,
  type SentMail,
  signUpFact,
  tagFact,
  testMailFact,
} from './facts.ts'
import { accessPage, mailPage, missingMailPage } from './pages.ts'

export interface ArchiveParts {
  readonly db: Database
  /** The mail as its recipient received it; undefined if it is no longer stored. */
  readonly mailOf: (recipient: RecipientKey) => Promise<SentMail | undefined>
  readonly now: () => Date
}

/** Mails per statement. */
const mailsOfStep = 500

export function accessArchive({ db, mailOf, now }: ArchiveParts): ArchiveOf {
  return async function* archive({ clientId, timeZone }, address, counted) {
    const key = { clientId, timeZone, address, withDeleted: true }
    const file = await readContactFile(db, key)
    const facts = await factsOf(db, key, file, now())
    const mails = await allMails(db, key)
    const zip = new ZipFile()
    const written = zip.outputStream as Readable
    // a failing entry ends the file
    const fail = (error: Error) => written.destroy(error)
    zip.on('error', fail)
    const add = (name: string, pieces: () => AsyncIterable<string>) =>
      zip.addReadStreamLazy(name, {}, open => {
        open(null, Readable.from(octets(pieces()), { objectMode: false }).on('error', fail))
      })
    add('index.html', () => accessPage(facts, mails, file))
    add('data.json', () => dataOf(db, key, { facts, mails, file }, counted))
    for (const mail of mails)
      add(mailPath(mail), async function* () {
        const sent = await mailOf({ clientId, campaignId: mail.campaignId, number: mail.number })
        yield sent ? mailPage(sent) : missingMailPage(mail)
      })
    zip.end()
    yield* written
  }
}

async function* octets(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}

/** Newest campaign first. */
async function allMails(db: Database, key: ContactKey): Promise<readonly MailOfContact[]> {
  const mails: MailOfContact[] = []
  for (;;) {
    const next = await readMailsOfContact(db, key, { before: mails.at(-1)?.campaignId, limit: mailsOfStep })
    mails.push(...next)
    if (next.length < mailsOfStep) return mails
  }
}

async function factsOf(db: Database, key: ContactKey, file: ContactFile, at: Date): Promise<AccessFacts> {
  const { clientId, timeZone, address } = key
  const [{ companyName }, imports, signUps, consents, enrolments, tests, prepared] = await Promise.all([
    readClientRow(db, { clientId }),
    readImportsOfContact(db, key),
    readSignUpsOf(db, key),
    readFormConsents(db, key, address),
    readEnrolmentsOf(db, key),
    testMailsOfContact(db, key),
    readLocalTimeOf(db, at, timeZone),
  ])
  return {
    EmailAddress: file.memberships[0]?.email ?? address,
    CompanyName: companyName,
    PreparedDate: prepared,
    Timezone: timeZone,
    Memberships: file.memberships.map(membershipOnWire),
    Tags: file.tags.map(tagFact),
    Suppressions: file.suppressions.map(suppressionOnWire),
    Imports: imports.map(importFact),
    SignUps: signUps.map(signUpFact),
    FormConsents: consents.map(formConsentFact),
    Series: enrolments.map(enrolmentFact),
    TestMails: tests.map(testMailFact),
  }
}

/** The members of the document: those of `AccessFacts` in order, then Mails, Hits and Timeline, newest first. */
async function* dataOf(
  db: Database,
  key: ContactKey,
  {
    facts,
    mails,
    file,
  }: { readonly facts: AccessFacts; readonly mails: readonly MailOfContact[]; readonly file: ContactFile },
  counted: { rows: number },
): AsyncGenerator<string> {
  yield `${JSON.stringify(facts, null, 1).slice(0, -2)},\n "Mails": [`
  yield* items([mails], mail => ({
    CampaignID: mail.campaignPublicId,
    CampaignName: mail.name,
    Date: mail.date,
    State: recipientStates[mail.state],
    Code: mail.code ?? 0,
    Answer: mail.answer ?? '',
    File: mailPath(mail),
  }))
  yield '],\n "Hits": ['
  yield* items(hitPages(db, key, mails), hit => ({
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
    return entryOnWire(row)
  })
  yield ']\n}\n'
}

async function* hitPages(db: Database, key: ContactKey, mails: readonly MailOfContact[]) {
  for (let n = 0; n < mails.length; n += mailsOfStep)
    yield await readHitsOfMails(db, key, mails.slice(n, n + mailsOfStep))
}

async function* items<Row>(pages: Pages<Row>, shape: (row: Row) => object): AsyncGenerator<string> {
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
