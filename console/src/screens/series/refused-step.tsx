/** Why a series was not started or changed: the step, its missing parts, and the way to it. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { LettershopError } from '../../../../src/client/client.ts'
import { sentenceOf } from '../../api/refusals.ts'
import { shownSubject } from '../../lib/subjects.ts'
import { Note } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { findings } from '../campaigns/findings.ts'
import own from './series.module.css'
import { useEditStep } from './use-edit-step.ts'

/** What a refusal says besides its sentence (docs/series-and-tests.md). */
interface About {
  /** From 1. */
  readonly Step?: number
  readonly StepID?: number
  readonly CampaignID?: string
  readonly Subject?: string
  /** What Campaign.Check finds. */
  readonly Findings?: readonly string[]
  readonly Reason?: string
}

const reasons: Readonly<Record<string, MessageDescriptor>> = {
  ListDeleted: msg`The list of the series was deleted.`,
  NoSteps: msg`The series has no steps. Add one first.`,
  StepWithoutContent: msg`The mail has no content that can be sent.`,
  StepWithVariants: msg`The mail of a step cannot have an A/B test or sending hours of its own.`,
  NotStarted: msg`The series has not been started.`,
  SettingsChanged: msg`The settings have changed since they were approved. Edit the mail of a step and request approval for it.`,
  SeriesRunning: msg`This client requires approval: pause the series before you change it.`,
}

interface RefusedStepProps {
  readonly error: unknown
  readonly clientId: string
  readonly seriesId: string
}

export function RefusedStep({ error, clientId, seriesId }: RefusedStepProps) {
  const about: About = error instanceof LettershopError ? (error.data ?? {}) : {}
  if (about.Step === undefined && about.Reason === undefined) return <Refused error={error} />
  return <OfStep error={error} clientId={clientId} seriesId={seriesId} about={about} />
}

function OfStep({ error, clientId, seriesId, about }: RefusedStepProps & { readonly about: About }) {
  const { i18n, t } = useLingui()
  const { Step: place, StepID = 0, CampaignID: campaignId, Subject = '', Findings = [], Reason = '' } = about
  const { what, cure } = sentenceOf(error)
  const say = (text: MessageDescriptor | string) => (typeof text === 'string' ? text : i18n._(text))
  const found = Findings.flatMap(code => knownFinding(code) ?? [])
  const reason = reasons[Reason]
  const edit = useEditStep(clientId, seriesId)
  const open = place === undefined ? '' : t`Open step ${place}`
  const subject = shownSubject(Subject)
  const name = subject === '' ? t`Step ${place}` : t`Step ${place}: “${subject}”`
  return (
    <Note tone="bad" role="alert">
      {place !== undefined && (
        <p>
          <strong dir="auto">{name}</strong>
        </p>
      )}
      {reason ? <p>{i18n._(reason)}</p> : found.length === 0 && <p>{say(what)}</p>}
      {found.length > 0 && (
        <ul className={own.lacking}>
          {found.map(({ what: lacking }) => (
            <li key={lacking.id}>{i18n._(lacking)}</li>
          ))}
        </ul>
      )}
      {!reason && found.length === 0 && cure !== undefined && <p>{say(cure)}</p>}
      {place !== undefined && campaignId !== undefined && (
        <p>
          <Link
            to="/clients/$clientId/campaigns/$campaignId"
            params={{ clientId, campaignId }}
            search={{ open: found.find(({ at }) => at)?.at }}
            className={own.toStep}
          >
            {open}
          </Link>
        </p>
      )}
      {place !== undefined && campaignId === undefined && Reason === 'StepWithoutContent' && (
        <Button size="xs" variant="default" loading={edit.isPending} onClick={() => edit.mutate(StepID)}>
          {open}
        </Button>
      )}
      <Refused error={edit.error} />
    </Note>
  )
}

/** A newer service may find more than is known here. */
function knownFinding(code: string): (typeof findings)[keyof typeof findings] | undefined {
  return (findings as Readonly<Record<string, (typeof findings)[keyof typeof findings] | undefined>>)[code]
}
