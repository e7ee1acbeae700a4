/**
 * Opt-outs that look like a machine's. Scanners of mail gateways follow every link of a mail, and some press buttons: 489
 * of 497 opt-outs of one reported mailing were theirs (reference/market.md §3.13). Nothing is refused because of it, for an
 * opt-out that is lost is worse; it is shown with its reason, and a user decides.
 * See docs/decisions/unsubscribing.md#opt-outs-by-scanners-are-reported-and-restored-by-hand.
 */

export interface CampaignOptOut {
  readonly at: Date
  readonly by: string
  /** Beginning of the network address, '' if unknown. */
  readonly network: string
  readonly agent: string
  /** Different links of the campaign its recipient followed within `secondsAround` of it. */
  readonly linksFollowed: number
}

export type MachineReason = 'Burst' | 'EveryLink'

export interface MachineLike<OptOut> {
  readonly optOut: OptOut
  readonly reason: MachineReason
  /** What was seen, in a sentence. */
  readonly detail: string
}

/** Links followed count within this of the opt-out, before or after. */
export const secondsAround = 10

const burstSeconds = 10
/**
 * So many people do not press a button from one network and with one program within ten seconds. One-clicks are posted by
 * the servers of mailbox providers, which speak for very many people at once.
 */
const burstSize = { page: 5, 'one-click': 20 } as const
/** A person does not follow three links and opt out within ten seconds. */
const manyLinks = 3

/**
 * Those that look like a machine's, in the order given. An opt-out that is both has followed its links: that says more.
 * @param links how many links the campaign has
 */
export function machineLike<OptOut extends CampaignOptOut>(
  optOuts: readonly OptOut[],
  links: number,
): readonly MachineLike<OptOut>[] {
  const bursts = burstsAmong(optOuts)
  const found: MachineLike<OptOut>[] = []
  for (const optOut of optOuts) {
    const { linksFollowed } = optOut
    const burst = bursts.get(optOut)
    if (isPressed(optOut) && links >= 2 && linksFollowed >= Math.min(links, manyLinks)) {
      const detail = `${linksFollowed} of ${links} links were followed within ${secondsAround} seconds of it.`
      found.push({ optOut, reason: 'EveryLink', detail })
    } else if (burst !== undefined) {
      const detail = `${burst} recipients left within ${burstSeconds} seconds from ${optOut.network} with the same agent.`
      found.push({ optOut, reason: 'Burst', detail })
    }
  }
  return found
}

/** An opt-out by mail has no button. */
function isPressed({ by }: CampaignOptOut): boolean {
  return by in burstSize
}

/** Opt-outs that are part of a burst, with the size of the first they are part of. */
function burstsAmong<OptOut extends CampaignOptOut>(optOuts: readonly OptOut[]): ReadonlyMap<OptOut, number> {
  const groups = new Map<string, OptOut[]>()
  for (const optOut of optOuts) {
    const { by, network, agent } = optOut
    if (network === '' || !isPressed(optOut)) continue
    const key = `${by}\n${network}\n${agent}`
    const group = groups.get(key)
    if (group) group.push(optOut)
    else groups.set(key, [optOut])
  }
  const bursts = new Map<OptOut, number>()
  for (const group of groups.values()) {
    const least = burstSize[group[0]!.by as keyof typeof burstSize] // only these are grouped
    group.sort((one, other) => one.at.getTime() - other.at.getTime())
    // one behind the last of the window that begins with each; windows only ever move on
    let end = 0
    let marked = 0
    for (const [first, { at }] of group.entries()) {
      while (end < group.length && group[end]!.at.getTime() - at.getTime() <= burstSeconds * 1000) end++
      if (end - first < least) continue
      for (const optOut of group.slice(Math.max(first, marked), end)) bursts.set(optOut, end - first)
      marked = end
    }
  }
  return bursts
}
