/** What is shown in place of a screen. */

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import layout from '../ui/layout.module.css'
import { Empty, Page, Skeletons } from '../ui/page.tsx'
import { Refused } from '../ui/refused.tsx'

export function NotFound() {
  const { t } = useLingui()
  return (
    <Page title={t`Not found`}>
      <Empty icon="search" title={t`Page not found`} action={<Link to="/">{t`Home`}</Link>}>
        <Trans>It may have been deleted. Deleted items can be restored for 30 days.</Trans>
      </Empty>
    </Page>
  )
}

export function Crash({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  return (
    <Page
      title={t`This screen cannot be shown`}
      actions={
        <>
          <Button onClick={reset}>{t`Try again`}</Button>
          <Button variant="default" onClick={() => location.reload()}>{t`Reload the page`}</Button>
        </>
      }
    >
      <Refused error={error} />
    </Page>
  )
}

export function Waiting() {
  return (
    <div className={layout.standIn}>
      <Skeletons lines={5} />
    </div>
  )
}
