import { html } from '../../../lib/html.ts'
import { name } from '../language.ts'
import type { FeedTexts } from './texts.ts'

export const englishFeed: FeedTexts = {
  subject: {
    failing: feed => `The feed cannot be read: ${feed}`,
    stopped: feed => `The feed has stopped: ${feed}`,
    'not sent': feed => `A campaign of the feed was not sent: ${feed}`,
  },
  happened: {
    failing: (feed, company) => html`the feed ${name(feed)} of ${name(company)} could not be read several times.`,
    stopped: (feed, company) => html`the feed ${name(feed)} of ${name(company)} has stopped.`,
    'not sent': (feed, company) => html`the feed ${name(feed)} of ${name(company)} made a campaign that was not sent.`,
  },
  why: 'The reason:',
  next: {
    failing: 'It is tried again by itself, later each time. New items go out once it can be read.',
    stopped: 'It goes on once you have saved it again.',
    'not sent': 'The campaign is a draft, which you can send yourself.',
  },
  open: 'The feed and its last runs are on this page:',
  button: 'Open the feed',
}
