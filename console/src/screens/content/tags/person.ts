/**
 * The subscriber whose values tags show while a mail is written, and as whom its preview is shown: one for each client, for as long as
 * the page is open.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { TagValues } from '../../../lib/merge-tags.ts'
import { SharedValue, useShared } from '../../../lib/shared-value.ts'

const none: TagValues = {}
const addresses = new Map<string, SharedValue<string>>()
/** What editors that are not made of components read. */
export const shownValues = new SharedValue<TagValues>(none)

function addressOf(clientId: string): SharedValue<string> {
  const known = addresses.get(clientId) ?? new SharedValue('')
  addresses.set(clientId, known)
  return known
}

/** @returns the address, '' for none, and what chooses another one */
export function useShownAddress(clientId: string): readonly [email: string, choose: (email: string) => void] {
  const address = addressOf(clientId)
  return [useShared(address), next => address.set(next.trim())]
}

export interface ShownPerson {
  /** '' for none: every tag shows its fallback. */
  readonly email: string
  readonly values: TagValues
  readonly error: unknown
  readonly isPending: boolean
  readonly choose: (email: string) => void
}

export function useShownPerson(clientId: string): ShownPerson {
  const [email, choose] = useShownAddress(clientId)
  const { data, error, isFetching } = useQuery({
    queryKey: ['Subscriber.GetMember', { ClientID: clientId, EmailAddress: email }, 'values of tags'],
    queryFn: ({ signal }) => readValues(clientId, email, signal),
    enabled: email !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const values = email === '' || error ? none : (data ?? none)
  return {
    email,
    values,
    error: email === '' ? undefined : error,
    isPending: isFetching && !data,
    choose,
  }
}

/** Of the first list that has the address: fields of the same key have one value in practice. */
async function readValues(clientId: string, email: string, signal: AbortSignal): Promise<TagValues> {
  const lists = await call('Subscriber.FindLists', { ClientID: clientId, EmailAddress: email }, { signal })
  const [first] = lists
  if (!first?.ListID) throw new NotSubscribed()
  const member = await call('Subscriber.GetMember', { ListID: first.ListID, EmailAddress: email }, { signal })
  const name = member.Name ?? ''
  const words = name.trim().split(/\s+/)
  const fields: Record<string, string> = {}
  for (const { Key = '', Value = '' } of member.CustomFields ?? []) {
    const key = Key.replace(/^\[|\]$/g, '').toLowerCase()
    // a field with several options has an entry for each
    fields[key] = fields[key] ? `${fields[key]}, ${Value}` : Value
  }
  return {
    ...fields,
    email: member.EmailAddress ?? email,
    fullname: name,
    firstname: words[0] ?? '',
    lastname: words.length > 1 ? words.slice(1).join(' ') : '',
  }
}

/** No list of the client has the address. */
export class NotSubscribed extends Error {}
