/**
 * The disk under the real journal. A full one is simulated beneath node:fs, like a real one: a write takes a part of its
 * bytes, and the next takes nothing (write(2), ENOSPC). Above, in the journal's own functions, no half of a line could be left.
 */
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import type { Random } from './random.ts'

const real = { writeSync: fs.writeSync, openSync: fs.openSync, writeFile: promises.writeFile }
/** Under what runs now. */
let full: Random | undefined

fs.writeSync = ((file: number, bytes: Buffer, offset: number, length: number, position: number) => {
  if (!full) return real.writeSync(file, bytes, offset, length, position)
  const some = full.whole(0, length - 1)
  if (some === 0 || full.chance(0.5)) throw refused('write')
  return real.writeSync(file, bytes, offset, some, position)
}) as typeof fs.writeSync // one implementation for its overloads
fs.openSync = ((path: string, flags: string, mode?: number) => {
  if (full?.chance(0.5)) throw refused('open')
  return real.openSync(path, flags, mode)
}) as typeof fs.openSync // as above
promises.writeFile = (async (path: string, text: string, options?: { mode?: number }) => {
  if (!full) return real.writeFile(path, text, options)
  // it was opened, and so emptied, all the same
  await real.writeFile(path, '', options)
  throw refused('write')
}) as typeof promises.writeFile // as above
syncBuiltinESMExports()

/** Runs what writes; nothing else runs meanwhile. @param isFull whether the disk takes nothing meanwhile */
export function onDisk<T>(isFull: boolean, random: Random, run: () => T): T {
  full = isFull ? random : undefined
  let answer: T | undefined
  try {
    answer = run()
    return answer instanceof Promise ? (answer.finally(free) as T) : answer
  } finally {
    if (!(answer instanceof Promise)) free()
  }
}

function free() {
  full = undefined
}

function refused(syscall: string): Error {
  return Object.assign(new Error(`ENOSPC: no space left on device, ${syscall}`), { code: 'ENOSPC', syscall })
}
