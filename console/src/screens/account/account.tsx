/** The account: its name, zone and rule of the second factor; which version runs, and what is new in it. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { dateTime, timeZoneChoices } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { mayOnAccount, useSession } from '../../session/session.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import layout from '../../ui/layout.module.css'
import { css, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.ts'

const WhatIsNew = lazy(async () => ({ default: (await import('./what-is-new.tsx')).WhatIsNew }))

type Account = ValueOf<'Account.Get'>

const route = getRouteApi('/inside/account')
const account = read('Account.Get', {})

export function AccountScreen() {
  const { t } = useLingui()
  const { tab } = route.useSearch()
  return (
    <Page title={t`Account`} lead={useSession().AccountName}>
      <Tabs label={t`Account`}>
        <Link to="." search={{}} activeOptions={{ exact: true, includeSearch: true }}>
          <Trans>Settings</Trans>
        </Link>
        <Link to="." search={{ tab: 'version' }} activeOptions={{ exact: true, includeSearch: true }}>
          <Trans>Version and what is new</Trans>
        </Link>
      </Tabs>
      {tab === 'version' ? (
        <>
          <Version />
          <Suspense fallback={<Skeletons lines={6} />}>
            <WhatIsNew />
          </Suspense>
        </>
      ) : (
        <Settings />
      )}
    </Page>
  )
}

function Settings() {
  const { t } = useLingui()
  const clients = useClients()
  const { data, error, isPending } = useQuery(account)
  return (
    <>
      <Panel title={t`Settings of the account`}>
        {isPending && <Skeletons lines={5} />}
        <Refused error={error} />
        {data && <Details of={data} />}
      </Panel>
      <Panel
        title={t`Settings of clients`}
        text={t`Approval, the time to stop sending, contact and UTM tags are set for each client.`}
      >
        {clients.length === 0 && (
          <p className={css.quiet}>
            <Trans>No clients yet.</Trans>
          </p>
        )}
        <ul className={layout.listed}>
          {clients.slice(0, 50).map(({ ClientID = '', Name }) => (
            <li key={ClientID}>
              <Link to="/clients/$clientId/settings" params={{ clientId: ClientID }}>
                <bdi>{Name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}

function Details({ of: account }: { readonly of: Account }) {
  const { t } = useLingui()
  const session = useSession()
  const { Name = '', SiteUrl, Timezone = '', FactorRequiredFrom = '', CreatedDate } = account
  const [given, setGiven] = useState({ Name, Timezone, from: FactorRequiredFrom.slice(0, 10) })
  const field = (name: keyof typeof given) => ({
    value: given[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setGiven({ ...given, [name]: event.currentTarget.value }),
  })
  // the moment stays where its day was not touched
  const from =
    given.from === FactorRequiredFrom.slice(0, 10) ? FactorRequiredFrom : given.from && `${given.from} 00:00:00`
  return (
    <Form
      label={t`Save`}
      submit={async () => {
        await call('Account.Update', { Name: given.Name, Timezone: given.Timezone, FactorRequiredFrom: from })
        await reread('account')
        toast(t`The settings are saved.`)
      }}
    >
      <Facts>
        <Fact name={t`Site`}>{SiteUrl}</Fact>
        <Fact name={t`Since`}>{dateTime(CreatedDate)}</Fact>
      </Facts>
      <TextInput label={t`Name`} required autoComplete="organization" {...field('Name')} />
      <NativeSelect
        label={t`Time zone`}
        description={<Help>{t`Time zone of the audit log and of the monthly numbers. Clients have their own.`}</Help>}
        data={timeZoneChoices(given.Timezone)}
        {...field('Timezone')}
      />
      <TextInput
        type="date"
        label={t`Everyone needs a second factor from`}
        description={
          <Help>{t`From that date, people without one can only set one up. Empty: it stays optional.`}</Help>
        }
        disabled={!mayOnAccount(session, 'People')}
        {...field('from')}
      />
    </Form>
  )
}

function Version() {
  const { t } = useLingui()
  const { data, error, isPending } = useQuery(read('Setup.GetVersion', {}))
  return (
    <Panel title={t`About this installation`}>
      {isPending && <Skeletons lines={5} />}
      <Refused error={error} />
      {data && (
        <Facts>
          <Fact name="Lettershop">{data.Version}</Fact>
          <Fact name="Node.js">{data.NodeVersion}</Fact>
          <Fact name="PostgreSQL">{data.PostgresVersion}</Fact>
          <Fact name={t`Database schema`}>{data.SchemaNumber}</Fact>
          <Fact name={t`Mail is sent to`}>
            {data.Transport === 'Relays' ? t`SMTP relays` : t`a folder; nothing is sent`}
          </Fact>
          <Fact name={t`Roles of this process`}>{(data.Roles ?? []).join(', ')}</Fact>
        </Facts>
      )}
    </Panel>
  )
}
