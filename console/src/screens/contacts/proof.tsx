/** The proof of a contact: consent and sent mails from the first day on, to be printed or saved as a file. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import { dateTime, number, zoneName } from '../../lib/format.ts'
import { saveFile } from '../../lib/save-file.ts'
import layout from '../../ui/layout.module.css'
import { css, Note, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { ClientLead } from '../client-lead.tsx'
import history from '../subscribers/contact.module.css'
import own from './contacts.module.css'
import { Memberships } from './memberships.tsx'
import { Suppressed, SuppressedOnLists } from './suppressed.tsx'
import { TimelineEntry } from './timeline.tsx'

const route = getRouteApi('/inside/clients/$clientId/contact/proof')

type Proof = ValueOf<'Subscriber.GetProof'>

export function ProofScreen() {
  const { t } = useLingui()
  const { clientId } = route.useParams()
  const { address = '' } = route.useSearch()
  const { data, error, isPending } = useQuery(read('Subscriber.GetProof', { ClientID: clientId, Email: address }))
  return (
    <Page
      title={t`Proof for ${data?.EmailAddress ?? address}`}
      lead={
        <ClientLead clientId={clientId}>
          {data && (
            <Trans>
              Created on {dateTime(data.PreparedDate)}, dates in {zoneName(data.Timezone ?? '')}.
            </Trans>
          )}
        </ClientLead>
      }
      actions={data && <Actions clientId={clientId} of={data} />}
    >
      {isPending && <Skeletons lines={8} />}
      <Refused error={error} />
      {data && (
        <>
          <OmittedNote of={data} />
          <Suppressed clientId={clientId} contact={data} />
          <SuppressedOnLists clientId={clientId} contact={data} />
          <Memberships clientId={clientId} contact={data} />
          <Entries clientId={clientId} of={data} />
        </>
      )}
    </Page>
  )
}

function Actions({ clientId, of: proof }: { readonly clientId: string; readonly of: Proof }) {
  const { t } = useLingui()
  const { EmailAddress = '' } = proof
  return (
    <div className={`${css.actions} ${own.noPrint}`}>
      <Link to="/clients/$clientId/contact" params={{ clientId }} search={{ address: EmailAddress }}>
        <Trans>Back to the contact</Trans>
      </Link>
      <Button
        variant="default"
        onClick={() =>
          saveFile(
            new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' }),
            [EmailAddress, t`Proof`],
            'json',
          )
        }
      >
        <Trans>Save as JSON</Trans>
      </Button>
      <Button onClick={() => window.print()}>
        <Trans>Print</Trans>
      </Button>
    </div>
  )
}

/** What is not among it is said: a reader must not take it for what did not happen. */
function OmittedNote({ of: { HasMails, IsComplete, Entries = [] } }: { readonly of: Proof }) {
  if (HasMails && IsComplete) return null
  return (
    <div className={layout.bottom16}>
      <Note tone="warn">
        {!HasMails && (
          <p>
            <Trans>Mails are not included: your role cannot read reports.</Trans>
          </p>
        )}
        {!IsComplete && (
          <p>
            <Trans>These are the {number(Entries.length)} newest entries; older ones are not included.</Trans>
          </p>
        )}
      </Note>
    </div>
  )
}

function Entries({
  clientId,
  of: { Entries: entries = [], Memberships: memberships = [] },
}: {
  readonly clientId: string
  readonly of: Proof
}) {
  const { t } = useLingui()
  return (
    <Panel title={t`History`}>
      {entries.length === 0 && (
        <p className={css.quiet}>
          <Trans>No entries.</Trans>
        </p>
      )}
      <ol className={history.history} aria-label={t`History`}>
        {entries.map((entry, n) => (
          <li key={`${n} ${entry.Date}`}>
            <TimelineEntry clientId={clientId} memberships={memberships} entry={entry} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}
