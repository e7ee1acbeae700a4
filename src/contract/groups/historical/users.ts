/** Historical operations about logins and the account. These cards never change (design §3). */

import { anyone, card, key, U } from '../../card.ts'
import { exemplify, list, record, text } from '../../shapes.ts'
import { ApiKey, fields, Password, Username } from '../../words.ts'

export const Client = record('Client', { ClientID: fields.ClientID, Name: fields.CompanyName })

export const keyOfLogin = {
  // a read: its failures are entries of their own (domain/audit/sign-in-failures.ts)
  'User.GetApiKey': card('GetApiKey', anyone, 'read', {
    summary: 'Yields the API key of a login.',
    parameters: {
      SiteUrl: text('The web address of the account, as LETTERSHOP_SITE_URL gave it; http or https does not matter.', 'https://agency.example.com/'),
      Username,
      Password,
    },
    result: U(ApiKey),
    refusals: ['InvalidLogin', 'KeyNotGiven'],
  }),
}

export const users = {
  'User.GetClients': card('GetClients', key, 'read', {
    summary: 'The clients this key reaches.',
    parameters: { ApiKey },
    result: U(list(Client)),
    refusals: [],
  }),
  'User.GetSystemDate': card('GetSystemDate', key, 'read', {
    summary: 'The current date and time in the time zone of the account.',
    parameters: { ApiKey },
    result: U(exemplify(text(), '2026-03-21 08:00:00')),
    refusals: [],
  }),
  'User.GetTimezones': card('GetTimezones', key, 'read', {
    summary: 'The time zones a client may have.',
    parameters: { ApiKey },
    result: U(
      exemplify(list(text()), [
        '(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London',
        '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
      ]),
    ),
    refusals: [],
  }),
  'User.GetCountries': card('GetCountries', key, 'read', {
    summary: 'The countries a client may have.',
    parameters: { ApiKey },
    result: U(exemplify(list(text()), ['Germany', 'New Zealand'])),
    refusals: [],
  }),
}
