/** Below the title of a client's screen: whose it is, the zone of its dates where the reader is in another one, and what the screen is for. */
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read } from '../api/call.ts'
import { zoneName } from '../lib/format.ts'
import { useSession } from '../session/session.ts'

export function ClientLead({ clientId, children }: { readonly clientId: string; readonly children?: ReactNode }) {
  const session = useSession()
  const { data } = useQuery(read('Client.GetDetail', { ClientID: clientId }))
  const { CompanyName = '', Timezone = '' } = data?.BasicDetails ?? {}
  return (
    <>
      <bdi>{CompanyName}</bdi>
      {Timezone !== '' && Timezone !== session.Timezone && (
        <>
          {' · '}
          <Trans>dates are in {zoneName(Timezone)}</Trans>
        </>
      )}
      {children && (
        <>
          <br />
          {children}
        </>
      )}
    </>
  )
}
