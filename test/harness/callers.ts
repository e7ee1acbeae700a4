/** Programs that call a service again and again, and record its acknowledgements and the time of its answers. */
import assert from 'node:assert/strict'
import { namespace } from './dial.ts'

export interface CallerOptions {
  readonly url: string
  readonly apiKey: string
  readonly listId: string
  /** Links of one-click unsubscription that were in mails; the next one that was not followed yet. */
  nextLeaveLink(): string | undefined
}

export interface Callers {
  /** Addresses whose Subscriber.Add was answered 200. */
  readonly added: readonly string[]
  /** Links whose unsubscription was answered 200. */
  readonly left: readonly string[]
  /** Answers that neither did the work nor said when to come again. */
  readonly odd: readonly unknown[]
  /** Since the last `reset`. */
  readonly figures: Figures
  reset(): void
  stop(): Promise<void>
}

export interface Figures {
  done: number
  /** Answered 503. */
  refused: number
  /** Milliseconds of the slowest answer. */
  slowestMs: number
  /** Of the slowest answer by name of the call. */
  slowest: string
}

/** An answer that takes longer never comes, on a machine seven times slower too. */
const hangsMs = 90_000

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly text: string
}

/** Starts four programs over three wires and one that follows links; each calls again when it was answered. */
export function startCallers({ url, apiKey, listId, nextLeaveLink }: CallerOptions): Callers {
  const added: string[] = []
  const left: string[] = []
  const odd: unknown[] = []
  const figures: Figures = { done: 0, refused: 0, slowestMs: 0, slowest: '' }
  let stopped = false
  let number = 0

  /** @returns whether it did the work */
  async function call(name: string, path: string, init: RequestInit, says: (answer: Answer) => void): Promise<boolean> {
    const begun = performance.now()
    try {
      const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(hangsMs) })
      const answer = {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        text: await response.text(),
      }
      const ms = performance.now() - begun
      if (ms > figures.slowestMs) Object.assign(figures, { slowestMs: ms, slowest: `${name} ${answer.status}` })
      if (answer.status === 200) {
        figures.done++
        return true
      }
      figures.refused++
      assert.equal(answer.status, 503, answer.text)
      assert.equal(answer.retryAfter, '5')
      says(answer)
    } catch (error) {
      odd.push({ name, ms: performance.now() - begun, error: String(error) })
    }
    return false
  }

  const post = (type: string, body: string, headers: Record<string, string> = {}) => ({
    method: 'POST',
    headers: { 'Content-Type': type, ...headers },
    body,
  })
  async function add() {
    const email = `new${++number}@readers.example`
    const body = JSON.stringify({ ListID: listId, Email: email, Name: 'Ada' })
    const init = post('application/json', body, { Authorization: `Bearer ${apiKey}` })
    const done = await call('JSON', '/api/json/Subscriber.Add', init, ({ text }) =>
      assert.equal(JSON.parse(text).code, 15),
    )
    if (done) added.push(email)
  }
  async function addBySoap() {
    const email = `new${++number}@readers.example`
    const body = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><Subscriber.Add xmlns="${namespace}"><ApiKey>${apiKey}</ApiKey><ListID>${listId}</ListID><Email>${email}</Email><Name>Ada</Name></Subscriber.Add></soap:Body></soap:Envelope>`
    const init = post('text/xml; charset=utf-8', body, { SOAPAction: `"${namespace}Subscriber.Add"` })
    const done = await call('SOAP', '/api/api.asmx', init, ({ text }) =>
      assert.match(text, /<faultcode>soap:Server<\/faultcode><faultstring>[^<]*The service is unavailable/),
    )
    if (done) added.push(email)
  }
  async function ask() {
    const form = new URLSearchParams({ ApiKey: apiKey, ListID: listId, Email: added.at(-1) ?? 'new1@readers.example' })
    await call('GET', `/api/api.asmx/Subscribers.GetIsSubscribed?${form}`, {}, () => {})
  }
  async function leave() {
    const link = nextLeaveLink()
    if (!link) return
    // a mailbox provider calls again when the answer asks for that
    for (const init = post('application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'); !stopped; await pause())
      if (await call('opt-out', link, init, () => {})) return void left.push(link)
  }

  async function repeat(work: () => Promise<void>) {
    for (; !stopped; await pause()) await work()
  }
  const all = [add, add, addBySoap, ask, leave].map(repeat)
  return {
    added,
    left,
    odd,
    figures,
    reset: () => void Object.assign(figures, { done: 0, refused: 0, slowestMs: 0, slowest: '' }),
    async stop() {
      stopped = true
      await Promise.all(all)
    },
  }
}

/** Callers that are always there, and leave the machine to others most of the time. */
const pause = () => new Promise(resolve => setTimeout(resolve, 40))
