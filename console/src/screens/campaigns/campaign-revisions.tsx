/** Earlier revisions of a draft, over its page. */
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { call, read } from '../../api/call.ts'
import { readPages } from '../../api/pages.ts'
import type { DraftStore, DraftView } from '../../drafts/draft-store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Revisions } from '../revisions.tsx'

export function CampaignRevisions({
  campaignId,
  store,
  view,
  onClose,
}: {
  readonly campaignId: string
  readonly store: DraftStore
  readonly view: DraftView
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const campaign = { CampaignID: campaignId }
  return (
    <Dialog title={t`Revisions`} onClose={onClose}>
      <Revisions
        of={readPages('Campaign.ListRevisions', campaign, 50)}
        present={view.draft.Revision}
        restore={async (Revision, BasedOn) => {
          const made = await call('Campaign.RestoreRevision', { ...campaign, Revision, BasedOn })
          store.goOn(await queryClient.fetchQuery({ ...read('Campaign.GetDraft', campaign), staleTime: 0 }))
          return made.Revision
        }}
        isLocked={view.state === 'closed'}
        isChanged={view.state !== 'saved'}
      />
    </Dialog>
  )
}
