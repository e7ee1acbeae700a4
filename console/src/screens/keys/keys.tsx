/** API keys with scopes: what programs get in with. */

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readPages } from '../../api/pages.ts'
import { dateTime } from '../../lib/format.ts'
import layout from '../../ui/layout.module.css'
import { More } from '../../ui/more.tsx'
import { Chip, css, Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { KeyActions } from './key-actions.tsx'
import { NewKey } from './new-key.tsx'
import { scopeLabels } from './scopes.ts'
import { ShownSecret } from './shown-secret.tsx'
import type { Key, Secret } from './types.ts'

export function Keys() {
  const { t } = useLingui()
  const [secret, setSecret] = useState<Secret>()
  const query = useInfiniteQuery(readPages('Key.List', {}))
  const { data, error, isPending } = query
  const keys = data?.pages.flatMap(({ Keys = [] }) => Keys) ?? []
  return (
    <Page
      title={t`API keys`}
      lead={t`Each program gets its own key with only the permissions it needs. You can revoke one without affecting the others.`}
      actions={<NewKey onMade={setSecret} />}
    >
      {secret && <ShownSecret {...secret} onDone={() => setSecret(undefined)} />}
      <Panel>
        {isPending && <Skeletons lines={5} />}
        <Refused error={error} />
        {data && keys.length === 0 && (
          <Empty icon="key" title={t`No keys yet`}>
            <Trans>Create one for your shop, your website or a script. It is shown once.</Trans>
          </Empty>
        )}
        {keys.length > 0 && <KeyTable keys={keys} onSecret={setSecret} />}
        <More of={query} />
      </Panel>
    </Page>
  )
}

function KeyTable({ keys, onSecret }: { readonly keys: readonly Key[]; readonly onSecret: (secret: Secret) => void }) {
  const { t } = useLingui()
  return (
    <Table heads={[t`Key`, t`Allowed`, t`State`, t`Last used`]} hasActions>
      {keys.map(key => (
        <Row key={key.KeyID} of={key} onSecret={onSecret} />
      ))}
    </Table>
  )
}

function Row({ of: key, onSecret }: { readonly of: Key; readonly onSecret: (secret: Secret) => void }) {
  const { t, i18n } = useLingui()
  const {
    KeyID,
    Label,
    CreatedBy,
    CreatedDate,
    Scopes = [],
    AllClients,
    ClientIDs = [],
    LastUsedDate,
    LastUsedFrom,
  } = key
  return (
    <tr>
      <td>
        <strong>{Label}</strong>
        <br />
        <span className={`${css.quiet} ${css.small}`}>
          <code>{KeyID}</code>
          <br />
          <Trans>
            by {CreatedBy}, {dateTime(CreatedDate)}
          </Trans>
        </span>
      </td>
      <td data-label={t`Allowed`}>
        <span>
          {Scopes.map(scope => i18n._(scopeLabels[scope])).join(', ')}
          <br />
          <span className={`${css.quiet} ${css.small}`}>
            {AllClients ? (
              <Trans>All clients</Trans>
            ) : (
              <Plural value={ClientIDs.length} one="# client" other="# clients" />
            )}
          </span>
        </span>
      </td>
      <td data-label={t`State`}>
        <div>
          <State {...key} />
        </div>
      </td>
      <td data-label={t`Last used`}>
        <div>
          {LastUsedDate ? dateTime(LastUsedDate) : <Trans>Never</Trans>}
          {LastUsedFrom && <div className={`${css.quiet} ${css.small}`}>{LastUsedFrom}</div>}
        </div>
      </td>
      <td className={layout.end}>{key.State === 'Active' && <KeyActions of={key} onSecret={onSecret} />}</td>
    </tr>
  )
}

function State({ State, ExpiresDate, RevokedDate, OldEndsDate, OldLastUsedDate }: Key) {
  if (State === 'Revoked')
    return (
      <Chip tone="plain" icon="close">
        <Trans>Revoked {dateTime(RevokedDate)}</Trans>
      </Chip>
    )
  if (State === 'Expired')
    return (
      <Chip tone="plain" icon="clock">
        <Trans>Expired {dateTime(ExpiresDate)}</Trans>
      </Chip>
    )
  return (
    <>
      <Chip tone="good">
        <Trans>Active</Trans>
      </Chip>
      {ExpiresDate && (
        <div className={`${css.quiet} ${css.small}`}>
          <Trans>until {dateTime(ExpiresDate)}</Trans>
        </div>
      )}
      {OldEndsDate && (
        <div className={css.small}>
          <Trans>
            The old secret is valid until {dateTime(OldEndsDate)}; last used: {dateTime(OldLastUsedDate) || '–'}
          </Trans>
        </div>
      )}
    </>
  )
}
