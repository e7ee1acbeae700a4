/** A process to kill: runs the embedded server on the folder named and says each number it has committed. */
import { createLog } from '../../src/lib/log.ts'
import { connect } from '../../src/store/connection/database.ts'
import { startEmbedded } from '../../src/store/embedded/embedded.ts'

const embedded = await startEmbedded({ dataFolder: process.argv[2]!, log: createLog('error') })
const db = connect(embedded.url, { max: 1 })
await db`create table if not exists numbers (number integer)`
for (let number = 1; ; number++) {
  await db`insert into numbers values (${number})`
  process.stdout.write(`${number}\n`)
}
