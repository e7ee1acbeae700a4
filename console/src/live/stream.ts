/** Reads the live stream (docs/stream.md) with `fetch`: an `EventSource` cannot send the header that a session needs. */

/** One item of a message. */
export interface Item {
  readonly topic: string
  /** ClientID. */
  readonly client: string
  readonly id: string
  readonly event?: { readonly Type: string; readonly Data: Readonly<Record<string, unknown>> }
  readonly counters?: Readonly<Record<string, unknown>>
}

export interface StreamParts {
  /** Where to go on; '' for now. */
  position(): string
  onItems(items: readonly Item[], position: string): void
  /** Whether messages come. */
  onConnection(isConnected: boolean): void
}

/** Milliseconds without a line after which the connection counts as broken; the service sends one at least every 20 seconds. */
const silenceMs = 60_000
const pausesMs = [500, 1000, 2000, 5000, 10_000]

/** Goes on until `signal` is aborted, or the service says that there is nothing to read for who is signed in. */
export async function readStream(parts: StreamParts, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    let waitMs = pausesMs[Math.min(failures, pausesMs.length - 1)]!
    try {
      const answer = await connect(parts.position(), signal)
      // 401: the session has ended, and a new one begins with a new stream; 403: there is nothing that this person may read
      if (answer.status === 401 || answer.status === 403) return
      if (answer.ok && answer.body) {
        failures = 0
        parts.onConnection(true)
        await readMessages(answer.body, parts)
      } else waitMs = Math.max(waitMs, Number(answer.headers.get('Retry-After') ?? 0) * 1000)
    } catch {
      // the connection broke
    }
    if (signal.aborted) return
    parts.onConnection(false)
    await pause(waitMs, signal)
  }
}

function connect(position: string, signal: AbortSignal): Promise<Response> {
  return fetch('/api/events/stream', {
    headers: { 'X-Lettershop-Stream': '1', ...(position === '' ? {} : { 'Last-Event-ID': position }) },
    cache: 'no-store',
    signal,
  })
}

async function readMessages(body: ReadableStream<Uint8Array>, parts: StreamParts): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  const cancel = () => void reader.cancel()
  addEventListener('offline', cancel)
  let text = ''
  try {
    for (;;) {
      const silence = setTimeout(cancel, silenceMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(silence))
      if (done) return
      const blocks = (text + value).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (.+)$/m.exec(block)?.[1]
        if (data !== undefined) parts.onItems(JSON.parse(data) as Item[], /^id: (.+)$/m.exec(block)?.[1] ?? '')
      }
    }
  } finally {
    removeEventListener('offline', cancel)
  }
}

/** Ends early where the browser is online again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
    function end() {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
  })
}
