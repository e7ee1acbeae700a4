/** The variants of a campaign, composed as one: each recipient gets its own. */
import type { CompiledCampaign, Recipient } from './campaign.ts'

/** @param find the variant of a number, from 1; undefined while nothing is chosen for it */
export function asOneCampaign(
  variants: readonly CompiledCampaign[],
  find: (number: number) => number | undefined,
): CompiledCampaign {
  const [only] = variants
  if (only && variants.length === 1) return only
  function of({ number }: Recipient): CompiledCampaign {
    const variant = find(number)
    const compiled = variant === undefined ? undefined : variants[variant - 1]
    if (!compiled) throw new Error('no variant is chosen for this recipient')
    return compiled
  }
  return {
    compose: (recipient, at) => of(recipient).compose(recipient, at),
    composeSigned: (recipient, at) => of(recipient).composeSigned(recipient, at),
  }
}
