import * as own from '../own-records.ts'
import { type Access, ofClient, on, R, type Row, row, U } from '../row.ts'
import { boolean, type Members, type Shape } from '../shapes.ts'

// biome-ignore format: a table reads by its columns
export const clients = {
  'Client.SetOptions': row('SetClientOptions', { ...ofClient, SendOnlyReady: boolean }, R, on('ClientID', 'Settings'), 'Sets whether Campaign.Send refuses campaigns of a client that Campaign.Check does not find ready.'),
  'Client.GetOptions': row('GetClientOptions', ofClient, U(own.ClientOptions), on('ClientID', 'View'), 'Whether Campaign.Send refuses campaigns of a client that Campaign.Check does not find ready.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
