/** Hands one mail over according to its journal, and lives until it is killed. */
import { openJournal } from '../../src/delivery/journal/journal.ts'
import { createLog } from '../../src/lib/log.ts'

const journal = await openJournal(process.argv[2]!, 'host/1/child', createLog('silent'))
journal.begin({ campaignPublicId: 'c'.repeat(32), low: 1, token: 7 }).write([], [{ number: 5, attempt: 1 }])
process.on('disconnect', () => process.exit())
process.send?.('written')
