import { cases } from '../case.ts'

const basics = {
  CompanyName: 'Garden & <Söhne>',
  ContactName: 'Ida "Ivy" Oak',
  EmailAddress: 'ida@garden.example',
  Country: 'Germany',
  Timezone: '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
}
const access = {
  ClientID: '{garden}',
  AccessLevel: 63,
  Username: 'ida',
  Password: 'blue kettle',
  BillingType: 'ClientPaysWithMarkup',
  Currency: 'EUR',
  DeliveryFee: '6.50',
  CostPerRecipient: '1.5',
  DesignAndSpamTestFee: '7',
}
const client = { ClientID: '{client}' }

export const clients = [
  cases('Client.Create', basics, [
    ['a client is created', {}, 'success', 'garden'],
    ['a company needs a name', { CompanyName: '' }, 'EmptyCompanyName'],
    ['a name has at most 200 characters', { CompanyName: 'x'.repeat(201) }, 'ValueTooLong'],
    ['a name is one line', { CompanyName: 'Garden\nBcc: all' }, 'InvalidCharacters'],
    ['a contact needs a name', { ContactName: ' ' }, 'EmptyContactName'],
    ['an address must be one', { EmailAddress: 'ida at garden' }, 'InvalidEmail'],
    ['two clients of an account have two addresses', { EmailAddress: 'IDA@garden.example' }, 'EmailTaken'],
    ['a country must be on the list', { Country: 'Atlantis' }, 'InvalidCountry'],
    ['a time zone must be on the list', { Timezone: 'Middle Earth' }, 'InvalidTimezone'],
    ['a client’s login creates none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['an IANA time zone will do', { EmailAddress: 'two@garden.example', Timezone: 'Asia/Tokyo' }, 'success', 'second'],
    ['a fourth in half an hour is too many', { EmailAddress: 'three@garden.example' }, 'ClientCreationLimit'],
  ]),
  cases('Client.UpdateBasics', { ClientID: '{garden}', ...basics }, [
    ['details are replaced', { CompanyName: 'Garden Ltd', Timezone: '(GMT) Casablanca' }],
    ['a company still needs a name', { CompanyName: '' }, 'EmptyCompanyName'],
    ['another client’s address is taken', { EmailAddress: 'two@garden.example' }, 'EmailTaken'],
    ['a client’s login changes none', { ApiKey: '{reportsKey}', ClientID: '{client}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Client.UpdateAccessAndBilling', access, [
    ['access and billing are set', {}],
    ['a level must be one of the sums that make sense', { AccessLevel: 4 }, 'InvalidAccessLevel'],
    ['a client with access needs a user name', { ClientID: '{second}', Username: '' }, 'InvalidUsername'],
    ['a user name belongs to one login', { ClientID: '{second}', Username: 'Bloom' }, 'UsernameTaken'],
    ['a password has six characters', { Password: '5bits' }, 'InvalidPassword'],
    ['a password is not a common one', { Password: 'password' }, 'UnsafePassword'],
    ['a billing type is one of three', { BillingType: 'Barter' }, 'InvalidBillingType'],
    ['a currency is one of six', { Currency: 'XXX' }, 'InvalidCurrency'],
    ['a fee is a decimal', { DeliveryFee: '6,50' }, 'InvalidFee'],
    ['a markup is above our own price', { CostPerRecipient: '0.79' }, 'MarkupTooLow'],
  ]),
  cases('Client.GetDetail', client, [
    ['a client without billing', {}],
    ['the password never comes back', { ClientID: '{garden}' }],
  ]),
  cases('Client.GetLists', client, [
    ['lists come by title', {}],
    ['a new client has none', { ClientID: '{garden}' }],
  ]),
  cases('Client.GetSegments', client, [['segments name their list', {}]]),
  cases('Client.GetSuppressionList', client, [
    ['every reason has its state', {}],
    ['a new client has no suppressed address', { ClientID: '{garden}' }],
    ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Client.AddSuppression', { ...client, EmailAddress: 'Unwanted@readers.example' }, [
    ['an address is put on the list', {}],
    ['an address is on it once', {}],
    ['an address must be one', { EmailAddress: 'unwanted' }, 'InvalidEmail'],
    ['a client’s login changes nothing', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Client.RemoveSuppression', { ...client, EmailAddress: 'unwanted@readers.example', Deliberately: false }, [
    ['what was put there by hand is taken off', {}],
    ['what is not on it cannot be taken off', {}, 'NotSuppressed'],
    ['an address must be one', { EmailAddress: 'unwanted' }, 'InvalidEmail'],
    ['an opt-out is not lifted by mistake', { EmailAddress: 'optedout@readers.example' }, 'RemovalNotDeliberate'],
    ['nor a bounce', { EmailAddress: 'unreachable@readers.example' }, 'RemovalNotDeliberate'],
    ['nor a complaint', { EmailAddress: 'complained@readers.example' }, 'RemovalNotDeliberate'],
    ['it is lifted deliberately', { EmailAddress: 'unreachable@readers.example', Deliberately: true }],
    ['a client’s login changes nothing', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Client.GetCampaigns', client, [['sent campaigns only', {}]]),
  cases('Client.SetDailyLimit', { ...client, DailyLimit: 500 }, [
    ['a limit is set', {}],
    ['a limit is no negative number', { DailyLimit: -2 }, 'InvalidDailyLimit'],
    ['a client’s login sets none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Client.ReadDate', { ...client, Date: '2027-06-01 09:00:00' }, [
    ['a date of the client is an instant', {}],
    ['a date must be one', { Date: 'soon' }, 'InvalidDate'],
    ['a client must be the caller’s', { ClientID: 'nobody' }, 'InvalidClientId'],
  ]),
  cases('Client.GetOptions', client, [['anything may be sent unless it is set otherwise', {}]]),
  cases('Client.SetOptions', { ...client, SendOnlyReady: true }, [
    ['only what is ready is sent', {}],
    ['a client’s login sets none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Client.GetOptions', client, [['what was set', {}]]),
  cases('Client.SetOptions', { ...client, SendOnlyReady: false }, [['it is taken back', {}]]),
  cases('Client.GetDailyLimit', client, [
    ['the limit, and what is used of it', {}],
    ['a new client has none', { ClientID: '{garden}' }],
  ]),
].flat()

export const clientsEnd = [
  cases('Client.RotateApiKey', { ClientID: '{garden}', OverlapHours: 0 }, [
    ['the key of a client’s login is replaced', {}, 'success', 'gardenKey'],
    ['a client without a login has no key', { ClientID: '{crowded}' }, 'NoClientLogin'],
    ['an overlap is a week at most', { OverlapHours: 169 }, 'InvalidParameter'],
    ['a client’s login replaces only its own', { ApiKey: '{gardenKey}' }, 'AccessDenied'],
  ]),
  cases('User.RotateApiKey', { ApiKey: '{gardenKey}', OverlapHours: 1 }, [
    ['a login replaces its own key', {}, 'success', 'nextGardenKey'],
    ['a key in its overlap replaces none', {}, 'AccessDenied'],
    ['an overlap is no negative number', { ApiKey: '{nextGardenKey}', OverlapHours: -1 }, 'InvalidParameter'],
  ]),
  cases('Client.Delete', { ClientID: '{second}' }, [
    ['a client is deleted', {}],
    ['a deleted client is unknown', {}, 'InvalidClientId'],
  ]),
].flat()
