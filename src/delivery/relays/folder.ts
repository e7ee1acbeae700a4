/** The default: nothing leaves a newcomer's machine. Each message is a file that is complete and durable, or does not exist. */
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writtenAnswer } from '../../domain/campaigns/mails/mail-names.ts'
import { makePrivate } from '../../lib/private-folder.ts'
import { syncFolder } from '../../lib/sync-folder.ts'
import type { Outcome } from '../outcome.ts'
import type { Transport } from '../transport.ts'

/** Writes `<folder>/<message's folder>/<message's file>.eml`; a message sent again replaces its file. */
export function folderTransport(folder: string): Transport {
  const made = new Set<string>()
  return {
    concurrency: 16,
    async send(message) {
      const directory = join(folder, message.name.folder)
      const path = join(directory, `${message.name.file}.eml`)
      const unfinished = `${path}.part`
      message.handOver?.given('folder')
      if (message.handOver && !(message.handOver.isWanted() && message.handOver.begin())) return notSent
      try {
        for (const place of [folder, directory]) {
          if (!made.has(place)) await makePrivate(place)
          made.add(place)
        }
        const file = await open(unfinished, 'w', 0o600)
        try {
          await file.writeFile(message.data)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, path)
        await syncFolder(directory)
        return { kind: 'accepted', code: 250, answer: writtenAnswer(message.name.folder, message.name.file) }
      } catch (error) {
        made.clear()
        await rm(unfinished, { force: true }).catch(() => {})
        return { kind: 'unavailable', code: null, answer: `the outbox folder cannot be written: ${reason(error)}` }
      }
    },
    async close() {},
  }
}

const notSent: Outcome = { kind: 'unavailable', code: null, answer: 'it was not to be sent any more' }

/** The code only: paths belong in the log alone. */
function reason(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unexpected error' // errors of node:fs carry a code
}
