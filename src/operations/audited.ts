/** The audit entry of a call: what it says, and that it is durable before the caller has an answer. */
import type { Params } from '../contract/bind.ts'
import type { Operation } from '../contract/operations.ts'
import type { CampaignRef, ClientRef, ListRef, Principal, SegmentRef, TemplateRef } from '../domain/access/access.ts'
import { type AuditLog, actorOf, outcomeOf, type PendingEntry } from '../domain/audit/audit-log.ts'
import { isPublicId } from '../lib/ids.ts'
import { Unavailable } from '../lib/unavailable.ts'
import type { Origin } from './dependencies.ts'

/** What authorisation found that the call is about. */
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
  // what a caller of one client does about nothing in particular is about its client
  const clientId = about?.clientId ?? (principal.grants.length === 1 ? principal.grants[0]!.clientId : null)
  const actor = actorOf(principal)
  const subject = subjectOf(operation, params)
  const entry = { accountId, clientId, ...actor, subject, wire, operation: operation.name, requestId, remote }
  return { entry, isWritten: false }
}

/**
 * Runs a call and writes its entry, unless the handler's transaction did.
 * @throws what the call throws, once that is written too
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
  // what failed for want of a database would only wait for it once more
  if (pending.isWritten || error instanceof Unavailable) return
  const entry = { ...pending.entry, outcome: outcomeOf(error) }
  // where both fail, the call's own error says more
  await audit.record(entry).catch(cause => {
    if (error === undefined) throw cause
  })
}

/** Whose call one turned out to be that anyone may make. */
export interface Caller {
  readonly kind: 'person' | 'login'
  readonly id: number
  readonly name: string
}

/** Writes the entry of a call that anyone may make, once it is known whose it is. Its handler calls it, before the answer. */
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

/** The identifiers among the parameters. Nothing else of a call stands there: it may be an address, or a secret. */
function subjectOf({ name, parameters }: Operation, params: Params): string {
  let subject = ''
  for (const parameter of identifiersOf(name, parameters)) {
    const value = params[parameter]
    if (typeof value === 'string' && isPublicId(value))
      subject += `${subject && ', '}${parameter} ${value.toLowerCase()}`
  }
  return subject
}

const identifiers = new Map<string, readonly string[]>()

/** Names of the parameters that hold an identifier; they are as many as there are operations. */
function identifiersOf(operation: string, parameters: Operation['parameters']): readonly string[] {
  const known = identifiers.get(operation)
  if (known) return known
  const names = Object.keys(parameters).filter(name => name.endsWith('ID'))
  identifiers.set(operation, names)
  return names
}

/** With the identifier of what a call made: the value itself, or a member of it. */
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

/** @returns the name of the identifier that a call of this operation yields, if it makes something */
function madeBy(operation: string): string | undefined {
  if (operation === 'Report.Share') return 'ReportLinkID'
  if (operation === 'Asset.Upload') return 'AssetID'
  if (operation === 'Campaign.AddComment') return 'CommentID'
  const [, group] = /^(\w+)\.(?:Create|CreateDraft|CreateFromStarter|Duplicate)$/.exec(operation) ?? []
  return group && `${group}ID`
}
