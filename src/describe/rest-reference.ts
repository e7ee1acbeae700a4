/** `docs/rest.md`: the calls of the REST wire, those that are answered otherwise, and those that are not there. */

import type { RestCall } from '../contract/rest/row.ts'
import { versionNames } from '../contract/rest/versions.ts'
import { notThere, restGroups } from '../contract/rest.ts'
import { codesOf, versionsOf } from './rest-calls.ts'

export function restPage(): string {
  return `# The REST interface

Generated from \`src/contract/rest.ts\`; \`npm run bless\` rewrites this page. How to move an integration here:
[coming-from-rest.md](coming-from-rest.md).

Lettershop speaks the REST interface of the historical service's successor in its versions ${versionNames.join(', ')}, as JSON, below
\`/api/v3.3/\`. Each call is one operation of the JSON wire ([operations.md](operations.md)), with the same rights, limits and audit log.
The OpenAPI document is at \`/api/rest/openapi.json\` of the service at work, and a page to read at \`/api/rest/\`.

- **Key**: HTTP Basic with the API key as user name and any password, or as a bearer token.
- **Names** of paths, queries, members and words are read in any case, with \`.json\` or without. XML is refused.
- **Success** answers 200 or 201; without a value the body is empty. **Refusals** are
  \`{"Code", "Message", "Detail"?, "ResultData"?}\` with 400, and 401 for a key or an identifier that is unknown. Codes above 10,000 are
  refusals of ours that the interface does not know: the code of [codes.md](codes.md) plus 10,000.
- **Pages** are asked for with \`page\`, \`pagesize\` (10 to 1,000), \`orderfield\` and \`orderdirection\`.
- **Answers are compressed** with gzip where the caller asks for it.

## What is decided otherwise

- \`Resubscribe\` never lifts a suppression: the answer is 204. Only \`unsuppress\` takes an address off the suppression list.
- \`DELETE subscribers\` of a member that is unsubscribed or bounced answers 200 and leaves its state. \`Resubscribe\` on a list with
  \`ConfirmedOptIn\` asks the subscriber again: [how a visitor who left comes back](coming-from-rest.md#what-to-look-at).
- A list that is set to \`OnlyThisList\` keeps to the suppression list of its client all the same.
- \`ApiKey\` of a client is shown to calls with the key of a user of the account, and is in the audit log each time; to others it is empty,
  and so is that of a client whose access was withdrawn. A client that never had a login has a key of its own from the first such call on:
  it reaches that client alone, is one of the keys of the account, and is empty here once it was rotated or revoked.
- A client without people has billing.
- \`TimeZone\` and \`Country\` are taken in every spelling that the interface ever had, in any case, and time zones as IANA names, too. They
  are answered as they were given; a client with an IANA name is shown today's name if one exists. \`countries\` names each country
  once, in alphabetical order.
- The contact of a client is kept apart from its people: it is shown and changed however many they are.
- What a person agreed to is \`Unchanged\` where nothing was said of it: that is neither yes nor no.
- A custom field that gets another name answers to the key of the new name, which the call yields, and to the key that it was made with. It is
  shown with the latter, in lists of fields and with subscribers, and merge tags in mails know the latter alone.
- \`VisibleInPreferenceCenter\` is kept and answered; our page of preferences shows no custom fields.
- A value that a custom field cannot hold is refused with 10230; a field that the list does not have is ignored, and so is what a Date
  cannot hold: no date \`YYYY-MM-DD\` or \`YYYY/MM/DD\`, or one outside of 1900-01-01 to 2076-06-06. \`0000-00-00\` clears it.
- \`ReadsEmailWith\` is empty.
- All rules of a segment must hold, each of the address, the name or a custom field: a group has one rule. What else the interface can say,
  alternatives, dates and campaigns, is refused with 277 and the reason. A segment without rules has no subscribers: a campaign to it is refused
  with 314, and a scheduled one is paused at its date until the segment has rules.
- Of an import with an address twice, the last row counts. A row without consent, or with broken characters, fails alone.
- \`HtmlUrl\` that cannot be fetched, or is no HTML, is 310; 311 is of what the page holds. A \`TextUrl\` that answers HTML is turned into text.
- \`Href\` makes a link of any single line or image that is not within a link of the template; texts of several lines have their own.
- Content of a template that has more values than there are regions is refused with 320.
- \`emailclientusage\` counts people, each once: Apple's privacy proxy and the image proxies of Gmail and Yahoo are named so, and what is
  not known is \`Unknown\`.
- \`WebVersionURL\` of a campaign that has begun shows the letter without a recipient to anybody who has it. \`WebVersionTextURL\`,
  \`PreviewURL\` and \`PreviewTextURL\` of campaigns, and \`ScreenshotURL\` of templates, are empty.
- Opens and clicks are answered one by one, those of machines too; where an address is on a map is not looked up.
- Credits are always 0.

## Versions

| | ${versionNames.join(' | ')} |
|---|${versionNames.map(() => '---').join('|')}|
| \`ConsentToTrack\` must be given | no | no | yes | yes |
| \`PUT clients/{ClientID}/setaccess\` | yes | no | no | no |
| \`GET clients/{ClientID}/tags\` | no | no | no | yes |
| rules of segments | \`Rules\` with \`Clauses\` | \`RuleGroups\` | \`RuleGroups\` | \`RuleGroups\` |
| \`GET clients/{ClientID}/campaigns\` is | an array | an array | an array | a page |

Fields that later versions added are answered in all of them.
${restGroups.map(({ name, calls }) => groupTable(name, calls)).join('')}
## Calls that are not there

Each answers 404 with the sentence, and \`POST /oauth/token\` 400 with \`invalid_grant\` and the sentence as \`error_description\`.

| Call | Why |
|---|---|
${notThere.map(({ method, path, about }) => `| \`${method} ${path}\` | ${about} |`).join('\n')}
`
}

function groupTable(name: string, calls: readonly RestCall[]): string {
  const rows = calls.map(call => {
    const { method, path, about, operation } = call
    const some = versionsOf(call)
    const versions = some.length === versionNames.length ? 'all' : some.join(', ')
    const codes = codesOf(call)
      .filter(({ status }) => status === 400 || status === 401)
      .map(({ code }) => code)
      .filter(code => !everywhere.has(code) && code < 10_000)
    return `| \`${method} ${path}\` | ${about} | \`${operation}\` | ${versions} | ${codes.join(', ')} |`
  })
  return `
## ${name}

| Call | What it does | Operation | Versions | Codes |
|---|---|---|---|---|
${rows.join('\n')}
`
}

/** Codes of every call. */
const everywhere = new Set([100, 120, 400])
