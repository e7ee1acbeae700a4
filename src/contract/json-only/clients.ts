import * as own from '../own-records.ts'
import { type Access, ofClient, on, R, type Row, row, U } from '../row.ts'
import { boolean, int, type Members, type Shape } from '../shapes.ts'

// biome-ignore format: a table reads by its columns
export const clients = {
  'Client.SetOptions': row('SetClientOptions', { ...ofClient, SendOnlyReady: boolean }, R, on('ClientID', 'Settings'), 'Sets whether Campaign.Send refuses campaigns of a client that Campaign.Check does not find ready.'),
  'Client.GetOptions': row('GetClientOptions', ofClient, U(own.ClientOptions), on('ClientID', 'View'), 'What a client chose for the sending of its campaigns: whether Campaign.Send refuses those that are not ready or not approved, and how long people may stop what they send at once.'),
  'Client.SetStopSeconds': row('SetClientStopSeconds', { ...ofClient, StopSeconds: int }, R, on('ClientID', 'Settings'), 'Sets for how many seconds a campaign that a person sends at once can still be stopped with Campaign.Unschedule.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
