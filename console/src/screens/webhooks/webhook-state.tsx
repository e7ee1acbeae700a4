/** How a webhook does, as a chip. */
import { Trans } from '@lingui/react/macro'
import { Chip } from '../../ui/page.tsx'
import type { Webhook } from './types.ts'

export function WebhookState({ of: state }: { readonly of: Webhook['State'] }) {
  if (state === 'Active')
    return (
      <Chip tone="good">
        <Trans>Active</Trans>
      </Chip>
    )
  if (state === 'Failing')
    return (
      <Chip tone="bad">
        <Trans>Failing</Trans>
      </Chip>
    )
  return (
    <Chip tone="warn" icon="hand">
      <Trans>Paused</Trans>
    </Chip>
  )
}
