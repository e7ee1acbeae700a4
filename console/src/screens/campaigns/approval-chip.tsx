import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { IconName } from '../../ui/icons.tsx'
import { Chip, type Tone } from '../../ui/page.tsx'

const states: Readonly<
  Record<string, { readonly label: MessageDescriptor; readonly tone: Tone; readonly icon: IconName }>
> = {
  Requested: { label: msg`Waits for approval`, tone: 'warn', icon: 'person' },
  Approved: { label: msg`Approved`, tone: 'good', icon: 'check' },
  Rejected: { label: msg`Rejected`, tone: 'bad', icon: 'close' },
  Withdrawn: { label: msg`Request withdrawn`, tone: 'plain', icon: 'info' },
  Void: { label: msg`Changed since the request`, tone: 'warn', icon: 'warning' },
}

/** Nothing where approval was never asked for. */
export function ApprovalChip({ state }: { readonly state: string }) {
  const { i18n } = useLingui()
  const known = states[state]
  if (!known) return null
  return (
    <Chip tone={known.tone} icon={known.icon}>
      {i18n._(known.label)}
    </Chip>
  )
}
