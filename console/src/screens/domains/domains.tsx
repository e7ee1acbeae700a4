/** Domains that a client sends from: mail from a verified one is signed. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { dateTime } from '../../lib/format.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { css, Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { ClientLead } from '../client-lead.tsx'
import home from '../home.module.css'
import { DomainDrawer } from './domain.tsx'
import { DomainState } from './domain-state.tsx'
import { domainsOf, type SendingDomain } from './domains-query.ts'

const route = getRouteApi('/inside/clients/$clientId/domains')

export function Domains() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const { domain: open, adding } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/domains' })
  const { data, error, isPending } = useQuery(domainsOf(clientId))
  const go = (search: { domain?: string | undefined; adding?: true | undefined }) =>
    void navigate({ search, resetScroll: false })
  const shown = data?.find(({ Domain }) => Domain === open)
  const mayChange = may(session, 'Settings', clientId)
  const add = mayChange && (
    <Button onClick={() => go({ adding: true })}>
      <Trans>Add a domain</Trans>
    </Button>
  )
  return (
    <Page
      title={t`Sending domains`}
      lead={
        <ClientLead clientId={clientId}>{t`Mail from a verified domain is signed, and mailboxes trust it.`}</ClientLead>
      }
      actions={data && data.length > 0 ? add : undefined}
    >
      <Panel>
        {isPending && <Skeletons lines={4} />}
        <Refused error={error} />
        {data?.length === 0 && (
          <Empty icon="shield" title={t`No sending domains yet`} action={add}>
            <Trans>
              Add the domain after the @ of the sender. You get records for its name servers, and a check that shows
              when they are found.
            </Trans>
          </Empty>
        )}
        {data && data.length > 0 && <DomainTable domains={data} />}
      </Panel>
      {shown && <DomainDrawer of={shown} clientId={clientId} mayChange={mayChange} onClose={() => go({})} />}
      {adding && mayChange && (
        <Dialog title={t`Add a sending domain`} onClose={() => go({})}>
          <NewDomain clientId={clientId} onMade={domain => go({ domain })} />
        </Dialog>
      )}
    </Page>
  )
}

function DomainTable({ domains }: { readonly domains: readonly SendingDomain[] }) {
  const { t } = useLingui()
  return (
    <Table heads={[t`Domain`, t`State`, t`Records`, t`Last checked`]}>
      {domains.map(({ Domain = '', Verified, Records = [], CheckedDate }) => {
        const missing = Records.filter(({ Found }) => !Found).length
        return (
          <tr key={Domain}>
            <td>
              <Link className={home.name} to="." search={{ domain: Domain }} resetScroll={false}>
                {Domain}
              </Link>
            </td>
            <td data-label={t`State`}>
              <span>
                <DomainState verified={Verified} />
              </span>
            </td>
            <td data-label={t`Records`}>
              {missing === 0 ? (
                <Trans>All found</Trans>
              ) : (
                <Plural value={missing} one="# is missing or wrong" other="# are missing or wrong" />
              )}
            </td>
            <td data-label={t`Last checked`} className={CheckedDate ? undefined : css.quiet}>
              {CheckedDate ? dateTime(CheckedDate) : <Trans>Never</Trans>}
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

function NewDomain({ clientId, onMade }: { readonly clientId: string; readonly onMade: (domain: string) => void }) {
  const { t } = useLingui()
  const [domain, setDomain] = useState('')
  const [idempotencyKey] = useState(newKey)
  async function submit() {
    const { Domain = '' } = await call(
      'Domain.Create',
      { ClientID: clientId, Domain: domain.trim() },
      { idempotencyKey },
    )
    await reread('domains')
    onMade(Domain)
  }
  return (
    <Form submit={submit} label={t`Add the domain`} isWide>
      <TextInput
        label={t`Domain`}
        description={t`The part after the @ of the sender, for example example.com.`}
        value={domain}
        onChange={event => setDomain(event.currentTarget.value)}
        autoComplete="off"
        inputMode="url"
        required
      />
    </Form>
  )
}
