/** Copies or moves a range of chosen members to another list, in the caller's transaction. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { Range } from '../jobs/range.ts'
import { recordTransitions, type State } from '../lists/statistics.ts'
import { changeStates, updateDetails } from '../subscribers/memberships.ts'
import { readLastChanges } from '../subscribers/opt-outs.ts'
import { readSuppressedAmong } from '../subscribers/suppressions.ts'
import type { HeldList } from './bulk-changes.ts'
import { type Changing, chosenIn, countTransitions, type Outcome, recordBefore, rowsOf } from './changing.ts'
import { type CopiedPair, copyAnswers } from './copied-answers.ts'

type Fields = Readonly<Record<string, string | readonly string[]>>

/** The fields of a membership that copying needs. */
export interface CopiedMember {
  readonly id: number
  readonly address: string
  readonly email: string
  readonly name: string
  readonly mobileNumber: string | null
  readonly state: State
  readonly fields: Fields
}

export interface Source extends CopiedMember {
  readonly number: number
  readonly joinedAt: Date
  readonly language: string | null
  /** The person's consent as an import or another copy recorded it; '' if none is recorded. */
  readonly consent: string
}

export interface Target extends CopiedMember {
  /** The cause of the last transition; known for Deleted members only. */
  readonly cause: string | undefined
}

/** The decision for one member: nothing, a new membership, or a change of the existing one. */
export type Decision =
  | { readonly is: 'left' }
  | { readonly is: 'added'; readonly state: State; readonly name: string; readonly fields: Fields }
  | {
      readonly is: 'changed'
      readonly state: State
      readonly name: string
      readonly mobileNumber: string | null
      readonly fields: Fields
    }

export interface Copying extends Changing {
  readonly toList: HeldList
  /** True if members that receive mail leave the source list. */
  readonly isMove: boolean
  readonly decide: (source: Source, target: Target | undefined, isSuppressed: boolean) => Decision
}

interface Decided {
  readonly source: Source
  readonly target: Target | undefined
  readonly decision: Decision
}

/** The stored state of the membership on the target list. */
export interface Copied {
  readonly id: number
  readonly added: boolean
  /** The membership before the change; absent if it was added. */
  readonly before?: {
    readonly state: State
    readonly name: string
    readonly mobileNumber: string | null
    readonly fields: Fields
  }
  /** The membership after the change. */
  readonly after: {
    readonly state: State
    readonly name: string
    readonly mobileNumber: string | null
    readonly fields: Fields
  }
}

/** States whose members leave the source list. Others stay as proof that they must not be mailed. */
const leaving: readonly State[] = ['Active', 'Unconfirmed']

export async function copyRange(sql: Transaction, copying: Copying, range: Range): Promise<Outcome> {
  const decided = await decideRange(sql, copying, range)
  const added = await insertCopies(sql, copying, decided)
  const changed = await changeTargets(sql, copying, decided)
  const copied = new Map([...added, ...changed])
  await copyAnswers(sql, copying, pairsOf(decided, new Map(added)))
  const moved = copying.isMove
    ? decided.filter(
        ({ source, decision }) => leaves(source, decision) && (copied.has(source.number) || isThere(decision)),
      )
    : []
  const { clientId, timeZone, list, toList, evidence } = copying
  await changeStates(
    sql,
    moved.map(({ source: { id, state } }) => ({
      clientId,
      listId: list.id,
      subscriberId: id,
      from: state,
      to: 'Deleted' as const,
      cause: 'moved',
      evidence: { ...evidence, detail: `to “${toList.title}”`, movedTo: toList.id },
    })),
  )
  const left = new Map(moved.map(({ source: { number, state } }) => [number, { state }]))
  const numbers = new Set([...copied.keys(), ...left.keys()])
  await recordBefore(
    sql,
    copying,
    [...numbers].map(number => ({ number, before: left.get(number) ?? null, copied: copied.get(number) ?? null })),
  )
  await recordTransitions(
    sql,
    [
      ...countTransitions(
        { clientId, listId: toList.id, timeZone },
        [...copied.values()].map(({ before, after }) => ({ from: before?.state ?? null, to: after.state })),
      ),
      ...countTransitions(
        { clientId, listId: list.id, timeZone },
        moved.map(({ source: { state } }) => ({ from: state, to: 'Deleted' as const })),
      ),
    ],
    changed.some(([, { before, after }]) => before?.name !== after.name) ? [{ clientId, listId: toList.id }] : [],
  )
  return { done: numbers.size, left: rowsOf(range) - numbers.size }
}

/** The memberships of those who were copied. @param added those that were made, by number */
function pairsOf(decided: readonly Decided[], added: ReadonlyMap<number, Pick<Copied, 'id'>>): readonly CopiedPair[] {
  return decided.flatMap(({ source, target, decision }): readonly CopiedPair[] => {
    const made = added.get(source.number)
    if (made) return [{ from: source.id, to: made.id, isNew: true }]
    return target && isThere(decision) ? [{ from: source.id, to: target.id, isNew: false }] : []
  })
}

function leaves({ state }: Source, { is }: Decision): boolean {
  return is !== 'left' && leaving.includes(state)
}

/** True if the target membership exists and needs no change; a move still ends the source membership. */
function isThere({ is }: Decision): boolean {
  return is === 'changed'
}

async function decideRange(sql: Transaction, copying: Copying, range: Range): Promise<readonly Decided[]> {
  const { clientId, toList, decide } = copying
  const known = await sql<{ id: number; address: string }[]>`select s.id, s.address ${chosenIn(sql, copying, range)}`
  const { targets, isLocked } = await lockBoth(sql, copying, known)
  const sources = (await readSources(sql, copying, range)).filter(({ id }) => isLocked.has(id))
  const [gone, suppressed] = await Promise.all([
    readLastChanges(
      sql,
      [...targets.values()]
        .filter(({ state }) => state === 'Deleted')
        .map(({ id }) => ({ clientId, listId: toList.id, subscriberId: id })),
    ),
    readSuppressedAmong(
      sql,
      sources.map(({ address }) => ({ clientId, listId: toList.id, address })),
    ),
  ])
  const causes = new Map(gone.map(({ subscriberId, cause }) => [subscriberId, cause]))
  const isSuppressed = new Set(suppressed.map(({ address }) => address))
  return sources.map(source => {
    const found = targets.get(source.address)
    const target = found && { ...found, cause: causes.get(found.id) }
    return { source, target, decision: decide(source, target, isSuppressed.has(source.address)) }
  })
}

/** Locks the members of both lists in the common lock order of members. @returns the target members by address, and all ids */
async function lockBoth(
  sql: Transaction,
  { clientId, list, toList }: Copying,
  known: readonly { readonly id: number; readonly address: string }[],
) {
  const rows = await sql<(CopiedMember & { listId: number })[]>`
    select s.list_id, s.id, s.address, s.email, s.name, s.mobile_number, s.state, s.fields
    from subscribers s
    where s.client_id = ${clientId} and s.list_id = any(array[${list.id}, ${toList.id}]::bigint[])
      and s.address = any(${known.map(({ address }) => address)}::text[])
    order by s.client_id, s.list_id, s.address
    for update`
  const targets: ReadonlyMap<string, CopiedMember> = new Map(
    rows.filter(({ listId }) => listId === toList.id).map(row => [row.address, row]),
  )
  return { targets, isLocked: new Set(rows.map(({ id }) => id)) }
}

/** Reads the source members after they were locked. */
async function readSources(sql: Transaction, copying: Copying, range: Range): Promise<readonly Source[]> {
  const { clientId, list } = copying
  return sql<Source[]>`
    select s.number, s.id, s.address, s.email, s.name, s.mobile_number, s.state, s.fields, s.joined_at, s.language,
      coalesce(n.consent, '') as consent
    from (select r.number, s.* ${chosenIn(sql, copying, range)}) s
    left join lateral (
      select coalesce(h.evidence ->> 'consent', concat_ws('; ', i.consent ->> 'source', i.consent ->> 'date', i.consent ->> 'wording')) as consent
      from subscriber_history h
      left join imports i on i.client_id = ${clientId} and i.id = (h.evidence ->> 'importId')::bigint
      where h.client_id = ${clientId} and h.list_id = ${list.id} and h.subscriber_id = s.id
        and (h.evidence ? 'importId' or h.evidence ? 'consent')
      order by h.at desc
      limit 1
    ) n on true
    order by s.address`
}

/** @returns the added members by number; addresses that joined the list meanwhile are unchanged */
async function insertCopies(
  sql: Sql,
  { clientId, list, toList, isMove, evidence }: Copying,
  decided: readonly Decided[],
): Promise<readonly (readonly [number, Copied])[]> {
  const rows = decided.flatMap(({ source, decision }) => (decision.is === 'added' ? [{ source, decision }] : []))
  if (rows.length === 0) return []
  const given = rows.map(
    ({ source: { number, fields: _fields, state: _state, name: _name, ...source }, decision }) => ({
      ...source,
      ...decision,
      evidence: { ...evidence, ...consentEvidence(list, source.consent) },
    }),
  )
  const inserted = await sql<{ id: number; address: string }[]>`
    with given as (
      select * from jsonb_to_recordset(${sql.json(given as never)}) as given (
        email text, address text, name text, "mobileNumber" text, state text, "joinedAt" timestamptz, fields jsonb,
        language text, evidence jsonb)
    ), inserted as (
      insert into subscribers (client_id, list_id, email, address, name, mobile_number, state, state_at, joined_at, fields, language)
      select ${clientId}, ${toList.id}, email, address, name, "mobileNumber", state, now(), "joinedAt", fields, language
      from given
      order by address
      on conflict (client_id, list_id, address) do nothing
      returning id, address, state
    ), noted as (
      insert into subscriber_history (client_id, list_id, subscriber_id, at, from_state, to_state, cause, evidence)
      select ${clientId}, ${toList.id}, i.id, now(), null, i.state, ${isMove ? 'moved' : 'copied'}, g.evidence
      from inserted i
      join given g on g.address = i.address
    )
    select id, address from inserted`
  const ids = new Map(inserted.map(({ id, address }) => [address, id]))
  return rows.flatMap(({ source, decision: { state, name, fields } }) => {
    const id = ids.get(source.address)
    const after = { state, name, mobileNumber: source.mobileNumber, fields }
    return id === undefined ? [] : [[source.number, { id, added: true, after }] as const]
  })
}

/** @returns the changed members by number */
async function changeTargets(
  sql: Transaction,
  { clientId, list, toList, isMove, evidence }: Copying,
  decided: readonly Decided[],
): Promise<readonly (readonly [number, Copied])[]> {
  const rows = decided.flatMap(({ source, target, decision }) => {
    if (decision.is !== 'changed' || !target) return []
    const { is: _is, ...after } = decision
    const { id, state, name, mobileNumber, fields } = target
    const before = { state, name, mobileNumber, fields }
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ source, id, before, after }]
  })
  await changeStates(
    sql,
    rows
      .filter(({ before, after }) => before.state !== after.state)
      .map(({ source, id, before, after }) => ({
        clientId,
        listId: toList.id,
        subscriberId: id,
        from: before.state,
        to: after.state,
        cause: isMove ? 'moved' : 'copied',
        evidence: { ...evidence, ...consentEvidence(list, source.consent) },
      })),
  )
  await updateDetails(
    sql,
    rows.map(({ id, after: { name, mobileNumber, fields } }) => ({
      clientId,
      listId: toList.id,
      subscriberId: id,
      name,
      mobileNumber,
      fields,
    })),
  )
  return rows.map(({ source, id, before, after }) => [source.number, { id, added: false, before, after }] as const)
}

/** Evidence: the source list, and the consent that is copied. */
function consentEvidence({ title }: HeldList, consent: string) {
  const from = `from “${title}”`
  return consent === '' ? { detail: from } : { detail: `${from}; ${consent}`, consent }
}
