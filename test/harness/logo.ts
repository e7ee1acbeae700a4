/** The logo of a client, as an operation keeps it. */
import { keepImage } from '../../src/domain/images/images.ts'
import { imageTasksHere } from '../../src/domain/images/tasks.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { png } from './images.ts'

/** @returns the id of the image, one pixel of PNG */
export async function keepLogo(db: Database, clientId: number): Promise<number> {
  const [client] = await db<{ accountId: number; clientPublicId: string }[]>`
    select account_id, public_id as client_public_id from clients where id = ${clientId}`
  const { id } = await keepImage(
    db,
    imageTasksHere,
    { clientId, timeZone: 'UTC', ...client! },
    { bytes: png, name: 'Logo' },
  )
  return id
}
