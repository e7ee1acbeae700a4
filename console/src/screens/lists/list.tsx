/** One list: how it grows and what state its subscribers are in, its custom fields, segments and settings. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { read } from '../../api/call.ts'
import { may, useSession } from '../../session/session.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { ListTab } from '../audience-search.ts'
import { BulkChangeButton } from '../bulk-changes/bulk-change.tsx'
import { ExportButton } from '../exports/export-button.tsx'
import { ImportPeople } from '../imports/import-people.tsx'
import { Fields } from './fields.tsx'
import { ListOverview } from './list-overview.tsx'
import type { ListProps } from './list-props.ts'
import { Segments } from './segments.tsx'
import { Settings } from './settings.tsx'

const route = getRouteApi('/inside/clients/$clientId/lists/$listId')

const tabs: Readonly<Record<ListTab, { readonly label: MessageDescriptor; readonly Part: ComponentType<ListProps> }>> =
  {
    overview: { label: msg`Growth and states`, Part: ListOverview },
    fields: { label: msg`Custom fields`, Part: Fields },
    segments: { label: msg`Segments`, Part: Segments },
    settings: { label: msg`Settings`, Part: Settings },
  }

export function List() {
  const { t, i18n } = useLingui()
  const session = useSession()
  const { clientId, listId } = route.useParams()
  const { tab = 'overview' } = route.useSearch()
  const client = useClients().find(({ ClientID }) => ClientID === clientId)
  const { data, error, isPending } = useQuery(read('List.GetDetail', { ListID: listId }))
  const mayChange = may(session, 'ChangeAudience', clientId)
  const { data: lists = [] } = useQuery({ ...read('Client.GetLists', { ClientID: clientId }), enabled: mayChange })
  const { Part } = tabs[tab]
  if (!data) {
    return (
      <Page title={t`List`} lead={client?.Name}>
        {isPending && (
          <Panel>
            <Skeletons lines={6} />
          </Panel>
        )}
        <Refused error={error} />
      </Page>
    )
  }
  return (
    <Page
      title={data.Title ?? ''}
      lead={
        <Link to="/clients/$clientId/lists" params={{ clientId }}>
          <Trans>All lists of {client?.Name}</Trans>
        </Link>
      }
      actions={
        <>
          {may(session, 'Import', clientId) && <ImportPeople clientId={clientId} list={listId} isDefault />}
          {mayChange && lists.length > 1 && (
            <BulkChangeButton
              label={t`Copy, move or merge`}
              clientId={clientId}
              listId={listId}
              lists={lists}
              rule={{}}
              actions={['Copy', 'Move']}
            />
          )}
          {may(session, 'ReadAudience', clientId) && (
            <ExportButton
              clientId={clientId}
              exported={{ Kind: 'Subscribers', ListID: listId }}
              others={[{ Kind: 'History', ListID: listId }]}
            />
          )}
          {may(session, 'ReadAudience', clientId) && (
            <Button
              variant="default"
              renderRoot={props => (
                <Link {...props} to="/clients/$clientId/contacts" params={{ clientId }} search={{ list: listId }} />
              )}
            >
              <Trans>Show the subscribers</Trans>
            </Button>
          )}
        </>
      }
    >
      <Tabs label={t`Parts of the list`}>
        {Object.entries(tabs).map(([id, { label }]) => (
          <Link
            key={id}
            to="/clients/$clientId/lists/$listId"
            params={{ clientId, listId }}
            // a key of the table
            search={before => ({ ...before, tab: id === 'overview' ? undefined : (id as ListTab) })}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {i18n._(label)}
          </Link>
        ))}
      </Tabs>
      <Part key={listId} clientId={clientId} listId={listId} />
    </Page>
  )
}
