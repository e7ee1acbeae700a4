/** The targets of columns besides custom fields, and the states that words of a state column can mean. */
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
      Ignore: msg`Skip`,
      Email: msg`Email address`,
      Name: msg`Name`,
      MobileNumber: msg`Mobile number`,
      State: msg`State, such as active`,
      JoinedAt: msg`Joined on`,
      Tags: msg`Tags of the contact`,
    },
  },
  {
    label: msg`Proof`,
    targets: {
      ConfirmedAt: msg`Confirmed on`,
      ConsentAt: msg`Agreed on`,
      ConsentAddress: msg`Network address they agreed from`,
      OptOutAt: msg`Unsubscribed on`,
      OptOutReason: msg`Reason for unsubscribing`,
    },
  },
  {
    label: msg`Consent`,
    targets: {
      MeasuringConsent: msg`Agreed to recording of opens and clicks`,
      PersonalisingConsent: msg`Agreed to personalised mails`,
      HygieneConsent: msg`Agreed that the date of the last open is kept`,
      Basis: msg`Basis of mailing`,
      BasisEndsOn: msg`Last day of an implied consent`,
    },
  },
]

/** How dates of a column are written, as Import.SetMapping takes it. */
export const dateOrders: Readonly<Record<string, MessageDescriptor>> = {
  auto: msg`as long as no row contradicts`,
  dmy: msg`day, month, year: 31.12.2025`,
  mdy: msg`month, day, year: 12/31/2025`,
  ymd: msg`year, month, day: 2025-12-31`,
  dmy2: msg`day, month, year with two digits: 31.12.25`,
  mdy2: msg`month, day, year with two digits: 12/31/25`,
  ymd2: msg`year with two digits, month, day: 25-12-31`,
  unix: msg`seconds or milliseconds since 1970`,
  serial: msg`days as spreadsheets count them: 46022`,
}

/** How numbers of a column are written, the same way. */
export const decimalSigns: Readonly<Record<string, MessageDescriptor>> = {
  auto: msg`as long as no row contradicts`,
  point: msg`with a point: 1,234.56`,
  comma: msg`with a comma: 1.234,56`,
}

export const rowStates: Readonly<Record<string, MessageDescriptor>> = {
  Active: msg`Active`,
  Unconfirmed: msg`Unconfirmed`,
  Unsubscribed: msg`Unsubscribed`,
  Bounced: msg`Bounced`,
  Suppressed: msg`Suppressed`,
  Skip: msg`Skip`,
}
