/** The frame of a screen below the results of a client, which leads back to them. */
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useClients } from '../../shell/client-at-hand.ts'
import { Page } from '../../ui/page.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import own from './results.module.css'

export function BelowResults({
  clientId,
  title,
  actions,
  children,
}: {
  readonly clientId: string
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  const client = useClients().find(({ ClientID }) => ClientID === clientId)
  const lead = (
    <>
      <bdi>{client?.Name}</bdi>
      {' · '}
      <PathLink to={`/clients/${clientId}/results`}>
        <Trans>Results</Trans>
      </PathLink>
    </>
  )
  return (
    <div className={own.results}>
      <Page isWide title={title} lead={lead} actions={actions}>
        {children}
      </Page>
    </div>
  )
}
