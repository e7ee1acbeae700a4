import { readConfig } from '../config.ts'
import { createLog } from '../lib/log.ts'
import { open } from '../store/connection/open.ts'
import { usageOf } from './help.ts'

/** `lettershop migrate`: brings the database up to date and ends; `start` does the same by itself. */
export async function migrateDatabase(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    process.stderr.write(usageOf('migrate'))
    return 2
  }
  const config = readConfig()
  const store = await open({
    databaseUrl: config.DATABASE_URL ?? undefined,
    dataFolder: config.LETTERSHOP_DATA,
    log: createLog(config.LETTERSHOP_LOG_LEVEL),
  })
  await store.close()
  process.stdout.write('The database is up to date.\n')
  return 0
}
