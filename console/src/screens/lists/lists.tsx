/** All lists of a client with what the service counts of each. */

import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import { useSearchText } from '../../lib/search-text.ts'
import { may, useSession } from '../../session/session.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { Icon } from '../../ui/icons.tsx'
import { css, Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import home from '../home.module.css'
import { Count } from './count.tsx'
import { NewList } from './new-list.tsx'

const route = getRouteApi('/inside/clients/$clientId/lists')

type List = ValueOf<'Client.GetLists'>[number]

/** Each list that is shown asks for its counts. */
const pageSize = 50

export function Lists() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const { q = '' } = route.useSearch()
  const client = useClients().find(({ ClientID }) => ClientID === clientId)
  const { data, error, isPending } = useQuery(read('Client.GetLists', { ClientID: clientId }))
  const mayChange = may(session, 'ChangeAudience', clientId)
  const wanted = q.trim().toLocaleLowerCase()
  const found = (data ?? []).filter(({ Name = '' }) => Name.toLocaleLowerCase().includes(wanted))
  return (
    <Page title={t`Lists`} lead={client?.Name} actions={mayChange && <NewList clientId={clientId} />}>
      <Panel>
        {isPending && <Skeletons lines={5} />}
        <Refused error={error} />
        {data?.length === 0 && (
          <Empty icon="list" title={t`No lists yet`} action={mayChange && <NewList clientId={clientId} />}>
            <Trans>
              A list contains the people who asked for one kind of mail. Campaigns go to one or more lists; a person on
              several lists gets one mail.
            </Trans>
          </Empty>
        )}
        {data && data.length > 0 && (
          <>
            <Search />
            <ListTable key={wanted} clientId={clientId} lists={found} />
            {found.length === 0 && (
              <p className={css.quiet} role="status">
                <Trans>No list has this name.</Trans>
              </p>
            )}
          </>
        )}
      </Panel>
    </Page>
  )
}

function Search() {
  const { t } = useLingui()
  const { q = '' } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/lists' })
  const [text, setText] = useSearchText(q, q =>
    navigate({ search: before => ({ ...before, q: q || undefined }), replace: true }),
  )
  return (
    <TextInput
      type="search"
      aria-label={t`Find a list`}
      placeholder={t`Find a list`}
      leftSection={<Icon name="search" size={16} />}
      value={text}
      onChange={event => setText(event.currentTarget.value)}
      maw="22rem"
      mb="0.75rem"
    />
  )
}

function ListTable({ clientId, lists }: { readonly clientId: string; readonly lists: readonly List[] }) {
  const { t } = useLingui()
  const session = useSession()
  const [most, setMost] = useState(pageSize)
  const seesCounts = may(session, 'ReadReports', clientId)
  const counted = seesCounts ? [t`Active`, t`New this month`, t`Unsubscribed`, t`Bounced`, t`Deleted`] : []
  if (lists.length === 0) return null
  return (
    <>
      <Table heads={[t`List`, ...counted]}>
        {lists.slice(0, most).map(({ ListID = '', Name }) => (
          <tr key={ListID}>
            <td>
              <Link
                className={home.name}
                to="/clients/$clientId/lists/$listId"
                params={{ clientId, listId: ListID }}
                dir="auto"
              >
                {Name}
              </Link>
            </td>
            {seesCounts && <Counts listId={ListID} />}
          </tr>
        ))}
      </Table>
      {lists.length > most && (
        <Button variant="default" mt="md" onClick={() => setMost(most + pageSize)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  )
}

function Counts({ listId }: { readonly listId: string }) {
  const { t } = useLingui()
  const { data, isPending } = useQuery(read('List.GetStats', { ListID: listId }))
  const counts = [
    [t`Active`, data?.TotalActiveSubscribers],
    [t`New this month`, data?.NewActiveSubscribersThisMonth],
    [t`Unsubscribed`, data?.TotalUnsubscribes],
    [t`Bounced`, data?.TotalBounces],
    [t`Deleted`, data?.TotalDeleted],
  ] as const
  return counts.map(([label, count]) => (
    <td key={label} data-label={label}>
      <Count value={count} isPending={isPending} />
    </td>
  ))
}
