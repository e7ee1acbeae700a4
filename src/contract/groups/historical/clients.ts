/** Historical operations about clients. These cards never change (design §3). */

import { account, card, on, R, Result, U } from '../../card.ts'
import { always, describe, exemplify, int, list, optional, record, text } from '../../shapes.ts'
import { AccessLevel, ApiKey, ClientID, CompanyName, ContactName, Country, fields, id, ofClient, Timezone } from '../../words.ts'
import { Subscriber } from './subscribers.ts'

const BillingType = text('How the client pays for its campaigns; needed where AccessLevel lets it send.', 'ClientPaysWithMarkup')
const DeliveryFee = text('The fee for each campaign in units of the currency, a decimal such as 6.5; needed for ClientPaysWithMarkup.', '6.5')
const CostPerRecipient = text('The price of a recipient in cents, a decimal such as 1.5; needed for ClientPaysWithMarkup.', '1.5')
const DesignAndSpamTestFee = text('The fee for a design and spam test in units of the currency, a decimal; needed for ClientPaysWithMarkup.', '6')

export const Campaign = record('Campaign', {
  CampaignID: fields.CampaignID,
  Subject: fields.Subject,
  Name: fields.CampaignName,
  SentDate: fields.SentDate,
  TotalRecipients: int('How many it went to.', 1000),
})

export const List = record('List', {
  ListID: always(fields.ListID),
  Name: always(text('The name of the list, or of the segment where a segment is meant.', 'Spring newsletter')),
})

export const Template = record('Template', {
  TemplateID: fields.TemplateID,
  Name: text('The name of the template.', 'Two columns'),
  PreviewURL: text('Where the template can be seen.', `https://mail.example.com/preview/template/${id('c')}`),
  ScreenshotURL: text('Where the picture of the template is; empty without one.', `https://mail.example.com/files/template/${id('c')}/screenshot`),
})

export const ClientBasicDetails = record('ClientBasicDetails', {
  ClientID: fields.ClientID,
  CompanyName,
  ContactName,
  EmailAddress: exemplify(fields.EmailAddress, 'carla@bloom.example'),
  Country,
  Timezone,
})

export const ClientAccessAndBilling = record('ClientAccessAndBilling', {
  Username: fields.LoginOfClient,
  Password: text('Always Deprecated; sent back it changes nothing.', 'Deprecated'),
  BillingType,
  Currency: fields.Currency,
  DeliveryFee,
  CostPerRecipient,
  DesignAndSpamTestFee,
  AccessLevel,
})

export const ClientDetail = record('ClientDetail', {
  BasicDetails: describe(ClientBasicDetails, 'Who the client is.'),
  AccessAndBilling: describe(ClientAccessAndBilling, 'What its login may do and how it pays.'),
})

const basics = {
  CompanyName,
  ContactName,
  EmailAddress: text('The address of the contact; no two clients of an account have one address.', 'carla@bloom.example'),
  Country,
  Timezone,
}

const basicsRefusals = ['InvalidEmail', 'EmailTaken', 'InvalidTimezone', 'EmptyCompanyName', 'EmptyContactName', 'InvalidCountry'] as const

export const accessRefusals = [
  'UsernameTaken',
  'InvalidAccessLevel',
  'InvalidUsername',
  'InvalidBillingType',
  'InvalidCurrency',
  'InvalidFee',
  'MarkupTooLow',
  'UnsafePassword',
  'InvalidPassword',
] as const

export const clients = {
  'Client.GetCampaigns': card('GetClientCampaigns', on('ClientID', 'ReadReports'), 'read', {
    summary: 'The sent campaigns of a client.',
    parameters: ofClient,
    result: U(list(Campaign)),
    refusals: [],
  }),
  'Client.GetLists': card('GetClientLists', on('ClientID', 'View'), 'read', {
    summary: 'The lists of a client.',
    parameters: ofClient,
    result: U(list(List)),
    refusals: [],
  }),
  'Client.GetSegments': card('GetClientSegments', on('ClientID', 'View'), 'read', {
    summary: 'The segments of a client; ListID is the list each belongs to.',
    parameters: ofClient,
    result: U(list(List)),
    refusals: [],
  }),
  'Client.GetSuppressionList': card('GetClientSuppressionList', on('ClientID', 'ReadAudience'), 'bulk read', {
    summary: 'The addresses no campaign of this client is sent to.',
    parameters: ofClient,
    result: U(list(Subscriber)),
    refusals: [],
  }),
  'Client.GetTemplates': card('GetClientTemplates', on('ClientID', 'Draft'), 'read', {
    summary: 'The templates of a client.',
    parameters: ofClient,
    result: U(list(Template)),
    refusals: [],
  }),
  'Client.Create': card('CreateClient', account('Clients'), 'create', {
    summary: 'Creates a client and yields its ClientID.',
    parameters: { ApiKey, ...basics },
    result: U(ClientID),
    refusals: [...basicsRefusals, 'ClientCreationLimit'],
  }),
  'Client.UpdateBasics': card('UpdateClientBasics', on('ClientID', 'Clients'), 'change', {
    summary: 'Replaces the basic details of a client.',
    parameters: { ...ofClient, ...basics },
    result: U(Result),
    refusals: basicsRefusals,
  }),
  'Client.UpdateAccessAndBilling': card('UpdateClientAccessAndBilling', on('ClientID', 'Billing'), 'change', {
    summary: 'Sets what a client may do and how it pays.',
    parameters: {
      ...ofClient,
      AccessLevel,
      Username: optional(
        text('The user name of the client’s login; needed for the first one, left out it stays. Another one needs the right People.', 'carla'),
      ),
      Password: optional(
        text(
          'Its password, 6 to 200 characters; needed for the first one, left out or Deprecated it stays. Another one needs the right People.',
          'correct horse battery staple',
        ),
      ),
      BillingType: optional(BillingType),
      Currency: optional(text('The currency; needed unless BillingType is UserPaysOnClientsBehalf.', 'EUR')),
      DeliveryFee: optional(DeliveryFee),
      CostPerRecipient: optional(CostPerRecipient),
      DesignAndSpamTestFee: optional(DesignAndSpamTestFee),
    },
    result: R,
    refusals: accessRefusals,
  }),
  'Client.GetDetail': card('GetClientDetail', on('ClientID', 'View'), 'read', {
    summary: 'The details of a client.',
    parameters: ofClient,
    result: U(ClientDetail),
    refusals: [],
  }),
  'Client.Delete': card('DeleteClient', on('ClientID', 'Clients'), 'change', {
    summary: 'Deletes a client.',
    parameters: ofClient,
    result: R,
    refusals: [],
  }),
}
