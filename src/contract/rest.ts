/**
 * The REST interface of the historical service's successor as a table (reference/rest.md §2): one row per call, each an operation of
 * ours. The wire, its OpenAPI document, `docs/rest.md` and the tests are read from it.
 */
import { accountCalls } from './rest/account.ts'
import { campaignCalls } from './rest/campaigns.ts'
import { clientCalls } from './rest/clients.ts'
import { listCalls } from './rest/lists.ts'
import { administratorCalls, peopleCalls } from './rest/people.ts'
import { reportCalls } from './rest/reports.ts'
import type { RestCall } from './rest/row.ts'
import { segmentCalls } from './rest/segments.ts'
import { subscriberCalls } from './rest/subscribers.ts'
import { templateCalls } from './rest/templates.ts'
import { webhookCalls } from './rest/webhooks.ts'

/** By subject, for documents that are read from top to bottom. */
export const restGroups: readonly RestGroup[] = [
  {
    name: 'Account',
    about: 'The account: its clients, countries, time zones and administrators.',
    calls: [...accountCalls, ...administratorCalls],
  },
  { name: 'Clients', about: 'Clients own lists, templates and campaigns.', calls: clientCalls },
  { name: 'People of a client', about: 'Who signs in for a client, and the primary contact.', calls: peopleCalls },
  { name: 'Lists', about: 'Subscriber lists, their custom fields, statistics and members by state.', calls: listCalls },
  { name: 'Webhooks of a list', about: 'URLs that events of a list are sent to.', calls: webhookCalls },
  { name: 'Subscribers', about: 'Adding, changing, unsubscribing and reading subscribers.', calls: subscriberCalls },
  { name: 'Segments', about: 'Parts of a list that campaigns can go to, chosen by rules.', calls: segmentCalls },
  { name: 'Campaigns', about: 'Drafting, testing, sending and deleting campaigns.', calls: campaignCalls },
  { name: 'Reports', about: 'What became of a campaign, in sums and by recipient.', calls: reportCalls },
  { name: 'Templates', about: 'Templates, from a page and a ZIP file.', calls: templateCalls },
]

export interface RestGroup {
  readonly name: string
  /** A sentence. */
  readonly about: string
  readonly calls: readonly RestCall[]
}

export const restCalls: readonly RestCall[] = restGroups.flatMap(({ calls }) => calls)

export { notThere, tokenPath } from './rest/not-there.ts'
