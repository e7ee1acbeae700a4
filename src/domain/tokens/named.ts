/** What the tokens of rows name: recipients, memberships and campaigns, without their client where the token has an earlier form. */
import type { NamedCampaign, NamedMember, NamedRecipient } from '../../store/keys.ts'
import type { Tokens } from './tokens.ts'

type Verifier = Pick<Tokens, 'verify'>

/** @returns undefined for a token of anything else, forged or damaged */
export function readRecipientToken({ verify }: Verifier, token: string): NamedRecipient | undefined {
  const found = verify('recipient', token)
  return found && withClient({ campaignId: found[0], number: found[1] }, found[2])
}

/** @returns as `readRecipientToken` does */
export function readMemberToken(
  { verify }: Verifier,
  purpose: 'membership' | 'preferences',
  token: string,
): NamedMember | undefined {
  const found = verify(purpose, token)
  return found && withClient({ listId: found[0], subscriberId: found[1] }, found[2])
}

/** @returns as `readRecipientToken` does */
export function readCampaignToken(
  { verify }: Verifier,
  purpose: 'letter' | 'anonymous open',
  token: string,
): NamedCampaign | undefined {
  const found = verify(purpose, token)
  return found?.[1] === 0 ? withClient({ campaignId: found[0] }, found[2]) : undefined
}

function withClient<Named extends object>(named: Named, clientId: number | undefined) {
  return clientId === undefined ? named : { clientId, ...named }
}
