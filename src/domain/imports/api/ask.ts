/** Requests to the API of another program: with patience where it is busy, and with limits where it misbehaves. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../../contract/refusals.ts'
import { type Fetch, type Fetched, FetchRefused, Unanswered } from '../../../lib/fetcher.ts'
import { authorizationOf, type Credentials, type RemoteAccount } from './remote.ts'

/** An object of JSON, of which nothing is known yet. */
export type Json = Readonly<Record<string, unknown>>

/** @returns the answer's JSON. @throws Refusal RemoteKeyRefused, UnknownRemoteList, RemoteUnreadable */
export type Ask = (path: string, query?: Readonly<Record<string, string | number>>) => Promise<unknown>

export interface Patience {
  /** Requests for one answer, the first included. */
  readonly tries: number
  /** Longest wait that the other service may ask for, in milliseconds. */
  readonly longestWaitMs: number
  /** Before the second request, in milliseconds; twice as long before each further one. */
  readonly backOffMs: number
  /** For one answer, in milliseconds. */
  readonly timeoutMs: number
  /** For all answers together, in milliseconds. */
  readonly longestMs: number
  /** Waits; rejects when the work is to stop. */
  readonly wait: (ms: number) => Promise<void>
}

/** For work in the background. */
export const patient: Omit<Patience, 'wait'> = {
  tries: 7,
  longestWaitMs: 600_000,
  backOffMs: 1_000,
  timeoutMs: 60_000,
  longestMs: 6 * 3_600_000,
}

/** For a person who waits. */
export const impatient: Patience = {
  tries: 2,
  longestWaitMs: 2_000,
  backOffMs: 500,
  timeoutMs: 10_000,
  longestMs: 25_000,
  wait: ms => sleep(ms),
}

/** Octets of one answer: 500 people with 8 KB each. */
const mostBytes = 4_194_304

export function asking(fetch: Fetch, account: RemoteAccount, credentials: Credentials, patience: Patience): Ask {
  const authorization = authorizationOf(account, credentials)
  const ends = performance.now() + patience.longestMs

  return async (path, query = {}) => {
    const url = new URL(account.url + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    for (let attempt = 1; ; attempt++) {
      if (performance.now() > ends) throw unreadableRefusal(`${url.hostname} did not answer completely in time.`)
      const answer = await once(url.href)
      if (!('again' in answer)) return answer.value
      const pause = answer.afterMs ?? patience.backOffMs * 2 ** (attempt - 1)
      if (attempt >= patience.tries) throw unreadableRefusal(answer.again)
      if (pause > patience.longestWaitMs) {
        throw unreadableRefusal(`${url.hostname} asks to wait ${Math.ceil(pause / 60_000)} minutes. Begin again later.`)
      }
      await patience.wait(pause)
    }
  }

  async function once(
    url: string,
  ): Promise<{ readonly value: unknown } | { readonly again: string; readonly afterMs?: number | undefined }> {
    let fetched: Fetched
    try {
      fetched = await fetch(url, { maxBytes: mostBytes, timeoutMs: patience.timeoutMs, authorization })
    } catch (error) {
      if (error instanceof Unanswered) return { again: error.message }
      throw error instanceof FetchRefused ? new Refusal('RemoteUnreadable', error.message, { cause: error }) : error
    }
    const { status, retryAfterMs } = fetched
    const host = new URL(url).hostname
    if (status === 200) return { value: parsed(fetched.body, host) }
    if (status === 429 || status >= 500)
      return { again: `${host} answers with status ${status}.`, afterMs: retryAfterMs }
    // Campaign Monitor answers 401 for an identifier that is not the account's, too
    if (status === 401 || status === 403) {
      throw new Refusal('RemoteKeyRefused', `${host} refuses the key, or what it is asked for is not of this account.`)
    }
    if (status === 404 || status === 400)
      throw new Refusal('UnknownRemoteList', `${host} answers with status ${status}.`)
    throw unreadableRefusal(`${host} answers with status ${status}.`)
  }
}

export function unreadableRefusal(detail: string): Refusal {
  return new Refusal('RemoteUnreadable', detail)
}

/** @throws Refusal RemoteUnreadable */
export function objectOf(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unreadableRefusal(`The other service answers something that is no ${what}.`)
  }
  return value as Json // an object with unknown values
}

/** @throws Refusal RemoteUnreadable */
export function arrayOf(value: unknown, what: string): readonly Json[] {
  if (!Array.isArray(value)) throw unreadableRefusal(`The other service answers something that is no list of ${what}.`)
  return value.map(one => objectOf(one, what))
}

/** @throws Refusal RemoteUnreadable where it is no count */
export function countOf(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw unreadableRefusal(`The other service does not say how many ${what} there are.`)
  }
  return value
}

/** The text of a value; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function parsed(body: Buffer, host: string): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new Refusal('RemoteUnreadable', `${host} does not answer with JSON. Is the URL that of the service itself?`, {
      cause,
    })
  }
}
