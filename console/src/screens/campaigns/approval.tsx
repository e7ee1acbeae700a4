/** The approval of a campaign, and what is said about it. Approval mails lead here. */

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { call, read } from '../../api/call.ts'
import { dateTime } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import { Page, Panel, css as parts, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { ApprovalChip } from './approval-chip.tsx'
import { type CampaignApproval, Decide, Request } from './approval-forms.tsx'
import css from './campaign.module.css'
import { isGone, MissingCampaign } from './campaign.tsx'
import { Comments } from './comments.tsx'
import { MailPreview } from './mail-preview.tsx'

/** `/campaigns/…/approval`, as mails have it: to the same under its client. */
export function ApprovalLink() {
  const { t } = useLingui()
  const { campaignId } = useParams({ from: '/inside/campaigns/$campaignId/approval' })
  const { data, error } = useQuery(read('Campaign.GetApproval', { CampaignID: campaignId }))
  if (data?.ClientID)
    return (
      <Navigate
        to="/clients/$clientId/campaigns/$campaignId/approval"
        params={{ clientId: data.ClientID, campaignId }}
        replace
      />
    )
  return (
    <Page title={t`Approval`}>
      <Panel>{error ? <Refused error={error} /> : <Skeletons />}</Panel>
    </Page>
  )
}

export function Approval() {
  const { t } = useLingui()
  const { clientId, campaignId } = useParams({ from: '/inside/clients/$clientId/campaigns/$campaignId/approval' })
  const session = useSession()
  const { data: approval, error } = useQuery(read('Campaign.GetApproval', { CampaignID: campaignId }))
  const mayDraft = may(session, 'Draft', clientId)
  const { data: preview, error: previewError } = useQuery({
    queryKey: ['Campaign.Preview', { CampaignID: campaignId, PersonalizeAs: '' }, approval?.PresentRevision],
    queryFn: ({ signal }) => call('Campaign.Preview', { CampaignID: campaignId, PersonalizeAs: '' }, { signal }),
    enabled: approval !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Page
      title={t`Approval`}
      isWide
      lead={
        <span className={css.lead}>
          {mayDraft ? (
            <Link to="/clients/$clientId/campaigns/$campaignId" params={{ clientId, campaignId }}>
              <Trans>Back to the campaign</Trans>
            </Link>
          ) : (
            <Link to="/clients/$clientId/campaigns" params={{ clientId }}>
              <Trans>All campaigns</Trans>
            </Link>
          )}
          {approval && approval.State !== 'None' && <ApprovalChip state={approval.State} />}
        </span>
      }
    >
      {isGone(error) ? (
        <MissingCampaign clientId={clientId} />
      ) : (
        <div className={css.columns}>
          <div className={css.steps}>
            <Panel title={t`Requested`}>
              <Refused error={error} />
              {!approval && !error && <Skeletons lines={4} />}
              {approval && <ApprovalState clientId={clientId} campaignId={campaignId} approval={approval} />}
            </Panel>
            <Comments clientId={clientId} campaignId={campaignId} revision={approval?.PresentRevision ?? 0} />
          </div>
          <div>
            {preview && (
              <dl className={css.head}>
                <div>
                  <dt>
                    <Trans>From</Trans>
                  </dt>
                  <dd dir="auto">
                    {preview.FromName} {preview.FromEmail && `<${preview.FromEmail}>`}
                  </dd>
                </div>
                <div>
                  <dt>
                    <Trans>Subject</Trans>
                  </dt>
                  <dd dir="auto">{preview.Subject}</dd>
                </div>
              </dl>
            )}
            {previewError ? (
              <Panel title={t`Preview`}>
                <Refused error={previewError} />
              </Panel>
            ) : (
              preview && (
                <MailPreview
                  clientId={clientId}
                  campaignId={campaignId}
                  draft={{ Revision: preview.Revision, Content: { Kind: 'Html' }, FromEmail: preview.FromEmail ?? '' }}
                />
              )
            )}
          </div>
        </div>
      )}
    </Page>
  )
}

function ApprovalState({
  clientId,
  campaignId,
  approval,
}: {
  readonly clientId: string
  readonly campaignId: string
  readonly approval: CampaignApproval
}) {
  const session = useSession()
  const { State, Required, Revision, PresentRevision, RequestedBy, RequestedDate, RequestComment } = approval
  const isAsked = State === 'Requested'
  return (
    <div className={css.fields}>
      {State === 'None' && (
        <p className={parts.quiet}>
          {Required ? (
            <Trans>Approval was not requested yet. This client requires it for every campaign.</Trans>
          ) : (
            <Trans>Approval was not requested. This client does not require it.</Trans>
          )}
        </p>
      )}
      {State !== 'None' && (
        <ApprovalComment by={RequestedBy} date={RequestedDate} text={RequestComment}>
          <Trans>requested approval of revision {Revision}</Trans>
        </ApprovalComment>
      )}
      {approval.DecidedBy && (
        <ApprovalComment by={approval.DecidedBy} date={approval.DecidedDate} text={approval.DecisionComment}>
          {State === 'Rejected' ? <Trans>rejected it</Trans> : <Trans>approved it</Trans>}
        </ApprovalComment>
      )}
      {State === 'Void' && (
        <p>
          <Trans>
            The campaign has changed since then: it is now revision {PresentRevision}. Approval must be requested again.
          </Trans>
        </p>
      )}
      {(isAsked || State === 'Approved') && may(session, 'Approve', clientId) && (
        <Decide campaignId={campaignId} approval={approval} />
      )}
      {State !== 'Approved' && may(session, 'Draft', clientId) && (
        <Request campaignId={campaignId} approval={approval} />
      )}
    </div>
  )
}

function ApprovalComment({
  by,
  date,
  text,
  children,
}: {
  readonly by: string | undefined
  readonly date: string | undefined
  readonly text: string | undefined
  readonly children: React.ReactNode
}) {
  return (
    <div className={css.said}>
      <p>
        <b>
          <bdi>{by}</bdi>
        </b>{' '}
        {children} <span className={`${parts.quiet} ${parts.small}`}>{dateTime(date)}</span>
      </p>
      {text && (
        <blockquote className={css.quote} dir="auto">
          {text}
        </blockquote>
      )}
    </div>
  )
}
