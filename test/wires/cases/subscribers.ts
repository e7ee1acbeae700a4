import { cases, type Row } from '../case.ts'

const member = { ListID: '{readers}', Email: 'zoe@readers.example', Name: 'Zoë <&> "Müller" 漢字 😀' }
const CustomFields = [
  { Key: 'City', Value: 'Ulm & "Neu-Ulm"' },
  { Key: '[Colours]', Value: 'Blue' },
  { Key: 'colours', Value: 'Red' },
]
const changed = { Email: 'new@readers.example', NewEmail: 'newer@readers.example' }
const mobile = { ...member, Email: 'mo@readers.example', MobileNumber: '+4915112345678' }

const inactive = [
  ['a deleted member stays deleted', { Email: 'deleted@readers.example' }, 'IsDeleted'],
  ['who left stays away', { Email: 'left@readers.example' }, 'IsUnsubscribed'],
  ['who bounced stays bounced', { Email: 'bounced@readers.example' }, 'IsBounced'],
  ['who was asked is still asked', { ListID: '{optInList}', Email: 'asked@readers.example' }, 'IsUnconfirmed'],
] as const satisfies readonly Row<'Subscriber.Add'>[]
const refused = [
  ['an address must be one', { Email: 'zoe@readers' }, 'InvalidEmail'],
  ['a suppressed address stays out', { Email: 'complained@readers.example' }, 'InSuppressionList'],
] as const satisfies readonly Row<'Subscriber.Add'>[]

export const subscribers = [
  cases('Subscriber.Add', member, [
    ['a subscriber is added', {}],
    ['an active member is updated', { Name: 'Zoë Müller' }],
    ['who joins a list with confirmation is asked', { ListID: '{optInList}' }],
    ...refused,
    ...inactive,
    [
      'an address is asked at most ten times a day',
      { ListID: '{optInList}', Email: 'pestered@readers.example' },
      'TooManyConfirmations',
    ],
    ['a name is one line', { Name: 'Zoë\nMüller' }, 'InvalidCharacters'],
    ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s list is unknown', { ListID: '{foreignList}' }, 'InvalidListId'],
  ]),
  cases('Subscriber.AddWithCustomFields', { ...member, CustomFields }, [
    ['fields of a member are set', {}],
    [
      'a value must be one its field can hold',
      { CustomFields: [{ Key: 'Colours', Value: 'Mauve' }] },
      'InvalidCustomFieldValue',
    ],
    ...refused,
    // JSON refuses fields a list does not have, and one of these lists has none
    ...inactive.map(([name, changes, expect]) => [name, { ...changes, CustomFields: [] }, expect] as const),
  ]),
  cases('Subscriber.AddWithMobileNumber', mobile, [
    ['a subscriber with a mobile number is added', {}],
    ['a mobile number has its country', { MobileNumber: '0151 12345678' }, 'InvalidMobileNumber'],
    ...refused,
    ...inactive,
  ]),
  cases('Subscriber.AddAndResubscribe', member, [
    ['a new subscriber is added', { Email: 'new@readers.example' }],
    ['who left is revived', { Email: 'left@readers.example', Name: 'Liv' }],
    ...refused,
  ]),
  cases('Subscriber.AddAndResubscribeWithCustomFields', { ...member, CustomFields }, [
    ['who bounced is revived with fields', { Email: 'bounced@readers.example', Name: 'Bo' }],
    [
      'a value must be one its field can hold',
      { CustomFields: [{ Key: 'Colours', Value: 'Mauve' }] },
      'InvalidCustomFieldValue',
    ],
    ...refused,
  ]),
  cases('Subscriber.AddAndResubscribeWithMobileNumber', mobile, [
    ['a deleted member is revived with a number', { Email: 'deleted@readers.example', Name: 'Del' }],
    ['a mobile number has its country', { MobileNumber: '12' }, 'InvalidMobileNumber'],
    ...refused,
  ]),
  cases('Subscriber.Unsubscribe', { ListID: '{readers}', Email: 'zoe@readers.example' }, [
    ['a member leaves', {}],
    ['a member leaves once', {}, 'NotInList'],
    ['an address must be one', { Email: 'zoe' }, 'InvalidEmail'],
  ]),
  cases('Subscriber.GetHistory', { ListID: '{readers}', Email: 'ada@readers.example' }, [
    ['a member without a history', {}],
    ['who is not there has none', { Email: 'nobody@readers.example' }],
    ['an address must be one', { Email: 'ada' }, 'InvalidEmail'],
    ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Subscriber.SetTrackingConsent', { ListID: '{readers}', Email: 'ada@readers.example', Consent: 'Denied' }, [
    ['a member refuses', {}],
    ['an answer is taken back', { Consent: 'Unknown' }],
    ['who is not there answers nothing', { Email: 'nobody@readers.example' }, 'NotInList'],
    ['an address must be one', { Email: 'ada' }, 'InvalidEmail'],
    ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Subscriber.UpdateEmail', { ClientID: '{client}', ListID: '{readers}', ...changed }, [
    ['a member has another address', {}],
    ['on every list where it is active', { ListID: '', Email: changed.NewEmail, NewEmail: changed.Email }],
    ['the new address is on the list', { NewEmail: 'ada@readers.example' }, 'AddressIsOnList'],
    ['who left keeps the address', { Email: 'zoe@readers.example' }, 'IsUnsubscribed'],
    ['a list must be one of the client', { ListID: '00000000000000000000000000000000' }, 'InvalidListId'],
    ['an address must be one', { NewEmail: 'ada' }, 'InvalidEmail'],
  ]),
  cases('Subscriber.SetPause', { ClientID: '{client}', Email: changed.Email, Until: '' }, [
    ['who has not paused resumes', {}],
    ['a day must be one', { Until: 'next week' }, 'InvalidDate'],
    ['a pause ends in the future', { Until: '2020-01-01' }, 'InvalidDate'],
    ['and within a year', { Until: '2999-01-01' }, 'InvalidDate'],
    ['a stranger', { Email: 'nobody@readers.example' }, 'NotInList'],
    ['an address must be one', { Email: 'ada' }, 'InvalidEmail'],
    ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Subscriber.Delete', { ListID: '{readers}', Email: changed.Email }, [
    ['a member is taken off the list', {}],
    ['who left stays', { Email: 'zoe@readers.example' }, 'IsUnsubscribed'],
    ['who is not there', { Email: 'nobody@readers.example' }, 'NotInList'],
  ]),
  cases('Subscriber.Restore', { ListID: '{readers}', Email: changed.Email }, [
    ['who was deleted comes back', {}],
    ['who was not deleted', { Email: 'zoe@readers.example' }, 'NotInList'],
  ]),
  cases('Subscriber.GetTrackingConsent', { ListID: '{readers}', Email: 'ada@readers.example' }, [
    ['not asked yet', {}],
    ['who is not there has no answer', { Email: 'nobody@readers.example' }, 'NotInList'],
    ['an address must be one', { Email: 'ada' }, 'InvalidEmail'],
  ]),
  cases('Subscribers.GetIsSubscribed', { ListID: '{readers}', Email: 'ada@readers.example' }, [
    ['an active member is', {}],
    ['who left is not', { Email: 'zoe@readers.example' }],
    ['what is no address is not', { Email: 'nobody' }],
  ]),
  cases('Subscribers.GetSingleSubscriber', { ListID: '{readers}', EmailAddress: 'ada@readers.example' }, [
    ['a member with custom fields', {}],
    ['a member who left', { EmailAddress: 'zoe@readers.example' }],
    ['who is not there is an empty record', { EmailAddress: 'nobody@readers.example' }],
    ['an address must be one', { EmailAddress: 'ada' }, 'InvalidEmail'],
  ]),
  cases('Subscribers.GetActive', { ListID: '{readers}', Date: '2024-03-01 08:00:00' }, [
    ['those strictly after the date', {}],
    ['a bare date is its midnight', { Date: '2024-03-01' }],
    ['no member since 2099', { Date: '2099-01-01' }],
    ['a date must be one', { Date: '2024-02-30' }, 'InvalidDate'],
  ]),
  cases('Subscribers.GetUnsubscribed', { ListID: '{readers}', Date: '2024-01-01' }, [
    ['those who left', {}],
    ['a date must be one', { Date: 'yesterday' }, 'InvalidDate'],
  ]),
  cases('Subscribers.GetBounced', { ListID: '{readers}', Date: '2024-01-01' }, [
    ['those who bounced', {}],
    ['a date must be one', { Date: '' }, 'InvalidDate'],
  ]),
].flat()
