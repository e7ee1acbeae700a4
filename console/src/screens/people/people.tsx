/** People of the account with their roles, and who is invited. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readPages } from '../../api/pages.ts'
import { dateTime } from '../../lib/format.ts'
import { useSession } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { More } from '../../ui/more.tsx'
import { Chip, css, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import home from '../home.module.css'
import { GrantsInWords } from './grants.tsx'
import { Invitations } from './invitations.tsx'
import { Invite, InvitedPanel, type Sent } from './invite.tsx'
import { PersonDrawer } from './person.tsx'
import type { Person } from './roles.ts'

const route = getRouteApi('/inside/people')

export function People() {
  const { t } = useLingui()
  const { person: open, inviting } = route.useSearch()
  const navigate = useNavigate({ from: '/people' })
  const [sent, setSent] = useState<Sent>()
  const query = useInfiniteQuery(readPages('Person.List', {}))
  const people = query.data?.pages.flatMap(({ People = [] }) => People) ?? []
  const shown = open === undefined ? undefined : people.find(({ PersonID }) => PersonID === open)
  const go = (search: { inviting?: true }) => void navigate({ search, resetScroll: false })
  return (
    <Page
      title={t`People`}
      lead={t`The people who work with this account, their clients and roles.`}
      actions={
        <Button onClick={() => go({ inviting: true })}>
          <Trans>Invite a person</Trans>
        </Button>
      }
    >
      {sent && <InvitedPanel of={sent} onDone={() => setSent(undefined)} />}
      <Panel title={t`People`}>
        {query.isPending && <Skeletons lines={4} />}
        <Refused error={query.error} />
        {people.length > 0 && <PeopleTable people={people} />}
        <More of={query} />
      </Panel>
      <Invitations />
      {shown && <PersonDrawer of={shown} onClose={() => go({})} />}
      {inviting && (
        <Dialog title={t`Invite a person`} onClose={() => go({})}>
          <Invite
            onSent={invitation => {
              setSent(invitation)
              go({})
            }}
          />
        </Dialog>
      )}
    </Page>
  )
}

function PeopleTable({ people }: { readonly people: readonly Person[] }) {
  const { t } = useLingui()
  const session = useSession()
  return (
    <Table heads={[t`Name`, t`Role`, t`Second factor`, t`Member since`]}>
      {people.map(({ PersonID = '', Kind, Name, EmailAddress, Username, Grants = [], SecondFactor, CreatedDate }) => (
        <tr key={PersonID || `${Kind} ${Username}`}>
          <td>
            {PersonID ? (
              <Link className={home.name} to="." search={{ person: PersonID }} resetScroll={false}>
                <bdi>{Name || EmailAddress || Username}</bdi>
              </Link>
            ) : (
              <bdi>{Name || Username}</bdi>
            )}{' '}
            {PersonID !== '' && PersonID === session.PersonID && (
              <Chip tone="good" icon="person">
                <Trans>You</Trans>
              </Chip>
            )}
            <br />
            <span className={`${css.quiet} ${css.small}`}>
              {Kind === 'Login' ? <Trans>Login of a client: {Username}</Trans> : EmailAddress || Username}
            </span>
          </td>
          <td data-label={t`Role`}>
            <GrantsInWords of={Grants} />
          </td>
          <td data-label={t`Second factor`}>
            {SecondFactor ? (
              <span>
                <Chip tone="good" icon="shield">
                  <Trans>Set up</Trans>
                </Chip>
              </span>
            ) : (
              <span className={css.quiet}>
                <Trans>None</Trans>
              </span>
            )}
          </td>
          <td data-label={t`Member since`}>{dateTime(CreatedDate?.slice(0, 10))}</td>
        </tr>
      ))}
    </Table>
  )
}
