import { cases } from '../case.ts'

const client = { ClientID: '{client}' }
const nobodys = '0'.repeat(32)
const settings = {
  ...{ Monthly: true, AfterCampaigns: true, DaysAfter: 3, Language: 'de-AT' },
  Addresses: ['board@bloom.example', ' Board@Bloom.example ', 'carla@bloom.example', ''],
}

/** While {sent} is there, and in winter. */
export const results = [
  cases('Client.GetResults', { ...client, From: '2024-01-01', Until: '2024-03-31' }, [
    ['the campaigns of a period, their hours and links', {}],
    ['a period without campaigns', { From: '2020-01-01', Until: '2020-01-31' }],
    ['a date must be one', { From: '2024-02-30' }, 'InvalidDate'],
    ['the first day is not after the last', { From: '2024-04-02' }, 'InvalidDate'],
    ['at most 1,000 days', { From: '2020-01-01' }, 'InvalidDate'],
    ['a login that reads reports reads it', { ApiKey: '{reportsKey}' }],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Campaign.Compare', { CampaignID: '{sent}', OtherCampaignID: '{underway}' }, [
    ['rates side by side, with too few mails to judge them', {}],
    ['a draft has no rates', { OtherCampaignID: '{draft}' }, 'CampaignNotStarted'],
    ['another account’s campaign is unknown', { OtherCampaignID: '{foreignCampaign}' }, 'InvalidCampaignId'],
    ['another client’s campaign is unknown', { OtherCampaignID: '{followed}' }, 'InvalidCampaignId'],
    ['an identifier has 32 digits', { OtherCampaignID: 'x' }, 'InvalidCampaignId'],
  ]),
  cases('ReportMail.Get', client, [['no reports are mailed', {}]]),
  cases('ReportMail.Set', { ...client, ...settings }, [
    ['reports of months and campaigns, to addresses that are asked', {}],
    ['a language is one that pages speak', { Language: 'tlh' }, 'InvalidLanguage'],
    ['an address must be one', { Addresses: ['board'] }, 'InvalidEmail'],
    ['at most 60 days after a campaign', { DaysAfter: 61 }, 'InvalidParameter'],
    [
      'at most 20 addresses',
      { Addresses: Array.from({ length: 21 }, (_, n) => `b${n}@bloom.example`) },
      'TooManyReportRecipients',
    ],
    ['a login of the client does not change it', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('ReportMail.Get', client, [
    ['settings, and who was asked', {}],
    ['a login that reads reports reads it', { ApiKey: '{reportsKey}' }],
  ]),
  cases('ReportMail.ListSent', { ...client, Cursor: '', Limit: 0 }, [
    ['reports come newest first', {}],
    ['a page of one', { Limit: 1 }, 'success', 'afterOneReport'],
    ['the page after it', { Limit: 1, Cursor: '{afterOneReport}' }],
    ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
    ['a cursor is one that this operation gave', { Cursor: 'WzEsMl0x' }, 'InvalidParameter'],
  ]),
  cases('ReportMail.Revoke', { ...client, SentReportID: '{monthReport}' }, [
    ['the page of a report is withdrawn', {}],
    ['once is enough', {}],
    ['an unknown report cannot be', { SentReportID: nobodys }, 'UnknownSentReport'],
    ['a report belongs to its client', { ClientID: '{crowded}' }, 'UnknownSentReport'],
  ]),
].flat()
