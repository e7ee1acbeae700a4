/** Contacts of the client at hand that the palette finds: by the beginning of their address or name, or by a domain after @. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ParametersOf, ValueOf } from '../../../src/client/client.ts'
import { read } from '../api/call.ts'

export type FoundContact = NonNullable<ValueOf<'Subscriber.Search'>['Contacts']>[number]

/** Letters from which on a text is looked for among contacts: fewer find places. */
const fewestLetters = 3
const mostFound = 5
/** Milliseconds after the last key; a search that is overtaken is aborted. */
const pauseMs = 250

/** @param clientId undefined where none is at hand, or its contacts may not be read */
export function useFoundContacts(clientId: string | undefined, text: string): readonly FoundContact[] {
  const wanted = useSettled(text.trim())
  const isAsked = clientId !== undefined && wanted.length >= fewestLetters
  const isDomain = wanted.startsWith('@')
  const search = (By: ParametersOf<'Subscriber.Search'>['By']) =>
    read('Subscriber.Search', { ClientID: clientId ?? '', By, Search: wanted, Limit: mostFound })
  const { data: byAddress } = useQuery({ ...search(isDomain ? 'Domain' : 'Address'), enabled: isAsked })
  const { data: byName } = useQuery({ ...search('Name'), enabled: isAsked && !wanted.includes('@') })
  if (!isAsked) return []
  const found = [...(byAddress?.Contacts ?? []), ...(byName?.Contacts ?? [])]
  return [...new Map(found.map(contact => [contact.EmailAddress, contact])).values()].slice(0, mostFound)
}

/** A text as it is when it has not changed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
