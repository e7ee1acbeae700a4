/** Who enrols in a series, how often, and what ends it. */
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Check } from '../../ui/check.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import { Panel } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { type Field, fieldsQuery } from '../lists/fields-query.ts'
import { RefusedStep } from './refused-step.tsx'
import { SegmentChoice } from './segment-choice.tsx'
import own from './series.module.css'
import { type Series, type SeriesProps, type Settings, settingsOf } from './types.ts'
import { triggerNames } from './words.tsx'

export function SeriesSettings({ clientId, series }: SeriesProps) {
  const { t, i18n } = useLingui()
  const { SeriesID = '', ListID = '' } = series
  const [settings, setSettings] = useState(() => settingsOf(series))
  const [days, setDays] = useState(String(Math.abs(settings.DateDays ?? 0)))
  const [isBefore, setBefore] = useState((settings.DateDays ?? 0) < 0)
  const { data: fields = [] } = useQuery(fieldsQuery(ListID))
  const dates = fields.filter(({ DataType }) => DataType === 'Date')
  const set = (change: Partial<typeof settings>) => setSettings(before => ({ ...before, ...change }))
  const { Trigger, SegmentID = '', GoalSegmentID = '', GoalClick = false, AgainAfterDays = 0 } = settings
  async function submit() {
    const DateDays = Number(days) * (isBefore ? -1 : 1)
    const { Steps } = settingsOf(series)
    await call('Series.Update', { ClientID: clientId, SeriesID, ...settings, DateDays, Steps })
    await reread('series')
    toast(t`The settings are saved.`)
  }
  return (
    <Panel title={t`Who gets it`}>
      <Form
        submit={submit}
        label={t`Save`}
        refusedAs={error => <RefusedStep error={error} clientId={clientId} seriesId={SeriesID} />}
      >
        <TextInput
          label={t`Name of the series`}
          value={settings.Name}
          onChange={event => set({ Name: event.currentTarget.value })}
          maxLength={200}
          required
        />
        <NativeSelect
          label={t`Starts with`}
          value={Trigger}
          onChange={event => set({ Trigger: event.currentTarget.value as Series['Trigger'] })} // one of the options below
          data={Object.entries(triggerNames).map(([value, label]) => ({ value, label: i18n._(label) }))}
        />
        {Trigger === 'TagGiven' && (
          <TextInput
            label={t`Tag`}
            value={settings.Tag ?? ''}
            onChange={event => set({ Tag: event.currentTarget.value })}
            maxLength={60}
            required
          />
        )}
        {Trigger === 'Date' && <DatePart {...{ settings, set, dates, days, setDays, isBefore, setBefore }} />}
        <SegmentChoice
          clientId={clientId}
          listId={ListID}
          label={t`Only members of a segment`}
          none={t`All members of the list`}
          value={SegmentID}
          onChange={id => set({ SegmentID: id })}
        />
        <TextInput
          type="number"
          min={1}
          max={3660}
          label={t`Days until people may start again`}
          description={t`Counted from the last start. Empty: never.`}
          value={AgainAfterDays === 0 ? '' : String(AgainAfterDays)}
          onChange={event => set({ AgainAfterDays: Number(event.currentTarget.value) })}
        />
        <SegmentChoice
          clientId={clientId}
          listId={ListID}
          label={t`Goal: a segment`}
          description={<Help>{t`Who is in it gets no further mail.`}</Help>}
          none={t`No segment`}
          value={GoalSegmentID}
          onChange={id => set({ GoalSegmentID: id })}
        />
        <Check
          label={t`Goal: a click in any mail`}
          description={t`Who clicked gets no further mail. Clicks of machines do not count.`}
          checked={GoalClick}
          onChange={checked => set({ GoalClick: checked })}
        />
      </Form>
    </Panel>
  )
}

/** The field with the date, how long before or after it, and whether every year. */
function DatePart({
  settings,
  set,
  dates,
  days,
  setDays,
  isBefore,
  setBefore,
}: {
  readonly settings: Settings
  readonly set: (change: Partial<Settings>) => void
  readonly dates: readonly Field[]
  readonly days: string
  readonly setDays: (days: string) => void
  readonly isBefore: boolean
  readonly setBefore: (isBefore: boolean) => void
}) {
  const { t } = useLingui()
  return (
    <>
      <NativeSelect
        label={t`Field with the date`}
        description={dates.length === 0 ? t`The list has no field for dates yet.` : undefined}
        value={settings.DateField ?? ''}
        onChange={event => set({ DateField: event.currentTarget.value })}
        data={[
          { value: '', label: '' },
          ...dates.map(({ Key = '', FieldName = '' }) => ({ value: Key, label: FieldName })),
        ]}
        required
      />
      <div className={own.pair}>
        <TextInput
          type="number"
          min={0}
          max={3660}
          label={t`Days`}
          value={days}
          onChange={event => setDays(event.currentTarget.value)}
          required
        />
        <NativeSelect
          label={t`Before or after`}
          value={isBefore ? 'before' : 'after'}
          onChange={event => setBefore(event.currentTarget.value === 'before')}
          data={[
            { value: 'before', label: t`Before the date` },
            { value: 'after', label: t`After the date` },
          ]}
        />
      </div>
      <Check
        label={t`Every year`}
        description={t`29 February counts as 28 February in other years.`}
        checked={settings.DateYearly ?? false}
        onChange={DateYearly => set({ DateYearly })}
      />
    </>
  )
}
