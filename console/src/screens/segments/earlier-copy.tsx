/** What was changed in an earlier visit and never saved is offered, and is not lost. */
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import layout from '../../ui/layout.module.css'
import { Note, css as parts } from '../../ui/page.tsx'
import type { SegmentAtHand } from './use-segment.ts'

export function EarlierCopy({ segment: { earlier, takeEarlier } }: { readonly segment: SegmentAtHand }) {
  if (!earlier) return null
  return (
    <div className={layout.bottom16}>
      <Note tone="warn" role="status">
        <p>
          <Trans>You changed this segment earlier without saving. This browser has stored your changes.</Trans>
        </p>
        <div className={`${parts.actions} ${layout.top8}`}>
          <Button size="compact-sm" onClick={() => takeEarlier(true)}>
            <Trans>Restore my changes</Trans>
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => takeEarlier(false)}>
            <Trans>Discard them</Trans>
          </Button>
        </div>
      </Note>
    </div>
  )
}
