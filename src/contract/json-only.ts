/**
 * New operations are offered over JSON alone: the WSDL does not change any more, and generated clients need no new build
 * (design §3). The rows of a subject stand together in a file of `json-only/`.
 */
import { clients } from './json-only/clients.ts'
import { historicalKeys } from './json-only/historical-keys.ts'
import { sessions } from './json-only/sessions.ts'
import { setupAndUndo } from './json-only/setup-and-undo.ts'

export const jsonOnly = { ...historicalKeys, ...clients, ...setupAndUndo, ...sessions } as const
