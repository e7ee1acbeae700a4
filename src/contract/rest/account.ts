/** Calls about the account (reference/rest.md §2.1, 1–5). */
import { integer, many, object, text } from './fields.ts'
import { call, type RestCall } from './row.ts'

const Client = object('Client', { ClientID: text, Name: text })
const BillingDetails = object('BillingDetails', { Credits: integer })
const SystemDate = object('SystemDate', { SystemDate: text })

export const accountCalls: readonly RestCall[] = [
  call('GET clients', {
    about: 'The clients that the key reaches.',
    operation: 'User.GetClients',
    params: () => ({}),
    returns: many(Client),
    answer: clients => clients.map(({ ClientID, Name }) => ({ ClientID: ClientID ?? '', Name: Name ?? '' })),
  }),
  call('GET billingdetails', {
    about: 'The credits of the account: always 0, since campaigns are sent without any.',
    operation: 'Account.Get',
    params: () => ({}),
    returns: BillingDetails,
    answer: () => ({ Credits: 0 }),
  }),
  call('GET countries', {
    about: 'The countries a client may have.',
    operation: 'User.ListCountries',
    params: () => ({}),
    returns: many(text),
    answer: countries => countries,
  }),
  call('GET timezones', {
    about: 'The time zones a client may have.',
    operation: 'User.ListTimezones',
    params: () => ({}),
    returns: many(text),
    answer: zones => zones,
  }),
  call('GET systemdate', {
    about: 'The date and time in the zone of the account.',
    operation: 'User.GetSystemDate',
    params: () => ({}),
    returns: SystemDate,
    answer: date => ({ SystemDate: date }),
  }),
]
