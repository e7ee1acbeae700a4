/** All clients that one works for, by name. */

import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { mayOnAccount, useSession } from '../session/session.ts'
import { clientsQuery } from '../shell/client-at-hand.ts'
import { Icon } from '../ui/icons.tsx'
import { css, Empty, Page, Panel, Skeletons } from '../ui/page.tsx'
import { Refused } from '../ui/refused.tsx'
import { Table } from '../ui/table.tsx'
import home from './home.module.css'
import { NewClient } from './new-client.tsx'

/** More are found by typing. */
const mostShown = 200

export function Clients() {
  const { t } = useLingui()
  const session = useSession()
  const { data, error, isPending } = useQuery(clientsQuery)
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLocaleLowerCase()
  const found = (data ?? []).filter(({ Name = '' }) => Name.toLocaleLowerCase().includes(wanted))
  return (
    <Page title={t`Clients`} actions={mayOnAccount(session, 'Clients') && <NewClient />}>
      <Panel>
        {isPending && <Skeletons lines={5} />}
        <Refused error={error} />
        {data?.length === 0 && (
          <Empty icon="people" title={t`No clients yet`}>
            <Trans>
              Each client has its own lists, templates and campaigns. People with access to a client see it here.
            </Trans>
          </Empty>
        )}
        {data && data.length > 0 && (
          <>
            <TextInput
              type="search"
              aria-label={t`Find a client`}
              placeholder={t`Find a client`}
              leftSection={<Icon name="search" size={16} />}
              value={filter}
              onChange={event => setFilter(event.currentTarget.value)}
              maw="22rem"
              mb="0.75rem"
            />
            <Table heads={[t`Client`]}>
              {found.slice(0, mostShown).map(({ ClientID = '', Name }) => (
                <tr key={ClientID}>
                  <td>
                    <Link className={home.name} to="/clients/$clientId" params={{ clientId: ClientID }}>
                      {Name}
                    </Link>
                  </td>
                </tr>
              ))}
            </Table>
            {found.length === 0 && (
              <p className={css.quiet} role="status">
                <Trans>No client has this name.</Trans>
              </p>
            )}
            {found.length > mostShown && (
              <p className={css.quiet} role="status">
                <Trans>Type to find more.</Trans>
              </p>
            )}
          </>
        )}
      </Panel>
    </Page>
  )
}
