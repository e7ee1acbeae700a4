import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { shownSubject } from '../../lib/subjects.ts'
import { may, useSession } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { css as parts, StateWordChip } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import home from '../home.module.css'
import { EmptiedSegments, namesOfSegmentsUsing } from '../segments/using-segments.tsx'
import { ApprovalChip } from './approval-chip.tsx'
import { useCampaignActs } from './campaign-acts.ts'
import css from './campaigns.module.css'
import { campaignWords, isAhead, type Listed } from './states.ts'

export function CampaignTable({
  clientId,
  campaigns,
  mayDraft,
}: {
  readonly clientId: string
  readonly campaigns: readonly Listed[]
  readonly mayDraft: boolean
}) {
  const { t } = useLingui()
  const approvals = useApprovals(clientId, campaigns)
  return (
    <Table heads={[t`Campaign`, t`State`, t`When`, t`Recipients`]} hasActions={mayDraft}>
      {campaigns.map(campaign => (
        <Row
          key={campaign.CampaignID}
          clientId={clientId}
          campaign={campaign}
          mayDraft={mayDraft}
          approval={approvals.get(campaign.CampaignID ?? '')}
        />
      ))}
    </Table>
  )
}

/** Who waits for what: of drafts of a client that wants approvals. */
function useApprovals(clientId: string, campaigns: readonly Listed[]): ReadonlyMap<string, string> {
  const { data: options } = useQuery(read('Client.GetOptions', { ClientID: clientId }))
  const wanted = options?.ApprovalRequired ? campaigns.filter(({ State }) => isAhead(State)) : []
  return useQueries({
    queries: wanted.map(({ CampaignID = '' }) => read('Campaign.GetApproval', { CampaignID })),
    combine: results => new Map(results.map(({ data }, n) => [wanted[n]?.CampaignID ?? '', data?.State ?? 'None'])),
  })
}

interface RowProps {
  readonly clientId: string
  readonly campaign: Listed
  readonly mayDraft: boolean
  readonly approval: string | undefined
}

function Row({ clientId, campaign, mayDraft, approval }: RowProps) {
  const { t } = useLingui()
  const { CampaignID = '', Name, State } = campaign
  const subject = shownSubject(campaign.Subject)
  const params = { clientId, campaignId: CampaignID }
  const mayReport = may(useSession(), 'ReadReports', clientId)
  return (
    <tr>
      <td>
        <Link
          className={`${home.name} ${css.name}`}
          to={isAhead(State) || !mayReport ? '/clients/$clientId/campaigns/$campaignId' : reportPath}
          params={params}
        >
          <bdi>{Name}</bdi>
        </Link>
        {subject !== '' && subject !== Name && (
          <div className={`${parts.quiet} ${parts.small} ${css.name}`} dir="auto">
            {subject}
          </div>
        )}
      </td>
      <td data-label={t`State`}>
        <span className={home.chips}>
          <StateWordChip of={campaignWords[State]} />
          {approval !== undefined && <ApprovalChip state={approval} />}
        </span>
      </td>
      <td data-label={t`When`}>
        <div>
          <When {...campaign} />
        </div>
      </td>
      <td data-label={t`Recipients`}>
        {isAhead(State) || !campaign.Counts ? (
          <span className={parts.quiet}>–</span>
        ) : (
          <span>
            {number(campaign.Counts.Recipients)}
            {State !== 'Sent' && (
              <div className={`${parts.quiet} ${parts.small}`}>
                <Trans>{number(campaign.Counts.Accepted)} sent</Trans>
              </div>
            )}
          </span>
        )}
      </td>
      {mayDraft && (
        <td>
          <Acts clientId={clientId} campaign={campaign} />
        </td>
      )}
    </tr>
  )
}

/** Of the screen of reports. */
export const reportPath = '/clients/$clientId/campaigns/$campaignId/report' as string

function When({ State, DueDate, SentDate, FinishedDate, ActiveDate }: Listed) {
  if (State === 'Scheduled') return dateTime(DueDate)
  if (State === 'Draft')
    return (
      <span className={parts.quiet}>
        <Trans>changed {dateTime(ActiveDate)}</Trans>
      </span>
    )
  return <span>{dateTime(SentDate || FinishedDate)}</span>
}

function Acts({ clientId, campaign }: { readonly clientId: string; readonly campaign: Listed }) {
  const { t } = useLingui()
  const { duplicate, remove, isBusy } = useCampaignActs(clientId)
  const { CampaignID = '', Name = '', State } = campaign
  return (
    <span className={`${parts.actions} ${layout.atEndInOneLine}`}>
      <Button
        variant="default"
        size="compact-sm"
        disabled={isBusy}
        onClick={() => duplicate(CampaignID)}
        aria-label={t`Duplicate ${Name}`}
      >
        <Trans>Duplicate</Trans>
      </Button>
      {State !== 'Sending' && State !== 'Scheduled' && (
        <Delete clientId={clientId} campaign={campaign} isBusy={isBusy} onDelete={() => remove(CampaignID, Name)} />
      )}
    </span>
  )
}

/** Deletes at once; where segments use the campaign, it names them and asks first. */
function Delete({
  clientId,
  campaign: { CampaignID = '', Name = '' },
  isBusy,
  onDelete,
}: {
  readonly clientId: string
  readonly campaign: Listed
  readonly isBusy: boolean
  readonly onDelete: () => void
}) {
  const { t } = useLingui()
  const [using, setUsing] = useState<readonly string[]>([])
  const asking = useMutation({
    mutationFn: () => namesOfSegmentsUsing(clientId, { kind: 'Campaign', key: CampaignID }),
    onSuccess: names => (names.length === 0 ? onDelete() : setUsing(names)),
  })
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        disabled={isBusy || asking.isPending}
        onClick={() => asking.mutate()}
        aria-label={t`Delete ${Name}`}
      >
        <Trans>Delete</Trans>
      </Button>
      {using.length > 0 && (
        <Dialog title={t`Delete the campaign?`} onClose={() => setUsing([])}>
          <Form
            submit={async () => {
              setUsing([])
              onDelete()
            }}
            label={t`Delete the campaign`}
            isDangerous
          >
            <p dir="auto">{Name}</p>
            <EmptiedSegments names={using} />
          </Form>
        </Dialog>
      )}
    </>
  )
}

export function People({ count }: { readonly count: number }) {
  return <Plural value={count} one="# person" other="# people" />
}
