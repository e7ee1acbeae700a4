import { cases } from '../case.ts'

const readers = { ListID: '{readers}' }
const client = { ClientID: '{client}' }
const page = { Cursor: '', Limit: 0 }
const wrongPages = [
  ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
  ['a cursor is one that this operation gave', { Cursor: 'WzEsMl0x' }, 'InvalidParameter'],
] as const
const members = {
  ...readers,
  State: '',
  Search: '',
  JoinedSince: '',
  JoinedUntil: '',
  Order: 'Newest',
  Fields: [],
  ...page,
} as const
const byAddress = { Order: 'Address' } as const

export const overviews = [
  cases('Subscriber.List', members, [
    ['all members, those first that joined last', {}],
    ['by address, a page of two', { ...byAddress, Limit: 2 }, 'success', 'afterTwo'],
    ['the page after it', { ...byAddress, Limit: 2, Cursor: '{afterTwo}' }],
    ['those whose address begins so, with the fields asked for', { ...byAddress, Search: 'ADA', Fields: ['City'] }],
    ['those in one state', { State: 'Bounced' }],
    ['those who joined between two dates', { JoinedSince: '2024-03-02', JoinedUntil: '2024-03-03' }],
    ['a state is one of five', { State: 'Lost' }, 'InvalidParameter'],
    ['a date must be one', { JoinedSince: '2024-02-30' }, 'InvalidDate'],
    ['a field must be there', { Fields: ['Shoe size'] }, 'InvalidKey'],
    ['a search goes by address', { Search: 'ada' }, 'InvalidParameter'],
    ['a cursor belongs to its order', { Cursor: '{afterTwo}' }, 'InvalidParameter'],
    ...wrongPages,
    ['it takes the right to read the audience', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s list is unknown', { ListID: '{foreignList}' }, 'InvalidListId'],
  ]),
  cases('Subscriber.GetContact', { ...client, Email: 'complained@readers.example', ...page }, [
    ['a contact that only the suppression list knows', {}],
    ['nothing is known of an address', { Email: 'stranger@readers.example' }, 'NotInList'],
    ['an address must be one', { Email: 'ada' }, 'InvalidEmail'],
    ...wrongPages,
    ['it takes the right to read the audience', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Subscriber.GetProof', { ...client, Email: 'complained@readers.example' }, [
    ['a contact that only the suppression list knows', {}],
    ['nothing is known of an address', { Email: 'stranger@readers.example' }, 'NotInList'],
    ['an address must be one', { Email: 'ada' }, 'InvalidEmail'],
    ['it takes the right to read the audience', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Subscriber.Search', { ...client, By: 'Address', Search: '', ...page }, [
    ['those whose address begins so, with their memberships', { Search: 'ADA' }],
    ['those of a domain', { By: 'Domain', Search: 'readers.example', Limit: 2 }, 'success', 'afterTwoContacts'],
    ['the page after it', { By: 'Domain', Search: 'readers.example', Limit: 2, Cursor: '{afterTwoContacts}' }],
    ['those whose name begins so', { By: 'Name', Search: 'ada' }],
    ['a search by domain takes one', { By: 'Domain' }, 'InvalidParameter'],
    ['a search by name takes its beginning', { By: 'Name' }, 'InvalidParameter'],
    ['a cursor belongs to its search', { By: 'Name', Search: 'a', Cursor: '{afterTwoContacts}' }, 'InvalidParameter'],
    ...wrongPages,
    ['it takes the right to read the audience', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases(
    'Suppression.Import',
    { ...client, Entries: 'spam@readers.example\nnot an address\n@spam.example', Reason: '' },
    [
      ['each line is added or refused', {}],
      ['or there already', { Reason: 'Complained', Entries: '@spam.example\n5D41402ABC4B2A76B9719D911017C592' }],
      ['an import has a line', { Entries: ' ' }, 'InvalidParameter'],
      ['a reason is one of four', { Reason: 'Boredom' }, 'InvalidParameter'],
      ['a client’s login changes nothing', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ],
  ),
  cases('Suppression.List', { ...client, Reason: '', Search: '', ...page }, [
    ['every reason, by address', {}],
    ['those of one reason', { Reason: 'Manual' }],
    ['those whose address begins so', { Search: 'Opted' }],
    ['a page goes on where the page before ended', { Limit: 1 }, 'success', 'afterOneAddress'],
    ['the page after it', { Limit: 1, Cursor: '{afterOneAddress}' }],
    ['a reason is one of four', { Reason: 'Boredom' }, 'InvalidParameter'],
    ...wrongPages,
    ['it takes the right to read the audience', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Campaign.List', { ...client, State: '', Search: '', ...page }, [
    ['campaigns in every state, those first that changed last', {}],
    ['those in one state', { State: 'Sent' }],
    ['those whose name contains a text', { Search: 'read' }],
    ['a page of one', { Limit: 1 }, 'success', 'afterOneCampaign'],
    ['the page after it', { Limit: 1, Cursor: '{afterOneCampaign}' }],
    ['a client without campaigns', { ClientID: '{garden}' }],
    ['a state is one of six', { State: 'Lost' }, 'InvalidParameter'],
    ...wrongPages,
    ['a login that reads reports reads it', { ApiKey: '{reportsKey}', State: 'Sent' }],
  ]),
  cases('Campaign.GetDomains', { CampaignID: '{sent}' }, [
    ['what became of the recipients of each domain', {}],
    ['of a campaign that is under way', { CampaignID: '{underway}' }],
    ['a draft has no recipients', { CampaignID: '{draft}' }],
    ['another account’s campaign is unknown', { CampaignID: '{foreignCampaign}' }, 'InvalidCampaignId'],
  ]),
  cases('Campaign.GetReport', { CampaignID: '{sent}' }, [
    ['counts, what was measured, and the client’s campaigns before it', {}],
    ['a draft has no numbers', { CampaignID: '{draft}' }],
    ['another account’s campaign is unknown', { CampaignID: '{foreignCampaign}' }, 'InvalidCampaignId'],
  ]),
  cases('Campaign.GetClickMap', { CampaignID: '{sent}' }, [
    ['an address that shows the mail with its clicks', {}],
    ['another account’s campaign is unknown', { CampaignID: '{foreignCampaign}' }, 'InvalidCampaignId'],
  ]),
  cases('Campaign.FindRecipients', { CampaignID: '{sent}', Search: 'ADA' }, [
    ['those whose address begins so', {}],
    ['no recipient has such an address', { Search: 'nobody@elsewhere.example' }],
    ['a beginning is needed', { Search: ' ' }, 'InvalidParameter'],
    ['another account’s campaign is unknown', { CampaignID: '{foreignCampaign}' }, 'InvalidCampaignId'],
  ]),
  cases('Campaign.GetRecipientHistory', { CampaignID: '{sent}', Number: 1 }, [
    ['everything that happened to the mail', {}],
    ['of a campaign that is under way', { CampaignID: '{underway}' }],
    ['a number that no recipient has', { Number: 999 }, 'UnknownRecipient'],
    ['another account’s campaign is unknown', { CampaignID: '{foreignCampaign}' }, 'InvalidCampaignId'],
  ]),
  cases('List.GetGrowth', { ...readers, From: '', Until: '' }, [
    ['day by day since the list was made', {}],
    ['days before the list was made are left out', { From: '2024-01-01', Until: '2024-01-31' }],
    ['a date must be one', { From: '2024-02-30' }, 'InvalidDate'],
    ['a date has no time', { Until: '2024-02-01 08:00:00' }, 'InvalidDate'],
    ['the first day is not after the last', { From: '2024-02-02', Until: '2024-02-01' }, 'InvalidDate'],
    ['at most 1,000 days', { From: '2020-01-01', Until: '2022-12-31' }, 'InvalidDate'],
    ['another account’s list is unknown', { ListID: '{foreignList}' }, 'InvalidListId'],
  ]),
  cases('Client.GetOverview', client, [
    ['how a client stands', {}],
    ['a new client', { ClientID: '{garden}' }],
    ['a login that only reads reports is not shown the rest', { ApiKey: '{reportsKey}' }],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Account.GetOverview', page, [
    ['clients that need a hand come first', {}],
    ['a page of two', { Limit: 2 }, 'success', 'afterTwoClients'],
    ['the page after it has no month', { Limit: 2, Cursor: '{afterTwoClients}' }],
    ["a client's login sees that client and no month", { ApiKey: '{reportsKey}' }],
    ...wrongPages,
  ]),
].flat()
