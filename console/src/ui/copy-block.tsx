/** Several lines to be taken along, with the name of what they are. Without a clipboard, a click selects them. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import own from './copy-block.module.css'

export function CopyBlock({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState<string>()
  // absent on plain http of a private address, whatever its type says
  const clipboard = navigator.clipboard as Clipboard | undefined
  const isCopied = copied === text
  return (
    <figure className={own.block} aria-label={label}>
      <figcaption>
        <span>{label}</span>
        {clipboard && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={isCopied ? t`Copied: ${label}` : t`Copy: ${label}`}
            onClick={() => {
              void clipboard.writeText(text).then(() => setCopied(text))
            }}
          >
            {isCopied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
          </Button>
        )}
      </figcaption>
      {/* it scrolls: the keyboard needs to get there */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus */}
      <pre tabIndex={0} dir="ltr">
        {text}
      </pre>
    </figure>
  )
}
