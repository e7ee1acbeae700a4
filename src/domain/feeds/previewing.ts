/** What a feed shows now, and the letter that its items would be. */
import { Refusal } from '../../contract/refusals.ts'
import type { DatedFeed } from '../../store/feeds/feeds.ts'
import { readUnknownKeys } from '../../store/feeds/runs.ts'
import { readLocalTimes } from '../../store/local-time.ts'
import type { ClientRef } from '../access/access.ts'
import { lookAtFeed } from './look.ts'
import { type MakingParts, previewLetter } from './making.ts'

/** @throws Refusal FeedUnreadable, InvalidTemplateId, InvalidFeed */
export async function previewFeed(
  parts: MakingParts,
  client: ClientRef,
  { settings, title, isNoted, ...feed }: DatedFeed,
) {
  const look = await lookAtFeed(parts, client.clientId, settings.url)
  if (look.kind !== 'feed') {
    throw new Refusal(
      'FeedUnreadable',
      look.kind === 'problem' ? look.problem : 'The server says that nothing has changed.',
    )
  }
  const { items } = look.feed
  const unknown = await readUnknownKeys(
    parts.db,
    feed,
    items.flatMap(({ keys }) => keys),
  )
  // before the first look nothing is new: it only notes what is there
  const dated = items.filter(({ date }) => date !== '')
  const instants = dated.map(({ date }) => new Date(date))
  const written = await readLocalTimes(parts.db, instants, client.timeZone)
  const dates = new Map(dated.map((item, n) => [item, written[n]!]))
  const shown = items.map(item => ({
    item,
    date: dates.get(item) ?? '',
    isNew: isNoted && item.keys.every(key => unknown.has(key)),
  }))
  const news = shown.filter(({ isNew }) => isNew).map(({ item }) => item)
  const chosen = (news.length > 0 ? news : items).slice(0, settings.maxItems)
  const letter = await previewLetter(parts, client, { title, settings, feed: look.feed, items: chosen })
  return { title: look.feed.title, items: shown, ...letter }
}
