/** Who is invited and has not come yet. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import { readPages } from '../../api/pages.ts'
import { dateTime } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { Act, ActsRefused, useAct } from '../../ui/act.tsx'
import layout from '../../ui/layout.module.css'
import { More } from '../../ui/more.tsx'
import { Chip, css, Panel } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.ts'
import { GrantsInWords } from './grants.tsx'

type Invitation = NonNullable<ValueOf<'Person.ListInvitations'>['Invitations']>[number]

export function Invitations() {
  const { t } = useLingui()
  const query = useInfiniteQuery(readPages('Person.ListInvitations', {}))
  const invitations = query.data?.pages.flatMap(({ Invitations = [] }) => Invitations) ?? []
  if (query.data && invitations.length === 0) return null
  return (
    <Panel
      title={t`Invitations`}
      text={t`Open invitations work once, within seven days. Inviting an address again replaces its link.`}
    >
      <Refused error={query.error} />
      {invitations.length > 0 && (
        <Table heads={[t`Email address`, t`Role`, t`State`, t`Invited by`]} hasActions>
          {invitations.map(invitation => (
            <Row key={invitation.InvitationID} of={invitation} />
          ))}
        </Table>
      )}
      <More of={query} />
    </Panel>
  )
}

function Row({
  of: { InvitationID = '', EmailAddress, Name, State, Grants = [], InvitedBy, CreatedDate, ExpiresDate },
}: {
  readonly of: Invitation
}) {
  const { t } = useLingui()
  const revoke = useAct(async () => {
    await call('Person.RevokeInvitation', { InvitationID })
    await reread('people')
    toast(t`The invitation of ${EmailAddress} was withdrawn.`)
  })
  return (
    <tr>
      <td>
        {EmailAddress}
        {Name && (
          <div className={`${css.quiet} ${css.small}`}>
            <bdi>{Name}</bdi>
          </div>
        )}
      </td>
      <td data-label={t`Role`}>
        <GrantsInWords of={Grants} />
      </td>
      <td data-label={t`State`}>
        <div>
          {State === 'Open' ? (
            <Chip tone="plain" icon="clock">
              <Trans>Open</Trans>
            </Chip>
          ) : (
            <Chip tone="warn">
              <Trans>Expired</Trans>
            </Chip>
          )}
          <div className={`${css.quiet} ${css.small}`}>
            <Trans>until {dateTime(ExpiresDate)}</Trans>
          </div>
        </div>
      </td>
      <td data-label={t`Invited by`}>
        <div>
          <bdi>{InvitedBy}</bdi>
          <div className={`${css.quiet} ${css.small}`}>{dateTime(CreatedDate)}</div>
        </div>
      </td>
      <td className={layout.end}>
        <ActsRefused of={[revoke]} />
        <Act of={revoke} size="compact-sm" label={t`Withdraw the invitation of ${EmailAddress}`}>
          <Trans>Withdraw</Trans>
        </Act>
      </td>
    </tr>
  )
}
