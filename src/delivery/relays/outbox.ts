/** Reads and removes what the folder transport wrote. */
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mailName, noticesFolder, testMailName } from '../../domain/campaigns/mails/mail-names.ts'
import type { MailsOfContact, OutboxFile, OutboxFolder } from '../../domain/campaigns/mails/outbox.ts'
import { faultOf } from '../../domain/content/tasks.ts'
import type { LetterTasks } from '../content/tasks.ts'

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
    const start = await readStart(openMail(file))
    const end = start?.indexOf('\r\n\r\n') ?? -1
    return start && Uint8Array.from(end < 0 ? start : start.subarray(0, end + 4))
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

/** Removes the mails to a contact from the folder, where they are on this machine. @returns how many there were */
export async function removeMails(folder: string, { campaigns, tests, spellings }: MailsOfContact): Promise<number> {
  const paths = [
    ...campaigns.map(({ campaignPublicId, number }) => join(folder, campaignPublicId, `${mailName(number)}.eml`)),
    ...tests.map(({ campaignPublicId, test, index }) =>
      join(folder, campaignPublicId, `${testMailName(test, index)}.eml`),
    ),
    ...(await noticesTo(folder, spellings)),
  ]
  let removed = 0
  for (let n = 0; n < paths.length; n += together)
    removed += (await Promise.all(paths.slice(n, n + together).map(removeFile))).filter(Boolean).length
  return removed
}

/** The service's own mails have names that say nothing; their headers name the address. */
async function noticesTo(folder: string, spellings: readonly string[]): Promise<string[]> {
  const place = join(folder, noticesFolder)
  const found: string[] = []
  for (const name of await readdir(place).catch(() => [])) {
    const path = join(place, name)
    const start = (await readStart(open(path, 'r')))?.toString().toLowerCase() ?? ''
    if (spellings.some(spelling => start.includes(spelling))) found.push(path)
  }
  return found
}

/** The header of a mail, and what follows within `headBytes`; undefined where the file cannot be read. */
async function readStart(opening: Promise<FileHandle>): Promise<Buffer | undefined> {
  return withMail(opening, async handle => {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  }).catch(() => undefined)
}

function removeFile(path: string): Promise<boolean> {
  return rm(path).then(
    () => true,
    () => false,
  )
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
