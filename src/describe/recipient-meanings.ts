/** What the states of a campaign's recipients mean, where records count them. */
export const recipientStates = {
  Planned: 'Recipients whose turn is still to come.',
  HandingOver: 'Recipients whose mail is being handed over now.',
  Accepted: 'Recipients whose mail a relay took.',
  Deferred: 'Recipients who are tried again later.',
  Refused: 'Recipients whose mail a relay refused.',
  Unknown: 'Recipients whose mail a relay may or may not have taken; Campaign.SettleUnknown decides.',
  Excluded: 'Recipients who got no copy: they opted out or were suppressed meanwhile, or the campaign was cancelled.',
} as const
