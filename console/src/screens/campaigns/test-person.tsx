/** Whose values a test mail shows: a subscriber, found by the beginning of the address. */
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { read } from '../../api/call.ts'
import { useDebounced } from '../../lib/debounced.ts'
import { may, useSession } from '../../session/session.ts'

export function TestPerson({
  clientId,
  value,
  onChange,
}: {
  readonly clientId: string
  readonly value: string
  readonly onChange: (address: string) => void
}) {
  const { t } = useLingui()
  const listId = useId()
  const mayRead = may(useSession(), 'ReadAudience', clientId)
  const wanted = useDebounced(value.trim(), 200)
  const { data } = useQuery({
    ...read('Subscriber.Search', { ClientID: clientId, By: 'Address', Search: wanted, Limit: 8 }),
    enabled: mayRead && wanted.length > 1,
  })
  const found = wanted.length > 1 ? (data?.Contacts ?? []) : []
  return (
    <>
      <TextInput
        type="email"
        label={t`With the values of`}
        description={t`The address of a subscriber. Empty: tags show their fallbacks.`}
        value={value}
        list={listId}
        onChange={event => onChange(event.currentTarget.value)}
        maxLength={254}
        autoComplete="off"
      />
      <datalist id={listId}>
        {found.map(({ EmailAddress = '' }) => (
          <option key={EmailAddress} value={EmailAddress} />
        ))}
      </datalist>
    </>
  )
}
