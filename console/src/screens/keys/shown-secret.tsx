import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { CopyText } from '../../ui/copy-text.tsx'
import layout from '../../ui/layout.module.css'
import { Note, Panel } from '../../ui/page.tsx'

/** The one time that a secret is shown. */
export function ShownSecret({
  label,
  secret,
  onDone,
}: {
  readonly label: string
  readonly secret: string
  readonly onDone: () => void
}) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  // for each secret
  useEffect(() => place.current?.focus(), [secret])
  return (
    <div className={layout.landing} ref={place} tabIndex={-1}>
      <Panel title={t`The secret of “${label}”`}>
        <Note tone="warn" role="status">
          <p>{t`Copy it now: it is shown only once.`}</p>
        </Note>
        <div className={layout.block16}>
          <CopyText text={secret} />
        </div>
        <Button variant="default" onClick={onDone}>
          <Trans>I have stored it</Trans>
        </Button>
      </Panel>
    </div>
  )
}
