/** For load balancers: is this process able to serve? */
import { answers, type Database } from '../store/database.ts'
import type { Route } from './route.ts'

/** `GET /health`: 200 while the database answers, else 503. Tells nothing else. */
export function healthRoute(db: Database): Route {
  return request => {
    if (request.path !== '/health' || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
    return answers(db).then(healthy => ({
      status: healthy ? 200 : 503,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
      body: healthy ? 'ok\n' : 'the database does not answer\n',
    }))
  }
}
