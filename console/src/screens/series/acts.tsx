/** Starting, pausing, enrolling and deleting. Where people get a mail by it, their number is typed. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { number } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { Act, useAct } from '../../ui/act.tsx'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toast.ts'
import { RefusedStep } from './refused-step.tsx'
import type { SeriesProps } from './types.ts'

type Open = 'start' | 'existing'

export function SeriesActs({ clientId, series }: SeriesProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const { SeriesID = '', Name = '', State, Due = 0, Changed } = series
  const start = useAct(async () => {
    await call('Series.Start', { ClientID: clientId, SeriesID })
    await reread('series')
  })
  const pause = useAct(async () => {
    await call('Series.Pause', { ClientID: clientId, SeriesID })
    await reread('series')
  })
  const words =
    State === 'Running' ? (
      <Trans>Put changes in force</Trans>
    ) : State === 'Paused' ? (
      <Trans>Resume</Trans>
    ) : (
      <Trans>Start</Trans>
    )
  const close = () => setOpen(undefined)
  return (
    <>
      {State === 'Running' && (
        <Act of={pause}>
          <Trans>Pause</Trans>
        </Act>
      )}
      {(State !== 'Running' || Changed) &&
        (Due > 0 ? (
          <Button onClick={() => setOpen('start')}>{words}</Button>
        ) : (
          <Act of={start} variant="filled">
            {words}
          </Act>
        ))}
      {State !== 'Draft' && (
        <Button variant="default" onClick={() => setOpen('existing')}>
          <Trans>Enrol members …</Trans>
        </Button>
      )}
      <AskFirst
        title={t`Delete the series?`}
        label={t`Delete the series`}
        text={
          <p>
            <Trans>
              No one gets a further mail of it, and nothing brings it back. To stop it for a while, pause it instead.
            </Trans>
          </p>
        }
        run={async () => {
          await call('Series.Delete', { ClientID: clientId, SeriesID })
          await navigate({ to: '/clients/$clientId/series', params: { clientId } })
          await reread('series')
          toast(t`The series “${Name}” was deleted.`)
        }}
      >
        <Trans>Delete</Trans>
      </AskFirst>
      <RefusedStep error={start.error ?? pause.error} clientId={clientId} seriesId={SeriesID} />
      {open === 'start' && <StartDue clientId={clientId} series={series} onClose={close} />}
      {open === 'existing' && <EnrolExisting clientId={clientId} series={series} onClose={close} />}
    </>
  )
}

type DialogProps = SeriesProps & { readonly onClose: () => void }

function StartDue({ clientId, series, onClose }: DialogProps) {
  const { t } = useLingui()
  const { SeriesID = '', Due = 0 } = series
  const [typed, setTyped] = useState('')
  async function submit() {
    await call('Series.Start', { ClientID: clientId, SeriesID, Due: Number(typed) })
    await reread('series')
    onClose()
  }
  return (
    <Dialog title={t`Start the series`} onClose={onClose}>
      <Form
        submit={submit}
        label={t`Start`}
        refusedAs={error => <RefusedStep error={error} clientId={clientId} seriesId={SeriesID} />}
      >
        <p>
          <Plural
            value={Due}
            one="# person is due, and gets a mail at once."
            other="# people are due, and get a mail at once."
          />
        </p>
        <NumberTyped people={Due} value={typed} onChange={setTyped} />
      </Form>
    </Dialog>
  )
}

function NumberTyped({
  people,
  value,
  onChange,
}: {
  readonly people: number
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  const { t } = useLingui()
  const shown = number(people)
  return (
    <TextInput
      label={t`Type the number of people: ${shown}`}
      inputMode="numeric"
      pattern={String(people)}
      value={value}
      onChange={event => onChange(event.currentTarget.value.replace(/\D/g, ''))}
      autoComplete="off"
      required
      data-first
    />
  )
}

function EnrolExisting({ clientId, series, onClose }: DialogProps) {
  const { t } = useLingui()
  const { SeriesID = '' } = series
  const { data, error, isPending } = useQuery(read('Series.CountExisting', { ClientID: clientId, SeriesID }))
  const [typed, setTyped] = useState('')
  async function submit() {
    const Count = Number(typed)
    await call('Series.Enrol', { ClientID: clientId, SeriesID, EmailAddresses: [], Existing: true, Count })
    await reread('series')
    toast(t`The members are being enrolled.`)
    onClose()
  }
  return (
    <Dialog title={t`Enrol members`} onClose={onClose}>
      {isPending && <Skeletons lines={2} />}
      <Refused error={error} />
      {data === 0 && (
        <p>
          <Trans>All members who may be in the series are in it.</Trans>
        </p>
      )}
      {data !== undefined && data > 0 && (
        <Form submit={submit} label={t`Enrol`}>
          <p>
            <Plural
              value={data}
              one="# member who was there before is enrolled, and gets the first step after its time."
              other="# members who were there before are enrolled, and get the first step after its time."
            />
          </p>
          <NumberTyped people={data} value={typed} onChange={setTyped} />
        </Form>
      )}
    </Dialog>
  )
}
