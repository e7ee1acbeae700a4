/** What the service answers of a client's overview. */
import type { ValueOf } from '../../../../src/client/client.ts'

export type Overview = ValueOf<'Client.GetOverview'>
