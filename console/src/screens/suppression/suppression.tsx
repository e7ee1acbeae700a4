/** The addresses that no mail of a client, or of one of its lists, goes to: why, and how that is known. */
import { useLingui } from '@lingui/react/macro'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { readPages } from '../../api/pages.ts'
import { may, useSession } from '../../session/session.ts'
import { Page } from '../../ui/page.tsx'
import type { SuppressionSearch } from '../audience-search.ts'
import { ExportButton } from '../exports/export-button.tsx'
import filters from '../subscribers/filters.module.css'
import { AddSuppressions } from './add-suppressions.tsx'
import { EntriesPanel } from './entries-panel.tsx'
import { holderIn } from './holder.ts'
import { ScopeChoice } from './scope-choice.tsx'

const route = getRouteApi('/inside/clients/$clientId/suppression')

export function Suppression() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const search = route.useSearch()
  const { scope } = search
  const navigate = useNavigate({ from: '/clients/$clientId/suppression' })
  const onSearch = (changes: SuppressionSearch, replace = false) =>
    void navigate({ search: before => ({ ...before, ...changes }), replace, resetScroll: false })
  const listId = scope === 'client' ? undefined : scope
  const named = { ClientID: clientId, Scope: wireScopeOf(scope), ...(listId !== undefined && { ListID: listId }) }
  return (
    <Page
      isWide
      title={t`Suppression`}
      lead={t`These addresses get no mail of this client, or none of one list.`}
      actions={<Actions clientId={clientId} listId={listId} isMixed={scope === undefined} />}
    >
      <EntriesPanel
        search={search}
        onSearch={onSearch}
        pagesOf={wanted => readPages('Suppression.List', { ...named, ...wanted })}
        scope={
          <ScopeChoice
            className={filters.list}
            clientId={clientId}
            others={[
              { value: '', label: t`Client and lists` },
              { value: 'client', label: t`All lists of the client` },
            ]}
            value={scope ?? ''}
            onChange={chosen => onSearch({ scope: chosen || undefined })}
          />
        }
        empty={t`Bounces, complaints and unsubscribes are added automatically. You add addresses and domains that must never get mail.`}
        isFiltered={scope !== undefined}
        clientId={clientId}
        isMixed={scope === undefined}
        mayChange={may(session, 'Settings', clientId)}
      />
    </Page>
  )
}

function wireScopeOf(scope: string | undefined): 'Any' | 'Client' | 'List' {
  if (scope === undefined) return 'Any'
  return scope === 'client' ? 'Client' : 'List'
}

interface ActionsProps {
  readonly clientId: string
  readonly listId: string | undefined
  readonly isMixed: boolean
}

function Actions({ clientId, listId, isMixed }: ActionsProps) {
  const { t } = useLingui()
  const session = useSession()
  return (
    <>
      {may(session, 'Settings', clientId) && <AddSuppressions to={holderIn(clientId, listId)} />}
      {may(session, 'ReadAudience', clientId) && (
        <ExportButton
          clientId={clientId}
          exported={{ Kind: 'Suppressions', ...(listId !== undefined && { Scope: 'List', ListID: listId }) }}
          narrowed={
            isMixed ? t`The file contains the entries for all lists. Choose a list first to export its own.` : undefined
          }
        />
      )}
    </>
  )
}
