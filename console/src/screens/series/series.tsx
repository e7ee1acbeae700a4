/** One series: a line of steps with their numbers, who gets it, and the acts. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call, read } from '../../api/call.ts'
import { number } from '../../lib/format.ts'
import { shownSubject } from '../../lib/subjects.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { useAct } from '../../ui/act.tsx'
import { Chip, Note, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import home from '../home.module.css'
import { SeriesActs } from './acts.tsx'
import { RefusedStep } from './refused-step.tsx'
import own from './series.module.css'
import { SeriesSettings } from './settings.tsx'
import { StepDialog } from './step-dialog.tsx'
import { type Series, type SeriesProps, type Step, type StepReport, settingsOf, stepOf } from './types.ts'
import { useEditStep } from './use-edit-step.ts'
import { DelayWords, HoursWords, SeriesStateChip, TriggerSentence } from './words.tsx'

const route = getRouteApi('/inside/clients/$clientId/series/$seriesId')

export function SeriesScreen() {
  const { t } = useLingui()
  const { clientId, seriesId } = route.useParams()
  const session = useSession()
  const { data, error, isPending } = useQuery({
    ...read('Series.Get', { ClientID: clientId, SeriesID: seriesId }),
    // the mail of a step may have been edited meanwhile
    refetchOnMount: 'always',
  })
  const lead = (
    <Link to="/clients/$clientId/series" params={{ clientId }}>
      <Trans>All series</Trans>
    </Link>
  )
  if (!data)
    return (
      <Page title={t`Series`} lead={lead}>
        {isPending && (
          <Panel>
            <Skeletons lines={6} />
          </Panel>
        )}
        <Refused error={error} />
      </Page>
    )
  const maySend = may(session, 'Send', clientId)
  return (
    <Page title={data.Name ?? ''} lead={lead} actions={maySend && <SeriesActs clientId={clientId} series={data} />}>
      <State series={data} />
      <StepLine clientId={clientId} series={data} />
      {may(session, 'Draft', clientId) && <SeriesSettings key={data.ChangedDate} clientId={clientId} series={data} />}
    </Page>
  )
}

function State({ series }: { readonly series: Series }) {
  const { t } = useLingui()
  const { Problem = '', State: state, Changed, EnrollingExisting, ListTitle = '' } = series
  return (
    <div className={own.state}>
      <p className={home.chips}>
        <SeriesStateChip of={series} />
        <span dir="auto">{ListTitle}</span>
      </p>
      <p>
        <TriggerSentence of={series} />
      </p>
      {Problem !== '' && (
        <Note tone="bad">
          <p>{Problem}</p>
        </Note>
      )}
      {state !== 'Draft' && Changed && (
        <Note tone="warn">
          <p>
            <Trans>There are changes since the last start. They are in force with the next one.</Trans>
          </p>
        </Note>
      )}
      {EnrollingExisting && (
        <Note tone="plain">
          <p>
            <Trans>Members who were there before are being enrolled.</Trans>
          </p>
        </Note>
      )}
      <Numbers
        of={[
          [t({ message: 'Started', context: 'people of a series' }), series.Enrolled],
          [t`In the series now`, series.Waiting],
          [t({ message: 'Finished', context: 'people of a series' }), series.Finished],
          [t`Reached the goal`, series.Reached],
          [t`Left before the end`, series.Stopped],
        ]}
      />
    </div>
  )
}

function Numbers({ of: pairs }: { readonly of: readonly (readonly [label: string, value: number | undefined])[] }) {
  return (
    <dl className={own.numbers}>
      {pairs.map(([label, value = 0]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function StepLine({ clientId, series }: SeriesProps) {
  const { t } = useLingui()
  const session = useSession()
  const { SeriesID = '', Steps = [] } = series
  const [open, setOpen] = useState<Step | 'new'>()
  const mayDraft = may(session, 'Draft', clientId)
  const { data: report } = useQuery({
    ...read('Series.GetReport', { ClientID: clientId, SeriesID }),
    enabled: may(session, 'ReadReports', clientId),
  })
  return (
    <Panel
      title={t`Steps`}
      actions={
        mayDraft && (
          <Button variant="default" onClick={() => setOpen('new')}>
            <Trans>Add a step</Trans>
          </Button>
        )
      }
    >
      <ol className={own.line}>
        {Steps.map((step, index) => (
          <StepItem
            key={step.StepID}
            clientId={clientId}
            series={series}
            step={step}
            place={index + 1}
            report={report?.Steps?.find(({ StepID }) => StepID === step.StepID)}
            mayDraft={mayDraft}
            onOpen={() => setOpen(step)}
          />
        ))}
      </ol>
      {open && (
        <StepDialog
          clientId={clientId}
          series={series}
          step={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Panel>
  )
}

function StepItem({
  clientId,
  series,
  step,
  place,
  report,
  mayDraft,
  onOpen,
}: SeriesProps & {
  readonly step: Step
  readonly place: number
  readonly report: StepReport | undefined
  readonly mayDraft: boolean
  readonly onOpen: () => void
}) {
  const { t } = useLingui()
  const { DelayMinutes = 0, Subject = '', DraftID = '', EditionID = '', EditionState, SegmentID = '' } = step
  const name = shownSubject(Subject) || t`Step ${place}`
  return (
    <li className={own.step}>
      <span className={own.mark} aria-hidden="true">
        {place}
      </span>
      <div>
        <div className={own.head}>
          <div>
            <h3 className={own.subject} dir="auto">
              {name}
            </h3>
            <p className={own.when}>
              <span>
                <DelayWords minutes={DelayMinutes} isFirst={place === 1} />
              </span>
              <HoursWords of={step} />
              {SegmentID !== '' && (
                <span>
                  <Trans>Only for a segment</Trans>
                </span>
              )}
            </p>
            <p className={home.chips}>{stepChip(EditionState, DraftID, EditionID)}</p>
          </div>
          {mayDraft && <StepActs {...{ clientId, series, step, name, onOpen }} />}
        </div>
        <Numbers
          of={[
            [t`Waiting`, step.Waiting],
            [t({ message: 'Sent', context: 'people of a series' }), report?.Accepted],
            [t({ message: 'Opened', context: 'people of a series' }), report?.HumanUniqueOpened],
            [t({ message: 'Clicked', context: 'people of a series' }), report?.HumanUniqueClicked],
            [t`Left`, (report?.Unsubscribed ?? 0) + (report?.Stopped ?? 0)],
            [
              t({ message: 'Skipped', context: 'people of a series' }),
              (report?.Skipped ?? 0) + (report?.Excluded ?? 0),
            ],
          ]}
        />
        {EditionID !== '' && report && report.Recipients > 0 && (
          <Link to="/clients/$clientId/campaigns/$campaignId/report" params={{ clientId, campaignId: EditionID }}>
            <Trans>Report of this step</Trans>
          </Link>
        )}
      </div>
    </li>
  )
}

function stepChip(state: string | undefined, draft: string, edition: string): ReactNode {
  if (draft !== '' && edition !== '')
    return (
      <Chip tone="warn">
        <Trans comment="of a step of a series">Being changed</Trans>
      </Chip>
    )
  if (draft !== '')
    return (
      <Chip tone="plain">
        <Trans comment="of a step of a series">Draft</Trans>
      </Chip>
    )
  if (state === 'Scheduled')
    return (
      <Chip tone="plain" icon="clock">
        <Trans comment="of a step of a series">About to start</Trans>
      </Chip>
    )
  if (state === 'Cancelled')
    return (
      <Chip tone="bad">
        <Trans comment="of a step of a series">Cancelled</Trans>
      </Chip>
    )
  return null
}

function StepActs({
  clientId,
  series,
  step,
  name,
  onOpen,
}: SeriesProps & { readonly step: Step; readonly name: string; readonly onOpen: () => void }) {
  const { t } = useLingui()
  const { SeriesID = '', Steps = [] } = series
  const { StepID = 0 } = step
  const edit = useEditStep(clientId, SeriesID)
  const change = (steps: readonly Step[]) =>
    call('Series.Update', { ClientID: clientId, SeriesID, ...settingsOf(series), Steps: steps.map(stepOf) })
  const remove = useAct(async () => {
    await change(Steps.filter(one => one.StepID !== StepID))
    await reread('series')
  })
  const place = Steps.findIndex(one => one.StepID === StepID)
  const raise = useAct(async () => {
    await change(Steps.toSpliced(place, 1).toSpliced(place - 1, 0, step))
    await reread('series')
  })
  return (
    <div>
      <div className={own.acts}>
        <Button
          size="xs"
          variant="default"
          loading={edit.isPending}
          onClick={() => edit.mutate(StepID)}
          aria-label={t`Edit the mail “${name}”`}
        >
          <Trans>Edit the mail</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={onOpen} aria-label={t`Time and condition of “${name}”`}>
          <Trans>Time and condition</Trans>
        </Button>
        {place > 0 && (
          <Button
            size="xs"
            variant="default"
            loading={raise.isPending}
            onClick={() => raise.mutate()}
            aria-label={t`Move up “${name}”`}
          >
            <Trans>Move up</Trans>
          </Button>
        )}
        {Steps.length > 1 && (
          <Button
            size="xs"
            variant="subtle"
            c="var(--bad)"
            loading={remove.isPending}
            onClick={() => remove.mutate()}
            aria-label={t`Remove “${name}”`}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
      <Refused error={edit.error} />
      <RefusedStep error={remove.error ?? raise.error} clientId={clientId} seriesId={SeriesID} />
    </div>
  )
}
