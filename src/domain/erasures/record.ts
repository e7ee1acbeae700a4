/**
 * The record of erasures beside the database: a file `erasures` in the data folder, and in the folder of LETTERSHOP_STATE_DIR. A database
 * that is restored to a time before an erasure has the contact again; the record names it, and the erasure is made once more before
 * anything is sent. It holds keyed hashes (address-hash.ts), no addresses. See docs/personal-data.md#after-a-restore.
 *
 * One line of JSON for each erasure: `{"erasure":"…","client":"…","contact":"@hmac:…","at":"2026-11-23T10:00:00.000Z"}`.
 */
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPublicId } from '../../lib/ids.ts'
import { syncFolder } from '../../lib/sync-folder.ts'
import type { RememberedErasure } from '../../store/erasures/erasures.ts'
import { isHashedAddress } from '../../store/subscribers/address-hash.ts'

/** In each of the folders. */
export const recordName = 'erasures'

/** The entries in the file of a folder; none without a file. A line that a crash cut off is left out. */
export async function readRecord(folder: string): Promise<readonly RememberedErasure[]> {
  const text = await readFile(join(folder, recordName), 'utf8').catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '' // errors of node:fs carry a code
    throw error
  })
  return text.split('\n').flatMap(line => readLine(line) ?? [])
}

function readLine(line: string): RememberedErasure | undefined {
  try {
    const { erasure, client, contact, at } = JSON.parse(line) as Record<'erasure' | 'client' | 'contact' | 'at', string> // appendRecord's
    const requestedAt = new Date(at)
    if (!isPublicId(erasure) || !isPublicId(client) || !isHashedAddress(contact)) return undefined
    if (Number.isNaN(requestedAt.getTime())) return undefined
    return { publicId: erasure, clientPublicId: client, hash: contact, requestedAt }
  } catch {
    return undefined
  }
}

/** Appends to the file of a folder; durable when it resolves. @throws Error of the disk */
export async function appendRecord(folder: string, erasures: readonly RememberedErasure[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lines = erasures.map(({ publicId, clientPublicId, hash, requestedAt }) =>
    JSON.stringify({ erasure: publicId, client: clientPublicId, contact: hash, at: requestedAt.toISOString() }),
  )
  const file = await open(join(folder, recordName), 'a', 0o600)
  try {
    // begins a line of its own, whatever a crash left before it
    await file.writeFile(`\n${lines.join('\n')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(folder)
}
