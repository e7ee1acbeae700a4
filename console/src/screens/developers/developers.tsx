/** How programs call the service: my keys, examples with the real address, and where all operations are described. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { readPages } from '../../api/pages.ts'
import { may, useSession } from '../../session/session.ts'
import { useClientAtHand } from '../../shell/client-at-hand.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { css, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import own from './developers.module.css'

const route = getRouteApi('/inside/developers')

export function Developers() {
  const { t } = useLingui()
  const session = useSession()
  return (
    <Page
      title={t`API`}
      lead={t`Programs can do everything the console can: the same operations, permissions and limits.`}
    >
      {may(session, 'Keys') && <MyKey />}
      <Examples />
      <Panel title={t`All operations`}>
        <ul className={own.links}>
          <li>
            <a href="/api/">
              <Trans>API page: every operation, with a form to try it</Trans>
            </a>
          </li>
          <li>
            <a href="/api/openapi.json">
              <Trans>OpenAPI description, for generated clients</Trans>
            </a>
          </li>
          <li>
            <a href="/api/api.asmx?WSDL">
              <Trans>WSDL, for SOAP clients</Trans>
            </a>
          </li>
        </ul>
      </Panel>
    </Page>
  )
}

/** Secrets are shown once, when a key is made; afterwards the service has their hash only. */
function MyKey() {
  const { t } = useLingui()
  const { key: wanted } = route.useSearch()
  const navigate = useNavigate({ from: '/developers' })
  const { data, error, isPending } = useInfiniteQuery(readPages('Key.List', {}))
  const keys = (data?.pages.flatMap(({ Keys = [] }) => Keys) ?? []).filter(({ State }) => State === 'Active')
  const shown = keys.find(({ KeyID }) => KeyID === wanted) ?? keys[0]
  return (
    <Panel
      title={t`Key`}
      text={t`Each program needs its own key. Its secret is shown once, when the key is created.`}
      actions={
        <Link to="/keys">
          <Trans>Manage keys</Trans>
        </Link>
      }
    >
      {isPending && <Skeletons lines={2} />}
      <Refused error={error} />
      {data && keys.length === 0 && (
        <p>
          <Trans>No keys yet.</Trans>{' '}
          <Link to="/keys">
            <Trans>Create one</Trans>
          </Link>
        </p>
      )}
      {shown && (
        <div className={own.key}>
          <NativeSelect
            label={t`Key`}
            value={shown.KeyID ?? ''}
            data={keys.map(({ KeyID = '', Label = '' }) => ({ value: KeyID, label: Label }))}
            onChange={({ currentTarget: { value } }) => void navigate({ search: { key: value }, resetScroll: false })}
          />
          <code className={css.secret}>
            ls_{shown.KeyID}_{'•'.repeat(8)}
          </code>
        </div>
      )}
    </Panel>
  )
}

function Examples() {
  const { t } = useLingui()
  const clientId = useClientAtHand()?.ClientID ?? ''
  const base = location.origin
  const call = (operation: string, body: string) =>
    [
      `curl -s ${base}/api/json/${operation} \\`,
      `  -H "Authorization: Bearer $KEY" \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '${body}'`,
    ].join('\n')
  const examples = [
    { title: t`Clients the key has access to`, text: call('User.GetClients', '{}') },
    { title: t`Lists of a client`, text: call('Client.GetLists', `{"ClientID": "${clientId || '…'}"}`) },
    {
      title: t`Add a subscriber`,
      text: call('Subscriber.Add', '{"ListID": "…", "Email": "ina@example.com", "Name": "Ina Holm"}'),
    },
  ]
  return (
    <Panel
      title={t`Examples`}
      text={
        <Trans>Put the secret into the variable KEY first, so that no command history contains it: read -rs KEY</Trans>
      }
    >
      <div className={own.examples}>
        {examples.map(({ title, text }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <div className={own.example}>
              <CopyText text={text} />
            </div>
          </section>
        ))}
      </div>
    </Panel>
  )
}
