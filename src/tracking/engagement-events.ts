/** Chooses the opens and clicks that become events: the first of each recipient and link, and the first of a person if that was a machine's. */

import type { NewEvent } from '../store/events/events.ts'
import type { Setting } from '../store/tracking/classified.ts'
import type { Examined } from './examined.ts'

/** At most two of opening and two of each link, however many hits there are. @param links targets of links 1, 2, … */
export function eventsOf(
  { recipient, hits, verdicts, before, after }: Examined,
  { campaignPublicId, email, listPublicId }: Setting,
  links: readonly string[],
): NewEvent[] {
  const opens = firsts(null, before.all[0], before.all[1])
  const clicks = Object.keys(after.links).flatMap(link => {
    const [clicks = 0, humanClicks = 0] = before.links[link] ?? []
    return firsts(Number(link), clicks, humanClicks)
  })
  return [...opens, ...clicks].map(place => {
    const { link, at } = hits[place]!
    const { machine, reason } = verdicts[place]!
    return {
      clientId: recipient.clientId,
      type: link === null ? 'recipient.opened' : 'recipient.clicked',
      at: new Date(at),
      data: {
        CampaignID: campaignPublicId,
        ListID: listPublicId ?? '',
        EmailAddress: email,
        ...(link !== null && { Link: links[link - 1] ?? '' }),
        Machine: machine,
        Reason: reason,
      },
    }
  })

  /** Places of the hits that become events, when so many were counted before. */
  function firsts(link: number | null, counted: number, ofPeople: number): number[] {
    const first = counted > 0 ? -1 : placeOf(link, false)
    const person = ofPeople > 0 ? -1 : placeOf(link, true)
    return [...new Set([first, person])].filter(place => place >= 0)
  }

  function placeOf(link: number | null, person: boolean): number {
    return hits.findIndex(
      (hit, place) => hit.link === link && hit.method === 'GET' && !(person && verdicts[place]!.machine),
    )
  }
}
