import { cases } from '../case.ts'

const sent = { CampaignID: '{sent}' }
const nobodys = '0'.repeat(32)
const link = { ...sent, Label: 'Board & <more>', ExpiresDate: '', Language: 'de-AT' }
const ofLink = { ...sent, ReportLinkID: '{boardsLink}' }
const once = { 'Idempotency-Key': '"report 17"' }

/** While {sent} is there. */
export const reportLinks = [
  cases('Campaign.GetLeaveReasons', sent, [
    ['nobody has said why', {}],
    ['a login that reads reports reads it', { ApiKey: '{reportsKey}' }],
    ['another account’s campaign is unknown', { CampaignID: '{foreignCampaign}' }, 'InvalidCampaignId'],
  ]),
  cases('Report.Share', link, [
    ['a link is made, and shown once', {}, 'success', 'boardsLink'],
    ['without a label, in the language of the list', { Label: '', Language: '' }],
    ['a call with an Idempotency-Key', { Label: 'Once' }, 'success', 'onceLink', once],
    ['the same call with it makes no other link', { Label: 'Once' }, 'success', undefined, once],
    ['a label has at most 100 characters', { Label: 'x'.repeat(101) }, 'ValueTooLong'],
    ['a label is one line', { Label: 'Board\nRoom' }, 'InvalidCharacters'],
    ['a date must be one', { ExpiresDate: 'some day' }, 'InvalidDate'],
    ['a link that has ended is not made', { ExpiresDate: '2024-01-01 00:00:00' }, 'InvalidDate'],
    ['a link ends within 366 days', { ExpiresDate: '2099-12-31 00:00:00' }, 'InvalidDate'],
    ['a language is one that pages speak', { Language: 'tlh' }, 'InvalidLanguage'],
    ['a draft has no report', { CampaignID: '{draft}' }, 'CampaignNotStarted'],
    ['a campaign has at most 100 links that work', { CampaignID: '{underway}' }, 'TooManyReportLinks'],
    ['another account’s campaign is unknown', { CampaignID: '{foreignCampaign}' }, 'InvalidCampaignId'],
  ]),
  cases('Report.Revoke', ofLink, [
    ['a link ends', {}],
    ['a link ends once', {}],
    ['an unknown link cannot end', { ReportLinkID: nobodys }, 'UnknownReportLink'],
    ['a link belongs to its campaign', { CampaignID: '{underway}' }, 'UnknownReportLink'],
  ]),
  cases('Report.ListLinks', { ...sent, Cursor: '', Limit: 0 }, [
    ['links come newest first, those that ended too', {}],
    ['a page of one', { Limit: 1 }, 'success', 'afterOneLink'],
    ['the page after it', { Limit: 1, Cursor: '{afterOneLink}' }],
    ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
    ['a cursor is one that this operation gave', { Cursor: 'WzEsMl0x' }, 'InvalidParameter'],
    ['a login that reads reports reads it', { ApiKey: '{reportsKey}' }],
  ]),
].flat()
