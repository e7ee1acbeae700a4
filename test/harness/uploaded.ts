/** Files that were uploaded, as rows: for tests of what uses them. */
import { createHash } from 'node:crypto'
import type { Database } from '../../src/store/connection/database.ts'

/** A file of one chunk, for a client. @returns its UploadID */
export async function seedUpload(db: Database, clientId: number, fileName: string, file: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(file).digest()
  const [row] = await db<{ id: number; publicId: string }[]>`
    insert into uploads (client_id, file_name, bytes, reserved, sha256, expires_at)
    values (${clientId}, ${fileName}, ${file.length}, ${file.length}, ${sha256}, now() + interval '1 day')
    returning id, public_id`
  await db`insert into upload_chunks (client_id, upload_id, number, bytes) values (${clientId}, ${row!.id}, 0, ${file})`
  return row!.publicId
}
