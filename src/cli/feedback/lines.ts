/** Lines of JSON on standard output: for pipes that may be slow, or closed before the end. */
import { once } from 'node:events'
import type { FiledMail } from '../../inbound/mailbox/files.ts'
import type { ParsedReport } from '../../inbound/parsed-report.ts'

export interface Lines {
  /** Writes a line. @returns whether the reader is still there */
  write(line: object): Promise<boolean>
}

export function lines(): Lines {
  const { stdout } = process
  let closed = false
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    closed = true
  })
  return {
    async write(line) {
      if (!closed && !stdout.write(`${JSON.stringify(line)}\n`))
        await Promise.race([once(stdout, 'drain'), waitForClosedPipe()])
      return !closed
    },
  }
}

/** A pipe that is closed never drains. */
function waitForClosedPipe(): Promise<void> {
  return new Promise(resolve => process.stdout.once('error', () => resolve()))
}

/** The message for a file in which no mail was found. */
export const emptyFile = 'There is no mail in this file.'

export function placeOf({ file, place, size }: FiledMail) {
  return { file, ...(place !== undefined && { place }), size }
}

/** The verdict about a mail, as an output line shows it. */
export function describeReport(reading: ParsedReport) {
  const { kind, recipients, feedbackType = null, original, evidence } = reading
  const failed = recipients.find(({ action }) => action === 'failed') ?? recipients[0]
  return {
    kind,
    class: reading.class,
    bounceType: bounceTypeOf(reading),
    status: failed?.status ?? null,
    code: failed?.code ?? null,
    recipients: recipients.map(one => ({
      ...one,
      email: one.email ?? null,
      status: one.status ?? null,
      code: one.code ?? null,
    })),
    feedbackType,
    original: { messageId: original.messageId ?? null, to: original.to ?? null },
    evidence,
  }
}

/** As on the wire: H for who is gone, S for everything that may pass; null for what is no bounce. */
function bounceTypeOf({ kind, class: found }: ParsedReport): 'H' | 'S' | null {
  if (kind !== 'bounce') return null
  return found === 'recipient gone' ? 'H' : 'S'
}

export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
