/** Feeds whose new items become campaigns: what is looked at and when, and what came of it. See docs/feeds.md. */

import { card, on, R, U } from '../card.ts'
import { boolean, describe, enumeration, exemplify, int, intOrAbsent, list, optional, record, text } from '../shapes.ts'
import { FromEmail, FromName, fields, id, ofClient, page, ReplyTo } from '../words.ts'
import { DraftAudience } from './drafts.ts'
import { addresses } from './previews.ts'

const FeedID = text('The feed: 32 hexadecimal digits, as Feed.List names it.', id('7'))
const Title = text('The name of the feed here, one line of at most 100 characters; campaigns are named after it.', 'Blog to mail')
const Paused = boolean('Whether the feed is not looked at.', false)
const URL = text('The feed: RSS, Atom or JSON Feed at an absolute http or https address that this service can reach.', 'https://bloom.example/feed/')
const Subject = text(
  'The subject, which may have [feed:title], [item:title] and [item:author] of the newest item, and merge tags; [feed:title]: [item:title] when left out.',
  'New on the blog: [item:title]',
)
const TemplateID = text(
  'A template of the client with a block [feed]…[endfeed], which is repeated for each item with [item:title], [item:link], [item:summary], [item:content], [item:image], [item:date] and [item:author] in it; empty for the letter of this service.',
  id('c'),
)

export const FeedLanguage = enumeration('FeedLanguage', 'en', 'de', 'es', 'fr')
export const FeedRhythm = enumeration('FeedRhythm', 'Daily', 'Weekly', 'Monthly')
export const FeedAction = enumeration('FeedAction', 'Draft', 'Approval', 'Send')
export const FeedState = enumeration('FeedState', 'New', 'Waiting', 'Failing', 'Stopped')

const Language = describe(FeedLanguage, 'The language of the dates of items.', 'en')
const Every = describe(FeedRhythm, 'How often the feed is looked at.', 'Weekly')
const weekdayMeaning = 'Of a weekly feed: the day, 1 for Monday to 7 for Sunday.'
const monthDayMeaning = 'Of a monthly feed: the day, 1 to 31; the last day of a month that has no such day.'
const Hour = int('The hour at which it is looked at, 0 to 23, in the time zone of the client.', 8)
const MinItems = int('A campaign is made of so many new items or more, 1 to 50.', 1)
const MaxItems = int('Items of one campaign at most, the newest first, 1 to 50; further ones are for the next.', 10)
const Action = describe(
  FeedAction,
  'What becomes of a campaign. Draft: it stays a draft. Approval: approval is asked for. Send: it is sent; where the client requires an approval, it is asked for instead.',
  'Draft',
)

const mostRecipientsMeaning =
  'Of a feed that sends: the most recipients of a campaign; one to more stays a draft, and the owner is mailed. 0: the number above which people confirm (Client.SetSendConfirmation).'

const settings = {
  Title,
  Paused,
  URL,
  Audience: describe(DraftAudience, 'What campaigns go to and what they leave out.'),
  Subject: optional(Subject),
  FromName,
  FromEmail,
  ReplyTo: optional(exemplify(ReplyTo, 'carla@bloom.example')),
  TemplateID: optional(exemplify(TemplateID, '')),
  Language,
  Every,
  Weekday: intOrAbsent(`${weekdayMeaning} 1 when left out.`, 5),
  MonthDay: intOrAbsent(`${monthDayMeaning} 1 when left out.`, 1),
  Hour,
  MinItems,
  MaxItems,
  Action,
  MostRecipients: intOrAbsent(`${mostRecipientsMeaning} 0 when left out.`, 0),
}

export const FeedRun = record('FeedRun', {
  Date: fields.Date,
  Items: int('Items that the feed had; 0 where its server said that nothing has changed.', 20),
  NewItems: int('Of them, those that were new.', 3),
  CampaignID: text('The campaign that was made; empty without one, and once it is deleted.', id('d')),
  Outcome: text('What followed of the campaign: a sentence; empty for a draft.', 'It was sent.'),
})

const state = {
  State: describe(
    FeedState,
    'New: not looked at yet; the first look only notes what is there. Waiting: for the next run. Failing: it cannot be read, and is tried again. Stopped: it waits for Feed.Update, see Problem.',
    'Waiting',
  ),
  Problem: text('What went wrong last: a sentence; empty where nothing did.', ''),
  ProblemDate: text('Since when, in the time zone of the client; empty without a problem.', ''),
  NextDate: text('When it is looked at next, in the time zone of the client; empty while it is paused or stopped.', '2026-03-27 08:00:00'),
}

export const Feed = record('Feed', {
  FeedID,
  ...settings,
  Subject,
  ReplyTo: exemplify(ReplyTo, 'carla@bloom.example'),
  TemplateID: exemplify(TemplateID, ''),
  Weekday: int(weekdayMeaning, 5),
  MonthDay: int(monthDayMeaning, 1),
  MostRecipients: int(mostRecipientsMeaning, 0),
  ...state,
  Runs: list(FeedRun, 'The last runs, the newest first; at most 20.'),
  CreatedDate: text('When it was created, in the time zone of the client.', '2026-03-20 09:30:00'),
  ChangedDate: text('When its settings were changed last, in the time zone of the client.', '2026-03-20 09:30:00'),
})

export const FeedSummary = record('FeedSummary', { FeedID, Title, Paused, URL, Every, Hour, Action, ...state })

export const FeedPage = record('FeedPage', {
  Feeds: list(FeedSummary, 'The feeds of this page, by title.'),
  NextCursor: fields.NextCursor,
})

export const FeedItem = record('FeedItem', {
  Title: text('The title, as plain text; empty without one.', 'The tulips are out'),
  Link: text('Where it leads; empty without a web address.', 'https://bloom.example/tulips'),
  Summary: text('The beginning, as plain text.', 'The first ones are here.'),
  Image: text('The address of its picture; empty without one.', 'https://bloom.example/tulips.jpg'),
  Date: text('Its date in the time zone of the client; empty where the feed has none that can be read.', '2026-03-20 09:30:00'),
  Author: text('The author; empty without one.', 'Carla Bloom'),
  New: boolean('Whether it would be a part of the next campaign.', true),
})

const previewed = addresses('letter')

export const FeedPreview = record('FeedPreview', {
  FeedTitle: text('The title that the feed has.', 'Bloom’s blog'),
  Items: list(FeedItem, 'The items of the feed, the newest first; at most 100.'),
  Subject: text('The subject of a campaign of the newest items.', 'New on the blog: The tulips are out'),
  HtmlURL: previewed.HtmlURL,
  DarkURL: previewed.DarkURL,
  Html: text('Its letter, as HTML without the files of the template; of what is new, or of the newest items where nothing is.', '<!doctype html>…'),
})

const feedRefusals = [
  'InvalidFeed',
  'InvalidTemplateId',
  'InvalidListIds',
  'InvalidSegments',
  'ListsRequired',
  'InvalidFromEmail',
  'InvalidReplyTo',
  'AudienceNotConfirmed',
] as const

const ofFeed = { ...ofClient, FeedID }

export const feeds = {
  'Feed.Create': card('CreateFeed', on('ClientID', 'Draft'), 'create', {
    summary: 'Has a feed looked at on a schedule and campaigns made of its new items; yields its FeedID. Needs ImportHtml too, and Send for a feed that sends.',
    parameters: { ...ofClient, ...settings },
    result: U(exemplify(text(), id('7'))),
    refusals: [...feedRefusals, 'TooManyFeeds'],
  }),
  'Feed.Get': card('GetFeed', on('ClientID', 'View'), 'read', {
    summary: 'The settings of a feed, how it does, and its last runs.',
    parameters: ofFeed,
    result: U(Feed),
    refusals: ['UnknownFeed'],
  }),
  'Feed.List': card('GetFeeds', on('ClientID', 'View'), 'read', {
    summary: 'The feeds of a client by title, page by page.',
    parameters: { ...ofClient, ...page },
    result: U(FeedPage),
    refusals: [],
  }),
  'Feed.Update': card('UpdateFeed', on('ClientID', 'Draft'), 'change', {
    summary:
      'Replaces the settings of a feed and has it go on where it had stopped. With another URL what is there is noted and not mailed. Needs the rights of Feed.Create.',
    parameters: { ...ofFeed, ...settings },
    result: R,
    refusals: [...feedRefusals, 'UnknownFeed'],
  }),
  'Feed.Delete': card('DeleteFeed', on('ClientID', 'Draft'), 'change', {
    summary: 'Deletes a feed, for good; its campaigns stay.',
    parameters: ofFeed,
    result: R,
    refusals: ['UnknownFeed'],
  }),
  'Feed.Preview': card('PreviewFeed', on('ClientID', 'Draft'), 'read', {
    summary: 'Looks at a feed now: its items, which of them are new, and the letter they would be. Nothing is made or noted.',
    parameters: ofFeed,
    result: U(FeedPreview),
    refusals: ['UnknownFeed', 'FeedUnreadable', 'InvalidFeed', 'InvalidTemplateId'],
  }),
}
