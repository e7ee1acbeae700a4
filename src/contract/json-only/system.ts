/** The state of the installation. */
import { type Access, account, type Row, row, U } from '../row.ts'
import { type Members, type Shape, text } from '../shapes.ts'
import * as own from '../system-records.ts'

// biome-ignore format: a table reads by its columns
export const system = {
  'System.GetState': row('GetSystemState', { ApiKey: text }, U(own.SystemState), account('Settings'), 'The state of the installation: what is wrong, its processes, its database, what waits, and its backups.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
