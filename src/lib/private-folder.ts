import { chmod, mkdir, stat } from 'node:fs/promises'

/** A folder that only its owner may enter: made with the folders above it, and closed to others where it is ours and was open. */
export async function makePrivate(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  // Windows knows no such modes
  if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o700).catch(() => {})
}
