/** The file of an import on this machine's disk, for as long as it is read. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../../store/connection/database.ts'
import { readOctetsOf } from '../../store/uploads/uploads.ts'

/** Has `use` read an upload as a file in a folder that only this user can open; it is removed afterwards. */
export async function withFile<Value>(
  db: Database,
  upload: { readonly clientId: number; readonly uploadId: number; readonly bytes: number },
  use: (path: string) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'lettershop-import-'))
  try {
    const path = join(folder, 'file')
    await pipeline(Readable.from(readOctetsOf(db, upload, upload.bytes)), createWriteStream(path, { mode: 0o600 }))
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
