/** The keys of User.GetApiKey, replaced. */
import { type Access, key, ofClient, on, type Row, row, U } from '../row.ts'
import { int, type Members, type Shape, text } from '../shapes.ts'

// biome-ignore format: a table reads by its columns
export const historicalKeys = {
  'User.RotateApiKey': row('RotateApiKey', { ApiKey: text, OverlapHours: int }, U(text), key, 'Gives the calling login a new API key and yields it; the old one ends at once or after an overlap.'),
  'Client.RotateApiKey': row('RotateClientApiKey', { ...ofClient, OverlapHours: int }, U(text), on('ClientID', 'Keys'), "Gives the login of a client a new API key and yields it; the old one ends at once or after an overlap."),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
