/** All segments of a client, of its lists and of the client itself. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../../api/call.ts'
import { useSearchText } from '../../lib/search-text.ts'
import { may, useSession } from '../../session/session.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { Check } from '../../ui/check.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Empty, Page, Panel, css as parts, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import filters from '../filters.module.css'
import { NewSegmentButton } from './new-segment-button.tsx'
import { SegmentTable } from './segment-table.tsx'

const route = getRouteApi('/inside/clients/$clientId/segments')

/** Each segment that is shown asks for its count. */
const pageSize = 50

/** The segments of all lists, in the address. */
const ofClient = 'client'

export function Segments() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const { q = '', list, broken } = route.useSearch()
  const [most, setMost] = useState(pageSize)
  const client = useClients().find(({ ClientID }) => ClientID === clientId)
  const { data, error, isPending } = useQuery(read('Segment.ListAll', { ClientID: clientId }))
  const lists = useQuery(read('Client.GetLists', { ClientID: clientId }))
  const mayChange = may(session, 'ChangeAudience', clientId)
  const wanted = q.trim().toLocaleLowerCase()
  const found = (data ?? [])
    .filter(({ Title = '' }) => Title.toLocaleLowerCase().includes(wanted))
    .filter(({ ListID = '' }) => list === undefined || ListID === (list === ofClient ? '' : list))
    .filter(({ Problems = [] }) => !broken || Problems.length > 0)
  const nameOf = (listId: string) => lists.data?.find(({ ListID }) => ListID === listId)?.Name ?? ''
  const add = mayChange && <NewSegmentButton clientId={clientId} />
  return (
    <Page title={t`Segments`} lead={client?.Name} actions={data && data.length > 0 && add}>
      <Panel>
        {isPending && <Skeletons lines={5} />}
        <Refused error={error} />
        {data?.length === 0 && (
          <Empty icon="segment" title={t`No segments yet`} action={add}>
            <Trans>
              A segment is everyone who meets conditions, such as people who clicked a link in the last 90 days. Send
              campaigns to it, leave it out, or export it.
            </Trans>
          </Empty>
        )}
        {data && data.length > 0 && (
          <>
            <Filters lists={lists.data ?? []} hasBroken={data.some(({ Problems = [] }) => Problems.length > 0)} />
            {found.length === 0 ? (
              <p className={parts.quiet} role="status">
                <Trans>No segment matches.</Trans>
              </p>
            ) : (
              <SegmentTable clientId={clientId} segments={found.slice(0, most)} listName={nameOf} />
            )}
            {found.length > most && (
              <Button variant="default" mt="md" onClick={() => setMost(most + pageSize)}>
                <Trans>Show more</Trans>
              </Button>
            )}
          </>
        )}
      </Panel>
    </Page>
  )
}

function Filters({
  lists,
  hasBroken,
}: {
  readonly lists: readonly { readonly ListID?: string; readonly Name?: string }[]
  readonly hasBroken: boolean
}) {
  const { t } = useLingui()
  const { q = '', list, broken } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/segments' })
  const [text, setText] = useSearchText(q, q =>
    navigate({ search: before => ({ ...before, q: q || undefined }), replace: true }),
  )
  return (
    <div className={filters.filters}>
      <TextInput
        type="search"
        label={t`Find a segment`}
        leftSection={<Icon name="search" size={16} />}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <NativeSelect
        label={t`People of`}
        value={list ?? ''}
        onChange={event => {
          const { value } = event.currentTarget
          void navigate({ search: before => ({ ...before, list: value || undefined }), replace: true })
        }}
        data={[
          { value: '', label: t`Any` },
          { value: ofClient, label: t`All lists of the client` },
          ...lists.map(({ ListID = '', Name = '' }) => ({ value: ListID, label: Name })),
        ]}
      />
      {(hasBroken || broken) && (
        <Check
          label={t`Only those that are broken`}
          checked={broken === true}
          onChange={isOn =>
            void navigate({ search: before => ({ ...before, broken: isOn || undefined }), replace: true })
          }
        />
      )}
    </div>
  )
}
