/** Who left through a mail of the campaign, and bringing back those whom a mail scanner took out. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { css, Note, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.ts'
import { LeaveReasons } from './leave-reasons.tsx'
import type { PartProps } from './part-props.ts'
import own from './report.module.css'

type Scanned = ValueOf<'Campaign.FindScannerOptOuts'>[number]

export function OptOuts({ mayRepair, ...props }: PartProps & { readonly mayRepair: boolean }) {
  const { t } = useLingui()
  const { campaignId, report } = props
  const { Unsubscribed } = report.Campaign
  const [shown, setShown] = useState<'people' | 'reasons' | 'scanners'>()
  return (
    <Panel
      title={t`Unsubscribes`}
      text={<Plural value={Unsubscribed} one="# recipient unsubscribed." other="# recipients unsubscribed." />}
      actions={
        Unsubscribed > 0 && (
          <>
            <Button variant="default" onClick={() => setShown('people')}>
              <Trans>Show recipients</Trans>
            </Button>
            <Button variant="default" onClick={() => setShown('reasons')}>
              <Trans>Show reasons</Trans>
            </Button>
            {mayRepair && (
              <Button variant="default" onClick={() => setShown('scanners')}>
                <Trans>Look for mail scanners</Trans>
              </Button>
            )}
          </>
        )
      }
    >
      {shown === 'people' && <People campaignId={campaignId} />}
      {shown === 'reasons' && <LeaveReasons campaignId={campaignId} />}
      {shown === 'scanners' && <Scanners {...props} />}
    </Panel>
  )
}

/** Rows that are shown; the API has all. */
const mostShown = 500

function People({ campaignId }: { readonly campaignId: string }) {
  const { t } = useLingui()
  const { data, error, isPending } = useQuery(read('Campaign.GetUnsubscribes', { CampaignID: campaignId }))
  return (
    <div>
      {isPending && <Skeletons lines={3} />}
      <Refused error={error} />
      {data && (
        <Table heads={[t`Recipient`]}>
          {data.slice(0, mostShown).map(({ EmailAddress = '', ListID = '' }) => (
            <tr key={`${ListID} ${EmailAddress}`}>
              <td>
                <bdi>{EmailAddress}</bdi>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {data && data.length > mostShown && (
        <p className={css.quiet}>
          <Trans>
            The first {number(mostShown)} of {number(data.length)}.
          </Trans>
        </p>
      )}
    </div>
  )
}

const reasons: Readonly<Record<Scanned['Reason'], MessageDescriptor>> = {
  Burst: msg`Many from one network unsubscribed within seconds`,
  EveryLink: msg`All links of the mail were clicked`,
}

function Scanners({ clientId, campaignId }: PartProps) {
  const { t, i18n } = useLingui()
  const session = useSession()
  const { data, error, isPending } = useQuery(read('Campaign.FindScannerOptOuts', { CampaignID: campaignId }))
  const [left, setLeft] = useState<readonly string[]>([])
  const chosen = (data ?? []).flatMap(({ EmailAddress = '' }) => (left.includes(EmailAddress) ? [] : [EmailAddress]))
  const repair = useMutation({
    mutationFn: () => call('Campaign.RepairOptOuts', { CampaignID: campaignId, EmailAddresses: chosen }),
    onSuccess: many => {
      toast(t`Restored: ${number(many)}.`)
      return reread('report')
    },
  })
  if (data?.length === 0) {
    return (
      <Note tone="good" role="status">
        <p>{t`No unsubscription looks like that of a mail scanner.`}</p>
      </Note>
    )
  }
  return (
    <div>
      {isPending && <Skeletons lines={3} />}
      <Refused error={error ?? repair.error} />
      {data && (
        <>
          <p className={css.quiet}>
            <Trans>
              Some mail gateways click every button before the mail is read. Review the recipients and deselect those
              who may have unsubscribed themselves.
            </Trans>
          </p>
          <Table heads={[t`Recipient`, t`When`, t`Why`, t`Program`]}>
            {data.map(({ EmailAddress = '', Date: date, Reason, Detail, Network, Agent }) => (
              <tr key={EmailAddress}>
                <td>
                  <label>
                    <input
                      type="checkbox"
                      checked={!left.includes(EmailAddress)}
                      onChange={({ currentTarget: { checked } }) =>
                        setLeft(checked ? left.filter(one => one !== EmailAddress) : [...left, EmailAddress])
                      }
                    />{' '}
                    <bdi>{EmailAddress}</bdi>
                  </label>
                </td>
                <td data-label={t`When`} className={own.when}>
                  {dateTime(date)}
                </td>
                <td data-label={t`Why`}>
                  <span>
                    {i18n._(reasons[Reason])}
                    {Detail && <span className={`${css.quiet} ${css.small}`}> {Detail}</span>}
                  </span>
                </td>
                <td data-label={t`Program`}>
                  <span dir="auto">{[Network, Agent].filter(Boolean).join(' · ') || '–'}</span>
                </td>
              </tr>
            ))}
          </Table>
          {may(session, 'ChangeAudience', clientId) && (
            <div className={own.more}>
              <Button disabled={chosen.length === 0} loading={repair.isPending} onClick={() => repair.mutate()}>
                <Plural value={chosen.length} one="Restore # recipient" other="Restore # recipients" />
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}
