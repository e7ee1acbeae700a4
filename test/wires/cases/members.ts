import { cases } from '../case.ts'

const unchanged = { TrackingConsent: 'Unchanged', MobileConsent: 'Unchanged' } as const
const saved = {
  ListID: '{readers}',
  EmailAddress: 'mia@readers.example',
  Name: 'Mia',
  MobileNumber: '+4915112345678',
  CustomFields: [
    { Key: 'City', Value: 'Ulm', Clear: false },
    { Key: '[Colours]', Value: 'Blue', Clear: false },
  ],
  TrackingConsent: 'Granted',
  MobileConsent: 'Denied',
  Resubscribe: false,
} as const
const page = { Page: 1, PageSize: 2, Descending: false }
const settings = {
  Title: 'With a scope',
  UnsubscribePage: '',
  ConfirmOptIn: false,
  ConfirmationSuccessPage: '',
  UnsubscribeScope: 'Client',
} as const
const company = {
  CompanyName: 'No contact',
  ContactName: '',
  EmailAddress: '',
  Country: 'Germany',
  Timezone: 'Europe/Berlin',
}
const markups = {
  ClientID: '{client}',
  ClientPays: true,
  Currency: 'EUR',
  MarkupPercentage: '12.5',
  MarkupOnDelivery: '1',
  MarkupPerRecipient: '',
}

/** Before the others, since an account makes so many clients in half an hour. */
export const companies = cases('Client.CreateCompany', company, [
  ['a client without a contact', {}, 'success', 'contactless'],
  ['an address must be one', { EmailAddress: 'x at client' }, 'InvalidEmail'],
])

export const members = [
  cases('Subscriber.Save', saved, [
    ['a subscriber is added with what was agreed to', {}],
    ['one option is taken away, the rest stays', { CustomFields: [{ Key: 'Colours', Value: 'Blue', Clear: true }] }],
    ['who left is not revived', { EmailAddress: 'zoe@readers.example' }, 'IsUnsubscribed'],
    [
      'a suppressed address is never revived',
      { EmailAddress: 'complained@readers.example', Resubscribe: true },
      'InSuppressionList',
    ],
    ['an address must be one', { EmailAddress: 'mia' }, 'InvalidEmail'],
    ['a field must be one of the list', { CustomFields: [{ Key: 'Shoe', Value: '1' }] }, 'InvalidKey'],
    ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Subscriber.Change', { ...saved, NewEmailAddress: 'mia2@readers.example' }, [
    ['a member has another address and name', { Name: 'Mia Two' }],
    ['who is not there', {}, 'NotInList'],
    [
      'the new address is on the list',
      { EmailAddress: 'mia2@readers.example', NewEmailAddress: 'ada@readers.example' },
      'AddressIsOnList',
    ],
    [
      'who left keeps the address',
      { EmailAddress: 'zoe@readers.example', NewEmailAddress: 'z2@readers.example' },
      'IsUnsubscribed',
    ],
    ['who left is changed otherwise', { EmailAddress: 'zoe@readers.example', NewEmailAddress: '', ...unchanged }],
  ]),
  cases('Subscriber.GetMails', { ListID: '{readers}', EmailAddress: 'mia2@readers.example' }, [
    ['the mails of a member', {}],
    ['who is not there', { EmailAddress: 'nobody@readers.example' }, 'NotInList'],
    ['an address must be one', { EmailAddress: 'mia' }, 'InvalidEmail'],
  ]),
  cases('Subscriber.GetMember', { ListID: '{readers}', EmailAddress: 'mia2@readers.example' }, [
    ['a member with what is known of it', {}],
    ['who is not there', { EmailAddress: 'nobody@readers.example' }, 'NotInList'],
    ['an address must be one', { EmailAddress: 'mia' }, 'InvalidEmail'],
  ]),
  cases('Subscriber.FindLists', { ClientID: '{client}', EmailAddress: 'mia2@readers.example' }, [
    ['the lists of an address', {}],
    ['an address on no list', { EmailAddress: 'nobody@readers.example' }],
  ]),
  cases(
    'Subscribers.Save',
    {
      ListID: '{readers}',
      Subscribers: [
        { ...entryOf('mia2@readers.example'), Name: 'Mia' },
        { ...entryOf('new1@readers.example'), Name: 'New' },
        { ...entryOf('NEW1@readers.example'), Name: 'New again' },
        { ...entryOf('left at readers'), Name: 'Liv' },
        { ...entryOf('complained@readers.example'), Name: 'Cy' },
      ],
      Resubscribe: false,
    },
    [
      ['those that can be saved are, and the others are named', {}],
      ['there must be one', { Subscribers: [] }, 'InvalidParameter'],
    ],
  ),
  cases(
    'Subscribers.Page',
    { ListID: '{readers}', State: 'Active', ChangedAfter: '', ...page, Order: 'EmailAddress' },
    [
      ['the first two by address', {}],
      ['the second page from the end', { Page: 2, Descending: true }],
      ['a page beyond the end is empty', { Page: 1000 }],
      ['by name', { Order: 'Name' }],
      ['those that changed since', { ChangedAfter: '2099-01-01', Order: 'StateDate' }],
      ['pages begin with 1', { Page: 0 }, 'InvalidParameter'],
      ['a page has at most 1,000', { PageSize: 1001 }, 'InvalidParameter'],
      ['a date must be one', { ChangedAfter: '2024-02-30' }, 'InvalidDate'],
    ],
  ),
  cases('Suppression.Page', { ClientID: '{client}', ...page, Order: 'EmailAddress' }, [
    ['the first two by address', {}],
    ['the last by date', { Order: 'Date', Descending: true, PageSize: 1 }],
    ['pages begin with 1', { Page: 0 }, 'InvalidParameter'],
  ]),
  cases('List.CreateWithScope', { ClientID: '{client}', ...settings }, [
    ['a list whose opt-outs reach the client', {}, 'success', 'scoped'],
    ['a title is used once', {}, 'DuplicateListTitle'],
  ]),
  cases(
    'List.UpdateWithScope',
    { ListID: '{scoped}', ...settings, SuppressUnsubscribed: true, RemoveSuppressed: true },
    [
      ['it reaches the list alone now', { UnsubscribeScope: 'List', Title: 'Scoped' }],
      ['a title is there', { Title: '' }, 'ListTitleEmpty'],
    ],
  ),
  cases('List.GetSettings', { ListID: '{scoped}' }, [['its settings', {}]]),
  cases(
    'List.AddCustomField',
    {
      ListID: '{scoped}',
      FieldName: 'Shoe size',
      VisibleInPreferences: false,
      DataType: 'MultiSelectOne',
      Options: ['38', '39'],
    },
    [
      ['a field people are not shown', {}],
      ['a key is used once', {}, 'FieldKeyExists'],
    ],
  ),
  cases(
    'List.ChangeCustomField',
    { ListID: '{scoped}', Key: '[Shoesize]', FieldName: 'Size of shoes', VisibleInPreferences: true },
    [
      ['another name, the same key', {}],
      ['a key without a field', { Key: 'Hat' }, 'InvalidKey'],
      ['a name is there', { FieldName: ' ' }, 'InvalidFieldName'],
    ],
  ),
  cases('List.SetCustomFieldOptions', { ListID: '{scoped}', Key: 'Shoesize', KeepExisting: true, Options: ['40'] }, [
    ['an option more', {}],
    ['others in their place', { KeepExisting: false, Options: ['S', 'M'] }],
    ['there must be one', { KeepExisting: false, Options: [] }, 'OptionsRequired'],
    ['a key without a field', { Key: 'Hat' }, 'InvalidKey'],
  ]),
  cases('List.GetFields', { ListID: '{scoped}' }, [['its fields', {}]]),
  cases('List.GetPreferencePage', { ListID: '{scoped}' }, [['a list is shown to its members, and no field', {}]]),
  cases(
    'List.SetPreferencePage',
    {
      ListID: '{scoped}',
      Description: ' On Fridays & <more> ',
      ShownTo: 'Everyone',
      Fields: [{ Key: '[shoesize]', Access: 'Change' }],
    },
    [
      ['what readers see', {}],
      ['a field that is not named stays as it is', { Fields: undefined }],
      ['a key without a field', { Fields: [{ Key: 'Hat', Access: 'Read' }] }, 'InvalidKey'],
      ['a description is one line', { Description: 'one\ntwo' }, 'InvalidCharacters'],
      ['a description is short', { Description: 'x'.repeat(301) }, 'ValueTooLong'],
      ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
      ['another account’s list is unknown', { ListID: '{foreignList}' }, 'InvalidListId'],
    ],
  ),
  cases('List.GetPreferencePage', { ListID: '{scoped}' }, [['what was set', {}]]),
  cases('List.GetArchive', { ListID: '{scoped}' }, [['an archive that was never shown', {}]]),
  cases(
    'List.SetArchive',
    {
      ListID: '{scoped}',
      Shown: true,
      Title: ' Letters & <more> ',
      Description: 'On Fridays',
      Since: '2026-03-01',
      SearchEngines: true,
      FormID: '',
    },
    [
      ['it is shown', {}],
      ['its first day is a date', { Since: 'March' }, 'InvalidDate'],
      ['its form is of the client', { FormID: '0'.repeat(32) }, 'UnknownForm'],
      ['a title is short', { Title: 'x'.repeat(101) }, 'ValueTooLong'],
      ['another account’s list is unknown', { ListID: '{foreignList}' }, 'InvalidListId'],
    ],
  ),
  cases('List.GetArchive', { ListID: '{scoped}' }, [['what was set', {}]]),
  cases('Client.GetLeavePage', { ClientID: '{client}' }, [
    ['the page of a client', {}],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('List.GetConsentRules', { ListID: '{scoped}' }, [['a list without a profile of law records as before', {}]]),
  cases(
    'List.SetConsentRules',
    { ListID: '{scoped}', Law: 'FR', Tracking: 'Never', Personalising: true, Hygiene: false, AnonymousOpens: false },
    [
      ['what is given differs from the defaults of the profile', {}],
      [
        'what is left out is the default',
        { Tracking: undefined, Personalising: undefined, Hygiene: undefined, AnonymousOpens: undefined },
      ],
      ['tracking is one of three', { Tracking: 'Granted' }, 'InvalidParameter'],
      ['case counts', { Tracking: 'always' }, 'InvalidParameter'],
      ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
      ['another account’s list is unknown', { ListID: '{foreignList}' }, 'InvalidListId'],
    ],
  ),
  cases('List.GetConsentRules', { ListID: '{scoped}' }, [['the rules come back', {}]]),
  cases('Client.ChangeBasics', { ClientID: '{contactless}', ...company }, [
    ['it has a contact', { ContactName: 'Carl', EmailAddress: 'carl@contact.example' }],
    ['which stays', { CompanyName: 'A contact' }],
  ]),
  cases(
    'Client.SetAccess',
    { ClientID: '{contactless}', AccessLevel: 63, Username: 'carl', Password: 'a good password' },
    [
      ['it has a login', {}],
      ['a level must be one', { AccessLevel: 4 }, 'InvalidAccessLevel'],
    ],
  ),
  cases('Client.SetMarkups', { ...markups, ClientID: '{contactless}' }, [
    ['it pays a markup', {}],
    ['a currency must be one', { Currency: 'XXX' }, 'InvalidCurrency'],
    ['a markup is a number', { MarkupPercentage: 'x' }, 'InvalidFee'],
  ]),
  cases('Client.GetProfile', { ClientID: '{contactless}' }, [['with its key', {}]]),
  cases(
    'Campaign.PageEvents',
    {
      CampaignID: '{sent}',
      Kind: 'Recipient',
      Since: '',
      Page: 1,
      PageSize: 2,
      Order: 'EmailAddress',
      Descending: false,
    },
    [
      ['the first two it went to', {}],
      ['bounces by date', { Kind: 'Bounce', Order: 'Date' }],
      ['complaints', { Kind: 'Complaint', Order: 'List' }],
      ['opt-outs', { Kind: 'Unsubscribe', Order: 'Date' }],
      ['opens, the last first', { Kind: 'Open', Order: 'Date', Descending: true }],
      ['clicks since', { Kind: 'Click', Since: '2099-01-01' }],
      ['pages begin with 1', { Page: 0 }, 'InvalidParameter'],
      ['a date must be one', { Since: 'x' }, 'InvalidDate'],
    ],
  ),
  cases('Campaign.SetTags', { CampaignID: '{draft}', Tags: ['Spring', 'spring', 'Garden'] }, [
    ['a draft has two tags', {}],
    ['a tag is one line', { Tags: ['a\nb'] }, 'InvalidParameter'],
  ]),
  cases('Client.GetTags', { ClientID: '{client}' }, [['the tags of its campaigns', {}]]),
  cases('Campaign.Page', { ClientID: '{client}', Kind: 'Sent', Tags: [], SentFrom: '', SentUntil: '', ...page }, [
    ['the first two that were sent', {}],
    ['drafts with a tag', { Kind: 'Draft', Tags: ['GARDEN'] }],
    ['none of these days', { SentFrom: '2001-01-01', SentUntil: '2001-01-02' }],
    ['a page beyond the end is empty', { Page: 1000 }],
    ['a day must be one', { SentFrom: '2024-02-30' }, 'InvalidDate'],
    ['pages begin with 1', { Page: 0 }, 'InvalidParameter'],
  ]),
].flat()

function entryOf(EmailAddress: string) {
  return { EmailAddress, MobileNumber: '', CustomFields: [], ...unchanged }
}
