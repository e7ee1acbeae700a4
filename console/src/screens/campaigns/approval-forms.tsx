import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { css as parts } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './campaign.module.css'

export type CampaignApproval = ValueOf<'Campaign.GetApproval'>

interface Of {
  readonly campaignId: string
  readonly approval: CampaignApproval
}

/** Approving and rejecting; what is approved can be taken back until it begins. */
export function Decide({ campaignId, approval: { State, PresentRevision } }: Of) {
  const { t } = useLingui()
  const [comment, setComment] = useState('')
  const decide = useMutation({
    mutationFn: (operation: 'Campaign.Approve' | 'Campaign.Reject') =>
      call(operation, { CampaignID: campaignId, Revision: PresentRevision, Comment: comment }),
    onSuccess: () => setComment(''),
    onSettled: () => reread('campaign'),
  })
  return (
    <div className={css.fields}>
      <Refused error={decide.error} />
      <Textarea
        label={t`Your comment`}
        description={t`Required if you reject: describe what to change.`}
        value={comment}
        onChange={event => setComment(event.currentTarget.value)}
        rows={3}
        dir="auto"
      />
      <div className={parts.actions}>
        {State === 'Requested' && (
          <Button loading={decide.isPending} onClick={() => decide.mutate('Campaign.Approve')}>
            <Trans>Approve revision {PresentRevision}</Trans>
          </Button>
        )}
        <Button variant="default" loading={decide.isPending} onClick={() => decide.mutate('Campaign.Reject')}>
          {State === 'Requested' ? <Trans>Reject</Trans> : <Trans>Withdraw the approval</Trans>}
        </Button>
      </div>
    </div>
  )
}

/** Asking for an approval, and taking the request back. */
export function Request({ campaignId, approval: { State, Revision, PresentRevision, Approvers = [] } }: Of) {
  const { t } = useLingui()
  const [comment, setComment] = useState('')
  const [idempotencyKey, setIdempotencyKey] = useState(newKey)
  const ask = useMutation({
    mutationFn: () =>
      call(
        'Campaign.RequestApproval',
        { CampaignID: campaignId, Revision: PresentRevision, Comment: comment },
        { idempotencyKey },
      ),
    onSuccess: () => setComment(''),
    onSettled: () => {
      setIdempotencyKey(newKey())
      return reread('campaign')
    },
  })
  const withdraw = useMutation({
    mutationFn: () => call('Campaign.WithdrawApprovalRequest', { CampaignID: campaignId }),
    onSettled: () => reread('campaign'),
  })
  if (State === 'Requested' && Revision === PresentRevision)
    return (
      <div>
        <Refused error={withdraw.error} />
        <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          <Trans>Withdraw the request</Trans>
        </Button>
      </div>
    )
  const names = Approvers.slice(0, 5).join(', ')
  return (
    <div className={css.fields}>
      <Refused error={ask.error} />
      {names !== '' && (
        <p className={`${parts.quiet} ${parts.small}`}>
          <Trans>These people may approve: {names}.</Trans>
        </p>
      )}
      <Textarea
        label={t`What should they check?`}
        value={comment}
        onChange={event => {
          setComment(event.currentTarget.value)
          setIdempotencyKey(newKey())
        }}
        rows={2}
        dir="auto"
      />
      <div className={parts.actions}>
        <Button loading={ask.isPending} onClick={() => ask.mutate()}>
          <Trans>Request approval of revision {PresentRevision}</Trans>
        </Button>
      </div>
    </div>
  )
}
