/**
 * Human or machine: all hits of one recipient of one campaign at once, since a machine shows mostly in the hits just
 * before and after. Pure: the same hits have the same classes, whenever and however often they are looked at.
 */
import type { RawHit } from '../../store/tracking/classified.ts'
import { type AgentRule, type Rules, rules as rulesInForce } from './rules.ts'

export interface Circumstances {
  /** When a relay took the mail, in milliseconds since 1970; undefined when that is not known. */
  readonly acceptedAt: number | undefined
  /** How many links the mails of the campaign have. */
  readonly links: number
}

export interface Verdict {
  readonly machine: boolean
  /** A few words for people: `HEAD`, `agent: Barracuda`, `burst`, `person` … */
  readonly reason: string
}

/** @param hits in the order of their times. @returns a verdict for each, in the same order */
export function classify(
  hits: readonly RawHit[],
  { acceptedAt, links }: Circumstances,
  rules: Rules = rulesInForce,
): Verdict[] {
  const reasons: (string | undefined)[] = hits.map(hit => ofItself(hit, rules))
  const clicks = hits.flatMap((hit, place) => (hit.link === null ? [] : [place]))
  mark('burst', swift(hits, clicks, rules.burst.links, rules.burst.withinMs))
  for (const { atLeast, withinMs } of rules.everyLink)
    if (links >= atLeast) mark('every link', swift(hits, clicks, links, withinMs))
  mark('with a machine', companions(hits, reasons, rules.companionMs))
  if (acceptedAt !== undefined) markEarly(acceptedAt)
  return hits.map((hit, place) => {
    const reason = reasons[place]
    if (reason !== undefined) return { machine: true, reason }
    const proxy = agentRule(rules.imageProxies, hit)
    return { machine: false, reason: proxy ? `person, through ${proxy.name}` : 'person' }
  })

  function mark(reason: string, places: Iterable<number>) {
    for (const place of places) reasons[place] ??= reason
  }

  /** Before the mail can have been read; a click that follows a person's open is theirs, however fast. */
  function markEarly(accepted: number) {
    const { openMs, clickMs, skewMs } = rules.early
    let opened = false
    for (const [place, { link, at }] of hits.entries()) {
      if (reasons[place] !== undefined) continue
      const after = at - accepted
      if (after > -skewMs && after < (link === null ? openMs : clickMs) && !opened) reasons[place] = 'too early'
      else if (link === null) opened = true
    }
  }
}

/** Whether a single hit is certainly a machine's, whatever its neighbours are. */
export function isMachineAlone(hit: Alone, rules: Rules = rulesInForce): boolean {
  return ofItself(hit, rules) !== undefined
}

type Alone = Pick<RawHit, 'method' | 'prefetch' | 'agent' | 'link'>

/** The reason by which a single hit is a machine's, without its neighbours. */
function ofItself(hit: Alone, { imageProxies, machines }: Rules): string | undefined {
  if (hit.method === 'HEAD') return 'HEAD'
  if (hit.prefetch) return 'prefetch'
  if (agentRule(imageProxies, hit)) return undefined
  const machine = agentRule(machines, hit)
  return machine && `agent: ${machine.name}`
}

function agentRule(agents: readonly AgentRule[], { agent, link }: Alone): AgentRule | undefined {
  const kind = link === null ? 'open' : 'click'
  return agents.find(rule => (rule.of === undefined || rule.of === kind) && rule.pattern.test(agent))
}

/** Clicks that are within `withinMs` of clicks on so many different links, their own among them. Places in order. */
function swift(hits: readonly RawHit[], clicks: readonly number[], links: number, withinMs: number): Set<number> {
  const found = new Set<number>()
  const inWindow = new Map<number, number>()
  let first = 0
  let marked = 0
  for (const [last, place] of clicks.entries()) {
    const { link, at } = hits[place]!
    inWindow.set(link!, (inWindow.get(link!) ?? 0) + 1)
    while (at - hits[clicks[first]!]!.at > withinMs) {
      const left = hits[clicks[first++]!]!.link!
      const count = inWindow.get(left)! - 1
      if (count > 0) inWindow.set(left, count)
      else inWindow.delete(left)
    }
    if (inWindow.size < links) continue
    // each click is marked once, however many windows it is in
    for (marked = Math.max(marked, first); marked <= last; marked++) found.add(clicks[marked]!)
  }
  return found
}

/** What the maker of a HEAD request or of a burst did besides, at the same time: the same agent and network. */
function companions(hits: readonly RawHit[], reasons: readonly (string | undefined)[], withinMs: number): number[] {
  const machines = new Map<string, number[]>()
  for (const [place, hit] of hits.entries()) {
    if (!telling.has(reasons[place] ?? '')) continue
    const times = machines.get(whose(hit)) ?? []
    times.push(hit.at)
    machines.set(whose(hit), times)
  }
  if (machines.size === 0) return []
  return hits.flatMap((hit, place) => (near(machines.get(whose(hit)), hit.at, withinMs) ? [place] : []))
}

const telling = new Set(['HEAD', 'burst', 'every link'])
const whose = ({ remote, agent }: RawHit) => `${remote} ${agent}`

/** @param times in order */
function near(times: readonly number[] | undefined, at: number, withinMs: number): boolean {
  if (!times) return false
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < at - withinMs) low = middle + 1
    else high = middle
  }
  return low < times.length && times[low]! <= at + withinMs
}
