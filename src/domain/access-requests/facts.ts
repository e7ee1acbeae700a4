/** What the file of an access request says, in the words of the wire. */

import type { FormConsentRow } from '../../store/forms/consents.ts'
import type { SignUpState, StoredSignUp } from '../../store/forms/sign-ups.ts'
import type { EnrolmentRow } from '../../store/series/report.ts'
import type { MailOfContact, readImportsOfContact, testMailsOfContact } from '../../store/subscribers/contact-file.ts'
import type { ContactTag } from '../../store/tags/contact-tags.ts'
import type { suppressionOnWire } from '../clients/suppression-list.ts'
import { verdictNames } from '../imports/verdict-names.ts'
import { outcomeNames } from '../series/outcome-names.ts'
import { tagSourceNames } from '../tags/sources.ts'
import type { membershipOnWire } from './contact-records.ts'

export interface SentMail {
  readonly subject: string
  readonly html: string
}

/** All data except mails, hits and timeline. */
export interface AccessFacts {
  readonly EmailAddress: string
  readonly CompanyName: string
  readonly PreparedDate: string
  readonly Timezone: string
  readonly Memberships: readonly ReturnType<typeof membershipOnWire>[]
  readonly Tags: readonly ReturnType<typeof tagFact>[]
  readonly Suppressions: readonly ReturnType<typeof suppressionOnWire>[]
  readonly Imports: readonly ReturnType<typeof importFact>[]
  readonly SignUps: readonly ReturnType<typeof signUpFact>[]
  readonly FormConsents: readonly ReturnType<typeof formConsentFact>[]
  readonly Series: readonly ReturnType<typeof enrolmentFact>[]
  readonly TestMails: readonly ReturnType<typeof testMailFact>[]
}

/** Pages of rows, read one after the other or present in memory. */
export type Pages<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>

/** Path of a mail within the file. */
export function mailPath({ campaignPublicId }: Pick<MailOfContact, 'campaignPublicId'>): string {
  return `mails/${campaignPublicId}.html`
}

export function tagFact({ name, source, date, by }: ContactTag) {
  return { Name: name, Source: tagSourceNames[source], Date: date, By: by ?? '' }
}

export function importFact(row: Awaited<ReturnType<typeof readImportsOfContact>>[number]) {
  const { source = '', date = '', wording = '' } = row.consent as Readonly<Record<string, string>> // written by Import.Create
  return {
    ImportID: row.publicId,
    ListTitle: row.listTitle,
    FileName: row.fileName,
    Date: row.date,
    Row: row.row,
    Verdict: verdictNames[row.verdict],
    ConsentSource: source,
    ConsentDate: date,
    ConsentWording: wording,
  }
}

export function formConsentFact(row: FormConsentRow) {
  return {
    FormTitle: row.formTitle,
    Purpose: row.name || row.purpose,
    Wording: row.wording,
    Language: row.language,
    Version: row.version,
    Hash: row.hash,
    GivenDate: row.givenDate,
    ConfirmedDate: row.confirmedDate,
    Page: row.page,
    RemoteAddress: row.remote,
    Agent: row.agent,
  }
}

const signUpStates: Readonly<Record<SignUpState, string>> = {
  new: 'New',
  held: 'Held',
  asked: 'AskedToConfirm',
  confirmed: 'Confirmed',
  ended: 'Ended',
}

/** What was sent off with a form, confirmed or not: anyone may have typed the address. */
export function signUpFact(row: StoredSignUp) {
  return {
    FormTitle: row.formTitle,
    State: signUpStates[row.state],
    Date: row.date,
    AskedDate: row.askedDate ?? '',
    ConfirmedDate: row.confirmedDate ?? '',
    EmailAddress: row.email,
    Name: row.name,
    CustomFields: row.fields,
    Lists: row.lists,
    Boxes: row.boxes.map(({ purpose, wording }) => ({ Purpose: purpose, Wording: wording })),
    Language: row.language,
    Page: row.page,
    NextPage: row.nextPage,
    RemoteAddress: row.remote,
    Agent: row.agent,
  }
}

export function enrolmentFact({ seriesName, enrolledDate, nextDate, endedDate, outcome, run }: EnrolmentRow) {
  return {
    Name: seriesName,
    EnrolledDate: enrolledDate,
    NextDate: nextDate ?? '',
    EndedDate: endedDate ?? '',
    Outcome: outcomeNames[outcome ?? ''] ?? '',
    Times: run,
  }
}

export function testMailFact({
  campaignName,
  date,
  state,
  answer,
}: Awaited<ReturnType<typeof testMailsOfContact>>[number]) {
  return { CampaignName: campaignName, Date: date, State: state, Answer: answer }
}
