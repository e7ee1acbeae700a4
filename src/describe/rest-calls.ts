/** What the documents of the REST wire say of each of its calls. */
import { findOperation, type Operation } from '../contract/operations.ts'
import { type AnsweredCode, type RestCode, restCode, usualCode } from '../contract/rest/refusals.ts'
import type { RestCall } from '../contract/rest/row.ts'
import { latest, type VersionName, versions } from '../contract/rest/versions.ts'
import { anywhere, refusalsOf } from './refusals.ts'

export function operationOf({ operation }: RestCall): Operation {
  return findOperation(operation)! // the row names one
}

/** The versions that have a call, the oldest first. */
export function versionsOf({ when }: RestCall): readonly VersionName[] {
  return Object.values(versions)
    .filter(when)
    .map(({ name }) => name)
}

/** Whether today's version has it. */
export function isLatest({ when }: RestCall): boolean {
  return when(latest)
}

/** The name of a call in the OpenAPI document: `get_lists_ListID_active`; one that only older versions have gets a suffix. */
export function callId(call: RestCall): string {
  const { method, path } = call
  return `${method.toLowerCase()}_${path.replace(/[{}]/g, '').replaceAll('/', '_')}${isLatest(call) ? '' : '_older'}`
}

/** Refusals that its fields, its page and its own functions can meet, besides those of its operation. */
function ownCodes({ query, body, throws }: RestCall): readonly RestCode[] {
  const paged: readonly RestCode[] =
    'page' in query ? ['InvalidPage', 'InvalidPageSize', 'InvalidOrderField', 'InvalidOrderDirection'] : []
  const dated: readonly RestCode[] = 'date' in query ? ['InvalidDate'] : []
  const consent: readonly RestCode[] =
    body !== undefined && ('ConsentToTrack' in body || 'Subscribers' in body) ? ['InvalidConsent'] : []
  const setting: readonly RestCode[] =
    body !== undefined && 'UnsubscribeSetting' in body ? ['InvalidUnsubscribeSetting'] : []
  return [...paged, ...dated, ...consent, ...throws, ...setting, 'Unreadable', 'InvalidApiKey', 'InvalidToken']
}

/** What a call may be refused with, in the order of the codes, each once. */
export function codesOf(call: RestCall): readonly AnsweredCode[] {
  const refusals = [...refusalsOf(operationOf(call)), ...anywhere].filter(name => !call.settled.includes(name))
  const met = refusals.map(name => {
    const own = call.codes[name]
    return own === undefined || typeof own === 'function' ? usualCode(name) : restCode(own)
  })
  const all = [...met, ...ownCodes(call).map(restCode)]
  return [...new Map(all.map(found => [found.code, found])).values()].toSorted((one, other) => one.code - other.code)
}
