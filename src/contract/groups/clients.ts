/** Options, access, billing and profile of a client. */

import { account, card, on, R, U } from '../card.ts'
import { boolean, describe, enumeration, int, optional, record, text } from '../shapes.ts'
import { AccessLevel, ApiKey, ClientID, CompanyName, ContactName, Country, fields, ofClient, Password, Timezone, Username } from '../words.ts'
import { accessRefusals } from './historical/clients.ts'

export const byAnother = 'True: a person does not approve their own request, if another person may.'

/** Language is a tag of BCP 47. */
export const ClientOptions = record('ClientOptions', {
  SendOnlyReady: boolean('Campaign.Send refuses campaigns that Campaign.Check does not find ready.'),
  StopSeconds: int('Seconds in which a campaign that a person sends at once can be stopped; 0 for none.', 60),
  ApprovalRequired: boolean('Campaign.Send refuses campaigns that are not approved as they are.'),
  ApprovalByAnother: boolean(byAnother, true),
  ConfirmAbove: int('The number of recipients that was set; -1 for ten times the usual audience.', 20_000),
  ConfirmAboveNow: int('Above how many recipients a person has to confirm their number now.'),
})

/** Skipped: clocks go forward over this time, which does not exist; Twice: clocks go back, and it comes twice. */
export const DateReading = enumeration('DateReading', 'Once', 'Skipped', 'Twice')

/** ReadDate is in the time zone of the client; Instant and Now are UTC (ISO 8601). */
export const ClientDate = record('ClientDate', {
  ReadDate: text('The date as it is read, in the time zone of the client: another one where clocks skip the one that was given.', '2026-03-29 03:30:00'),
  Reading: describe(DateReading, 'How often clocks of the client show the date that was given. Of two instants the later one is taken.', 'Skipped'),
  Timezone: text('The name of the time zone of the client.', 'Europe/Berlin'),
  Instant: text('The instant, in UTC.', '2026-03-29T01:30:00.000Z'),
  Now: text('The time of the service, in UTC.', '2026-03-20T09:30:00.000Z'),
})

/** Fees are decimals as text; what a client of its kind of billing does not pay is empty. */
export const ClientProfile = record('ClientProfile', {
  ClientID: fields.ClientID,
  CompanyName,
  ContactName: text('The person to talk to; empty where the client has none.', 'Carla Bloom'),
  EmailAddress: text('The address of the contact; empty where the client has none.', 'carla@bloom.example'),
  Country,
  Timezone,
  Username: fields.LoginOfClient,
  AccessLevel,
  ClientPays: boolean('Whether the client pays for its campaigns.'),
  Currency: fields.Currency,
  BaseDeliveryFee: text('The standard fee for each campaign; empty where the client does not pay.', '4'),
  BaseCostPerRecipient: text('The standard price of a recipient in cents; empty where the client does not pay.', '0.8'),
  BaseDesignAndSpamTestFee: text('The standard fee for a design and spam test; empty where the client does not pay.', '4'),
  DeliveryFee: text('What the client pays for each campaign; empty at the standard rate.', '6.5'),
  CostPerRecipient: text('What the client pays for a recipient, in cents; empty at the standard rate.', '1.5'),
  DesignAndSpamTestFee: text('What the client pays for a design and spam test; empty at the standard rate.', '6'),
  ApiKey: text('The API key of the client’s login, for callers with the key of a user of the account; otherwise empty.', '0f1e2d3c4b5a69788796a5b4c3d2e1f0'),
})

const basics = {
  CompanyName,
  ContactName: optional(ContactName),
  EmailAddress: optional(
    text(
      'The address of the contact; no two clients of an account have one address. Left out with ContactName for a client without a contact.',
      'carla@bloom.example',
    ),
  ),
  Country,
  Timezone,
}

const companyBasicsRefusals = ['InvalidEmail', 'EmailTaken', 'InvalidTimezone', 'EmptyCompanyName', 'InvalidCountry'] as const

/** Mails 0: there is no cap. */
export const FrequencyCap = record('FrequencyCap', {
  Mails: int('How many mails at most; 0 for no cap.', 3),
  Days: int('In how many days, today included; 0 without a cap.', 7),
})

export const clients = {
  'Client.SetOptions': card('SetClientOptions', on('ClientID', 'Settings'), 'change', {
    summary: 'Sets whether Campaign.Send refuses campaigns of a client that Campaign.Check does not find ready.',
    parameters: { ...ofClient, SendOnlyReady: boolean('True has Campaign.Send refuse a campaign that Campaign.Check does not find ready.') },
    result: R,
    refusals: [],
  }),
  'Client.GetOptions': card('GetClientOptions', on('ClientID', 'View'), 'read', {
    summary:
      'What a client chose for the sending of its campaigns: whether Campaign.Send refuses those that are not ready or not approved, how long people may stop what they send at once, and above how many recipients they confirm the number.',
    parameters: ofClient,
    result: U(ClientOptions),
    refusals: [],
  }),
  'Client.ReadDate': card('ReadClientDate', on('ClientID', 'View'), 'read', {
    summary: 'Which instant a date in the time zone of a client is, as Campaign.Send reads it, and whether clocks change then.',
    parameters: { ...ofClient, Date: text('A date, YYYY-MM-DD HH:MM:SS, in the time zone of the client.', '2026-03-20 09:30:00') },
    result: U(ClientDate),
    refusals: ['InvalidDate'],
  }),
  'Client.SetSendConfirmation': card('SetClientSendConfirmation', on('ClientID', 'Settings'), 'change', {
    summary: 'Sets above how many recipients a person has to confirm their number to send a campaign of a client.',
    parameters: {
      ...ofClient,
      ConfirmAbove: int(
        'Recipients: 0 or more, or -1 for ten times the median of the last ten campaigns that were sent, at least 100; 5,000 where fewer than three were. Calls with a key need no confirmation.',
        20_000,
      ),
    },
    result: R,
    refusals: ['InvalidParameter'],
  }),
  'Client.SetStopSeconds': card('SetClientStopSeconds', on('ClientID', 'Settings'), 'change', {
    summary: 'Sets for how many seconds a campaign that a person sends at once can still be stopped with Campaign.Unschedule.',
    parameters: {
      ...ofClient,
      StopSeconds: int(
        'Seconds, 0 to 600: what a person signed in to the console sends at once begins so much later, and Campaign.Unschedule stops it until then. 0 to begin at once. Calls with a key always begin at once.',
        60,
      ),
    },
    result: R,
    refusals: ['InvalidParameter'],
  }),
  'Client.GetFrequencyCap': card('GetClientFrequencyCap', on('ClientID', 'View'), 'read', {
    summary: 'How many mails of campaigns a person gets of a client at most, and in how many days.',
    parameters: ofClient,
    result: U(FrequencyCap),
    refusals: [],
  }),
  'Client.SetFrequencyCap': card('SetClientFrequencyCap', on('ClientID', 'Settings'), 'change', {
    summary:
      'Sets how many mails of campaigns a person gets of a client at most in so many days, over all lists. Further campaigns leave the person out; Campaign.CatchUp sends them later.',
    parameters: {
      ...ofClient,
      Mails: int('1 to 50 mails; 0 for no cap.', 3),
      Days: int('In how many days, 1 to 30, today included; in the time zone of the client. Ignored without a cap.', 7),
    },
    result: R,
    refusals: ['InvalidParameter'],
  }),
  'Client.CreateCompany': card('CreateCompany', account('Clients'), 'create', {
    summary: 'Creates a client, with a contact or without, and yields its ClientID.',
    parameters: { ApiKey, ...basics },
    result: U(ClientID),
    refusals: [...companyBasicsRefusals, 'ClientCreationLimit'],
  }),
  'Client.ChangeBasics': card('ChangeClientBasics', on('ClientID', 'Clients'), 'change', {
    summary: 'Replaces the name, country and time zone of a client, and its contact where one is given.',
    parameters: {
      ...ofClient,
      ...basics,
      EmailAddress: optional(
        text(
          'The address of the contact; no two clients of an account have one address. Left out with ContactName for the present contact.',
          'carla@bloom.example',
        ),
      ),
    },
    result: R,
    refusals: companyBasicsRefusals,
  }),
  'Client.SetAccess': card('SetClientAccess', on('ClientID', 'Billing'), 'change', {
    summary: 'Sets what the login of a client may do; how the client pays stays.',
    parameters: { ...ofClient, AccessLevel, Username: optional(Username), Password: optional(Password) },
    result: R,
    refusals: accessRefusals,
  }),
  'Client.SetMarkups': card('SetClientMarkups', on('ClientID', 'Billing'), 'change', {
    summary: 'Sets whether a client pays for its campaigns, and what it pays above the standard rates of the currency.',
    parameters: {
      ...ofClient,
      ClientPays: boolean('Whether the client pays for its campaigns; else the rest is not looked at.'),
      Currency: optional(text('The currency; needed where the client pays.', 'EUR')),
      MarkupPercentage: optional(text('Percent above the standard rates, a decimal; left out or empty for none.', '')),
      MarkupOnDelivery: optional(text('What is added to the standard fee for each campaign, in units of the currency; left out or empty for nothing.', '1.5')),
      MarkupPerRecipient: optional(text('What is added to the standard price of a recipient, in cents; left out or empty for nothing.', '0.2')),
    },
    result: R,
    refusals: ['InvalidCurrency', 'InvalidFee'],
  }),
  // a bulk read: it may hold a key
  'Client.GetProfile': card('GetClientProfile', on('ClientID', 'View'), 'bulk read', {
    summary:
      'A client with its contact, access and billing; with the API key of its login for callers that use the key of a user of the account. Each call is in the audit log.',
    parameters: ofClient,
    result: U(ClientProfile),
    refusals: [],
  }),
}
