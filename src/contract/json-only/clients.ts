import { ClientDate } from '../draft-records.ts'
import * as own from '../own-records.ts'
import { type Access, ofClient, on, R, type Row, row, U } from '../row.ts'
import { boolean, int, type Members, type Shape, text } from '../shapes.ts'

// biome-ignore format: a table reads by its columns
export const clients = {
  'Client.SetOptions': row('SetClientOptions', { ...ofClient, SendOnlyReady: boolean }, R, on('ClientID', 'Settings'), 'Sets whether Campaign.Send refuses campaigns of a client that Campaign.Check does not find ready.'),
  'Client.GetOptions': row('GetClientOptions', ofClient, U(own.ClientOptions), on('ClientID', 'View'), 'What a client chose for the sending of its campaigns: whether Campaign.Send refuses those that are not ready or not approved, how long people may stop what they send at once, and above how many recipients they confirm the number.'),
  'Client.ReadDate': row('ReadClientDate', { ...ofClient, Date: text }, U(ClientDate), on('ClientID', 'View'), 'Which instant a date in the time zone of a client is, as Campaign.Send reads it, and whether clocks change then.'),
  'Client.SetSendConfirmation': row('SetClientSendConfirmation', { ...ofClient, ConfirmAbove: int }, R, on('ClientID', 'Settings'), 'Sets above how many recipients a person has to confirm their number to send a campaign of a client.'),
  'Client.SetStopSeconds': row('SetClientStopSeconds', { ...ofClient, StopSeconds: int }, R, on('ClientID', 'Settings'), 'Sets for how many seconds a campaign that a person sends at once can still be stopped with Campaign.Unschedule.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
