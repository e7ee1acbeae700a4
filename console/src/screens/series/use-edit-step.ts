import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'

/** Opens the mail of a step, given its StepID, with the content in force if it has no draft. */
export function useEditStep(clientId: string, seriesId: string) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (StepID: number) => call('Series.EditStep', { ClientID: clientId, SeriesID: seriesId, StepID }),
    onSuccess: async campaignId => {
      void reread('series')
      await navigate({ to: '/clients/$clientId/campaigns/$campaignId', params: { clientId, campaignId } })
    },
  })
}
