/** A feed as the service answers it, and its settings as they are saved. */
import type { ParametersOf, ValueOf } from '../../../../src/client/client.ts'

export type FeedValue = ValueOf<'Feed.Get'>
export type FeedSummary = NonNullable<ValueOf<'Feed.List'>['Feeds']>[number]
export type FeedState = FeedSummary['State']

/** Everything that the editor changes, without gaps; pausing is a button of its own. */
export type FeedSettings = Required<Omit<ParametersOf<'Feed.Update'>, 'ApiKey' | 'ClientID' | 'FeedID' | 'Paused'>>

/** The settings of a feed without what the service adds to them. */
export function settingsOf(feed: FeedValue): FeedSettings {
  return {
    Title: feed.Title ?? '',
    URL: feed.URL ?? '',
    Audience: feed.Audience ?? {},
    Subject: feed.Subject ?? '',
    FromName: feed.FromName ?? '',
    FromEmail: feed.FromEmail ?? '',
    ReplyTo: feed.ReplyTo ?? '',
    TemplateID: feed.TemplateID ?? '',
    Language: feed.Language,
    Every: feed.Every,
    Weekday: feed.Weekday,
    MonthDay: feed.MonthDay,
    Hour: feed.Hour,
    MinItems: feed.MinItems,
    MaxItems: feed.MaxItems,
    Action: feed.Action,
    MostRecipients: feed.MostRecipients ?? 0,
  }
}
