/** Whether a sending domain is verified, as a chip. */
import { Trans } from '@lingui/react/macro'
import { Chip } from '../../ui/page.tsx'

export function DomainState({ verified }: { readonly verified: boolean | undefined }) {
  return verified ? (
    <Chip tone="good">
      <Trans>Verified</Trans>
    </Chip>
  ) : (
    <Chip tone="warn">
      <Trans>Not verified</Trans>
    </Chip>
  )
}
