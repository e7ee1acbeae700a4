/** What one does with a template. */

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toast.ts'
import { lastSender } from '../campaigns/last-sender.ts'
import type { TemplateAtHand } from './use-template.ts'

export function TemplateActions({
  clientId,
  template: { saved, isChanged, isSaving, save },
  isLocked,
}: {
  readonly clientId: string
  readonly template: TemplateAtHand
  readonly isLocked: boolean
}) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const TemplateID = saved?.TemplateID ?? ''
  const name = saved?.Name ?? ''
  /** One campaign, however often the button is pressed. */
  const [idempotencyKey, setIdempotencyKey] = useState(newKey)
  const use = useMutation({
    mutationFn: async () =>
      call(
        'Campaign.CreateDraft',
        {
          ClientID: clientId,
          ...(await lastSender(clientId)),
          Content: { Kind: 'Regions', TemplateID, Values: [], Text: '' },
        },
        { idempotencyKey },
      ),
    onSuccess: ({ CampaignID = '' }) => {
      setIdempotencyKey(newKey())
      void reread('campaignList')
      return navigate({ to: `/clients/${clientId}/campaigns/${CampaignID}` })
    },
  })
  const remove = useMutation({
    mutationFn: () => call('Template.Delete', { TemplateID }),
    onSuccess: async () => {
      const refresh = () => reread('templates')
      await refresh()
      await navigate({ to: '/clients/$clientId/templates', params: { clientId } })
      toast(t`“${name}” is deleted.`, {
        undo: async () => {
          await call('Deleted.Restore', { Kind: 'Template', ID: TemplateID })
          await refresh()
        },
      })
    },
  })
  return (
    <>
      <Button variant="default" loading={use.isPending} onClick={() => use.mutate()}>
        <Trans>Use for a new campaign</Trans>
      </Button>
      {!isLocked && (
        <>
          <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
            <Trans>Delete</Trans>
          </Button>
          <Button
            aria-keyshortcuts="Control+S"
            title="Ctrl-S"
            loading={isSaving}
            disabled={!isChanged}
            onClick={() => void save()}
          >
            <Trans>Save</Trans>
          </Button>
        </>
      )}
      <Refused error={use.error ?? remove.error} />
    </>
  )
}
