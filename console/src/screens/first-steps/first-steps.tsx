/** The steps from a new installation to its first campaign: each links to its place and is done when the service reports it. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Note, Panel } from '../../ui/page.tsx'
import css from './first-steps.module.css'
import { StepLine } from './step-line.tsx'
import type { Step, Steps } from './steps.ts'

export function FirstSteps({
  steps,
  onSeen,
  onHide,
}: {
  readonly steps: Steps
  readonly onSeen: () => void
  readonly onHide: () => void
}) {
  const { t } = useLingui()
  const { done, all, isComplete, hasSent } = steps
  useEffect(() => {
    onSeen()
  }, [onSeen])
  return (
    <Panel
      title={t`First steps`}
      text={isComplete ? undefined : t`${done} of ${all} are done.`}
      actions={
        hasSent && (
          <Button variant="default" size="xs" onClick={onHide}>
            <Trans>Hide</Trans>
          </Button>
        )
      }
    >
      {isComplete ? (
        <Note tone="good">
          <p>
            <strong>{t`All first steps are done.`}</strong> {t`Your campaigns are delivered, signed by your domain.`}
          </p>
        </Note>
      ) : (
        <>
          <progress className={css.progress} max={all} value={done} aria-label={t`First steps`} />
          <Group title={t`Your first campaign, in five minutes`} steps={steps.toFirstCampaign} />
          <Group title={t`Before you send to subscribers`} steps={steps.beforePeople} />
        </>
      )}
    </Panel>
  )
}

function Group({ title, steps }: { readonly title: string; readonly steps: readonly Step[] }) {
  const next = steps.find(({ State }) => State !== 'Done')
  return (
    <>
      <h3 className={css.title}>{title}</h3>
      <ol className={css.steps}>
        {steps.map(step => (
          <StepLine key={step.Name} step={step} isNext={step === next} />
        ))}
      </ol>
    </>
  )
}
