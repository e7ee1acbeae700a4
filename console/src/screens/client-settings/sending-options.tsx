/** What holds back a campaign of a client before it is sent. */
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { number } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { Check } from '../../ui/check.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import { Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toast.ts'

type Options = ValueOf<'Client.GetOptions'>
type Cap = ValueOf<'Client.GetFrequencyCap'>

export function SendingOptions({ clientId, mayChange }: { readonly clientId: string; readonly mayChange: boolean }) {
  const { t } = useLingui()
  const options = useQuery(read('Client.GetOptions', { ClientID: clientId }))
  const cap = useQuery(read('Client.GetFrequencyCap', { ClientID: clientId }))
  return (
    <Panel title={t`Before sending`}>
      {(options.isPending || cap.isPending) && <Skeletons lines={4} />}
      <Refused error={options.error ?? cap.error} />
      {options.data &&
        cap.data &&
        (mayChange ? (
          <Details of={options.data} cap={cap.data} clientId={clientId} />
        ) : (
          <ReadOnlyOptions of={options.data} cap={cap.data} />
        ))}
    </Panel>
  )
}

function ReadOnlyOptions({
  of: { SendOnlyReady, ApprovalRequired, StopSeconds = 0, ConfirmAboveNow = 0 },
  cap: { Mails, Days },
}: {
  readonly of: Options
  readonly cap: Cap
}) {
  const { t } = useLingui()
  return (
    <Facts>
      <Fact name={t`Approval`}>{ApprovalRequired ? <Trans>Required</Trans> : <Trans>Not required</Trans>}</Fact>
      <Fact name={t`Checks`}>{SendOnlyReady ? <Trans>Must be passed</Trans> : <Trans>Only advise</Trans>}</Fact>
      <Fact name={t`Seconds to stop`}>{StopSeconds}</Fact>
      <Fact name={t`The number must be typed above`}>{number(ConfirmAboveNow)}</Fact>
      <Fact name={t`Frequency cap`}>
        {Mails === 0 ? (
          <Trans>None</Trans>
        ) : (
          <Trans>
            {number(Mails)} mails in {number(Days)} days
          </Trans>
        )}
      </Fact>
    </Facts>
  )
}

function Details({
  of: options,
  cap,
  clientId,
}: {
  readonly of: Options
  readonly cap: Cap
  readonly clientId: string
}) {
  const { t } = useLingui()
  const [isApproval, setApproval] = useState(options.ApprovalRequired ?? false)
  const [isByAnother, setByAnother] = useState(options.ApprovalByAnother ?? true)
  const [isReady, setReady] = useState(options.SendOnlyReady ?? false)
  // empty means ten times the usual audience
  const chosen = options.ConfirmAbove === undefined || options.ConfirmAbove < 0 ? '' : String(options.ConfirmAbove)
  const [above, setAbove] = useState(chosen)
  const [seconds, setSeconds] = useState(String(options.StopSeconds ?? 0))
  // empty means no cap
  const capped = cap.Mails === 0 ? '' : String(cap.Mails)
  const [mails, setMails] = useState(capped)
  const [days, setDays] = useState(String(cap.Days || 7))
  const now = number(options.ConfirmAboveNow ?? 0)
  async function submit() {
    const ClientID = clientId
    if (isApproval !== options.ApprovalRequired || isByAnother !== options.ApprovalByAnother)
      await call('Client.SetApproval', { ClientID, Required: isApproval, ByAnother: isByAnother })
    if (isReady !== options.SendOnlyReady) await call('Client.SetOptions', { ClientID, SendOnlyReady: isReady })
    if (Number(seconds) !== options.StopSeconds)
      await call('Client.SetStopSeconds', { ClientID, StopSeconds: Number(seconds) })
    if (above !== chosen)
      await call('Client.SetSendConfirmation', { ClientID, ConfirmAbove: above === '' ? -1 : Number(above) })
    if (mails !== capped || (mails !== '' && Number(days) !== cap.Days))
      await call('Client.SetFrequencyCap', { ClientID, Mails: Number(mails), Days: Number(days) })
    await reread('sendingOptions')
    toast(t`The settings are saved.`)
  }
  return (
    <Form submit={submit} label={t`Save`}>
      <Check
        label={t`A person must approve each campaign`}
        description={t`An approval covers the current revision: after a change it is needed again.`}
        checked={isApproval}
        onChange={setApproval}
      />
      <Check
        label={t`Another person than the one who asked must approve`}
        description={t`Where no other person may approve, the one who asked does.`}
        checked={isByAnother}
        onChange={setByAnother}
      />
      <Check
        label={t`Only send campaigns that pass all checks`}
        description={t`Otherwise the checks only advise and do not prevent sending.`}
        checked={isReady}
        onChange={setReady}
      />
      <TextInput
        type="number"
        min={0}
        max={600}
        label={t`Seconds to stop sending`}
        description={<Help>{t`After “Send” in the console, before the first mail is sent. 0: at once.`}</Help>}
        value={seconds}
        onChange={event => setSeconds(event.currentTarget.value)}
        required
      />
      <TextInput
        type="number"
        min={0}
        max={2_000_000_000}
        label={t`Recipients above which the number must be typed before sending`}
        description={t`Empty: ten times the usual audience, currently ${now}.`}
        value={above}
        onChange={event => setAbove(event.currentTarget.value)}
      />
      <TextInput
        type="number"
        min={1}
        max={50}
        label={t`Frequency cap: mails to a person at most`}
        description={
          <Help>{t`Of all campaigns to all lists. Who reached it is skipped, and the report offers to catch up. Empty: no cap.`}</Help>
        }
        value={mails}
        onChange={event => setMails(event.currentTarget.value)}
      />
      {mails !== '' && (
        <TextInput
          type="number"
          min={1}
          max={30}
          label={t`in how many days`}
          value={days}
          onChange={event => setDays(event.currentTarget.value)}
          required
        />
      )}
    </Form>
  )
}
