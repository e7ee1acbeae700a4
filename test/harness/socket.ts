/** Bytes on a bare TCP connection: for requests no HTTP client would send. */
import { connect, type Socket } from 'node:net'

export interface Line {
  readonly socket: Socket
  write(bytes: string | Buffer): void
  /** Everything received so far. */
  received(): string
  /** Resolves with everything received, when what was received matches. */
  until(pattern: RegExp): Promise<string>
  /** Resolves with everything received, when the other side has ended. */
  ended: Promise<string>
  close(): void
}

/** @param url of the service */
export async function openLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const line = lineOver(socket)
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return line
}

/** What comes over a socket from now on, TLS or not. */
export function lineOver(socket: Socket): Line {
  let text = ''
  const watchers = new Set<() => void>()
  const ended = new Promise<string>(resolve => {
    socket.on('close', () => resolve(text))
  })
  socket.on('error', () => {}) // the close that follows is what tests wait for
  socket.on('data', chunk => {
    text += chunk.toString('latin1')
    for (const watch of watchers) watch()
  })
  return {
    socket,
    write: bytes => void socket.write(bytes),
    received: () => text,
    until(pattern) {
      return new Promise((resolve, reject) => {
        const watch = () => {
          if (!pattern.test(text)) return
          watchers.delete(watch)
          resolve(text)
        }
        watchers.add(watch)
        void ended.then(() => reject(new Error(`The connection ended before ${pattern}: ${text.slice(0, 500)}`)))
        watch()
      })
    },
    ended,
    close: () => void socket.destroy(),
  }
}

/** Sends bytes and resolves with what comes back until the other side ends. */
export async function exchangeBytes(url: string, bytes: string | Buffer): Promise<string> {
  const line = await openLine(url)
  line.write(bytes)
  return line.ended
}
