/** The audit entry of a call, which is durable before the response. */
import type { Params } from '../contract/bind.ts'
import type { Operation } from '../contract/operations.ts'
import type { CampaignRef, ClientRef, ListRef, Principal, SegmentRef, TemplateRef } from '../domain/access/access.ts'
import { type AuditLog, actorOf, outcomeOf, type PendingEntry } from '../domain/audit/audit-log.ts'
import { isPublicId } from '../lib/ids.ts'
import { Unavailable } from '../lib/unavailable.ts'
import type { Origin } from './dependencies.ts'

/** The object of the call, as authorisation found it. */
export interface Found {
  readonly client?: ClientRef
  readonly list?: ListRef
  readonly segment?: SegmentRef
  readonly template?: TemplateRef
  readonly campaign?: CampaignRef
}

export function pendingEntry(
  operation: Operation,
  params: Params,
  principal: Principal,
  found: Found,
  { wire, remote, requestId }: Origin,
): PendingEntry {
  const { accountId } = principal
  const about = found.client ?? found.list ?? found.segment ?? found.template ?? found.campaign
  // a call without an object by a caller of one client is about that client
  const clientId = about?.clientId ?? (principal.grants.length === 1 ? principal.grants[0]!.clientId : null)
  const actor = actorOf(principal)
  const subject = subjectOf(operation, params)
  const entry = { accountId, clientId, ...actor, subject, wire, operation: operation.name, requestId, remote }
  return { entry, isWritten: false }
}

/**
 * Performs a call and writes its entry, unless the transaction of the handler did.
 * @throws the error of the call, after its entry is written
 */
export async function withEntry<Value>(
  audit: AuditLog,
  pending: PendingEntry,
  run: () => Promise<Value>,
): Promise<Value> {
  let value: Value
  try {
    value = await run()
  } catch (error) {
    await write(audit, pending, error)
    throw error
  }
  await write(audit, addCreatedId(pending, value), undefined)
  return value
}

async function write(audit: AuditLog, pending: PendingEntry, error: unknown): Promise<void> {
  // after a failure of the database a second attempt would only wait again
  if (pending.isWritten || error instanceof Unavailable) return
  const entry = { ...pending.entry, outcome: outcomeOf(error) }
  // if both fail, the error of the call is more useful
  await audit.record(entry).catch(cause => {
    if (error === undefined) throw cause
  })
}

/** The caller of an open call, once it is known. */
export interface Caller {
  readonly kind: 'person' | 'login'
  readonly id: number
  readonly name: string
}

/** Writes the entry of an open call once its caller is known. Its handler calls it before the response. */
export function recordOpenCall(
  audit: AuditLog,
  operation: string,
  accountId: number,
  { kind, id, name }: Caller,
  { wire, requestId, remote }: Origin,
): Promise<void> {
  const actor = { actorKind: kind, actorId: id, actorName: name, means: 'session' } as const
  return audit.record({
    accountId,
    clientId: null,
    ...actor,
    subject: '',
    outcome: '',
    wire,
    operation,
    requestId,
    remote,
  })
}

/** Operations that leave as it is what a call leaves out: their entries say which parameters were given. */
const namesFields: ReadonlySet<string> = new Set(['Campaign.UpdateDraft'])
const neverFields: ReadonlySet<string> = new Set(['ApiKey', 'Revision'])

/** The identifiers among the parameters. Other parameters are left out, because they may be addresses or secrets. */
function subjectOf({ name, parameters }: Operation, params: Params): string {
  let subject = ''
  for (const parameter of identifiersOf(name, parameters)) {
    const value = params[parameter]
    // what a parameter `ID` identifies is in the parameter Kind
    const named = parameter === 'ID' ? `${params.Kind}ID` : parameter
    if (typeof value === 'string' && isPublicId(value)) subject += `${subject && ', '}${named} ${value.toLowerCase()}`
  }
  if (!namesFields.has(name)) return subject
  const fields = Object.keys(parameters).filter(
    field => !field.endsWith('ID') && !neverFields.has(field) && (params[field] ?? null) !== null,
  )
  return fields.length > 0 ? `${subject}, changing ${fields.join(' ')}` : subject
}

const identifiers = new Map<string, readonly string[]>()

/** Names of the parameters with identifiers, cached by operation. */
function identifiersOf(operation: string, parameters: Operation['parameters']): readonly string[] {
  const known = identifiers.get(operation)
  if (known) return known
  const names = Object.keys(parameters).filter(name => name.endsWith('ID'))
  identifiers.set(operation, names)
  return names
}

/** Adds the identifier of the created object: the value itself, or a member of it. */
export function addCreatedId(pending: PendingEntry, value: unknown): PendingEntry {
  const { operation, subject } = pending.entry
  const name = madeBy(operation)
  const repeated = pending.isRepeated ? ['answered again'] : []
  if (name === undefined) return pending
  const id = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : value
  if (typeof id !== 'string' || !isPublicId(id)) return pending
  return {
    ...pending,
    entry: { ...pending.entry, subject: [subject, `${name} ${id}`, ...repeated].filter(Boolean).join(', ') },
  }
}

/** @returns the name of the identifier that the operation returns for a created object, if any */
function madeBy(operation: string): string | undefined {
  if (operation === 'Report.Share') return 'ReportLinkID'
  if (operation === 'Asset.Upload') return 'AssetID'
  if (operation === 'Campaign.AddComment') return 'CommentID'
  const [, group] = /^(\w+)\.(?:Create|CreateDraft|CreateFromStarter|Duplicate)$/.exec(operation) ?? []
  return group && `${group}ID`
}
