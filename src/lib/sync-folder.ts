import { open } from 'node:fs/promises'

/** Makes names in a folder durable: files that were made, linked or renamed there. Windows has no such call and keeps its journal itself. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
