/** Codes of refusals that the console decides by (docs/codes.md). */
export const codes = {
  noKey: 100,
  invalidLogin: 105,
  sessionEnded: 110,
  invitationEnded: 121,
  invalidInvitation: 120,
  invalidReset: 122,
  codeRequired: 131,
  invalidCode: 132,
  tooManyCodes: 133,
  factorRequired: 134,
  nameRequired: 185,
} as const
