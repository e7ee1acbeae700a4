import { SMTPServer } from 'smtp-server'
import { type Reader, readerOf } from './readers.ts'

export interface Sink {
  readonly port: number
  /** Resolves when `count` letters have come. */
  until(count: number, progress: (count: number) => void): Promise<void>
  readers(): Reader[]
  stop(): Promise<void>
}

/** An SMTP server that accepts everything and keeps it in memory. Only letters with List-Unsubscribe count, not notices. */
export async function startSink(): Promise<Sink> {
  const letters: Buffer[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const letter = Buffer.concat(chunks)
        if (/^List-Unsubscribe:/im.test(letter.toString('latin1'))) letters.push(letter)
        done()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as { port: number }).port, // a TCP server that listens has one
    async until(count, progress) {
      const deadline = Date.now() + 120_000
      while (letters.length < count) {
        if (Date.now() > deadline)
          throw new Error(`Only ${letters.length} of ${count} letters came within two minutes.`)
        await new Promise(resolve => setTimeout(resolve, 50))
        progress(letters.length)
      }
    },
    readers: () => letters.map(readerOf),
    stop: () => new Promise(resolve => server.close(() => resolve())),
  }
}
