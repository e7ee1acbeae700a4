/** For load balancers: is this process able to serve? */
import { answers, type Database } from '../store/database.ts'
import type { Route } from './route.ts'

/**
 * `GET /health`: 200 while the database answers and the disk of the data folder has room, else 503 with a sentence. Tells
 * nothing else.
 */
export function healthRoute(db: Database, disk: { full(): string | undefined }): Route {
  return request => {
    if (request.path !== '/health' || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
    return answer()
  }

  async function answer() {
    const full = disk.full()
    const trouble = (await answers(db)) ? full : ['the database does not answer', full].filter(Boolean).join('\n')
    return {
      status: trouble === undefined ? 200 : 503,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
      body: `${trouble ?? 'ok'}\n`,
    }
  }
}
