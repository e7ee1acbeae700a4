/** What is shown follows what happens: one tab reads the live stream, all tabs have their queries follow it. */
import { queryClient } from '../api/call.ts'
import { concernedBy } from './concerns.ts'
import { isConnected, setConnected } from './connection.ts'
import { editorsHaveChanged } from './editing.ts'
import { asOneTab } from './one-tab.ts'
import { type Item, readStream } from './stream.ts'

/** What one tab reads from the stream and sends to the others. */
interface Batch {
  readonly items: readonly Item[]
  readonly position: string
  readonly isConnected: boolean
}

/** Milliseconds: what an event makes old is read again after the first, and then not more often than by the second. */
const soonMs = 300
const againMs = 3000
/** While no stream can be read, progress is asked for as often as this. */
const askMs = 5000

/** Follows the service until it is ended. */
export function follow(): () => void {
  // where browsers have none (very old ones), each tab reads
  const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('lettershop-live')
  const old = new OldAnswers()
  let position = ''
  let reading: AbortController | undefined

  function apply({ items, position: next, isConnected }: Batch) {
    if (next !== '') position = next
    setConnected(isConnected)
    for (const item of items) applyItem(item, old)
  }
  function publish(batch: Batch) {
    apply(batch)
    tabs?.postMessage(batch)
  }
  tabs?.addEventListener('message', ({ data }: MessageEvent<Batch>) => apply(data))

  const end = asOneTab(
    () => {
      reading = new AbortController()
      const parts = {
        position: () => position,
        onItems: (items: readonly Item[], at: string) => publish({ items, position: at, isConnected: true }),
        onConnection: (isConnected: boolean) => publish({ items: [], position: '', isConnected }),
      }
      void readStream(parts, reading.signal)
    },
    () => reading?.abort(),
  )
  const asking = setInterval(() => {
    if (!isConnected() && navigator.onLine) void queryClient.invalidateQueries({ queryKey: ['Campaign.GetProgress'] })
  }, askMs)
  return () => {
    end()
    clearInterval(asking)
    old.end()
    tabs?.close()
    setConnected(true)
  }
}

function applyItem({ topic, client, id, event, counters }: Item, old: OldAnswers): void {
  if (topic === 'counters') {
    const key = ['Campaign.GetProgress', { CampaignID: id }]
    // only what is shown is kept
    if (queryClient.getQueryState(key)) queryClient.setQueryData(key, counters)
  } else if (topic === 'event' && event) for (const operation of concernedBy(event.Type)) old.add(operation, client)
  else if (topic === 'editing') editorsHaveChanged(id)
  else if (topic === 'reset') void queryClient.invalidateQueries()
}

/** Answers that are to be read again. What is not shown is read when it is shown next. */
class OldAnswers {
  readonly #waiting = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastAt = 0

  add(operation: string, clientId: string): void {
    this.#waiting.add(`${operation} ${clientId}`)
    const sinceLast = Date.now() - this.#lastAt
    this.#timer ??= setTimeout(() => this.#read(), sinceLast > againMs ? soonMs : againMs - sinceLast)
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #read(): void {
    this.#timer = undefined
    this.#lastAt = Date.now()
    const waiting = new Set(this.#waiting)
    this.#waiting.clear()
    const ofAny = new Set([...waiting].map(entry => entry.split(' ')[0]!))
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [operation, parameters] }) => {
        const { ClientID: clientId } = (parameters ?? {}) as { ClientID?: string } // of whichever operation
        return clientId === undefined ? ofAny.has(String(operation)) : waiting.has(`${operation} ${clientId}`)
      },
    })
  }
}
