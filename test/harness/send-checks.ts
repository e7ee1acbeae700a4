/** What Campaign.Send looks at, for tests that send without the operation. */
import assert from 'node:assert/strict'
import { contentTasksHere } from '../../src/delivery/content/tasks.ts'
import { composeOnce } from '../../src/delivery/drafts/preflight.ts'
import type { SendChecks } from '../../src/domain/campaigns/lifecycle/sending.ts'
import { tokens } from '../../src/domain/tokens/tokens.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { testKeys } from './seed.ts'

/** Composes as the service does; the client does not ask for a check. */
export function sendChecks(db: Database): SendChecks {
  return {
    source: { db, fetch: async () => assert.fail('no test fetches'), contentTasks: contentTasksHere },
    compose: composeOnce({ db, tokens: tokens(testKeys), contentTasks: contentTasksHere }),
    check: async () => assert.fail('no test asks for a check'),
  }
}
