/** Whether a contact agreed that opens and clicks are recorded. */
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, queryClient, read } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Refused } from '../../ui/refused.tsx'

export type Consent = ValueOf<'Subscriber.GetTrackingConsent'>

export function ConsentChoice({
  value,
  onChange,
  isDisabled = false,
}: {
  readonly value: Consent
  readonly onChange: (consent: Consent) => void
  readonly isDisabled?: boolean
}) {
  const { t } = useLingui()
  return (
    <NativeSelect
      label={t`Tracking of opens and clicks`}
      description={t`The choice of this person. It applies to mails composed from now on.`}
      value={value}
      disabled={isDisabled}
      onChange={event => onChange(event.currentTarget.value as Consent)} // the options below
      data={[
        { value: 'Unknown', label: t`Not asked` },
        { value: 'Granted', label: t`Agreed` },
        { value: 'Denied', label: t`Declined` },
      ]}
    />
  )
}

export function TrackingConsent({
  listId,
  address,
  mayChange,
}: {
  readonly listId: string
  readonly address: string
  readonly mayChange: boolean
}) {
  const query = read('Subscriber.GetTrackingConsent', { ListID: listId, Email: address })
  const { data, error } = useQuery(query)
  const change = useMutation({
    mutationFn: async (consent: Consent) => {
      await call('Subscriber.SetTrackingConsent', { ListID: listId, Email: address, Consent: consent })
      queryClient.setQueryData(query.queryKey, consent)
      await reread('trackingConsent')
    },
  })
  return (
    <>
      <Refused error={error ?? change.error} />
      {data && (
        <ConsentChoice
          value={change.isPending ? change.variables : data}
          onChange={consent => change.mutate(consent)}
          isDisabled={!mayChange || change.isPending}
        />
      )}
    </>
  )
}
