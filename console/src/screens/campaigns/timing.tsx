/** Which hours mails go out in, over how many hours they are spread, and whose clock counts, with people by time zone. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import type { Draft } from '../../drafts/parts.ts'
import { dateTime, locale, number, zoneName } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { Choice } from '../../ui/check.tsx'
import { Help } from '../../ui/help.tsx'
import { Note, css as parts, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import css from './campaign.module.css'
import { useFieldKeys } from './field-keys.ts'
import { Tick } from './measuring.tsx'

type CampaignTiming = ValueOf<'Campaign.GetTiming'>
type Day = NonNullable<CampaignTiming['AllowedDays']>[number]

const week: readonly Day[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export interface TimingProps {
  readonly campaignId: string
  /** Of the form `2026-11-27T09:00`, on the clock of the client; undefined for now. */
  readonly at: string | undefined
  readonly draft: Draft
}

export function Timing(props: TimingProps) {
  const { data, error } = useQuery(read('Campaign.GetTiming', { CampaignID: props.campaignId }))
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <details
      className={css.more}
      open={isOpen ?? (data !== undefined && isChosen(data))}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary>
        <Trans>Hours, spreading and time zones</Trans>
      </summary>
      <Refused error={error} />
      {data ? <Settings {...props} stored={data} /> : <Skeletons lines={3} />}
    </details>
  )
}

function isChosen({ AllowedFrom, AllowedDays = [], SpreadHours, TimeZoneField }: CampaignTiming): boolean {
  return Boolean(AllowedFrom) || AllowedDays.length > 0 || SpreadHours > 0 || Boolean(TimeZoneField)
}

function Settings({ campaignId, at, draft, stored }: TimingProps & { readonly stored: CampaignTiming }) {
  const { t } = useLingui()
  const fields = useFieldKeys(draft)
  const [timing, setTiming] = useState(stored)
  const save = useMutation({
    mutationFn: (next: CampaignTiming) => call('Campaign.SetTiming', { CampaignID: campaignId, ...next }),
    onSuccess: () => reread('timing'),
  })
  function change(changes: Partial<CampaignTiming>) {
    const next = { ...timing, ...changes }
    setTiming(next)
    // half of the hours is no choice yet
    if (Boolean(next.AllowedFrom) === Boolean(next.AllowedUntil)) save.mutate(next)
  }
  return (
    <div className={css.fields}>
      <AllowedHours timing={timing} onChange={change} />
      <TextInput
        type="number"
        min={1}
        max={48}
        maw="18rem"
        label={t`Spread over hours`}
        description={<Help>{t`Even load on a shop or a phone line. Empty: as fast as the mails can be sent.`}</Help>}
        value={timing.SpreadHours === 0 ? '' : String(timing.SpreadHours)}
        onChange={event => change({ SpreadHours: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        maw="18rem"
        label={t`Whose clock counts`}
        description={<Help>{t`A field with time zones or countries sends at the same local time everywhere.`}</Help>}
        value={timing.TimeZoneField ?? ''}
        onChange={event => change({ TimeZoneField: event.currentTarget.value })}
        data={[
          { value: '', label: t`The clock of the client` },
          ...[...new Set([...fields.map(key => `[${key}]`), timing.TimeZoneField ?? ''])]
            .filter(key => key !== '')
            .map(key => ({ value: key, label: t`Each person’s, by the field ${key}` })),
        ]}
      />
      <Refused error={save.error} />
      {timing.TimeZoneField && (
        <Zones
          campaignId={campaignId}
          at={at}
          of={JSON.stringify([stored, draft.Audience])}
          past={timing.PastZones ?? 'Refuse'}
          onChange={PastZones => change({ PastZones })}
        />
      )}
    </div>
  )
}

function AllowedHours({
  timing: { AllowedFrom = '', AllowedUntil = '', AllowedDays = [] },
  onChange,
}: {
  readonly timing: CampaignTiming
  readonly onChange: (changes: Partial<CampaignTiming>) => void
}) {
  const { t } = useLingui()
  const isLimited = AllowedFrom !== '' || AllowedUntil !== ''
  const isOn = (day: Day) => AllowedDays.length === 0 || AllowedDays.includes(day)
  const chooseDay = (day: Day, on: boolean) => {
    const days = week.filter(other => (other === day ? on : isOn(other)))
    if (days.length > 0) onChange({ AllowedDays: days.length === week.length ? [] : days })
  }
  return (
    <>
      <Tick
        label={t`Only in certain hours`}
        isOn={isLimited}
        onChange={on =>
          onChange(on ? { AllowedFrom: '09:00', AllowedUntil: '20:00' } : { AllowedFrom: '', AllowedUntil: '' })
        }
      />
      {isLimited && (
        <div className={css.pair}>
          <TextInput
            type="time"
            step={900}
            label={t`From`}
            value={AllowedFrom}
            onChange={event => onChange({ AllowedFrom: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            step={900}
            label={t`Until`}
            value={AllowedUntil === '24:00' ? '00:00' : AllowedUntil}
            onChange={event => onChange({ AllowedUntil: event.currentTarget.value })}
          />
        </div>
      )}
      <fieldset className={css.places}>
        <legend>{t`Days of the week`}</legend>
        <div className={css.days}>
          {week.map(day => (
            <Tick key={day} label={nameOf(day)} isOn={isOn(day)} onChange={on => chooseDay(day, on)} />
          ))}
        </div>
      </fieldset>
    </>
  )
}

/** 1970-01-05 was a Monday. */
function nameOf(day: Day): string {
  const date = new Date(Date.UTC(1970, 0, 5 + week.indexOf(day)))
  return new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' }).format(date)
}

const mostZones = 30

function Zones({
  campaignId,
  at,
  of: counted,
  past,
  onChange,
}: {
  readonly campaignId: string
  readonly at: string | undefined
  /** Changes with what is counted. */
  readonly of: string
  readonly past: 'Refuse' | 'Now' | 'Skip'
  readonly onChange: (past: 'Refuse' | 'Now' | 'Skip') => void
}) {
  const { t } = useLingui()
  const sendDate = at === undefined ? '' : `${at.replace('T', ' ')}:00`
  const { data, error } = useQuery({
    ...read('Campaign.GetTimetable', { CampaignID: campaignId, SendDate: sendDate }),
    queryKey: ['Campaign.GetTimetable', { CampaignID: campaignId, SendDate: sendDate }, counted],
  })
  const zones = data?.Zones ?? []
  return (
    <>
      {at === undefined && (
        <Note tone="warn">
          <Trans>Choose a date and time above: “immediately” is the same moment everywhere.</Trans>
        </Note>
      )}
      <Refused error={error} />
      {!data && !error && <Skeletons lines={3} />}
      {data && (
        <p className={css.sentence} role="status">
          <Plural value={zones.filter(({ IsKnown }) => IsKnown).length} one="# time zone" other="# time zones" />
          {data.Unknown > 0 && (
            <>
              {' · '}
              <Plural
                value={data.Unknown}
                one="# person without a known zone: the clock of the client counts"
                other="# people without a known zone: the clock of the client counts"
              />
            </>
          )}
          {data.Past > 0 && (
            <>
              {' · '}
              <Plural value={data.Past} one="# person whose time has passed" other="# people whose time has passed" />
            </>
          )}
        </p>
      )}
      {data && (data.Past > 0 || past !== 'Refuse') && (
        <Choice
          label={t`People whose time has passed`}
          value={past}
          onChange={onChange}
          of={[
            {
              value: 'Refuse',
              label: t`Choose a later date`,
              description: t`The campaign cannot be sent while there are such people.`,
            },
            {
              value: 'Now',
              label: t`Send at once`,
              description: t`They receive it later in their day than the others.`,
            },
            { value: 'Skip', label: t`Skip them`, description: t`They do not receive it; the report counts them.` },
          ]}
        />
      )}
      {zones.length > 0 && <ZoneTable zones={zones.slice(0, mostZones)} />}
      {zones.length > mostZones && (
        <p className={parts.quiet}>
          <Trans>And {number(zones.length - mostZones)} more time zones.</Trans>
        </p>
      )}
    </>
  )
}

function ZoneTable({ zones }: { readonly zones: NonNullable<ValueOf<'Campaign.GetTimetable'>['Zones']> }) {
  const { t } = useLingui()
  const states = { OnTime: '', Past: t`Passed`, Now: t`At once`, Skipped: t`Skipped` }
  return (
    <Table heads={[t`Time zone`, t`On the client’s clock`, t`People`]}>
      {zones.map(({ TimeZone = '', IsKnown, Date: date = '', Recipients, State = 'OnTime' }) => (
        <tr key={`${TimeZone} ${IsKnown}`}>
          <td data-label={t`Time zone`}>{IsKnown ? zoneName(TimeZone) : <Trans>Unknown ({TimeZone})</Trans>}</td>
          <td data-label={t`On the client’s clock`}>
            {State === 'Skipped' || date === '' ? '' : dateTime(date)} {states[State]}
          </td>
          <td data-label={t`People`}>{number(Recipients)}</td>
        </tr>
      ))}
    </Table>
  )
}

/** Of a scheduled campaign that goes out by the time zones of its recipients. */
export function TimingNote({ campaignId }: { readonly campaignId: string }) {
  const { data: timing } = useQuery(read('Campaign.GetTiming', { CampaignID: campaignId }))
  if (!timing || !isChosen(timing)) return null
  const { AllowedFrom = '', AllowedUntil = '', SpreadHours, TimeZoneField } = timing
  return (
    <p className={parts.quiet}>
      {TimeZoneField && (
        <Trans>It begins in the first time zone, and each person receives it at the local time that was chosen.</Trans>
      )}{' '}
      {AllowedFrom && (
        <Trans>
          Mails go out between {AllowedFrom} and {AllowedUntil}.
        </Trans>
      )}{' '}
      {SpreadHours > 0 && <Plural value={SpreadHours} one="Spread over # hour." other="Spread over # hours." />}
    </p>
  )
}
