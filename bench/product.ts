/** The program itself, in a process of its own, on an embedded and durable PostgreSQL the benchmark reaches too. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useKeys } from '../src/domain/access/keys.ts'
import { createLog } from '../src/lib/log.ts'
import { connect, type Database } from '../src/store/connection/database.ts'
import { startEmbedded } from '../src/store/embedded/embedded.ts'
import { type Program, startProgram } from '../test/harness/program.ts'
import { testKeys } from '../test/harness/seed.ts'

export interface Product extends Program {
  readonly port: number
  readonly db: Database
  readonly databaseUrl: string
  /** LETTERSHOP_DATA of the program. */
  readonly dataFolder: string
}

/** @param keptFolder where the database and the data of the service stay; without it they are gone at the end */
export async function startProduct(
  settings: Readonly<Record<string, string>> = {},
  keptFolder?: string,
): Promise<Product> {
  const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'lettershop-bench-')))
  const dataFolder = join(folder, 'service')
  const embedded = await startEmbedded({ dataFolder: folder, log: createLog('warn') })
  const program = await startProgram({
    DATABASE_URL: embedded.url,
    LETTERSHOP_DATA: dataFolder,
    LETTERSHOP_CALLS_PER_SECOND: '0',
    ...settings,
  })
  const db = connect(embedded.url, { max: 16 })
  // no entry of these runs is a keyed hash, so any key will do
  useKeys(db, testKeys)
  return {
    ...program,
    port: Number(new URL(program.url).port),
    db,
    databaseUrl: embedded.url,
    dataFolder,
    async end(signal) {
      const code = await program.end(signal)
      await db.end()
      await embedded.stop()
      if (keptFolder === undefined) await rm(folder, { recursive: true, force: true })
      return code
    },
  }
}

/** A client and a list to work on. */
export async function makeList({ call }: Product): Promise<{ ClientID: string; ListID: string }> {
  const ClientID = await call<string>('Client.Create', {
    CompanyName: 'Bench',
    ContactName: 'Bench',
    EmailAddress: 'bench@bench.example',
    Country: 'Germany',
    Timezone: 'Europe/Berlin',
  })
  const ListID = await call<string>('List.Create', {
    ClientID,
    Title: 'Bench',
    UnsubscribePage: '',
    ConfirmOptIn: false,
    ConfirmationSuccessPage: '',
  })
  return { ClientID, ListID }
}

/** Sends a file of people. @param name of its format: its extension. @returns the UploadID */
export async function upload(
  { url, apiKey }: Product,
  ClientID: string,
  file: AsyncIterable<Uint8Array>,
  name: string,
) {
  const response = await fetch(`${url}/api/uploads?ClientID=${ClientID}&FileName=bench.${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/octet-stream' },
    body: ReadableStream.from(file),
    ...({ duplex: 'half' } as object), // not among the types of Node 20
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return (JSON.parse(text) as { UploadID: string }).UploadID
}
