/** Why people left, in words. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'

export type LeaveReason = NonNullable<ValueOf<'Campaign.GetLeaveReasons'>['Reasons']>[number]['Reason']

export const leaveReasons: Readonly<Record<LeaveReason, MessageDescriptor>> = {
  TooMany: msg`Too many mails`,
  NotInteresting: msg`Not interesting`,
  NeverSignedUp: msg`Never subscribed`,
  OtherAddress: msg`Reads them at another address`,
  HardToRead: msg`Hard to read or broken`,
  Other: msg`Another reason`,
}
