/**
 * Which refusals an operation may answer with, for the documents: those any call can meet, those its row implies, and
 * those of its card (the historical pages' lists, reference/wire.md §5, with our additions).
 */
import { takesIdempotencyKey } from '../contract/card.ts'
import type { Operation } from '../contract/operations.ts'
import { type RefusalName, refusals } from '../contract/refusals.ts'
import { isRequired, type Shape } from '../contract/shapes.ts'

/** Any call on the JSON wire may meet these before its operation is looked at, or when something breaks. */
export const anywhere = [
  'InvalidRequest',
  'RequestTooLarge',
  'UnsupportedMediaType',
  'TooManyRequests',
  'UnexpectedError',
  'RequestTimeout',
  'ServiceUnavailable',
] as const satisfies readonly RefusalName[]

/** Answered to a call that names no operation, or comes with another verb than POST. */
export const elsewhere = ['UnknownOperation', 'WrongVerb'] as const satisfies readonly RefusalName[]

/** In the order of the catalogue's codes. */
export function refusalsOf(operation: Operation): RefusalName[] {
  const { parameters, access, refusals: own } = operation
  const once: RefusalName[] = takesIdempotencyKey(operation) ? ['IdempotencyKeyReused', 'IdempotencyKeyInUse'] : []
  const met = new Set([...ofParameters(Object.values(parameters)), ...ofAccess(access), ...own, ...once])
  return [...met].sort((a, b) => refusals[a][0] - refusals[b][0])
}

/** Refusals by the status they have on the JSON wire, in the order given. */
export function byStatus(names: readonly RefusalName[]): Readonly<Record<string, readonly RefusalName[]>> {
  const groups: Record<string, RefusalName[]> = {}
  for (const name of names) {
    const status = String(refusals[name][2])
    groups[status] = [...(groups[status] ?? []), name]
  }
  return groups
}

/** On the JSON wire a parameter of the wrong type is refused, and a number or a boolean must be there; in records, an enumeration. */
function ofParameters(shapes: readonly Shape[]): RefusalName[] {
  const missing: RefusalName[] = shapes.some(shape => isRequired(shape) || hasEnumeration(shape))
    ? ['MissingParameter']
    : []
  return [...missing, 'InvalidParameter', 'ValueTooLong', 'InvalidCharacters']
}

function hasEnumeration(shape: Shape): boolean {
  if (shape.kind === 'list') return hasEnumeration(shape.item)
  return shape.kind === 'record' ? Object.values(shape.fields).some(hasEnumeration) : shape.kind === 'enumeration'
}

function ofAccess(access: Operation['access']): RefusalName[] {
  if (access.to === 'anyone') return []
  if (access.to === 'key' && access.session) return ['InvalidApiKey', 'SessionEnded', 'AccessDenied']
  const caller: RefusalName[] = ['InvalidApiKey', 'SessionEnded', 'SecondFactorRequired']
  const denied: RefusalName[] = access.right === 'View' && !access.session ? [] : ['AccessDenied']
  switch (access.to) {
    case 'key':
      return caller
    case 'account':
    case 'part':
      return [...caller, 'AccessDenied']
    case 'ClientID':
      return [...caller, 'InvalidClientId', ...denied]
    case 'ListID':
      return [...caller, 'InvalidListId', ...denied]
    case 'SegmentID':
      return [...caller, 'UnknownSegment', ...denied]
    case 'TemplateID':
      return [...caller, 'InvalidTemplateId', ...denied]
    case 'CampaignID':
      return [...caller, 'InvalidCampaignId', ...denied]
  }
}
