/** The readable part of an access request: pages without scripts, for offline browsers and for printing. */

import { escapeHtml, type Html, html } from '../../lib/html.ts'
import { zoneName } from '../../lib/zone-name.ts'
import type { MailOfContact } from '../../store/subscribers/contact-file.ts'
import { recipientStates } from '../campaigns/reports/recipient-states.ts'
import type { ContactEntry, ContactFile } from '../subscribers/contact.ts'
import { entryOnWire } from './contact-records.ts'
import { type AccessFacts, mailPath, type Pages, type SentMail } from './facts.ts'

/** No script runs and no form is sent, whatever a mail or a name contains; images of a mail are loaded from their URLs. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; font-src https: data:; form-action 'none'; base-uri 'none'"

const styles = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8885; }
th { font-weight: 600; } td:first-child { white-space: nowrap; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .2rem 1.5rem; margin: .5rem 0 1.5rem; }
dt { color: #777; } dd { margin: 0; }
.note { color: #777; }
@media (max-width: 40rem) { table, tbody, tr, td { display: block; } thead { display: none; } tr { padding: .5rem 0; border-bottom: 1px solid #8885; } td { border: 0; padding: .1rem 0; } dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
@media print { body { max-width: none; margin: 0; font-size: 11pt; } a { color: inherit; } tr { break-inside: avoid; } }
`

/**
 * The first page: the holder of the data, and all data about the contact.
 * @param mails newest first
 */
export async function* accessPage(
  facts: AccessFacts,
  mails: readonly MailOfContact[],
  file: Pick<ContactFile, 'timeline'>,
): AsyncGenerator<string> {
  const { EmailAddress, CompanyName, PreparedDate, Timezone } = facts
  const titles = new Map(facts.Memberships.map(({ ListID, Title }) => [ListID, Title]))
  const title = `What ${CompanyName} stores about ${EmailAddress}`
  yield `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${escapeHtml(title)}</title>\n<style>${styles}</style>\n</head>\n<body>\n`
  yield String(html`<h1>${title}</h1>
<p>Prepared on ${PreparedDate}. All times are those of ${zoneName(Timezone)}. The same data for programs: <a href="data.json">data.json</a>.</p>
${membershipsOf(facts)}
${tagsOf(facts)}
${suppressionsOf(facts)}
${importsOf(facts)}
${signUpsOf(facts)}
${formConsentsOf(facts)}
${seriesOf(facts)}
${testsOf(facts)}
<h2>Mails</h2>`)
  yield* table(['Sent', 'Mail', 'What became of it'], [mails], mail => [
    mail.date,
    html`<a href="${mailPath(mail)}">${mail.name}</a>`,
    [recipientStates[mail.state], mail.code ? String(mail.code) : '', mail.answer ?? ''].filter(Boolean).join(' '),
  ])
  yield '<h2>Everything that happened</h2>\n<p class="note">The newest first.</p>\n'
  yield* table(['When', 'What', 'Where from'], file.timeline(), row => describeEntry(row, titles))
  yield '</body>\n</html>\n'
}

function membershipsOf({ Memberships }: AccessFacts): Html {
  if (Memberships.length === 0) return html`<h2>Lists</h2><p>The address is on no list.</p>`
  return html`<h2>Lists</h2>${Memberships.map(
    one =>
      html`<h3>${one.Title}</h3>${terms([
        ['State', `${one.State}, since ${one.StateDate}`],
        ['On the list since', one.JoinedDate],
        ['Name', one.Name],
        ['Mobile number', one.MobileNumber ?? ''],
        ['Language', one.Language ?? ''],
        ['Opens and clicks may be recorded', one.TrackingConsent],
        ['What was recorded may choose the mails', one.PersonalisingConsent],
        ['The date of the last open may be kept', one.HygieneConsent],
        ['Last open', one.LastOpenDate],
        [
          'Mailed because of',
          one.Basis === 'Unknown' ? '' : [one.Basis, one.BasisEndsOn].filter(Boolean).join(' until '),
        ],
        ...one.CustomFields.map(({ Key, Value }): [string, string] => [Key ?? '', Value ?? '']),
      ])}`,
  )}`
}

function tagsOf({ Tags }: AccessFacts): Html | undefined {
  if (Tags.length === 0) return undefined
  const rows = Tags.map(
    tag => [tag.Name, [`${tag.Source}, since ${tag.Date}`, tag.By].filter(Boolean).join(', ')] as const,
  )
  return html`<h2>Tags</h2>${terms(rows)}`
}

function suppressionsOf({ Suppressions }: AccessFacts): Html | undefined {
  if (Suppressions.length === 0) return undefined
  return html`<h2>Not mailed</h2><p>These entries keep mail away:</p>${Suppressions.map(one =>
    terms([
      ['Entry', one.EmailAddress],
      ['Holds for', one.Scope],
      ['Reason', one.Reason],
      ['Since', one.Date],
      ['Because of', one.Evidence],
    ]),
  )}`
}

function importsOf({ Imports }: AccessFacts): Html | undefined {
  if (Imports.length === 0) return undefined
  return html`<h2>Files that held the address</h2>${Imports.map(one =>
    terms([
      ['File', `${one.FileName}, row ${one.Row}`],
      ['Imported', `${one.Date} into ${one.ListTitle}: ${one.Verdict}`],
      ['Consent', [one.ConsentSource, one.ConsentDate, one.ConsentWording].filter(Boolean).join(', ')],
    ]),
  )}`
}

function seriesOf({ Series }: AccessFacts): Html | undefined {
  if (Series.length === 0) return undefined
  return html`<h2>Series of mails</h2>${Series.map(one =>
    terms([
      ['Series', one.Name],
      ['Began', one.EnrolledDate],
      ['Next mail', one.NextDate],
      ['Ended', [one.EndedDate, one.Outcome].filter(Boolean).join(': ')],
    ]),
  )}`
}

function signUpsOf({ SignUps }: AccessFacts): Html | undefined {
  if (SignUps.length === 0) return undefined
  return html`<h2>Sent off with forms</h2><p>Someone typed the address into these forms. They are deleted 30 days later.</p>${SignUps.map(
    one =>
      terms([
        ['Form', [one.FormTitle, one.Page].filter(Boolean).join(', ')],
        ['Sent off', one.Date],
        ['Asked to confirm', one.AskedDate],
        ['Confirmed', one.ConfirmedDate],
        ['Lists', one.Lists.join(', ')],
        ['Name', one.Name],
        ...one.CustomFields.map(({ Key, Value }): [string, string] => [Key, Value]),
        ['Ticked', one.Boxes.map(({ Wording }) => Wording).join(' ')],
        ['Network address', one.RemoteAddress],
        ['Program', one.Agent],
      ]),
  )}`
}

function formConsentsOf({ FormConsents }: AccessFacts): Html | undefined {
  if (FormConsents.length === 0) return undefined
  return html`<h2>Agreed to with forms</h2>${FormConsents.map(one =>
    terms([
      ['Words', one.Wording],
      ['Form', [one.FormTitle, one.Page].filter(Boolean).join(', ')],
      ['Given', `${one.GivenDate}, confirmed ${one.ConfirmedDate}`],
      ['Network address', one.RemoteAddress],
      ['Program', one.Agent],
    ]),
  )}`
}

function testsOf({ TestMails }: AccessFacts): Html | undefined {
  if (TestMails.length === 0) return undefined
  return html`<h2>Test mails</h2>${TestMails.map(one => terms([[one.Date, `${one.CampaignName}: ${one.State} ${one.Answer}`]]))}`
}

/** A list of terms without empty values. */
function terms(rows: readonly (readonly [string, string])[]): Html {
  return html`<dl>${rows.filter(([, value]) => value !== '').map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl>`
}

/** @param titles titles of lists by id */
function describeEntry(row: ContactEntry, titles: ReadonlyMap<string, string>): readonly (string | Html)[] {
  const { Date: at, Change, Step, CampaignName, ListID } = entryOnWire(row)
  if (Step) {
    const reader = Step.Reader === 'None' ? '' : `by ${Step.Reader.toLowerCase()}`
    return [
      at,
      [Step.Kind, CampaignName, reader].filter(Boolean).join(', '),
      [Step.Code || '', Step.Text, Step.Link].filter(Boolean).join(' '),
    ]
  }
  if (!Change) return [at, '', '']
  const { Cause, FromState, ToState, Detail, By, Username, RemoteAddress, Agent } = Change
  const states = FromState === ToState ? '' : [FromState, ToState].filter(Boolean).join(' → ')
  return [
    at,
    [Cause, (ListID && titles.get(ListID)) || '', states, Detail].filter(Boolean).join(', '),
    [By, Username, RemoteAddress, Agent].filter(Boolean).join(', '),
  ]
}

async function* table<Row>(
  headings: readonly string[],
  pages: Pages<Row>,
  cells: (row: Row) => readonly (string | Html)[],
): AsyncGenerator<string> {
  let rows = 0
  for await (const page of pages) {
    if (rows === 0 && page.length > 0)
      yield String(html`<table><thead><tr>${headings.map(text => html`<th>${text}</th>`)}</tr></thead><tbody>\n`)
    rows += page.length
    yield page.map(row => String(html`<tr>${cells(row).map(cell => html`<td>${cell}</td>`)}</tr>\n`)).join('')
  }
  yield rows === 0 ? '<p>None.</p>\n' : '</tbody></table>\n'
}

/** A mail as its recipient received it. Its markup is kept, but no script of it can run. */
export function mailPage({ subject, html: mail }: SentMail): string {
  const head = `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}"><meta charset="utf-8"><title>${escapeHtml(subject)}</title>`
  return /<head[\s>]/i.test(mail)
    ? mail.replace(/<head(\s[^>]*)?>/i, found => found + head)
    : `<!doctype html><head>${head}</head>${mail}`
}

/** A page for a mail whose content is gone. */
export function missingMailPage({ name, date }: Pick<MailOfContact, 'name' | 'date'>): string {
  return mailPage({
    subject: name,
    html: String(html`<body><p>The content of ${name}, sent on ${date}, is not kept any more.</p></body>`),
  })
}
