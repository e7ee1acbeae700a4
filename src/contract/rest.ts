/**
 * The REST interface of the historical service's successor as a table (reference/rest.md §2): one row per call, each an operation of
 * ours. The wire, its OpenAPI document, `docs/rest.md` and the tests are read from it.
 */
import { accountCalls } from './rest/account.ts'
import { clientCalls } from './rest/clients.ts'
import { listCalls } from './rest/lists.ts'
import type { RestCall } from './rest/row.ts'
import { subscriberCalls } from './rest/subscribers.ts'

export const restCalls: readonly RestCall[] = [...accountCalls, ...clientCalls, ...listCalls, ...subscriberCalls]

export { notThere } from './rest/not-there.ts'
