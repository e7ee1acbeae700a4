/** How a feed does, how often it is looked at, and what becomes of its campaigns, in words. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Chip, type StateWord, StateWordChip } from '../../ui/page.tsx'
import type { FeedSettings, FeedState, FeedSummary } from './types.ts'

const states: Readonly<Record<FeedState, StateWord>> = {
  New: {
    label: msg({ message: 'New', comment: 'of a feed that was not looked at yet' }),
    tone: 'plain',
    icon: 'clock',
  },
  Waiting: { label: msg({ message: 'Waiting', comment: 'of a feed, for its next look' }), tone: 'good', icon: 'check' },
  Failing: { label: msg({ message: 'Cannot be read', comment: 'of a feed' }), tone: 'warn', icon: 'warning' },
  Stopped: { label: msg({ message: 'Stopped', comment: 'of a feed' }), tone: 'bad', icon: 'stop' },
}

export function FeedStateChip({ of: { State, Paused } }: { readonly of: Pick<FeedSummary, 'State' | 'Paused'> }) {
  if (!Paused) return <StateWordChip of={states[State]} />
  return (
    <Chip tone="plain" icon="hand">
      <Trans comment="of a feed that is not looked at">Paused</Trans>
    </Chip>
  )
}

export const rhythms: Readonly<Record<FeedSettings['Every'], MessageDescriptor>> = {
  Daily: msg`Every day`,
  Weekly: msg`Every week`,
  Monthly: msg`Every month`,
}

export const actions: Readonly<Record<FeedSettings['Action'], MessageDescriptor>> = {
  Draft: msg`Make a draft`,
  Approval: msg`Make a draft and ask for approval`,
  Send: msg`Send it`,
}
