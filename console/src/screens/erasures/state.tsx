import { useLingui } from '@lingui/react/macro'
import { Chip } from '../../ui/page.tsx'
import type { Erasure } from './words.ts'

/** Whether everything is removed. */
export function ErasureState({ of: { State } }: { readonly of: Pick<Erasure, 'State'> }) {
  const { t } = useLingui()
  return State === 'Done' ? (
    <Chip tone="good" icon="check">{t`Erased`}</Chip>
  ) : (
    <Chip tone="plain" icon="clock">{t`Being erased`}</Chip>
  )
}
