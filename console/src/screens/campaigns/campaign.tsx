/** A campaign that is not yet sent: one page with five steps in any order, and the mail beside them. */

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams, useRouterState, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { LettershopError } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import * as codes from '../../api/codes.ts'
import type { DraftStore, DraftView } from '../../drafts/draft-store.ts'
import { useDraftStore, useDraftView } from '../../drafts/use-draft.ts'
import { may, useSession } from '../../session/session.ts'
import { Icon } from '../../ui/icons.tsx'
import { Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { OtherEditors } from '../other-editors.tsx'
import { namesSegments } from './audience-step.tsx'
import css from './campaign.module.css'
import { useCampaignActs } from './campaign-acts.ts'
import { CampaignRevisions } from './campaign-revisions.tsx'
import { reportPath } from './campaign-table.tsx'
import { Conflict } from './conflict.tsx'
import { Leaving } from './leaving.tsx'
import { MailPreview } from './mail-preview.tsx'
import { DeniedNote, LockedNote, OthersChanges, SaveState } from './save-state.tsx'
import { isAhead } from './states.ts'
import { Steps } from './steps.tsx'

export function Campaign() {
  const { t } = useLingui()
  const { clientId, campaignId } = useParams({ from: '/inside/clients/$clientId/campaigns/$campaignId' })
  const session = useSession()
  const mayDraft = may(session, 'Draft', clientId)
  const written = useRef<string>(undefined)
  if (mayDraft) written.current = campaignId
  // who writes no drafts reads and decides; whose role changed meanwhile stays at what was written
  if (written.current !== campaignId)
    return <Navigate to="/clients/$clientId/campaigns/$campaignId/approval" params={{ clientId, campaignId }} replace />
  return <CampaignDraft key={campaignId} title={t`Campaign`} clientId={clientId} campaignId={campaignId} />
}

interface Ids {
  readonly clientId: string
  readonly campaignId: string
}

function CampaignDraft({ title, clientId, campaignId }: Ids & { readonly title: string }) {
  const { store, error } = useDraftStore(campaignId)
  if (store) return <CampaignEditor store={store} clientId={clientId} campaignId={campaignId} />
  return (
    <Page title={title}>
      {isGone(error) ? (
        <MissingCampaign clientId={clientId} />
      ) : (
        <Panel>{error ? <Refused error={error} /> : <Skeletons lines={7} />}</Panel>
      )}
    </Page>
  )
}

function CampaignEditor({ store, clientId, campaignId }: Ids & { readonly store: DraftStore }) {
  const { t } = useLingui()
  const session = useSession()
  const view = useDraftView(store)
  const { draft } = view
  const { open } = useSearch({ from: '/inside/clients/$clientId/campaigns/$campaignId' })
  /** Where the mail is edited as it is shown. */
  const [canvas, setCanvas] = useState<HTMLElement | null>(null)
  const { data: progress } = useQuery({
    ...read('Campaign.GetProgress', { CampaignID: campaignId }),
    enabled: may(session, 'ReadReports', clientId),
  })
  const state = progress?.State ?? draft.State
  const wasDraft = useRef(false)
  if (state === 'Draft') wasDraft.current = true
  if (!isAhead(state)) return <ToReport clientId={clientId} campaignId={campaignId} />
  const isScheduled = state === 'Scheduled'
  const isEdited = !isScheduled && open === 'content' && draft.Content?.Kind === 'Sections'
  return (
    <Page
      title={draft.Name || t`Campaign`}
      isWide
      lead={
        <span className={css.lead}>
          {draft.SeriesID ? (
            <Link to="/clients/$clientId/series/$seriesId" params={{ clientId, seriesId: draft.SeriesID }}>
              <Trans>Back to the series</Trans>
            </Link>
          ) : (
            <Link to="/clients/$clientId/campaigns" params={{ clientId }}>
              <Trans>All campaigns</Trans>
            </Link>
          )}
          <SaveState view={view} isScheduled={isScheduled} onRetry={store.hurry} />
          <OtherEditors of={{ CampaignID: campaignId }} isEditing={!isScheduled} />
        </span>
      }
      actions={<Acts clientId={clientId} campaignId={campaignId} store={store} view={view} isScheduled={isScheduled} />}
    >
      <OthersChanges by={view.joined} />
      <LockedNote view={view} />
      <DeniedNote view={view} />
      {view.conflict && <Conflict clientId={clientId} view={view} conflict={view.conflict} onSettle={store.settle} />}
      {isScheduled && (
        <Leaving
          clientId={clientId}
          campaignId={campaignId}
          dueDate={progress?.DueDate ?? ''}
          isFresh={wasDraft.current}
          isJudgedAtStart={namesSegments(draft)}
        />
      )}
      <div className={css.columns}>
        <Steps {...{ clientId, campaignId, store, view, isScheduled, canvas }} />
        <MailPreview {...{ clientId, campaignId, draft }} canvasRef={isEdited ? setCanvas : undefined} />
      </div>
    </Page>
  )
}

/** Leads on to the report. A person who is on the way to another screen meanwhile gets there. */
function ToReport({ clientId, campaignId }: Ids) {
  const isHere = useRouterState({ select: ({ location }) => location.pathname.endsWith(`/campaigns/${campaignId}`) })
  return isHere ? <Navigate to={reportPath} params={{ clientId, campaignId } as object} replace /> : null
}

function Acts({
  clientId,
  campaignId,
  store,
  view,
  isScheduled,
}: Ids & { readonly store: DraftStore; readonly view: DraftView; readonly isScheduled: boolean }) {
  const { duplicate, isBusy } = useCampaignActs(clientId)
  const [showsRevisions, setShowsRevisions] = useState(false)
  return (
    <>
      <Link
        className={css.approval}
        to="/clients/$clientId/campaigns/$campaignId/approval"
        params={{ clientId, campaignId }}
        aria-description={view.draft.Name ?? ''}
      >
        <Icon name="person" size={16} />
        <Trans>Approval and comments</Trans>
      </Link>
      {!isScheduled && (
        <>
          <Button variant="default" onClick={() => setShowsRevisions(true)}>
            <Trans>Revisions</Trans>
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => duplicate(campaignId)}>
            <Trans>Duplicate</Trans>
          </Button>
        </>
      )}
      {showsRevisions && (
        <CampaignRevisions campaignId={campaignId} store={store} view={view} onClose={() => setShowsRevisions(false)} />
      )}
    </>
  )
}

export function isGone(error: unknown): boolean {
  return error instanceof LettershopError && error.code === codes.InvalidCampaignId
}

export function MissingCampaign({ clientId }: { readonly clientId: string }) {
  const { t } = useLingui()
  return (
    <Panel>
      <Empty
        icon="trash"
        title={t`This campaign no longer exists`}
        action={
          <Link to="/clients/$clientId/campaigns" params={{ clientId }}>
            <Trans>All campaigns</Trans>
          </Link>
        }
      >
        <Trans>It was deleted, or its client was. Deleted items can be restored for 30 days.</Trans>
      </Empty>
    </Panel>
  )
}
