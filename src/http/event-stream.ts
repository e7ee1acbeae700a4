/** `GET /api/events/stream`: events and counters as they happen, framed as Server-Sent Events (WHATWG HTML §9.2). See docs/stream.md. */
import { eventStreamPath, mostStreamClients } from '../contract/event-stream.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Access } from '../domain/access/access.ts'
import { scopeOf } from '../domain/events/stream-scope.ts'
import type { RateLimit } from '../domain/limits/rate-limit.ts'
import { type Position, readPosition } from '../events/stream/position.ts'
import { readerOctets } from '../events/stream/reader.ts'
import type { EventStream } from '../events/stream/stream.ts'
import type { Answer, Listener, LiveAnswer, Request, Route } from '../lib/http.ts'
import type { Log } from '../lib/log.ts'
import { places } from '../lib/places.ts'
import { Unavailable } from '../lib/unavailable.ts'
import { answerRefusal } from '../protocols/json.ts'
import { unavailableText } from '../protocols/messages.ts'
import type { AuthenticateReader } from './authenticate-stream.ts'

export interface EventStreamOptions {
  readonly stream: EventStream
  readonly authenticate: AuthenticateReader
  readonly findClient: Access['client']
  readonly rateLimit: RateLimit
  /** Readers of this process. */
  readonly most: number
  /** Readers of one principal. */
  readonly mostOfOne: number
  readonly log: Log
}

/** Seconds after which a caller with too many streams does well to try again. */
const crowdedSeconds = '30'

export function eventStreamRoute(options: EventStreamOptions): Route {
  const { stream, authenticate, findClient, rateLimit, log } = options
  const enterAll = places(options.most)
  const enterOwn = places(options.mostOfOne)

  return request => {
    if (request.path !== eventStreamPath) return undefined
    return open(request).catch(error => {
      if (error instanceof Refusal) return answerRefusal(error, 'GET')
      if (error instanceof Unavailable)
        return answerRefusal(new Refusal('ServiceUnavailable', 'The database is not available.', { cause: error }))
      log.error({ err: error, requestId: request.id }, 'a live stream could not be opened')
      return answerRefusal(new Refusal('UnexpectedError'))
    })
  }

  /** @throws Refusal */
  async function open(request: Request): Promise<Answer | LiveAnswer> {
    if (request.method !== 'GET') throw new Refusal('WrongVerb', 'The stream is read with GET.')
    if (request.unread) throw new Refusal('ServiceUnavailable', unavailableText)
    const principal = await authenticate(request)
    const name = `${principal.kind} ${principal.id}`
    rateLimit(name)
    const { clients, after } = readQuery(request)
    const found = Promise.resolve(principal)
    const only = clients.length === 0 ? null : await Promise.all(clients.map(id => findClient(found, id, 'View')))
    const narrowed = only?.map(({ clientId }) => clientId) ?? null
    const scope = scopeOf(principal, narrowed)
    if (!scope)
      throw new Refusal('AccessDenied', 'The stream needs the right to events, reports or drafts of a client.')
    const leaveOwn = enterOwn(name)
    if (!leaveOwn) return tooMany(options.mostOfOne)
    const leaveAll = enterAll('all')
    if (!leaveAll) {
      leaveOwn()
      throw new Refusal('ServiceUnavailable', 'There are too many live streams. Please try again in a few seconds.')
    }
    const leave = () => {
      leaveOwn()
      leaveAll()
    }
    const lookAgain = async () => {
      try {
        return scopeOf(await authenticate(request), narrowed)
      } catch (error) {
        if (error instanceof Refusal) return undefined
        throw error
      }
    }
    return {
      status: 200,
      headers: streamHeaders,
      body: {
        holds: readerOctets,
        attach(listener: Listener) {
          listener.onGone(leave)
          stream.attach(listener, { scope, name, after, lookAgain })
        },
        abandon: leave,
      },
    }
  }
}

const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
}

/** @throws Refusal InvalidParameter, InvalidRequest */
function readQuery({ query, headers }: Request): {
  readonly clients: readonly string[]
  readonly after: Position | undefined
} {
  const parameters = new URLSearchParams(query)
  for (const name of parameters.keys()) {
    if (name !== 'client' && name !== 'after') {
      const detail = `The stream has the parameters client and after, and no ${JSON.stringify(name.slice(0, 50))}.`
      throw new Refusal('InvalidRequest', detail)
    }
  }
  const clients = [...new Set(parameters.getAll('client'))]
  if (clients.length > mostStreamClients) {
    throw new Refusal(
      'InvalidParameter',
      `client can be given ${mostStreamClients} times; leave it out for all clients.`,
    )
  }
  // a browser that connects again keeps the address, so the header is the newer of the two
  const text = headers['last-event-id']?.trim() || parameters.get('after') || undefined
  const after = text === undefined ? undefined : readPosition(text)
  if (text !== undefined && !after) {
    throw new Refusal('InvalidParameter', 'Last-Event-ID, or after, is none that this stream gave.')
  }
  return { clients, after }
}

function tooMany(most: number): Answer {
  const detail = `This caller has ${most} live streams open here already. End one, or share one.`
  const answer = answerRefusal(new Refusal('TooManyRequests', detail))
  return { ...answer, headers: { ...answer.headers, 'Retry-After': crowdedSeconds } }
}
