/** When a step comes, and who gets it. */
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import { RefusedStep } from './refused-step.tsx'
import { SegmentChoice } from './segment-choice.tsx'
import own from './series.module.css'
import { type SeriesProps, type Step, settingsOf, stepOf } from './types.ts'

const units = { minutes: 1, hours: 60, days: 1440 } as const
type Unit = keyof typeof units

function unitOf(minutes: number): Unit {
  if (minutes === 0 || minutes % units.days === 0) return 'days'
  return minutes % units.hours === 0 ? 'hours' : 'minutes'
}

/** @param step undefined for a new one at the end */
export function StepDialog({
  clientId,
  series,
  step,
  onClose,
}: SeriesProps & { readonly step: Step | undefined; readonly onClose: () => void }) {
  const { t } = useLingui()
  const { SeriesID = '', ListID = '', Steps = [] } = series
  const isFirst = step ? Steps[0]?.StepID === step.StepID : Steps.length === 0
  const given = step
    ? stepOf(step)
    : { DelayMinutes: isFirst ? 0 : units.days, FromTime: '', ToTime: '', SegmentID: '' }
  const [unit, setUnit] = useState<Unit>(unitOf(given.DelayMinutes))
  const [delay, setDelay] = useState(String(given.DelayMinutes / units[unitOf(given.DelayMinutes)]))
  const [from, setFrom] = useState(given.FromTime ?? '')
  const [to, setTo] = useState(given.ToTime ?? '')
  const [segment, setSegment] = useState(given.SegmentID ?? '')
  async function submit() {
    const changed = {
      ...(step && { StepID: step.StepID }),
      ...{ DelayMinutes: Number(delay) * units[unit], FromTime: from, ToTime: to, SegmentID: segment },
    }
    const kept = Steps.map(one => (one.StepID === step?.StepID ? changed : stepOf(one)))
    await call('Series.Update', {
      ClientID: clientId,
      SeriesID,
      ...settingsOf(series),
      Steps: step ? kept : [...kept, changed],
    })
    await reread('series')
    onClose()
  }
  return (
    <Dialog title={step ? t`Time and condition` : t`Add a step`} onClose={onClose}>
      <Form
        submit={submit}
        label={step ? t`Save` : t`Add the step`}
        isWide
        refusedAs={error => <RefusedStep error={error} clientId={clientId} seriesId={SeriesID} />}
      >
        <div className={own.pair}>
          <TextInput
            type="number"
            min={0}
            max={9999}
            label={isFirst ? t`How long after the start` : t`How long after the step before`}
            value={delay}
            onChange={event => setDelay(event.currentTarget.value)}
            required
            data-first
          />
          <NativeSelect
            label={t`Unit`}
            value={unit}
            onChange={event => setUnit(event.currentTarget.value as Unit)} // one of the options below
            data={[
              { value: 'minutes', label: t`Minutes` },
              { value: 'hours', label: t`Hours` },
              { value: 'days', label: t`Days` },
            ]}
          />
        </div>
        <div className={own.pair}>
          <TextInput
            type="time"
            label={t`Not before`}
            description={<Help>{t`In the time zone of the client; empty for any time.`}</Help>}
            value={from}
            onChange={event => setFrom(event.currentTarget.value)}
            required={to !== ''}
          />
          <TextInput
            type="time"
            label={t`Not after`}
            value={to}
            onChange={event => setTo(event.currentTarget.value)}
            required={from !== ''}
          />
        </div>
        <SegmentChoice
          clientId={clientId}
          listId={ListID}
          label={t`Only for a segment`}
          description={<Help>{t`Others go on to the next step without this mail.`}</Help>}
          none={t`For everyone`}
          value={segment}
          onChange={setSegment}
        />
      </Form>
    </Dialog>
  )
}
