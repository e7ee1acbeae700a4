/** Everything that happened to the mail of one recipient, to be shown to who asks. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import { dateTime, number, zoneName } from '../../lib/format.ts'
import { saveFile } from '../../lib/save-file.ts'
import { may, useSession } from '../../session/session.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Icon } from '../../ui/icons.tsx'
import layout from '../../ui/layout.module.css'
import { css, Skeletons, StateWordChip } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { DecideUnknown } from './lifecycle.tsx'
import type { PartProps } from './part-props.ts'
import own from './report.module.css'
import { recipientWords } from './states.ts'
import { StepFacts } from './step-facts.tsx'
import { readers, stepWords } from './step-words.ts'

type History = ValueOf<'Campaign.GetRecipientHistory'>
type Step = NonNullable<History['Steps']>[number]

export function RecipientDrawer({
  clientId,
  campaignId,
  report,
  number: place,
  onClose,
}: PartProps & { readonly number: number; readonly onClose: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  const [isSettled, setSettled] = useState(false)
  const { data, error, isPending } = useQuery(
    read('Campaign.GetRecipientHistory', { CampaignID: campaignId, Number: place }),
  )
  const recipient = data?.Recipient
  return (
    <Drawer
      title={<bdi>{recipient?.EmailAddress ?? t`Recipient ${number(place)}`}</bdi>}
      lead={
        recipient && (
          <span className={own.state}>
            <StateWordChip of={recipientWords[recipient.State]} />
          </span>
        )
      }
      onClose={onClose}
    >
      {isPending && <Skeletons lines={5} />}
      <Refused error={error} />
      {data && recipient && (
        <>
          <p className={css.quiet}>
            <Trans>
              Recipient {number(place)} of “{report.Campaign.Name}”. Dates are in {zoneName(report.Timezone ?? '')}.
            </Trans>
          </p>
          <p className={`${css.actions} ${layout.top12}`}>
            <Button variant="default" onClick={() => saveProof(report.Campaign.Name ?? '', campaignId, data, t`Proof`)}>
              <Trans>Save the proof</Trans>
            </Button>
            {may(session, 'ReadAudience', clientId) && recipient.EmailAddress && (
              <Button
                variant="default"
                renderRoot={props => (
                  <Link
                    {...props}
                    to="/clients/$clientId/contact"
                    params={{ clientId }}
                    search={{ address: recipient.EmailAddress }}
                  />
                )}
              >
                <Trans>All about this contact</Trans>
              </Button>
            )}
            {recipient.State === 'Unknown' && may(session, 'Send', clientId) && (
              <Button variant="default" onClick={() => setSettled(true)}>
                <Trans>Decide</Trans>
              </Button>
            )}
          </p>
          <Steps of={data.Steps ?? []} />
        </>
      )}
      {isSettled && (
        <DecideUnknown campaignId={campaignId} recipient={place} many={1} onClose={() => setSettled(false)} />
      )}
    </Drawer>
  )
}

function Steps({ of: steps }: { readonly of: readonly Step[] }) {
  const { t, i18n } = useLingui()
  if (steps.length === 0) {
    return (
      <p className={own.more}>
        <Trans>No events for this mail yet.</Trans>
      </p>
    )
  }
  return (
    <ol className={own.steps} aria-label={t`History`}>
      {steps.map((step, n) => (
        <li key={n}>
          <span className={`${own.mark} ${css[stepWords[step.Kind].tone]}`}>
            <Icon name={stepWords[step.Kind].icon} size={15} />
          </span>
          <div>
            <strong>{i18n._(stepWords[step.Kind].label)}</strong>{' '}
            <span className={`${css.quiet} ${css.small}`}>
              {dateTime(step.Date)}
              {step.Attempt > 0 && (
                <>
                  {' · '}
                  <Trans>attempt {number(step.Attempt)}</Trans>
                </>
              )}
              {step.Reader !== 'None' && (
                <>
                  {' · '}
                  {i18n._(readers[step.Reader])}
                </>
              )}
            </span>
            <StepFacts of={step} />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** As the service says it, so that it can be checked against the API. */
function saveProof(campaign: string, campaignId: string, { Recipient, Steps }: History, proofWord: string): void {
  const proof = { Campaign: campaign, CampaignID: campaignId, SavedAt: new Date().toISOString(), Recipient, Steps }
  saveFile(
    new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' }),
    [campaign, proofWord, String(Recipient?.Number ?? '')],
    'json',
  )
}
