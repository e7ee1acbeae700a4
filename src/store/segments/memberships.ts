/** Conditions on memberships of a person: state, how it came, other lists, tags, consent. */
import type { Fragment } from '../connection/database.ts'
import { consentColumns } from '../subscribers/purposes.ts'
import type {
  ConsentCondition,
  ImportCondition,
  ListCondition,
  SourceCondition,
  StateCondition,
  TagCondition,
} from './conditions.ts'
import type { Judging } from './judging.ts'

export function stateHolds({ sql }: Judging, { states, not }: StateCondition): Fragment {
  const held = sql`s.state = any(${states as string[]}::text[])`
  return not ? sql`(not ${held})` : held
}

/** By the first entry of the membership's history; other where retention removed it. */
export function sourceHolds({ sql, clientId }: Judging, { sources, not }: SourceCondition): Fragment {
  const source = sql`coalesce((
    select case
      when h.evidence ? 'importId' then 'import'
      when h.evidence ? 'formId' then 'form'
      when h.evidence ->> 'by' in ('api', 'console') then h.evidence ->> 'by'
    end
    from subscriber_history h
    where h.client_id = ${clientId} and h.list_id = s.list_id and h.subscriber_id = s.id
    order by h.at limit 1), 'other')`
  const held = sql`(${source} = any(${sources as string[]}::text[]))`
  return not ? sql`(not ${held})` : held
}

/** Whether one of the imports added the member, or changed its state. */
export function importHolds({ sql, clientId }: Judging, { importIds, not }: ImportCondition): Fragment {
  const held = sql`exists (
    select 1 from subscriber_history h
    where h.client_id = ${clientId} and h.list_id = s.list_id and h.subscriber_id = s.id
      and h.evidence ->> 'importId' = any(${importIds.map(String)}::text[]))`
  return not ? sql`(not ${held})` : held
}

export function tagHolds({ sql, clientId }: Judging, { quantity, tagIds }: TagCondition): Fragment {
  const hasAny = (ids: readonly number[]) => sql`exists (
    select 1 from tagged_contacts t
    where t.client_id = ${clientId} and t.address = s.address and t.tag_id = any(${ids as number[]}::bigint[]))`
  switch (quantity) {
    case 'any':
      return hasAny(tagIds)
    case 'none':
      return sql`(not ${hasAny(tagIds)})`
    case 'all':
      return sql`(${tagIds.map(id => hasAny([id])).reduce((all, one) => sql`${all} and ${one}`)})`
  }
}

export function listHolds({ sql, clientId }: Judging, { listId, states, not }: ListCondition): Fragment {
  const held = sql`exists (
    select 1 from subscribers m
    where m.client_id = ${clientId} and m.address = s.address and m.list_id = ${listId} and m.state = any(${states as string[]}::text[]))`
  return not ? sql`(not ${held})` : held
}

export function consentHolds({ sql }: Judging, { purpose, answers }: ConsentCondition): Fragment {
  const column = sql(`s.${consentColumns[purpose]}`)
  return sql`((case ${column} when true then 'granted' when false then 'denied' else 'unknown' end) = any(${answers as string[]}::text[]))`
}
