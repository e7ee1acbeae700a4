/** What a caller may choose from, in today's spelling; that of the historical operations stays. */
import { type Access, key, type Row, row, U } from '../row.ts'
import { list, type Members, type Shape, text } from '../shapes.ts'

// biome-ignore format: a table reads by its columns
export const choices = {
  'User.ListTimezones': row('ListTimezones', { ApiKey: text }, U(list(text)), key, "The time zones a client may have, as today's interface names them."),
  'User.ListCountries': row('ListCountries', { ApiKey: text }, U(list(text)), key, 'The countries a client may have, each once and by name.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
