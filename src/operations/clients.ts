/** Client.*: the clients of an account and their objects. */

import type { SubscriberRecord } from '../contract/groups/historical/subscribers.ts'
import { Refusal } from '../contract/refusals.ts'
import { readShownClientKey, rotateClientKey } from '../domain/accounts/api-keys.ts'
import { ratesOf } from '../domain/clients/billing.ts'
import {
  addClient,
  changeBasics,
  changeBasicsKeepingContact,
  createClient,
  deleteClient,
  passwordMask,
  setAccess,
  setAccessAndBilling,
  setMarkups,
  suppressionsOf,
} from '../domain/clients/clients.ts'
import { holdOf, reasonOf, releaseHold, shareText } from '../domain/clients/complaints.ts'
import { readDailyLimit, setDailyLimit } from '../domain/clients/daily-limits.ts'
import { setFrequencyCap } from '../domain/clients/frequency-cap.ts'
import { byUsual, readThreshold, setSendConfirmation } from '../domain/clients/send-confirmation.ts'
import { changeStopSeconds } from '../domain/clients/stop-seconds.ts'
import { clientScope } from '../domain/clients/suppression-scopes.ts'
import { addSuppression, removeSuppression } from '../domain/clients/suppressions.ts'
import { screenshotPath } from '../domain/content/assets.ts'
import { parseLocalTime } from '../domain/text-rules/dates.ts'
import { publicPaths } from '../domain/tokens/tokens.ts'
import {
  readClientOptions,
  readClientRow,
  readStartedCampaignsOf,
  readTemplatesOfClient,
  type SuppressedRow,
  updateApproval,
  updateSendOnlyReady,
} from '../store/accounts/clients.ts'
import { readFrequencyCap } from '../store/campaigns/frequency-cap.ts'
import { readLocal } from '../store/campaigns/sending.ts'
import { readListsOfClient } from '../store/lists/lists.ts'
import { readSegmentsOfClient } from '../store/lists/segments.ts'
import { actor, evidenceOf, type HandlersOf } from './dependencies.ts'

export const clients: Omit<
  HandlersOf<'Client'>,
  | 'Client.GetOverview'
  | 'Client.GetResults'
  | 'Client.GetTags'
  | 'Client.ListSegments'
  | 'Client.GetUtmTags'
  | 'Client.SetUtmTags'
  | 'Client.GetBranding'
  | 'Client.SetBranding'
  | 'Client.GetRetention'
  | 'Client.SetRetention'
  | 'Client.PreviewRetention'
  | 'Client.GetProcessingRegister'
  | 'Client.GetLeavePage'
> = {
  'Client.Create': (params, { principal }, { db, limits: { clientsPerHalfHour } }) =>
    createClient(db, principal.accountId, basics(params), clientsPerHalfHour),

  'Client.CreateCompany': (params, { principal }, { db, limits: { clientsPerHalfHour } }) =>
    addClient(db, principal.accountId, basics(params), clientsPerHalfHour),

  'Client.ChangeBasics': (params, { client }, { db }) => changeBasicsKeepingContact(db, client, basics(params)),

  'Client.SetAccess': ({ AccessLevel, Username, Password }, { client, principal }, { db }) =>
    setAccess(db, principal, client, { accessLevel: AccessLevel, username: Username, password: Password }),

  'Client.SetMarkups': (params, { client }, { db }) =>
    setMarkups(db, client, {
      clientPays: params.ClientPays,
      currency: params.Currency,
      markupPercentage: params.MarkupPercentage,
      markupOnDelivery: params.MarkupOnDelivery,
      markupPerRecipient: params.MarkupPerRecipient,
    }),

  async 'Client.GetProfile'(_params, { client, principal }, { db, keys }) {
    const [row, key] = await Promise.all([readClientRow(db, client), readShownClientKey(db, keys, client, principal)])
    const rates = ratesOf(row.currency)
    return {
      ClientID: client.clientPublicId,
      CompanyName: row.companyName,
      ContactName: row.contactName,
      EmailAddress: row.email,
      Country: row.country,
      Timezone: row.timeZoneLabel,
      Username: row.accessLevel === 0 ? '' : (row.username ?? ''),
      AccessLevel: row.accessLevel,
      ClientPays: rates !== undefined,
      Currency: row.currency ?? '',
      BaseDeliveryFee: rates?.deliveryFee ?? '',
      BaseCostPerRecipient: rates?.costPerRecipient ?? '',
      BaseDesignAndSpamTestFee: rates?.designAndSpamTestFee ?? '',
      DeliveryFee: row.deliveryFee ?? '',
      CostPerRecipient: row.costPerRecipient ?? '',
      DesignAndSpamTestFee: row.designAndSpamTestFee ?? '',
      ApiKey: key,
    }
  },

  'Client.UpdateBasics': (params, { client }, { db }) => changeBasics(db, client, basics(params)),

  'Client.UpdateAccessAndBilling': (params, { client, principal }, { db }) =>
    setAccessAndBilling(db, principal, client, {
      accessLevel: params.AccessLevel,
      username: params.Username,
      password: params.Password,
      billingType: params.BillingType,
      currency: params.Currency,
      deliveryFee: params.DeliveryFee,
      costPerRecipient: params.CostPerRecipient,
      designAndSpamTestFee: params.DesignAndSpamTestFee,
    }),

  async 'Client.RotateApiKey'({ OverlapHours }, { client, principal }, { db, keys, log }) {
    const key = await rotateClientKey(db, keys, principal, client, OverlapHours)
    const by = { client: client.clientPublicId, by: principal.loginId, overlapHours: OverlapHours }
    log.info(by, "the API key of a client's login was replaced")
    return key
  },

  async 'Client.GetDetail'(_params, { client }, { db }) {
    const row = await readClientRow(db, client)
    return {
      BasicDetails: {
        ClientID: client.clientPublicId,
        CompanyName: row.companyName,
        ContactName: row.contactName,
        EmailAddress: row.email,
        Country: row.country,
        Timezone: row.timeZoneLabel,
      },
      AccessAndBilling: {
        Username: row.accessLevel === 0 ? '' : (row.username ?? ''),
        Password: passwordMask,
        BillingType: row.billingType ?? '',
        Currency: row.currency ?? '',
        DeliveryFee: row.deliveryFee ?? '',
        CostPerRecipient: row.costPerRecipient ?? '',
        DesignAndSpamTestFee: row.designAndSpamTestFee ?? '',
        AccessLevel: row.accessLevel,
      },
    }
  },

  'Client.Delete': (_params, { client, principal, origin }, { db, now }) =>
    deleteClient(db, client, actor(principal, origin), now()),

  async 'Client.GetLists'(_params, { client }, { db }) {
    const lists = await readListsOfClient(db, client)
    return lists.map(({ publicId, title }) => ({ ListID: publicId, Name: title }))
  },

  async 'Client.GetSegments'(_params, { client }, { db }) {
    const segments = await readSegmentsOfClient(db, client)
    return segments.map(({ listPublicId, name }) => ({ ListID: listPublicId, Name: name }))
  },

  async 'Client.GetCampaigns'(_params, { client }, { db }) {
    const campaigns = await readStartedCampaignsOf(db, client)
    return campaigns.map(({ publicId, subject, name, sentDate, recipients }) => ({
      CampaignID: publicId,
      Subject: subject,
      Name: name,
      SentDate: sentDate,
      TotalRecipients: recipients,
    }))
  },

  async 'Client.GetTemplates'(_params, { client, origin }, { db }) {
    const templates = await readTemplatesOfClient(db, client, screenshotPath)
    return templates.map(({ publicId, name, hasScreenshot }) => ({
      TemplateID: publicId,
      Name: name,
      PreviewURL: origin.publicUrl + publicPaths.templatePreview(publicId),
      ScreenshotURL: hasScreenshot ? origin.publicUrl + publicPaths.asset('template', publicId, screenshotPath) : '',
    }))
  },

  'Client.GetSuppressionList': async (_params, { client }, { db }) => suppressionsOf(db, client).map(suppressed),

  'Client.AddSuppression': ({ EmailAddress }, { client, principal, origin }, { db }) =>
    addSuppression(db, clientScope(client), EmailAddress, evidenceOf(principal, origin)),

  'Client.RemoveSuppression': async ({ EmailAddress, Deliberately }, { client, principal, origin }, { db }) => {
    await removeSuppression(db, clientScope(client), EmailAddress, Deliberately, evidenceOf(principal, origin))
  },

  'Client.SetDailyLimit': ({ DailyLimit }, { client }, { db, limits: { dailyLimit: otherwise = 0 }, now }) =>
    setDailyLimit(db, client, DailyLimit, otherwise, now()),

  async 'Client.GetDailyLimit'(_params, { client }, { db, limits: { dailyLimit: otherwise = 0 }, now }) {
    const { limit, sentToday, nextDate } = await readDailyLimit(db, client, otherwise, now())
    return { DailyLimit: limit, SentToday: sentToday, NextDate: nextDate }
  },

  'Client.SetOptions': ({ SendOnlyReady }, { client }, { db }) => updateSendOnlyReady(db, client, SendOnlyReady),

  'Client.SetStopSeconds': ({ StopSeconds }, { client }, { db }) => changeStopSeconds(db, client, StopSeconds),

  async 'Client.GetFrequencyCap'(_params, { client }, { db }) {
    const cap = await readFrequencyCap(db, client.clientId)
    return { Mails: cap?.mails ?? 0, Days: cap?.days ?? 0 }
  },

  'Client.SetFrequencyCap': ({ Mails, Days }, { client }, { db }) =>
    setFrequencyCap(db, client, { mails: Mails, days: Days }),

  'Client.SetSendConfirmation': ({ ConfirmAbove }, { client }, { db }) => setSendConfirmation(db, client, ConfirmAbove),

  'Client.SetApproval': ({ Required, ByAnother }, { client }, { db }) =>
    updateApproval(db, client, { required: Required, byAnother: ByAnother ?? undefined }),

  async 'Client.GetOptions'(_params, { client }, { db }) {
    const { sendOnlyReady, stopSeconds, approvalRequired, approvalByAnother, confirmAbove } = await readClientOptions(
      db,
      client,
    )
    return {
      SendOnlyReady: sendOnlyReady,
      StopSeconds: stopSeconds,
      ApprovalRequired: approvalRequired,
      ApprovalByAnother: approvalByAnother,
      ConfirmAbove: confirmAbove ?? byUsual,
      ConfirmAboveNow: await readThreshold(db, client.clientId, confirmAbove),
    }
  },

  async 'Client.ReadDate'({ Date: text }, { client }, { db, now }) {
    const local = parseLocalTime(text)
    if (local === undefined)
      throw new Refusal('InvalidDate', 'Date is YYYY-MM-DD HH:MM:SS in the time zone of the client.')
    const { at, readAs, isTwice } = await readLocal(db, local, client.timeZone)
    return {
      ReadDate: readAs,
      Reading: readAs !== local ? ('Skipped' as const) : isTwice ? ('Twice' as const) : ('Once' as const),
      Timezone: client.timeZone,
      Instant: at.toISOString(),
      Now: now().toISOString(),
    }
  },

  async 'Client.GetHold'(_params, { client }, { db, now }) {
    const hold = await holdOf(db, client, now())
    return {
      Held: hold.held,
      Complaints: hold.complaints,
      Mails: hold.mails,
      Share: shareText(hold),
      Campaigns: hold.campaigns,
      Alarms: hold.alarms.map(alarm => ({
        Date: alarm.date,
        Kind: alarm.kind === 'hold' ? ('Hold' as const) : ('Warning' as const),
        CampaignID: alarm.campaignPublicId ?? '',
        Reason: reasonOf(alarm),
        ReleasedDate: alarm.releasedDate ?? '',
        ReleasedBy: alarm.releasedAs ?? '',
      })),
    }
  },

  'Client.ReleaseHold': (_params, { client, principal, origin }, { db, now }) =>
    releaseHold(db, client, actor(principal, origin), now()),
}

function suppressed({ email, reason, date }: SuppressedRow): SubscriberRecord {
  return { EmailAddress: email, Name: '', Date: date, State: stateOf[reason] }
}

/** A complaint counts as an opt-out; an operator's entry counts as deleted from all lists. */
const stateOf = {
  unsubscribed: 'Unsubscribed',
  complained: 'Unsubscribed',
  bounced: 'Bounced',
  manual: 'Deleted',
} as const satisfies Record<SuppressedRow['reason'], string>

function basics(params: {
  readonly CompanyName: string | null
  readonly ContactName: string | null
  readonly EmailAddress: string | null
  readonly Country: string | null
  readonly Timezone: string | null
}) {
  return {
    companyName: params.CompanyName,
    contactName: params.ContactName,
    email: params.EmailAddress,
    country: params.Country,
    timeZone: params.Timezone,
  }
}
