/** Pause, resume, cancel, retry and decide: each shows the numbers it affects. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ParametersOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { number } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { css } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toast.ts'
import type { PartProps } from './part-props.ts'
import own from './report.module.css'
import { openOf } from './states.ts'

type Settlement = ParametersOf<'Campaign.SettleUnknown'>['As']
type Wish = 'cancel' | 'retry' | 'settle'

export function LifecycleActions(props: PartProps) {
  const { t } = useLingui()
  const session = useSession()
  const { campaignId: CampaignID, clientId, progress } = props
  const [wish, setWish] = useState<Wish>()
  const open = openOf(progress)
  const pause = useMutation({
    mutationFn: () => call('Campaign.Pause', { CampaignID }),
    onSuccess: () =>
      toast(t`Paused.`, { undo: () => call('Campaign.Resume', { CampaignID }).then(() => reread('report')) }),
    onSettled: () => reread('report'),
  })
  const resume = useMutation({
    mutationFn: () => call('Campaign.Resume', { CampaignID }),
    onSettled: () => reread('report'),
  })
  if (!may(session, 'Send', clientId)) return null
  const { State, Deferred, Refused: refused, Unknown } = progress
  const mayRetry = (State === 'Sent' || State === 'Sending') && refused + Deferred > 0
  return (
    <div className={own.acts}>
      <span className={css.actions}>
        {State === 'Sending' && (
          <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
            <Trans>Pause</Trans>
          </Button>
        )}
        {State === 'Paused' && (
          <Button loading={resume.isPending} onClick={() => resume.mutate()}>
            <Plural value={open} one="Resume: send to # more" other="Resume: send to # more" />
          </Button>
        )}
        {(State === 'Sending' || State === 'Paused') && (
          <Button variant="default" onClick={() => setWish('cancel')}>
            <Trans>Cancel the rest</Trans>
          </Button>
        )}
        {mayRetry && (
          <Button variant="default" onClick={() => setWish('retry')}>
            <Trans>Retry failed</Trans>
          </Button>
        )}
        {Unknown > 0 && State !== 'Paused' && (
          <Button variant="default" onClick={() => setWish('settle')}>
            <Plural value={Unknown} one="Decide # undecided" other="Decide # undecided" />
          </Button>
        )}
      </span>
      {State === 'Sending' && open > 0 && (
        <span className={`${css.quiet} ${css.small}`}>
          <Plural
            value={open}
            one="If you pause now, # recipient is left waiting."
            other="If you pause now, # recipients are left waiting."
          />
        </span>
      )}
      <Refused error={pause.error ?? resume.error} />
      {wish === 'cancel' && <Cancel {...props} onClose={() => setWish(undefined)} />}
      {wish === 'retry' && <Retry {...props} onClose={() => setWish(undefined)} />}
      {wish === 'settle' && (
        <DecideUnknown campaignId={CampaignID} recipient={0} many={Unknown} onClose={() => setWish(undefined)} />
      )}
    </div>
  )
}

interface WishProps extends PartProps {
  readonly onClose: () => void
}

/** It cannot be taken back, so it is asked for. */
function Cancel({ campaignId, progress, onClose }: WishProps) {
  const { t } = useLingui()
  const open = openOf(progress)
  const written = progress.Recipients - open - progress.Excluded
  async function submit() {
    await call('Campaign.Cancel', { CampaignID: campaignId })
    onClose()
    await reread('report')
  }
  return (
    <Dialog title={t`Cancel the rest`} onClose={onClose}>
      <Form submit={submit} label={t`Do not send to ${number(open)}`} isDangerous>
        <p>
          <Plural
            value={open}
            one="# recipient has not received the mail and will not get it."
            other="# recipients have not received the mail and will not get it."
          />{' '}
          <Plural
            value={written}
            one="# was already sent to; that cannot be undone."
            other="# were already sent to; that cannot be undone."
          />
        </p>
        <p>
          <Trans>A cancelled campaign cannot be resumed. To continue later, pause it instead.</Trans>
        </p>
      </Form>
    </Dialog>
  )
}

function Retry({ campaignId, progress, onClose }: WishProps) {
  const { t } = useLingui()
  const { data: bounces } = useQuery(read('Campaign.GetBounceSummary', { CampaignID: campaignId }))
  const gone = bounces?.find(({ Class }) => Class === 'RecipientGone')?.Recipients
  const most = progress.Refused + progress.Deferred
  async function submit() {
    const many = await call('Campaign.RetryFailed', { CampaignID: campaignId })
    onClose()
    toast(t`Sending again to ${number(many)}.`)
    await reread('report')
  }
  return (
    <Dialog title={t`Retry failed`} onClose={onClose}>
      <Form submit={submit} label={t`Send again to at most ${number(most)}`}>
        <p>
          <Trans>
            {number(progress.Refused)} failed and {number(progress.Deferred)} are waiting for a retry. They are sent to
            again now.
          </Trans>
        </p>
        <p>
          <Trans>
            Addresses that do not exist, and people who were suppressed or unsubscribed since then, are skipped.
          </Trans>{' '}
          {gone !== undefined && gone > 0 && (
            <Plural
              value={gone}
              one="# address of this campaign does not exist."
              other="# addresses of this campaign do not exist."
            />
          )}
        </p>
      </Form>
    </Dialog>
  )
}

/** @param recipient its number; 0 for all who are unknown */
export function DecideUnknown({
  campaignId,
  recipient,
  many,
  onClose,
}: {
  readonly campaignId: string
  readonly recipient: number
  readonly many: number
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const [as, setAs] = useState<Settlement>('Accepted')
  const labels: Readonly<Record<Settlement, string>> = {
    Accepted: t`Mark ${number(many)} as sent`,
    Refused: t`Mark ${number(many)} as failed`,
    Retry: t`Send ${number(many)} again`,
  }
  async function submit() {
    const settled = await call('Campaign.SettleUnknown', { CampaignID: campaignId, Number: recipient, As: as })
    onClose()
    toast(t`Decided: ${number(settled)}.`)
    await reread('report')
  }
  return (
    <Dialog title={t`Decide undecided recipients`} onClose={onClose}>
      <Form submit={submit} label={labels[as]}>
        <p>
          <Trans>
            The connection was lost after the mail was sent and before the relay answered. Check the log of the relay;
            the Message-ID is the same for each attempt.
          </Trans>
        </p>
        <NativeSelect
          label={t`Result`}
          value={as}
          onChange={event => setAs(event.currentTarget.value as Settlement)} // of the options
          data={[
            { value: 'Accepted', label: t`The relay has it, or no mail is better than two` },
            { value: 'Refused', label: t`The relay does not have it: do not send it` },
            { value: 'Retry', label: t`The relay does not have it, or two mails are acceptable: send again` },
          ]}
        />
      </Form>
    </Dialog>
  )
}
