/** Why a recipient gets no mail though the audience has it, as `log.answer` says it beside the kind `excluded`. */

export const exclusion = {
  listDeleted: 'list deleted',
  suppressed: 'suppressed',
  deleted: 'deleted',
  unsubscribed: 'unsubscribed since',
  bounced: 'bounced since',
  notActive: 'not active any more',
  consentExpired: 'consent expired',
  consentGranted: 'consent granted',
  askedBefore: 'asked before',
  consentRefused: 'consent refused',
  paused: 'paused',
  /** The client's frequency cap. */
  capped: 'frequency cap',
  /** The campaign was cancelled. */
  cancelled: 'cancelled',
  /** In the time zone of the recipient the time had passed when the campaign began. */
  timePassed: 'time passed in the time zone',
  /** A test keeps some people without mail, so that the others can be compared with them. */
  heldOut: 'held out',
} as const

export type Exclusion = (typeof exclusion)[keyof typeof exclusion]
