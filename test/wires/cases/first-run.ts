import { cases } from '../case.ts'

const page = { Cursor: '', Limit: 0 }
const ofDraft = { ClientID: '{client}', CampaignID: '{draft}', ...page }

/** While {draft} has one test and nothing more. */
export const outbox = [
  cases('Outbox.List', ofDraft, [
    ['mails of a campaign, its tests among them', {}],
    ['a campaign that went to a relay has none', { CampaignID: '{sent}' }],
    ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
    ['a cursor is one that this operation gave', { Cursor: 'WzEsMl0x' }, 'InvalidParameter'],
    ['another account’s campaign is unknown', { CampaignID: '{foreignCampaign}' }, 'InvalidCampaignId'],
    ['a login that reads reports reads it', { ApiKey: '{reportsKey}' }],
  ]),
  cases('Outbox.GetMail', { CampaignID: '{draft}', Mail: 'test-1-0' }, [
    ['to who may not change subscribers, no link is the recipient’s own', { ApiKey: '{reportsKey}' }],
    ['a mail is named, not a file', { Mail: '../notices/1' }, 'UnknownMail'],
    ['a mail that was not written is unknown', { Mail: '1' }, 'UnknownMail'],
  ]),
].flat()

/** While {barred} is held, and a campaign of another client. */
export const holds = cases('Hold.List', page, [
  ['what is held, the newest hold first', {}],
  ['a page of one', { Limit: 1 }],
  ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
  ['a cursor is one that this operation gave', { Cursor: 'WzEsMl0x' }, 'InvalidParameter'],
  ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
])

/** When nothing later counts clients. */
export const firstRun = [
  cases('Sample.Create', {}, [
    ['a sample client is made', {}, 'success', 'sample'],
    ['an account has one', {}],
    ['it takes the right to make clients', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Sample.Remove', {}, [
    ['it is removed', {}],
    ['again changes nothing', {}],
    ['it takes the right to make clients', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('System.GetState', {}, [
    ['what is wrong, and what runs', {}],
    ['it takes the right to the settings', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Setup.GetVersion', {}, [
    ['what runs', {}],
    ['it takes the right to the settings', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
].flat()
