/** How long a client keeps what grows, kind by kind; for a shorter period it shows the rows to be removed before saving. */
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { dateTime, dayOf, number } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { Choice } from '../../ui/check.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { css, Note, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.ts'

type Kept = NonNullable<ValueOf<'Client.GetRetention'>['Kinds']>[number]
type Kind = NonNullable<Kept['Kind']>

/** On the wire. */
const forEver = -1
const asInstallation = 0

export const kinds = {
  RawHits: {
    name: msg`Single opens and clicks`,
    text: msg`Time, link, network address and program of each. The counts stay.`,
  },
  OpensAndClicks: {
    name: msg`Opens and clicks per person`,
    text: msg`At least 400 days, because segments look back that far. The counts stay.`,
  },
  Events: { name: msg`Events`, text: msg`For webhooks and programs that read events.` },
  DeletedMembers: {
    name: msg`Deleted subscribers`,
    text: msg`Only those who were never mailed and never unsubscribed. The others stay as proof.`,
  },
  ReturnedMail: { name: msg`Returned mail`, text: msg`The messages. Bounces and complaints stay.` },
  ImportFiles: { name: msg`Files of imports`, text: msg`An import can be undone while its file is kept.` },
  RefusedRows: { name: msg`Refused rows of imports`, text: msg`The counts stay.` },
  Exports: { name: msg`Exported files`, text: msg`Access requests are among them.` },
} as const satisfies Record<Kind, object>

export function Retention({ clientId, mayChange }: { readonly clientId: string; readonly mayChange: boolean }) {
  const { t } = useLingui()
  const { data, error, isPending } = useQuery(read('Client.GetRetention', { ClientID: clientId }))
  const [changing, setChanging] = useState<Kept>()
  return (
    <Panel
      title={t`How long data is kept`}
      text={t`Older data is removed automatically. Counts, opt-outs, proofs of consent and who was mailed are always kept.`}
    >
      {isPending && <Skeletons lines={8} />}
      <Refused error={error} />
      {data?.BeginsAt && (
        <Note tone="warn">
          <p>
            <Trans>Nothing is removed before {dayOf(Date.parse(data.BeginsAt) / 1000)}.</Trans>
          </p>
        </Note>
      )}
      {data?.Kinds && (
        <Table heads={[t`Data`, t`Kept for`]} hasActions={mayChange}>
          {data.Kinds.map(kept => (
            <Row key={kept.Kind} of={kept} onChange={mayChange ? () => setChanging(kept) : undefined} />
          ))}
        </Table>
      )}
      {changing && <Change of={changing} clientId={clientId} onClose={() => setChanging(undefined)} />}
    </Panel>
  )
}

function Row({ of: kept, onChange }: { readonly of: Kept; readonly onChange: (() => void) | undefined }) {
  const { t, i18n } = useLingui()
  const { name, text } = kinds[kept.Kind ?? 'RawHits']
  const label = i18n._(name)
  return (
    <tr>
      <td>
        <strong>{label}</strong>
        <br />
        <span className={`${css.quiet} ${css.small}`}>{i18n._(text)}</span>
      </td>
      <td data-label={t`Kept for`}>
        <div>
          <Days of={kept.Days} />
          <div className={`${css.quiet} ${css.small}`}>
            {kept.IsOwn ? (
              <Trans>
                set by {kept.ChangedBy}, {dateTime(kept.ChangedDate)}
              </Trans>
            ) : (
              <Trans>default</Trans>
            )}
          </div>
        </div>
      </td>
      {onChange && (
        <td className={layout.end}>
          <Button variant="default" size="xs" aria-label={t`Edit: ${label}`} onClick={onChange}>
            <Trans>Edit</Trans>
          </Button>
        </td>
      )}
    </tr>
  )
}

export function Days({ of: days = 0 }: { readonly of: number | undefined }) {
  return days === forEver ? <Trans>always</Trans> : <Plural value={days} one="# day" other="# days" />
}

interface ChangeProps {
  readonly of: Kept
  readonly clientId: string
  readonly onClose: () => void
}

type Way = 'default' | 'days' | 'always'

function Change({ of: kept, clientId, onClose }: ChangeProps) {
  const { t, i18n } = useLingui()
  const { Kind = 'RawHits', Days: present = 0, UsualDays = 0, LeastDays = 1, MostDays = forEver, IsOwn } = kept
  const [way, setWay] = useState<Way>(IsOwn ? (present === forEver ? 'always' : 'days') : 'default')
  const [typed, setTyped] = useState(String(present === forEver ? Math.max(LeastDays, 400) : present))
  const given = { default: asInstallation, days: Number(typed), always: forEver }[way]
  const next = way === 'default' ? UsualDays : given
  const isShorter = next !== forEver && (present === forEver || next < present)
  const isInRange = way !== 'days' || (given >= LeastDays && (MostDays === forEver || given <= MostDays))
  const usual = number(UsualDays)
  const [least, most] = [number(LeastDays), number(MostDays)]
  async function submit() {
    await call('Client.SetRetention', { ClientID: clientId, Kind, Days: given })
    await reread('retention')
    toast(t`The period is saved.`)
    onClose()
  }
  return (
    <Dialog title={i18n._(kinds[Kind].name)} onClose={onClose}>
      <Form label={t`Save`} submit={submit}>
        <Choice<Way>
          label={t`Keep them`}
          value={way}
          onChange={setWay}
          of={[
            {
              value: 'default',
              label: t`By default`,
              description: UsualDays === forEver ? t`Always.` : t`${usual} days.`,
            },
            { value: 'days', label: t`For some days`, description: i18n._(kinds[Kind].text) },
            ...(MostDays === forEver
              ? [{ value: 'always' as const, label: t`Always`, description: t`Nothing is removed.` }]
              : []),
          ]}
        />
        {way === 'days' && (
          <TextInput
            type="number"
            label={t`Days`}
            description={MostDays === forEver ? t`At least ${least}.` : t`${least} to ${most}.`}
            min={LeastDays}
            {...(MostDays === forEver ? {} : { max: MostDays })}
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
            required
          />
        )}
        {isShorter && isInRange && <Preview kind={Kind} days={given} clientId={clientId} />}
      </Form>
    </Dialog>
  )
}

/** What goes when the period is saved. */
function Preview({ kind, days, clientId }: { readonly kind: Kind; readonly days: number; readonly clientId: string }) {
  const { data, error, isPending } = useQuery(
    read('Client.PreviewRetention', { ClientID: clientId, Kind: kind, Days: days }),
  )
  const [found] = data ?? []
  return (
    <div aria-live="polite">
      {isPending && <Skeletons lines={2} />}
      <Refused error={error} />
      {found && (
        <Note tone={found.Known && found.Count === 0 ? 'plain' : 'warn'}>
          <p>
            {found.Known ? (
              <Plural
                value={found.Count ?? 0}
                _0="Nothing is removed now."
                one="# entry older than this is removed, and cannot be restored."
                other="# entries older than this are removed, and cannot be restored."
              />
            ) : (
              <Trans>Older entries are removed, and cannot be restored. There are too many to count now.</Trans>
            )}
          </p>
        </Note>
      )}
    </div>
  )
}
