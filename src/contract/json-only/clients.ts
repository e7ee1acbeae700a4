import { ClientProfile } from '../client-records.ts'
import { ClientDate } from '../draft-records.ts'
import * as own from '../own-records.ts'
import { type Access, account, ofClient, on, R, type Row, row, U } from '../row.ts'
import { boolean, int, type Members, type Shape, text } from '../shapes.ts'

const basics = { CompanyName: text, ContactName: text, EmailAddress: text, Country: text, Timezone: text }

// biome-ignore format: a table reads by its columns
export const clients = {
  'Client.SetOptions': row('SetClientOptions', { ...ofClient, SendOnlyReady: boolean }, R, on('ClientID', 'Settings'), 'Sets whether Campaign.Send refuses campaigns of a client that Campaign.Check does not find ready.'),
  'Client.GetOptions': row('GetClientOptions', ofClient, U(own.ClientOptions), on('ClientID', 'View'), 'What a client chose for the sending of its campaigns: whether Campaign.Send refuses those that are not ready or not approved, how long people may stop what they send at once, and above how many recipients they confirm the number.'),
  'Client.ReadDate': row('ReadClientDate', { ...ofClient, Date: text }, U(ClientDate), on('ClientID', 'View'), 'Which instant a date in the time zone of a client is, as Campaign.Send reads it, and whether clocks change then.'),
  'Client.SetSendConfirmation': row('SetClientSendConfirmation', { ...ofClient, ConfirmAbove: int }, R, on('ClientID', 'Settings'), 'Sets above how many recipients a person has to confirm their number to send a campaign of a client.'),
  'Client.SetStopSeconds': row('SetClientStopSeconds', { ...ofClient, StopSeconds: int }, R, on('ClientID', 'Settings'), 'Sets for how many seconds a campaign that a person sends at once can still be stopped with Campaign.Unschedule.'),
  'Client.CreateCompany': row('CreateCompany', { ApiKey: text, ...basics }, U(text), account('Clients'), 'Creates a client, with a contact or without, and yields its ClientID.'),
  'Client.ChangeBasics': row('ChangeClientBasics', { ...ofClient, ...basics }, R, on('ClientID', 'Clients'), 'Replaces the name, country and time zone of a client, and its contact where one is given.'),
  'Client.SetAccess': row('SetClientAccess', { ...ofClient, AccessLevel: int, Username: text, Password: text }, R, on('ClientID', 'Billing'), 'Sets what the login of a client may do; how the client pays stays.'),
  'Client.SetMarkups': row('SetClientMarkups', { ...ofClient, ClientPays: boolean, Currency: text, MarkupPercentage: text, MarkupOnDelivery: text, MarkupPerRecipient: text }, R, on('ClientID', 'Billing'), 'Sets whether a client pays for its campaigns, and what it pays above the standard rates of the currency.'),
  'Client.GetProfile': row('GetClientProfile', ofClient, U(ClientProfile), on('ClientID', 'View'), 'A client with its contact, access and billing; with the API key of its login for callers that use the key of a user of the account. Each call is in the audit log.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
