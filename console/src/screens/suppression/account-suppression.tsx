/** The addresses that no mail of any client of the account goes to. */
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { readPages } from '../../api/pages.ts'
import { mayOnAccount, useSession } from '../../session/session.ts'
import { useClientAtHand, useClients } from '../../shell/client-at-hand.ts'
import { Note, Page } from '../../ui/page.tsx'
import type { EntrySearch } from '../audience-search.ts'
import { ExportButton } from '../exports/export-button.tsx'
import { AddSuppressions } from './add-suppressions.tsx'
import { EntriesPanel } from './entries-panel.tsx'
import { theAccount } from './holder.ts'

const route = getRouteApi('/inside/suppression')

export function AccountSuppression() {
  const { t } = useLingui()
  const session = useSession()
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/suppression' })
  const onSearch = (changes: EntrySearch, replace = false) =>
    void navigate({ search: before => ({ ...before, ...changes }), replace, resetScroll: false })
  const mayChange = mayOnAccount(session, 'Settings')
  return (
    <Page
      title={t`Account suppression`}
      lead={t`No client of this account sends mail to these addresses.`}
      actions={
        <>
          {mayChange && <AddSuppressions to={theAccount} />}
          <ExportOfAccount />
        </>
      }
    >
      {mayOnAccount(session, 'ReadAudience') ? (
        <EntriesPanel
          search={search}
          onSearch={onSearch}
          pagesOf={wanted => readPages('Suppression.ListOfAccount', { ...wanted })}
          empty={t`Addresses and domains that you add here are mailed by no client. Bounces and complaints stay with their client.`}
          isFiltered={false}
          mayChange={mayChange}
        />
      ) : (
        <Note tone="plain">
          <p>
            <Trans>Your role cannot view the suppression list of the account.</Trans>
          </p>
        </Note>
      )}
    </Page>
  )
}

/** An export is kept by a client: that of the navigation, or any. */
function ExportOfAccount() {
  const session = useSession()
  const clients = useClients()
  const { ClientID, Name = '' } = useClientAtHand() ?? clients[0] ?? {}
  if (ClientID === undefined || !mayOnAccount(session, 'ReadAudience')) return null
  return <ExportButton clientId={ClientID} exported={{ Kind: 'Suppressions', Scope: 'Account' }} keeper={Name} />
}
