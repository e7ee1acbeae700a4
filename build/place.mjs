/** Puts what was built into its place. */
import { rename, rm } from 'node:fs/promises'

/**
 * Has `make` build into a folder beside the place, and renames it into the place: a process that starts meanwhile finds a whole build.
 * @param {string} place a folder, which may be there
 * @param {(folder: string) => Promise<void>} make
 */
export async function buildInto(place, make) {
  const made = `${place}-${process.pid}`
  const before = `${place}-before-${process.pid}`
  try {
    await make(made)
    await rename(place, before).catch(ignore('ENOENT'))
    // another process that built at the same moment has left the same
    await rename(made, place).catch(ignore('ENOTEMPTY', 'EEXIST'))
  } finally {
    for (const left of [made, before]) await rm(left, { recursive: true, force: true })
  }
}

function ignore(...codes) {
  return error => {
    if (!codes.includes(error.code)) throw error
  }
}
