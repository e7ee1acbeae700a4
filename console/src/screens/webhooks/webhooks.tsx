/** Webhooks of a client: where its events are sent, and how that goes. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../../api/call.ts'
import { number } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { css, Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { ClientLead } from '../client-lead.tsx'
import home from '../home.module.css'
import { ShownSecret } from '../keys/shown-secret.tsx'
import { NewWebhook } from './new-webhook.tsx'
import type { Secret, Webhook } from './types.ts'
import { WebhookDrawer } from './webhook.tsx'
import { WebhookState } from './webhook-state.tsx'

const route = getRouteApi('/inside/clients/$clientId/webhooks')

export function Webhooks() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const { webhook: open, adding } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/webhooks' })
  const [made, setMade] = useState<Secret>()
  const { data, error, isPending } = useQuery(read('Webhook.List', { ClientID: clientId }))
  const go = (search: { adding?: true }) => void navigate({ search, resetScroll: false })
  const shown = data?.find(({ WebhookID }) => WebhookID === open)
  const mayChange = may(session, 'Settings', clientId)
  const add = mayChange && (
    <Button onClick={() => go({ adding: true })}>
      <Trans>New webhook</Trans>
    </Button>
  )
  const onSecret = (secret: Secret) => {
    setMade(secret)
    go({})
  }
  return (
    <Page
      title={t`Webhooks`}
      lead={
        <ClientLead
          clientId={clientId}
        >{t`Each event is sent to your program, in order, signed, and repeated until it is accepted.`}</ClientLead>
      }
      actions={data && data.length > 0 ? add : undefined}
    >
      {made && <ShownSecret label={made.url} secret={made.secret} onDone={() => setMade(undefined)} />}
      <Panel>
        {isPending && <Skeletons lines={4} />}
        <Refused error={error} />
        {data?.length === 0 && (
          <Empty icon="hook" title={t`No webhooks yet`} action={add}>
            <Trans>
              Notify your shop or your CRM at once when people subscribe, unsubscribe or click. Each call is signed.
            </Trans>
          </Empty>
        )}
        {data && data.length > 0 && <WebhookTable webhooks={data} />}
      </Panel>
      {shown && (
        <WebhookDrawer
          of={shown}
          clientId={clientId}
          mayChange={mayChange}
          onSecret={onSecret}
          onClose={() => go({})}
        />
      )}
      {adding && mayChange && (
        <Dialog title={t`New webhook`} onClose={() => go({})}>
          <NewWebhook clientId={clientId} onMade={onSecret} />
        </Dialog>
      )}
    </Page>
  )
}

function WebhookTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { t } = useLingui()
  return (
    <Table heads={[t`Address`, t`Events`, t`State`, t`Waiting`]}>
      {webhooks.map(({ WebhookID = '', URL, Events = [], State, Waiting = 0 }) => (
        <tr key={WebhookID}>
          <td>
            <Link className={home.name} to="." search={{ webhook: WebhookID }} resetScroll={false}>
              {URL}
            </Link>
          </td>
          <td data-label={t`Events`}>
            {Events.length === 0 ? <Trans>All</Trans> : <Plural value={Events.length} one="# type" other="# types" />}
          </td>
          <td data-label={t`State`}>
            <span>
              <WebhookState of={State} />
            </span>
          </td>
          <td data-label={t`Waiting`} className={Waiting === 0 ? css.quiet : undefined}>
            {number(Waiting)}
          </td>
        </tr>
      ))}
    </Table>
  )
}
