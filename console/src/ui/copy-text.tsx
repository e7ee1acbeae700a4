/** A text to be taken along. The clipboard is there on https and loopback only; elsewhere a click selects the text. */

import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import own from './copy-text.module.css'
import { css } from './page.tsx'

export function CopyText({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false)
  // absent on plain http of a private address, whatever its type says
  const clipboard = navigator.clipboard as Clipboard | undefined
  return (
    <div className={own.copy}>
      <code className={css.secret}>{text}</code>
      {clipboard && (
        <Button
          variant="default"
          onClick={() => {
            void clipboard.writeText(text).then(() => setCopied(true))
          }}
        >
          {isCopied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
        </Button>
      )}
    </div>
  )
}
