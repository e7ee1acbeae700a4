import { msg } from '@lingui/core/macro'
import { type StateWord, StateWordChip } from '../../ui/page.tsx'

const states: Readonly<Record<string, StateWord>> = {
  Requested: { label: msg`Waiting for approval`, tone: 'warn', icon: 'person' },
  Approved: { label: msg`Approved`, tone: 'good', icon: 'check' },
  Rejected: { label: msg`Rejected`, tone: 'bad', icon: 'close' },
  Withdrawn: { label: msg`Request withdrawn`, tone: 'plain', icon: 'info' },
  Void: { label: msg`Changed since the request`, tone: 'warn', icon: 'warning' },
}

/** Nothing where approval was never asked for. */
export function ApprovalChip({ state }: { readonly state: string }) {
  const known = states[state]
  return known ? <StateWordChip of={known} /> : null
}
