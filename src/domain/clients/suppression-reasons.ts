/** The reasons of suppression as they are stored and as the wire says them. */
export const storedReasons = {
  Unsubscribed: 'unsubscribed',
  Bounced: 'bounced',
  Complained: 'complained',
  Manual: 'manual',
} as const

export const wireReasons = {
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  complained: 'Complained',
  manual: 'Manual',
} as const
