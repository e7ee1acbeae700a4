/** The sending domains of a client as a query. */
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'

export const domainsOf = (clientId: string) => read('Domain.List', { ClientID: clientId })

export type SendingDomain = ValueOf<'Domain.List'>[number]
