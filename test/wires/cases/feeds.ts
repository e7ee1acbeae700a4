import { cases } from '../case.ts'

const settings = {
  ClientID: '{client}',
  Title: 'Blog to mail',
  // the times of a feed that is looked at differ from run to run
  Paused: true,
  URL: '{pages}/feed.xml',
  Audience: { ListIDs: ['{readers}'], Segments: [], ExcludedListIDs: [], ExcludedSegments: [] },
  Subject: 'New on the blog: [item:title]',
  FromName: 'Bloom & Sons',
  FromEmail: 'news@bloom.example',
  ReplyTo: '',
  TemplateID: '',
  Language: 'en',
  Every: 'Weekly',
  Weekday: 5,
  MonthDay: 1,
  Hour: 8,
  MinItems: 1,
  MaxItems: 10,
  Action: 'Draft',
  MostRecipients: 0,
} as const
const unknown = { FeedID: '0'.repeat(32) }
const ofFeed = { ClientID: '{client}', FeedID: '{feed}' }

export const feeds = [
  cases('Feed.Create', settings, [
    ['a feed is made', {}, 'success', 'feed'],
    ['it has a title', { Title: '' }, 'InvalidFeed'],
    ['it is on the web', { URL: 'ftp://bloom.example/feed' }, 'InvalidFeed'],
    ['an hour is one of the day', { Hour: 24 }, 'InvalidFeed'],
    ['campaigns go to someone', { Audience: { ListIDs: [] } }, 'ListsRequired'],
    ['its lists are of the client', { Audience: { ListIDs: ['0'.repeat(32)] } }, 'InvalidListIds'],
    [
      'its segments are there',
      { Audience: { Segments: [{ ListID: '{readers}', Name: 'Not there' }] } },
      'InvalidSegments',
    ],
    ['its template is there', { TemplateID: '0'.repeat(32) }, 'InvalidTemplateId'],
    ['the sender is an address', { FromEmail: 'bloom' }, 'InvalidFromEmail'],
    ['so many recipients were not allowed', { Action: 'Send', MostRecipients: 1 }, 'AudienceNotConfirmed'],
    ['replies go to an address', { ReplyTo: 'bloom' }, 'InvalidReplyTo'],
    ['a client has so many', { ClientID: '{crowded}', Audience: { ListIDs: ['{crowdedList}'] } }, 'TooManyFeeds'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Feed.Get', ofFeed, [
    ['all of its settings', {}],
    ['it is unknown', unknown, 'UnknownFeed'],
  ]),
  cases('Feed.List', { ClientID: '{client}', Cursor: '', Limit: 0 }, [['the feeds of a client', {}]]),
  cases('Feed.Update', { ...settings, FeedID: '{feed}', Every: 'Monthly', MonthDay: 31 }, [
    ['another rhythm', {}],
    ['it is unknown', unknown, 'UnknownFeed'],
  ]),
  cases('Feed.Preview', ofFeed, [
    ['its items, and the letter of them', {}],
    ['it is unknown', unknown, 'UnknownFeed'],
  ]),
  cases('Feed.Update', { ...settings, FeedID: '{feed}', URL: '{pages}/nowhere.xml' }, [['another address', {}]]),
  cases('Feed.Preview', ofFeed, [['a page that is not there', {}, 'FeedUnreadable']]),
  cases('Feed.Delete', ofFeed, [
    ['it is deleted', {}],
    ['and is unknown then', {}, 'UnknownFeed'],
  ]),
].flat()
