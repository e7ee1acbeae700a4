/** What a column can become, besides a custom field, and what a word of a state column can mean. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export interface TargetGroup {
  readonly label: MessageDescriptor
  /** As Import.SetMapping takes them. */
  readonly targets: Readonly<Record<string, MessageDescriptor>>
}

export const targetGroups: readonly TargetGroup[] = [
  {
    label: msg`The person`,
    targets: {
      Ignore: msg`Leave out`,
      Email: msg`Email address`,
      Name: msg`Name`,
      MobileNumber: msg`Mobile number`,
      State: msg`State, such as active`,
      JoinedAt: msg`Joined on`,
    },
  },
  {
    label: msg`Proof`,
    targets: {
      ConfirmedAt: msg`Confirmed on`,
      ConsentAt: msg`Agreed on`,
      ConsentAddress: msg`Network address they agreed from`,
      OptOutAt: msg`Left on`,
      OptOutReason: msg`Reason for leaving`,
    },
  },
]

/** Targets whose cells are dates. */
export const dateTargets = ['JoinedAt', 'ConfirmedAt', 'ConsentAt', 'OptOutAt'] as const

export const rowStates: Readonly<Record<string, MessageDescriptor>> = {
  Active: msg`Active`,
  Unconfirmed: msg`Unconfirmed`,
  Unsubscribed: msg`Unsubscribed`,
  Bounced: msg`Bounced`,
  Suppressed: msg`Suppressed`,
  Skip: msg`Leave out`,
}
