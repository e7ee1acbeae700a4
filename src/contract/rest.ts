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
export const restGroups: readonly { readonly name: string; readonly calls: readonly RestCall[] }[] = [
  { name: 'Account', calls: [...accountCalls, ...administratorCalls] },
  { name: 'Clients', calls: clientCalls },
  { name: 'People of a client', calls: peopleCalls },
  { name: 'Lists', calls: listCalls },
  { name: 'Webhooks of a list', calls: webhookCalls },
  { name: 'Subscribers', calls: subscriberCalls },
  { name: 'Segments', calls: segmentCalls },
  { name: 'Campaigns', calls: campaignCalls },
  { name: 'Reports', calls: reportCalls },
  { name: 'Templates', calls: templateCalls },
]

export const restCalls: readonly RestCall[] = restGroups.flatMap(({ calls }) => calls)

export { notThere, tokenPath } from './rest/not-there.ts'
