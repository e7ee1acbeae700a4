/** What is set for one client: who it is, how its campaigns are sent, and the way to delete it. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { timeZoneChoices } from '../../lib/format.ts'
import { reread, rereadAll } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { Act, ActsRefused, useAct } from '../../ui/act.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import { css, Note, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toast.ts'
import { ClientLead } from '../client-lead.tsx'
import { LeavePage } from './leave-page.tsx'
import { Retention } from './retention.tsx'
import { SendingOptions } from './sending-options.tsx'
import { UtmTags } from './utm-tags.tsx'

type Basics = NonNullable<ValueOf<'Client.GetDetail'>['BasicDetails']>

const route = getRouteApi('/inside/clients/$clientId/settings')

export function ClientSettings() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const { data, error, isPending } = useQuery(read('Client.GetDetail', { ClientID: clientId }))
  return (
    <Page title={t`Settings`} lead={<ClientLead clientId={clientId} />}>
      <Panel title={t`Contact`}>
        {isPending && <Skeletons lines={5} />}
        <Refused error={error} />
        {data?.BasicDetails && (
          <Contact
            key={clientId}
            of={data.BasicDetails}
            clientId={clientId}
            mayChange={may(session, 'Clients', clientId)}
          />
        )}
      </Panel>
      <SendingOptions key={`options ${clientId}`} clientId={clientId} mayChange={may(session, 'Settings', clientId)} />
      <Retention key={`retention ${clientId}`} clientId={clientId} mayChange={may(session, 'Settings', clientId)} />
      <UtmTags key={`utm ${clientId}`} clientId={clientId} mayChange={may(session, 'Settings', clientId)} />
      <LeavePage clientId={clientId} />
      <Register clientId={clientId} />
      {may(session, 'Clients', clientId) && (
        <Deletion clientId={clientId} name={data?.BasicDetails?.CompanyName ?? ''} />
      )}
    </Page>
  )
}

function Contact({
  of: { CompanyName = '', ContactName = '', EmailAddress = '', Country = '', Timezone = '' },
  clientId,
  mayChange,
}: {
  readonly of: Basics
  readonly clientId: string
  readonly mayChange: boolean
}) {
  const { t } = useLingui()
  const { data: countries = [] } = useQuery(read('User.ListCountries', {}))
  const [given, setGiven] = useState({ CompanyName, ContactName, EmailAddress, Country, Timezone })
  const field = (name: keyof typeof given) => ({
    value: given[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setGiven({ ...given, [name]: event.currentTarget.value }),
    required: true,
    disabled: !mayChange,
  })
  const fields = (
    <>
      <TextInput label={t`Company`} autoComplete="off" {...field('CompanyName')} />
      <TextInput label={t`Contact`} autoComplete="off" {...field('ContactName')} />
      <TextInput type="email" label={t`Email address of the contact`} autoComplete="off" {...field('EmailAddress')} />
      <NativeSelect label={t`Country`} data={[...new Set([given.Country, ...countries])]} {...field('Country')} />
      <NativeSelect
        label={t`Time zone`}
        description={<Help>{t`Dates of this client are shown and entered in this time zone.`}</Help>}
        data={timeZoneChoices(given.Timezone)}
        {...field('Timezone')}
      />
    </>
  )
  if (!mayChange) return <div className={css.form}>{fields}</div>
  return (
    <Form
      label={t`Save the contact`}
      submit={async () => {
        await call('Client.UpdateBasics', { ClientID: clientId, ...given })
        await reread('clientDetail')
        toast(t`The contact is saved.`)
      }}
    >
      {given.Timezone !== Timezone && (
        <Note tone="warn">
          <p>
            <Trans>
              Scheduled campaigns are sent at the same moment as before; their dates are shown in the new time zone.
            </Trans>
          </p>
        </Note>
      )}
      {fields}
    </Form>
  )
}

function Register({ clientId }: { readonly clientId: string }) {
  const { t } = useLingui()
  return (
    <Panel
      title={t`Register of processing`}
      text={t`Purposes, data, periods, recipients and security of this client, as they are set now. To print or save.`}
    >
      <Link to="/clients/$clientId/settings/register" params={{ clientId }}>
        <Trans>Open the register of processing</Trans>
      </Link>
    </Panel>
  )
}

function Deletion({ clientId, name }: { readonly clientId: string; readonly name: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const remove = useAct(async () => {
    await call('Client.Delete', { ClientID: clientId })
    await navigate({ to: '/clients' })
    await rereadAll()
    toast(t`“${name}” is deleted.`, {
      undo: async () => {
        await call('Deleted.Restore', { Kind: 'Client', ID: clientId })
        await rereadAll()
      },
    })
  })
  return (
    <Panel
      title={t`Delete the client`}
      text={t`Its lists, campaigns and reports are deleted with it, and campaigns being sent are paused. It can be restored for 30 days.`}
      actions={
        <Act of={remove} c="var(--bad)">
          <Trans>Delete</Trans>
        </Act>
      }
    >
      <ActsRefused of={[remove]} />
    </Panel>
  )
}
