import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { sentenceOf } from '../../api/refusals.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { toast } from '../../ui/toast.ts'

/** What is done with a whole campaign. Deleting is done at once, and can be undone. */
export function useCampaignActs(clientId: string) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const onError = (error: unknown) => {
    const { what, cure } = sentenceOf(error)
    toast([what, cure].map(text => (typeof text === 'object' ? i18n._(text) : (text ?? ''))).join(' '))
  }
  const duplicating = useMutation({
    mutationFn: (CampaignID: string) =>
      call('Campaign.Duplicate', { CampaignID, Name: '' }, { idempotencyKey: newKey() }),
    onError,
    onSuccess: async ({ CampaignID = '' }) => {
      void reread('campaignList')
      await navigate({
        to: '/clients/$clientId/campaigns/$campaignId',
        params: { clientId, campaignId: CampaignID },
      })
    },
  })
  const removing = useMutation({
    mutationFn: async ({ CampaignID, Name }: { readonly CampaignID: string; readonly Name: string }) => {
      await call('Campaign.Delete', { CampaignID })
      toast(t`“${Name}” is deleted.`, {
        undo: async () => {
          await call('Deleted.Restore', { Kind: 'Campaign', ID: CampaignID })
          void reread('campaignList')
        },
      })
      void reread('campaignList')
    },
    onError,
  })
  return {
    duplicate: (CampaignID: string) => duplicating.mutate(CampaignID),
    remove: (CampaignID: string, Name: string) => removing.mutate({ CampaignID, Name }),
    isBusy: duplicating.isPending || removing.isPending,
  }
}
