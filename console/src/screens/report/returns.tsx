/** What came back: bounces by class with the words of relays and reports, complaints, opt-outs, and mails sent on to friends. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import { readNumbered } from '../../api/pages.ts'
import { dateTime } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import { Answer } from '../../ui/details.tsx'
import layout from '../../ui/layout.module.css'
import { More, type MoreProps } from '../../ui/more.tsx'
import { Chip, css, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Share } from '../../ui/share.tsx'
import { Table } from '../../ui/table.tsx'
import { bounceWords } from './bounce-words.ts'
import { complaintKind } from './complaint-words.ts'
import { OptOuts } from './opt-outs.tsx'
import type { PartProps } from './part-props.ts'
import own from './report.module.css'

export function Returns(props: PartProps) {
  const { t } = useLingui()
  const session = useSession()
  const { campaignId, clientId, report } = props
  const { Accepted, Refused: refused, Bounced, Complained } = report.Campaign
  const summary = useQuery(read('Campaign.GetBounceSummary', { CampaignID: campaignId }))
  const forwards = useQuery(read('Campaign.GetForwards', { CampaignID: campaignId }))
  return (
    <>
      <Panel
        title={t`Bounces`}
        text={
          <Plural value={Bounced} one="# mail was refused or returned." other="# mails were refused or returned." />
        }
      >
        {summary.isPending && <Skeletons lines={3} />}
        <Refused error={summary.error} />
        {summary.data && summary.data.length > 0 && <Classes classes={summary.data} of={Accepted + refused} />}
        {Bounced > 0 && <BounceList {...props} />}
      </Panel>
      <Panel
        title={t`Complaints`}
        text={
          <Plural
            value={Complained}
            one="# recipient marked the mail as spam."
            other="# recipients marked the mail as spam."
          />
        }
      >
        {Complained > 0 ? (
          <ComplaintList {...props} />
        ) : (
          <p className={css.quiet}>
            <Trans>No complaints were reported.</Trans>
          </p>
        )}
      </Panel>
      <OptOuts {...props} mayRepair={may(session, 'ReadAudience', clientId)} />
      {forwards.data !== undefined && forwards.data > 0 && (
        <Panel title={t`Forwarded to friends`}>
          <Plural
            value={forwards.data}
            one="The mail was forwarded to # friend."
            other="The mail was forwarded to # friends."
          />
        </Panel>
      )}
    </>
  )
}

function Classes({
  classes,
  of: total,
}: {
  readonly classes: ValueOf<'Campaign.GetBounceSummary'>
  readonly of: number
}) {
  const { t, i18n } = useLingui()
  return (
    <Table heads={[t`Why`, t`Recipients`]}>
      {classes
        .filter(({ Recipients }) => Recipients > 0)
        .map(({ Class, Recipients }) => (
          <tr key={Class}>
            <td>
              <strong>{i18n._(bounceWords[Class].label)}</strong>
              <br />
              <span className={`${css.quiet} ${css.small}`}>{i18n._(bounceWords[Class].meaning)}</span>
            </td>
            <td data-label={t`Recipients`}>
              <span>
                <Share of={{ Count: Recipients, Of: total }} />
              </span>
            </td>
          </tr>
        ))}
    </Table>
  )
}

const pageSize = 25

function BounceList({ clientId, campaignId }: PartProps) {
  const { t, i18n } = useLingui()
  const { data, ...rest } = useInfiniteQuery(
    readNumbered('Campaign.GetBounceDetails', { CampaignID: campaignId }, row => row.Number, pageSize),
  )
  const list = { rows: data?.pages.flat() ?? [], ...rest }
  return (
    <RecipientList list={list}>
      <Table heads={[t`Recipient`, t`Why`, t`Answer`, t`When`]}>
        {list.rows.map(({ Number: place, EmailAddress, Class, Code, Evidence, Date: date }) => (
          <tr key={place}>
            <td className={own.who}>
              <RecipientLink clientId={clientId} campaignId={campaignId} number={place} address={EmailAddress} />
            </td>
            <td data-label={t`Why`}>
              <span>
                <Chip tone={bounceWords[Class].tone}>{i18n._(bounceWords[Class].label)}</Chip>
              </span>
            </td>
            <td data-label={t`Answer`}>
              <Answer code={Code} text={Evidence} />
            </td>
            <td data-label={t`When`} className={own.when}>
              {dateTime(date)}
            </td>
          </tr>
        ))}
      </Table>
    </RecipientList>
  )
}

function ComplaintList({ clientId, campaignId }: PartProps) {
  const { t, i18n } = useLingui()
  const { data, ...rest } = useInfiniteQuery(
    readNumbered('Campaign.GetComplaints', { CampaignID: campaignId }, row => row.Number, pageSize),
  )
  const list = { rows: data?.pages.flat() ?? [], ...rest }
  return (
    <RecipientList list={list}>
      <Table heads={[t`Recipient`, t`Kind`, t`Answer`, t`When`]}>
        {list.rows.map(({ Number: place, EmailAddress, FeedbackType, Evidence, Date: date }) => (
          <tr key={place}>
            <td className={own.who}>
              <RecipientLink clientId={clientId} campaignId={campaignId} number={place} address={EmailAddress} />
            </td>
            <td data-label={t`Kind`}>{i18n._(complaintKind(FeedbackType))}</td>
            <td data-label={t`Answer`}>
              <Answer text={`${FeedbackType ?? ''}: ${Evidence ?? ''}`} />
            </td>
            <td data-label={t`When`} className={own.when}>
              {dateTime(date)}
            </td>
          </tr>
        ))}
      </Table>
    </RecipientList>
  )
}

/** Leads to everything that happened to the mail of one recipient. */
export function RecipientLink({
  clientId,
  campaignId,
  number: place,
  address,
}: {
  readonly clientId: string
  readonly campaignId: string
  readonly number: number
  readonly address: string | undefined
}) {
  return (
    <Link
      from="/clients/$clientId/campaigns/$campaignId/report"
      to="/clients/$clientId/campaigns/$campaignId/report"
      params={{ clientId, campaignId }}
      search={before => ({ ...before, tab: 'recipients', recipient: place })}
      resetScroll={false}
    >
      <bdi>{address}</bdi>
    </Link>
  )
}

interface ListedProps {
  readonly list: MoreProps['of'] & {
    readonly rows: readonly object[]
    readonly isPending: boolean
    readonly error: unknown
  }
  readonly children: ReactNode
}

function RecipientList({ list, children }: ListedProps) {
  return (
    <div className={layout.top16}>
      {list.isPending && <Skeletons lines={3} />}
      <Refused error={list.error} />
      {list.rows.length > 0 && children}
      <More of={list} />
    </div>
  )
}
