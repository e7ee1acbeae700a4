/** For load balancers: is this process able to serve? */
import type { Route } from '../lib/http.ts'
import { type Database, isAnswering } from '../store/connection/database.ts'

/** On each answer of `/health`: by it `lettershop doctor` knows that what answers is a Lettershop, also through a proxy. */
export const serviceHeader = { 'X-Service': 'Lettershop' } as const

/**
 * `GET /health`: 200 while the database answers and nothing is wrong, else 503 with a sentence a line, and nothing else.
 * @param troubles each returns a sentence about its present problem, if it has one
 */
export function healthRoute(db: Database, troubles: readonly (() => string | undefined)[]): Route {
  return request => {
    if (request.path !== '/health' || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
    return answer()
  }

  async function answer() {
    const database = (await isAnswering(db)) ? undefined : 'the database does not answer'
    const wrong = [database, ...troubles.map(check => check())].filter(sentence => sentence !== undefined)
    return {
      status: wrong.length === 0 ? 200 : 503,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...serviceHeader },
      body: `${wrong.join('\n') || 'ok'}\n`,
    }
  }
}
