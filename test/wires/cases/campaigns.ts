import { cases, type Row } from '../case.ts'
import { brokenMails } from '../pages.ts'
import { lifecycle } from './lifecycle.ts'

const draft = {
  ClientID: '{client}',
  CampaignName: 'Spring',
  CampaignSubject: '[firstname], tulips & <more>',
  FromName: 'Bloom “Flowers”',
  FromEmail: 'news@bloom.example',
  ReplyTo: 'office@bloom.example',
  HtmlUrl: '{pages}/mail.html',
  TextUrl: '{pages}/mail.txt',
  SubscriberListIDs: ['{readers}'],
  ListSegments: [{ ListID: '{optInList}', Name: 'Locals' }],
}

const broken = brokenMails.map(
  ([refusal]): Row<'Campaign.Create'> => [
    `a page is refused with ${refusal}`,
    { HtmlUrl: `{pages}/mail/${refusal}.html` },
    refusal,
  ],
)

const order = { CampaignID: '{draft}', ConfirmationEmail: 'office@bloom.example', SendDate: 'Immediately' }
const sent = { CampaignID: '{sent}' }
const draftOnly = { CampaignID: '{draft}' }

export const campaigns = [
  cases('Campaign.Create', draft, [
    ['a draft is made for a list and a segment', {}, 'success', 'draft'],
    ['a campaign needs a name', { CampaignName: '' }, 'CampaignNameRequired'],
    ['a name belongs to one draft', { CampaignName: 'SPRING' }, 'DuplicateCampaignName'],
    ['a campaign needs a subject', { CampaignSubject: '' }, 'CampaignSubjectRequired'],
    ['a sender needs a name', { FromName: '' }, 'FromNameRequired'],
    ['a sender has an address', { FromEmail: 'news' }, 'InvalidFromEmail'],
    ['replies go somewhere', { ReplyTo: '' }, 'ReplyToRequired'],
    ['replies go to an address', { ReplyTo: 'office' }, 'InvalidReplyTo'],
    ['a campaign needs a page', { HtmlUrl: '' }, 'HtmlUrlRequired'],
    ['a page must be there', { CampaignName: 'Other', HtmlUrl: '{pages}/nowhere.html' }, 'InvalidHtmlContent'],
    ['a text must be there', { CampaignName: 'Other', TextUrl: '{pages}/nowhere.txt' }, 'InvalidTextUrl'],
    ['a campaign has a list', { SubscriberListIDs: [], ListSegments: [] }, 'ListsRequired'],
    ['another account’s list is unknown', { SubscriberListIDs: ['{foreignList}'] }, 'InvalidListIds'],
    ['a segment must be there', { ListSegments: [{ ListID: '{readers}', Name: 'Missing' }] }, 'InvalidSegments'],
    ...broken.map(
      ([name, changes, expect]): Row<'Campaign.Create'> => [name, { CampaignName: 'Other', ...changes }, expect],
    ),
    ['it takes the right to import HTML', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Campaign.GetLists', draftOnly, [['lists of a draft', {}]]),
  cases('Campaign.CountAudience', draftOnly, [
    ['whom a draft would go to', {}],
    ['a draft without lists goes to no recipient', { CampaignID: '{aimless}' }],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Campaign.CountBranches', draftOnly, [
    ['a draft without conditions has no branches', {}],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Campaign.Check', draftOnly, [
    ['what is found in a draft', {}],
    ['errors come first', { CampaignID: '{aimless}' }],
    ['it takes the right to send', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Campaign.AcknowledgeWarnings', { ...draftOnly, Codes: ['BrokenLink', 'MissingFallback'] }, [
    ['warnings are accepted', {}],
    ['an error cannot be accepted', { Codes: ['AudienceEmpty'] }, 'UnknownWarning'],
    ['nothing is no warning', { Codes: [' '] }, 'UnknownWarning'],
    ['a sent campaign has none', { CampaignID: '{sent}' }, 'AlreadySent'],
  ]),
  cases('Campaign.Check', draftOnly, [['accepted warnings say who accepted them', {}]]),
].flat()

export const campaignsEnd = [
  cases('Campaign.Send', order, [
    ['a date must be one', { SendDate: 'soon' }, 'InvalidDate'],
    ['a date is not in the past', { SendDate: '2024-01-01 12:00:00' }, 'DeliveryDateInPast'],
    ['an address for the confirmation is required', { ConfirmationEmail: '' }, 'ConfirmationEmailRequired'],
    ['the confirmation has an address', { ConfirmationEmail: 'office' }, 'InvalidConfirmationEmail'],
    ['a draft without lists goes nowhere', { CampaignID: '{aimless}' }, 'NoRecipients'],
    ['a list without anybody is not sent to', { CampaignID: '{unheard}' }, 'RecipientListsEmpty'],
    ['what cannot be composed is not sent', { CampaignID: '{senderless}' }, 'NotComposable'],
    ['it takes the right to send', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s campaign is unknown', { CampaignID: '{foreignCampaign}' }, 'InvalidCampaignId'],
  ]),
  cases('Client.SetOptions', { ClientID: '{client}', SendOnlyReady: true }, [['a careful client', {}]]),
  cases('Campaign.Send', order, [
    [
      'what its check does not find ready is not sent for a careful client',
      { CampaignID: '{unready}' },
      'CampaignNotReady',
    ],
  ]),
  cases('Client.SetOptions', { ClientID: '{client}', SendOnlyReady: false }, [['a careful client no more', {}]]),
  cases('Campaign.Send', order, [
    ['a draft is scheduled', { SendDate: '2099-12-31 23:59:59' }],
    ['a campaign is sent once', {}, 'AlreadySent'],
  ]),
  lifecycle,
  cases('Campaign.GetSummary', sent, [
    ['what became of it', {}],
    ['nothing yet of a draft', draftOnly],
  ]),
  cases('Campaign.GetOpens', sent, [
    ['who opened it, and how often', {}],
    ['a draft has no opens', draftOnly],
  ]),
  cases('Campaign.GetSubscriberClicks', sent, [
    ['who clicked, and where', {}],
    ['a draft has no clicks', draftOnly],
  ]),
  cases('Campaign.GetBounces', sent, [
    ['hard and soft', {}],
    ['a draft has none', draftOnly],
  ]),
  cases('Campaign.GetBounceDetails', { ...sent, After: 0, Limit: 0 }, [
    ['why each bounced, and what said so', {}],
    ['a page in the middle', { After: 3, Limit: 1 }],
    ['a draft has none', draftOnly],
    ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
  ]),
  cases('Campaign.GetBounceSummary', sent, [['how many of each class', {}]]),
  cases('Campaign.GetComplaints', { ...sent, After: 0, Limit: 0 }, [
    ['who complained', {}],
    ['no other recipient did', { After: 6 }],
    ['a page does not begin before the first', { After: -1 }, 'InvalidParameter'],
  ]),
  cases('Campaign.Resume', { CampaignID: '{halted}' }, [
    ['a campaign held for complaints is released by the account only', { ApiKey: '{strainedKey}' }, 'CampaignHeld'],
    ['the account releases it', {}],
  ]),
  cases('Campaign.SetArchived', { CampaignID: '{halted}', Choice: 'Hidden' }, [
    ['it is in no archive', {}],
    ['another account’s campaign is unknown', { CampaignID: '{foreignCampaign}' }, 'InvalidCampaignId'],
  ]),
  cases('Campaign.GetArchived', { CampaignID: '{halted}' }, [['what was chosen', {}]]),
  cases('Campaign.GetForwards', { CampaignID: '{halted}' }, [['a campaign without forwards', {}]]),
  cases('Campaign.GetHistory', { CampaignID: '{halted}' }, [['who let it go on', {}]]),
  cases('Campaign.Send', { ...order, CampaignID: '{barredDraft}' }, [
    ['nothing is sent for a client that is held', {}, 'ClientHeld'],
  ]),
  cases('Client.GetHold', { ClientID: '{barred}' }, [
    ['it is held, and why', {}],
    ['who released a campaign', { ClientID: '{strained}' }],
    ['it takes the right to send', { ClientID: '{client}', ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Client.ReleaseHold', { ClientID: '{barred}' }, [
    ['a client is released', {}],
    ['again changes nothing', {}],
    ['a client’s login releases nothing', { ClientID: '{client}', ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Campaign.GetUnsubscribes', sent, [
    ['who left', {}],
    ['a draft has no opt-outs', draftOnly],
  ]),
  cases('Campaign.GetEngagement', sent, [
    ['people and machines', {}],
    ['nothing yet of a draft', draftOnly],
  ]),
  cases('Campaign.GetLinks', sent, [
    ['every link, clicked or not', {}],
    ['a draft has none yet', draftOnly],
  ]),
  cases('Campaign.GetTimeline', sent, [
    ['hour by hour', {}],
    ['nothing yet of a draft', draftOnly],
  ]),
  cases('Campaign.Reclassify', sent, [
    ['everything is looked at again', {}],
    ['a draft has no hits', draftOnly],
  ]),
  cases('Campaign.FindScannerOptOuts', sent, [
    ['no opt-out looks like a machine’s', {}],
    ['a draft has no opt-outs', draftOnly],
    ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Campaign.RepairOptOuts', { ...sent, EmailAddresses: ['ada@readers.example', 'nobody@readers.example'] }, [
    ['who did not leave does not come back', {}],
    ['an address must be one', { EmailAddresses: ['ada'] }, 'InvalidEmail'],
    ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Campaign.Delete', draftOnly, [
    ['a campaign is deleted', {}],
    ['a deleted campaign is unknown', {}, 'InvalidCampaignId'],
  ]),
].flat()
