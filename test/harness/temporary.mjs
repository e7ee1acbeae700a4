/**
 * Where the temporary files of a run are: the databases, the data folders of the programs that tests start, the bundles. In memory
 * they cost a fraction of what they do on a disk: making a database copies 350 files, and a program flushes its files for
 * durability, which no test can observe without a power cut.
 */
import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounted by every Linux; in containers often with 64 MB. */
const memory = '/dev/shm'

/** Bytes: several times what a whole run holds at once. */
const enough = 4 * 2 ** 30

/** @returns a folder in memory if that has room for it, unless TMPDIR names another */
export function temporaryFolder() {
  return process.env.TMPDIR === undefined && hasRoom() && mayExecute() ? memory : tmpdir()
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, freemem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) >= enough
  } catch {
    return false // not Linux, or no such mount
  }
}

/** PostgreSQL's programs are copied beside its data where its account cannot reach them; containers often forbid to execute there. */
function mayExecute() {
  let folder
  try {
    folder = mkdtempSync(join(memory, 'lettershop-test-'))
    const file = join(folder, 'program')
    writeFileSync(file, '', { mode: 0o700 })
    accessSync(file, constants.X_OK) // says no on a mount with noexec, for root too
    return true
  } catch {
    return false
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}
