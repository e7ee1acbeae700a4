/** Why people left because of a campaign, as far as they said so. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { number } from '../../lib/format.ts'
import { css, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { leaveReasons } from '../subscribers/leave-words.ts'

export function LeaveReasons({ campaignId }: { readonly campaignId: string }) {
  const { t, i18n } = useLingui()
  const { data, error, isPending } = useQuery(read('Campaign.GetLeaveReasons', { CampaignID: campaignId }))
  const reasons = (data?.Reasons ?? []).toSorted((one, other) => other.People - one.People)
  const comments = data?.Comments ?? []
  const given = reasons.reduce((sum, { People }) => sum + People, 0)
  return (
    <div>
      {isPending && <Skeletons lines={3} />}
      <Refused error={error} />
      {data && (
        <p className={css.quiet}>
          <Plural
            value={given}
            _0="No one has said why. The question comes after the unsubscription, and need not be answered."
            one="# person said why."
            other="# people said why."
          />
        </p>
      )}
      {reasons.length > 0 && (
        <Table heads={[t`Reason`, t`People`]}>
          {reasons.map(({ Reason, People }) => (
            <tr key={Reason}>
              <td>{i18n._(leaveReasons[Reason])}</td>
              <td data-label={t`People`}>{number(People)}</td>
            </tr>
          ))}
        </Table>
      )}
      {comments.length > 0 && (
        <>
          <p>
            <Trans>What they wrote:</Trans>
          </p>
          <ul>
            {comments.map(({ Comment }, n) => (
              // the same words may come twice
              <li key={`${n} ${Comment}`}>
                <q>
                  <bdi>{Comment}</bdi>
                </q>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
