/** How many mails the campaigns of a client are sent in a day. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import layout from '../../ui/layout.module.css'
import { Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toast.ts'

type Limit = ValueOf<'Client.GetDailyLimit'>
/** As Client.SetDailyLimit takes them. */
const noLimit = '0'
const asInstallation = '-1'

export function DailyLimit({ clientId, mayChange }: { readonly clientId: string; readonly mayChange: boolean }) {
  const { t } = useLingui()
  const { data, error, isPending } = useQuery(read('Client.GetDailyLimit', { ClientID: clientId }))
  return (
    <Panel title={t`Daily limit`} text={t`Mails above the limit are sent on the next day of the client.`}>
      {isPending && <Skeletons lines={3} />}
      <Refused error={error} />
      {data && (
        <>
          <Facts>
            <Fact name={t`Limit`}>{data.DailyLimit ? t`${number(data.DailyLimit)} mails a day` : t`No limit`}</Fact>
            <Fact name={t`Sent today`}>{number(data.SentToday ?? 0)}</Fact>
            {Boolean(data.DailyLimit) && <Fact name={t`Next day starts`}>{dateTime(data.NextDate)}</Fact>}
          </Facts>
          {mayChange && (
            <div className={layout.top20}>
              <LimitForm clientId={clientId} limit={data} />
            </div>
          )}
        </>
      )}
    </Panel>
  )
}

function LimitForm({ clientId, limit: { DailyLimit = 0 } }: { readonly clientId: string; readonly limit: Limit }) {
  const { t } = useLingui()
  const [kind, setKind] = useState(DailyLimit > 0 ? 'own' : noLimit)
  const [most, setMost] = useState(DailyLimit > 0 ? String(DailyLimit) : '')
  return (
    <Form
      label={t`Save the limit`}
      submit={async () => {
        await call('Client.SetDailyLimit', { ClientID: clientId, DailyLimit: Number(kind === 'own' ? most : kind) })
        await reread('dailyLimit')
        toast(t`The daily limit is saved.`)
      }}
    >
      <NativeSelect
        label={t`New limit`}
        value={kind}
        onChange={event => setKind(event.currentTarget.value)}
        data={[
          { value: noLimit, label: t`No limit` },
          { value: 'own', label: t`A number of mails a day` },
          { value: asInstallation, label: t`Default of the installation` },
        ]}
      />
      {kind === 'own' && (
        <TextInput
          type="number"
          min={1}
          label={t`Mails a day`}
          description={
            <Help>
              <Trans>A new domain starts with a few hundred and doubles every few days.</Trans>
            </Help>
          }
          value={most}
          onChange={event => setMost(event.currentTarget.value)}
          required
        />
      )}
    </Form>
  )
}
