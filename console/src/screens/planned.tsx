/** A place whose screen is not there yet: what it will be, and how its work is done meanwhile. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { useClientAtHand } from '../shell/client-at-hand.ts'
import { accountPlaces, clientPlaces } from '../shell/places.ts'
import { Empty, Page, Panel } from '../ui/page.tsx'

export function Planned() {
  const { t, i18n } = useLingui()
  const { pathname } = useLocation()
  const client = useClientAtHand()
  const [, ofClient] = /^\/clients\/[^/]+(\/.*)?$/.exec(pathname) ?? []
  const isOfClient = pathname.startsWith('/clients/')
  const place = isOfClient
    ? clientPlaces.find(({ path }) => path === (ofClient ?? ''))
    : accountPlaces.find(({ path }) => path === pathname)
  if (!place) return null
  const label = i18n._(place.label)
  return (
    <Page title={label} lead={isOfClient ? client?.Name : undefined}>
      <Panel>
        <Empty icon={place.icon} title={t`Not in the console yet`} action={<a href="/api/">{t`Open the API page`}</a>}>
          <Trans>Meanwhile the API does this:</Trans> <code>{place.operations.join(', ')}</code>
        </Empty>
      </Panel>
    </Page>
  )
}
