/** Our own operations that every wire offers: generated clients know them, so these rows do not change either. */
import * as own from './own-records.ts'
import { type Access, ofCampaign, ofClient, ofList, on, R, type Row, row, U } from './row.ts'
import { boolean, int, list, long, type Members, type Shape, text } from './shapes.ts'

const ofWebhook = { ...ofClient, WebhookID: text }
const ofSegment = { ...ofList, Name: text }

// biome-ignore format: a table reads by its columns
export const ours = {
  'Segment.Create': row('CreateSegment', { ...ofSegment, Rules: list(own.SegmentRule) }, R, on('ListID', 'ChangeAudience'), 'Creates a segment of a list: the active subscribers for whom every rule holds.'),
  'Segment.Delete': row('DeleteSegment', ofSegment, R, on('ListID', 'ChangeAudience'), 'Deletes a segment that no draft or scheduled campaign goes to.'),
  'Segment.GetRules': row('GetSegmentRules', ofSegment, U(list(own.SegmentRule)), on('ListID', 'ReadAudience'), 'The rules of a segment.'),
  'Segment.GetCount': row('GetSegmentCount', ofSegment, U(int), on('ListID', 'ReadAudience'), 'How many active subscribers a segment has now.'),

  'Campaign.GetProgress': row('GetCampaignProgress', ofCampaign, U(own.CampaignProgress), on('CampaignID', 'ReadReports'), 'How far a campaign is: how many recipients are in which state.'),
  'Campaign.GetRecipients': row('GetCampaignRecipients', { ...ofCampaign, State: text, After: int, Limit: int }, U(list(own.CampaignRecipient)), on('CampaignID', 'ReadReports'), 'The recipients of a campaign with what became of each, page by page: those in one state, or all.'),
  'Campaign.GetHistory': row('GetCampaignHistory', ofCampaign, U(list(own.CampaignEvent)), on('CampaignID', 'ReadReports'), 'What was done to a campaign and by whom, newest first.'),
  'Campaign.SendTest': row('SendCampaignTest', { ...ofCampaign, Recipients: list(text), PersonalizeAs: text }, U(list(own.TestResult)), on('CampaignID', 'Draft'), 'Sends the message of a campaign to up to 15 addresses, marked as a test and counted nowhere.'),
  'Campaign.SetAtLeastOnce': row('SetCampaignAtLeastOnce', { ...ofCampaign, AtLeastOnce: boolean }, R, on('CampaignID', 'Draft'), 'Chooses, before it begins, whether who was under way when a sender died is sent to again: at least once instead of at most once.'),
  'Campaign.Unschedule': row('UnscheduleCampaign', ofCampaign, R, on('CampaignID', 'Send'), 'Makes a scheduled campaign a draft again.'),
  'Campaign.Pause': row('PauseCampaign', ofCampaign, R, on('CampaignID', 'Send'), 'Stops sending until the campaign is resumed.'),
  'Campaign.Resume': row('ResumeCampaign', ofCampaign, R, on('CampaignID', 'Send'), 'Goes on with a paused campaign where it was.'),
  'Campaign.Cancel': row('CancelCampaign', ofCampaign, R, on('CampaignID', 'Send'), 'Stops a campaign for good: no further recipient is sent to.'),
  'Campaign.RetryFailed': row('RetryFailedRecipients', ofCampaign, U(int), on('CampaignID', 'Send'), 'Sends again to recipients who were refused or wait for a later attempt; yields how many.'),
  'Campaign.SettleUnknown': row('SettleUnknownRecipients', { ...ofCampaign, Number: int, As: own.Settlement }, U(int), on('CampaignID', 'Send'), 'Decides what became of one recipient who is unknown, or with Number 0 of all; yields how many.'),

  'Campaign.GetEngagement': row('GetCampaignEngagement', ofCampaign, U(own.CampaignEngagement), on('CampaignID', 'ReadReports'), 'Opens and clicks of a campaign: all of them, and those of people, told from machines by versioned rules.'),
  'Campaign.GetLinks': row('GetCampaignLinks', ofCampaign, U(list(own.CampaignLink)), on('CampaignID', 'ReadReports'), 'The links of a campaign, how often each was clicked, and how often by people.'),
  'Campaign.GetTimeline': row('GetCampaignTimeline', ofCampaign, U(list(own.CampaignHour)), on('CampaignID', 'ReadReports'), 'A campaign hour by hour: what was sent and what came back.'),
  'Campaign.Reclassify': row('ReclassifyCampaign', ofCampaign, R, on('CampaignID', 'ReadReports'), 'Has all opens and clicks of a campaign classified anew, by the rules of today.'),

  'Campaign.Check': row('CheckCampaign', ofCampaign, U(own.CheckReport), on('CampaignID', 'Draft'), 'What is wrong with a campaign, whom it would go to and what it would cost; follows its links, changes nothing.'),
  'Campaign.AcknowledgeWarnings': row('AcknowledgeCampaignWarnings', { ...ofCampaign, Codes: list(text) }, R, on('CampaignID', 'Draft'), 'Records that these warnings of Campaign.Check were seen and accepted.'),

  'Client.SetDailyLimit': row('SetClientDailyLimit', { ...ofClient, DailyLimit: int }, R, on('ClientID', 'Settings'), 'Sets how many mails the campaigns of a client are sent in a day: 0 for no limit, -1 for that of the installation.'),
  'Client.GetDailyLimit': row('GetClientDailyLimit', ofClient, U(own.SendingLimit), on('ClientID', 'Draft'), 'The daily limit of a client, and how much of it is used.'),

  'Campaign.GetBounceDetails': row('GetCampaignBounceDetails', { ...ofCampaign, After: int, Limit: int }, U(list(own.BounceDetail)), on('CampaignID', 'ReadReports'), 'Whose copy bounced, why, and what said so, page by page.'),
  'Campaign.GetBounceSummary': row('GetCampaignBounceSummary', ofCampaign, U(list(own.BounceCount)), on('CampaignID', 'ReadReports'), 'How many recipients of a campaign bounced for which reason.'),
  'Campaign.GetComplaints': row('GetCampaignComplaints', { ...ofCampaign, After: int, Limit: int }, U(list(own.CampaignComplaint)), on('CampaignID', 'ReadReports'), 'Who complained about a campaign, page by page.'),
  'Client.GetHold': row('GetClientHold', ofClient, U(own.ClientHold), on('ClientID', 'Draft'), 'How many recipients of a client complain, and whether its sending is held for that.'),
  'Client.ReleaseHold': row('ReleaseClientHold', ofClient, R, on('ClientID', 'Settings'), 'Lets a client that is held for complaints send again, and its campaigns that were paused for them go on.'),

  'Domain.Create': row('CreateSendingDomain', { ...ofClient, Domain: text }, U(own.SendingDomain), on('ClientID', 'Settings'), 'Makes DKIM keys for a domain a client sends from, and yields the DNS records to publish.'),
  'Domain.Verify': row('VerifySendingDomain', { ...ofClient, Domain: text }, U(own.SendingDomain), on('ClientID', 'Draft'), 'Looks up the DNS records of a sending domain and says what is missing; once its DKIM record is found, mail is signed.'),
  'Domain.List': row('GetSendingDomains', ofClient, U(list(own.SendingDomain)), on('ClientID', 'Draft'), 'The sending domains of a client, as they were last verified.'),
  'Domain.Delete': row('DeleteSendingDomain', { ...ofClient, Domain: text }, R, on('ClientID', 'Settings'), 'Deletes a sending domain and its keys for good.'),

  'Mailbox.List': row('GetReturnedMail', { ...ofClient, State: text, After: long, Limit: int }, U(list(own.ReturnedMail)), on('ClientID', 'Settings'), 'Mail that came back to a client, newest first, page by page: bounces, complaints, opt-outs by mail, and what was not recognised.'),
  'Mailbox.GetMessage': row('GetReturnedMessage', { ...ofClient, MailID: text }, U(own.ReturnedMessage), on('ClientID', 'Settings'), 'A returned mail as it came: where from, its headers, and the beginning of its text.'),
  'Mailbox.ReadAgain': row('ReadReturnedMailAgain', ofClient, U(int), on('ClientID', 'Settings'), 'Has returned mail that told nothing read again, by the rules of today; yields how many mails.'),

  'List.SetOptions': row('SetListOptions', { ...ofList, UnsubscribeScope: own.UnsubscribeScope, Tracking: own.Tracking, Language: text }, R, on('ListID', 'ChangeAudience'), 'Sets whether an opt-out counts for the list or the whole client, who is tracked, and the language of pages and mails.'),
  'List.GetOptions': row('GetListOptions', ofList, U(own.ListOptions), on('ListID', 'View'), 'How far an opt-out from a list reaches, who is tracked, and its language.'),
  'Subscriber.GetHistory': row('GetSubscriberHistory', { ...ofList, Email: text }, U(list(own.SubscriberChange)), on('ListID', 'ReadAudience'), 'Every change of a membership with its proof: when, by whom, from where, because of which mail.'),
  'Subscriber.SetTrackingConsent': row('SetTrackingConsent', { ...ofList, Email: text, Consent: own.ConsentState }, R, on('ListID', 'ChangeAudience'), 'Records whether a subscriber agreed to have opens and clicks recorded; mails composed from now on go by it.'),
  'Subscriber.GetTrackingConsent': row('GetTrackingConsent', { ...ofList, Email: text }, U(own.ConsentState), on('ListID', 'ReadAudience'), 'Whether a subscriber agreed to have opens and clicks recorded.'),
  'Campaign.GetForwards': row('GetCampaignForwards', ofCampaign, U(int), on('CampaignID', 'ReadReports'), 'How many friends a campaign was sent on to.'),
  'Client.AddSuppression': row('AddClientSuppression', { ...ofClient, EmailAddress: text }, R, on('ClientID', 'Settings'), 'Puts an address on the suppression list of a client.'),
  'Client.RemoveSuppression': row('RemoveClientSuppression', { ...ofClient, EmailAddress: text, Deliberately: boolean }, R, on('ClientID', 'Settings'), 'Takes an address off the suppression list; one that opted out, bounced or complained only Deliberately.'),
  'Campaign.FindScannerOptOuts': row('FindScannerOptOuts', ofCampaign, U(list(own.ScannerOptOut)), on('CampaignID', 'ReadAudience'), 'Opt-outs from a campaign that look like those of a mail scanner, each with the reason.'),
  'Campaign.RepairOptOuts': row('RepairOptOuts', { ...ofCampaign, EmailAddresses: list(text) }, U(int), on('CampaignID', 'ChangeAudience'), 'Brings back those of these addresses that left through a mail of this campaign in the last 30 days; yields how many.'),

  'Event.List': row('GetEvents', { ...ofClient, Since: long, Limit: int }, U(list(own.Event)), on('ClientID', 'Events'), 'What happened to a client since the event with this sequence, oldest first; -1 for all that is kept.'),
  'Webhook.Create': row('CreateWebhook', { ...ofClient, URL: text, Events: list(text) }, U(own.WebhookDetail), on('ClientID', 'Settings'), 'Sends events of a client to a URL from now on, those of these types or all; yields the secret that signs them, this once.'),
  'Webhook.List': row('GetWebhooks', ofClient, U(list(own.Webhook)), on('ClientID', 'Events'), 'The webhooks of a client, how far each is, and why one does not go on.'),
  'Webhook.Delete': row('DeleteWebhook', ofWebhook, R, on('ClientID', 'Settings'), 'Deletes a webhook.'),
  'Webhook.Test': row('TestWebhook', ofWebhook, U(own.WebhookTestOutcome), on('ClientID', 'Settings'), 'Sends a test event to a webhook at once and yields what its receiver answered.'),
  'Webhook.Replay': row('ReplayWebhook', { ...ofWebhook, Since: long }, R, on('ClientID', 'Settings'), 'Sends again what came after the event with this sequence; -1 for all that is kept.'),
  'Webhook.Pause': row('PauseWebhook', ofWebhook, R, on('ClientID', 'Settings'), 'Sends nothing to a webhook until it is resumed.'),
  'Webhook.Resume': row('ResumeWebhook', ofWebhook, R, on('ClientID', 'Settings'), 'Goes on with a webhook where it was, at once.'),
  'Webhook.RotateSecret': row('RotateWebhookSecret', ofWebhook, U(own.WebhookDetail), on('ClientID', 'Settings'), 'Gives a webhook a new secret; for 24 hours the old one signs as well.'),
  'Webhook.GetAttempts': row('GetWebhookAttempts', ofWebhook, U(list(own.WebhookAttempt)), on('ClientID', 'Events'), 'The latest attempts to send to a webhook, newest first, with what its receiver answered.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
