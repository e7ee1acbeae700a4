/** Reads what the folder transport wrote. */
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutboxFile, OutboxFolder } from '../../domain/campaigns/outbox.ts'
import { faultOf } from '../../domain/content-tasks.ts'
import type { LetterTasks } from '../content-tasks.ts'

export interface OutboxReaderParts {
  readonly folder: string
  readonly isForAll: boolean
  readonly contentTasks: Pick<LetterTasks, 'mailHeads' | 'outboxMail'>
}

/** The header of a mail of ours with two signatures is a quarter of that. */
const headBytes = 16 * 1024
/** Longest mail that is read: content of campaigns is far below. */
const mostBytes = 16 * 1024 * 1024
/** Files open at once. */
const together = 16

export function outboxReader({ folder, isForAll, contentTasks }: OutboxReaderParts): OutboxFolder {
  const openMail = ({ campaignPublicId, name }: OutboxFile) => open(join(folder, campaignPublicId, `${name}.eml`), 'r')

  async function headOf(file: OutboxFile): Promise<Uint8Array | undefined> {
    return withMail(openMail(file), async handle => {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
      const end = buffer.indexOf('\r\n\r\n')
      return Uint8Array.from(buffer.subarray(0, end < 0 ? bytesRead : end + 4))
    }).catch(() => undefined)
  }

  return {
    isForAll,
    async headers(files) {
      const heads: (Uint8Array | undefined)[] = []
      for (let n = 0; n < files.length; n += together)
        heads.push(...(await Promise.all(files.slice(n, n + together).map(headOf))))
      const there = heads.filter(head => head !== undefined)
      if (there.length === 0) return heads.map(() => undefined)
      const read = await contentTasks.mailHeads(there, { key: files[0]!.clientId }).catch(faultOf)
      const each = 'fault' in read ? [].values() : read.values()
      return heads.map(head => head && each.next().value)
    },

    async read(file, hidesLinks) {
      try {
        return await withMail(openMail(file), async handle => {
          const { size } = await handle.stat()
          if (size > mostBytes) return { fault: `it is longer than ${mostBytes} bytes` }
          const raw = Uint8Array.from(await handle.readFile())
          return contentTasks.outboxMail({ raw, hidesLinks }, { key: file.clientId }).catch(faultOf)
        })
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException // errors of node:fs carry a code; paths belong in no answer
        if (code === undefined) throw error
        return code === 'ENOENT' ? undefined : { fault: `its file cannot be read (${code})` }
      }
    },
  }
}

async function withMail<Value>(
  opening: Promise<FileHandle>,
  use: (handle: FileHandle) => Promise<Value>,
): Promise<Value> {
  const handle = await opening
  try {
    return await use(handle)
  } finally {
    await handle.close()
  }
}
