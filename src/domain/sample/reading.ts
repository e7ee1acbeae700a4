/** What the recipients of the sample campaign did with it: pure, the same for the same numbers. */
import type { RecipientKey } from '../../store/keys.ts'
import type { Hit } from '../../store/tracking/hits.ts'

export interface SampleOutcome {
  readonly kind: 'accepted' | 'refused'
  readonly code: number
  readonly answer: string
  readonly bounce: 'H' | 'S' | null
}

const accepted: SampleOutcome = { kind: 'accepted', code: 250, answer: '2.0.0 sample data, not sent', bounce: null }
const gone = { kind: 'refused', code: 550, answer: '5.1.1 no mailbox here by that name', bounce: 'H' } as const
const full = { kind: 'refused', code: 552, answer: '5.2.2 mailbox full', bounce: 'S' } as const

/** What a relay would have answered for a recipient. */
export function outcomeOf(number: number): SampleOutcome {
  if (number % 61 === 17) return gone
  return number % 83 === 40 ? full : accepted
}

/** Whether a recipient left the list with the link in the mail. */
export function optsOut(number: number): boolean {
  return outcomeOf(number) === accepted && number % 71 === 9
}

const minute = 60_000
const browsers = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
]
/** Loads the images of every mail, read or not. */
const mailPrivacy = 'Mozilla/5.0'
const scanner = 'Mozilla/5.0 (compatible; Barracuda Sentinel)'
/** A network for documentation (RFC 5737). */
const remote = '192.0.2.0'

/**
 * Opens and clicks of one recipient.
 * @param at when the mail was accepted @param until none is later @param links of the mail
 */
export function hitsOf(
  { clientId, campaignId, number }: RecipientKey,
  at: Date,
  until: Date,
  links: number,
): readonly Hit[] {
  if (outcomeOf(number) !== accepted) return []
  const chance = spread(number)
  const hits: Hit[] = []
  const hit = (afterMs: number, link: number | null, agent: string) => {
    const moment = new Date(at.getTime() + afterMs)
    if (moment < until)
      hits.push({ clientId, campaignId, number, link, at: moment, remote, agent, method: 'GET', prefetch: false })
  }
  if (number % 9 === 4) hit(40_000, null, mailPrivacy)
  if (number % 37 === 5) for (let link = 1; link <= links; link++) hit(3_000 + link * 200, link, scanner)
  if (chance >= 0.44) return hits
  // half of them within some hours, the last after two days
  const openedMs = 4 * minute + (chance / 0.44) ** 2.5 * 47 * 60 * minute + (number % 50) * minute
  const agent = browsers[number % browsers.length]!
  hit(openedMs, null, agent)
  if (number % 5 === 0) hit(openedMs + 7 * 60 * minute, null, agent)
  // a click comes from a browser, never from a proxy of images
  if (spread(number * 17) < 0.36)
    hit(
      openedMs + (number % 40) * 1_000 + 20_000,
      1 + Math.floor(spread(number * 31) ** 2 * links),
      browsers[number % 3]!,
    )
  return hits
}

/** 0 to 1, in no visible order. */
function spread(number: number): number {
  return ((number * 2_654_435_761) % 4_294_967_296) / 4_294_967_296
}
