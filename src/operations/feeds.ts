/** Feed.*: feeds whose new items become campaigns. */
import { requestApproval } from '../domain/campaigns/approval/approvals.ts'
import { sendCampaign } from '../domain/campaigns/lifecycle/sending.ts'
import { showPreview } from '../domain/campaigns/mails/preview.ts'
import { changeFeed, createFeed, findOwnFeed, type GivenFeed, listFeeds, removeFeed } from '../domain/feeds/feeds.ts'
import { previewFeed } from '../domain/feeds/previewing.ts'
import type { FeedSender } from '../domain/feeds/worker.ts'
import { theService } from '../store/campaigns/campaign-history.ts'
import { findCampaignForSending } from '../store/campaigns/sending.ts'
import type { DatedFeed, FeedState } from '../store/feeds/feeds.ts'
import { readRuns } from '../store/feeds/runs.ts'
import { checkOf } from './campaigns/checking.ts'
import { type Dependencies, type HandlersOf, sourceParts } from './dependencies.ts'
import { addresses, partsOf } from './previews.ts'

/** Runs that an answer has. */
const mostRuns = 20

export const feeds: HandlersOf<'Feed'> = {
  'Feed.Create': (params, { client, principal }, { db }) => createFeed(db, client, given(params), principal),

  async 'Feed.Get'({ FeedID }, { client }, { db }) {
    const feed = await findOwnFeed(db, client, FeedID)
    const runs = await readRuns(db, feed, client.timeZone, mostRuns)
    const { url, audience, template, ...settings } = feed.settings
    return {
      ...summary(feed),
      Audience: audience,
      Subject: settings.subject,
      FromName: settings.fromName,
      FromEmail: settings.fromEmail,
      ReplyTo: settings.replyTo,
      TemplateID: template,
      Language: settings.language as 'en' | 'de' | 'es' | 'fr', // written by readGiven
      Weekday: settings.weekday,
      MonthDay: settings.monthDay,
      MinItems: settings.minItems,
      MaxItems: settings.maxItems,
      MostRecipients: settings.mostRecipients,
      Runs: runs.map(({ date, items, newItems, campaign, outcome }) => ({
        Date: date,
        Items: items,
        NewItems: newItems,
        CampaignID: campaign ?? '',
        Outcome: outcome,
      })),
      CreatedDate: feed.createdDate,
      ChangedDate: feed.changedDate,
    }
  },

  async 'Feed.List'({ Cursor, Limit }, { client }, { db }) {
    const { rows, nextCursor } = await listFeeds(db, client, { cursor: Cursor, limit: Limit })
    return { Feeds: rows.map(summary), NextCursor: nextCursor }
  },

  'Feed.Update': (params, { client, principal }, { db, now }) =>
    changeFeed(db, client, params.FeedID, given(params), principal, now()),

  'Feed.Delete': ({ FeedID }, { client }, { db }) => removeFeed(db, client, FeedID),

  async 'Feed.Preview'({ FeedID }, { client, origin }, dependencies) {
    const { db } = dependencies
    const feed = await findOwnFeed(db, client, FeedID)
    const { title, items, subject, html } = await previewFeed(sourceParts(dependencies), client, feed)
    const shown = addresses(await showPreview(partsOf(dependencies, origin), client, html))
    return {
      FeedTitle: title,
      Items: items.map(({ item, date, isNew }) => ({
        Title: item.title,
        Link: item.link,
        Summary: item.summary,
        Image: item.image,
        Date: date,
        Author: item.author,
        New: isNew,
      })),
      Subject: subject,
      HtmlURL: shown.HtmlURL,
      DarkURL: shown.DarkURL,
      Html: html,
    }
  },
}

type GivenOnWire = Omit<GivenFeed, 'Weekday' | 'MonthDay' | 'MostRecipients'> & {
  readonly Weekday: number | null
  readonly MonthDay: number | null
  readonly MostRecipients: number | null
}

function given(params: GivenOnWire): GivenFeed {
  const { Weekday, MonthDay, MostRecipients } = params
  return { ...params, Weekday: Weekday ?? 1, MonthDay: MonthDay ?? 1, MostRecipients: MostRecipients ?? 0 }
}

const states = { new: 'New', waiting: 'Waiting', failing: 'Failing', stopped: 'Stopped' } as const satisfies Record<
  FeedState,
  string
>

function summary(feed: DatedFeed) {
  const { publicId, title, paused, settings, state, problem, problemDate, nextDate } = feed
  return {
    FeedID: publicId,
    Title: title,
    Paused: paused,
    URL: settings.url,
    Every: settings.every,
    Hour: settings.hour,
    Action: settings.action,
    State: states[state],
    Problem: problem,
    ProblemDate: problemDate ?? '',
    NextDate: paused || state === 'stopped' ? '' : nextDate,
  }
}

/** What feeds do by themselves: the operations that a person would use, in the name of the service. */
export function feedSender(dependencies: Dependencies): FeedSender {
  const { db, content, mail, now } = dependencies
  const source = sourceParts(dependencies)
  return {
    async send(campaign, confirmationEmail, mostRecipients) {
      const order = {
        confirmationEmail,
        sendDate: 'Immediately',
        publicUrl: mail.mailLinks.base(),
        stoppable: true,
        mostRecipients,
        by: theService,
      }
      const checks = { source, compose: content.composeOnce, check: () => checkOf(dependencies, campaign) }
      await sendCampaign(db, campaign, order, now(), checks)
    },
    async requestApproval(campaign) {
      const draft = await findCampaignForSending(db, campaign.clientId, campaign.campaignId)
      const request = { revision: draft?.revision ?? 0, comment: null }
      await requestApproval(source, campaign, request, { principal: undefined, by: theService, at: now() })
    },
  }
}
