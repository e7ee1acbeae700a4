/** Whether a form takes sign-ups, as a chip. */
import { Trans } from '@lingui/react/macro'
import { Chip } from '../../ui/page.tsx'

export function FormState({
  of: { Paused, Problem = '', Held = 0 },
}: {
  readonly of: { readonly Paused?: boolean; readonly Problem?: string; readonly Held?: number }
}) {
  return (
    <>
      {Paused === true ? (
        <Chip tone="plain" icon="hand">
          <Trans comment="of a sign-up form that takes nothing">Paused</Trans>
        </Chip>
      ) : Problem !== '' ? (
        <Chip tone="bad">
          <Trans comment="of a sign-up form">Needs a change</Trans>
        </Chip>
      ) : (
        <Chip tone="good">
          <Trans>Takes sign-ups</Trans>
        </Chip>
      )}
      {Held > 0 && (
        <Chip tone="warn">
          <Trans comment="unusually many sign-ups">Wave</Trans>
        </Chip>
      )}
    </>
  )
}
