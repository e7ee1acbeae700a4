/** For load balancers and people: may this process be given work, and if not, what is the reason? */
import type { Route } from '../lib/http.ts'
import { inTime } from '../lib/in-time.ts'
import type { Database } from '../store/connection/database.ts'
import { commitsWait } from '../store/diagnosis.ts'
import { findActiveHolds } from '../store/limits/guards.ts'
import { findActivePauses } from '../store/limits/pauses.ts'
import { readSchemaAge } from '../store/migrate.ts'

/** Longest wait for what the database says, in milliseconds. */
const patienceMs = 2_000

export interface ReadyParts {
  readonly db: Database
  /** Each returns a sentence about its present problem, if it has one. */
  readonly disk: () => string | undefined
  readonly heartbeats: () => string | undefined
  /** The data folder whose holds are this process's own; without one, those of all processes are listed. */
  readonly holdFolder: (() => string) | undefined
  /** As above, of sender processes; absent in a process that has none. */
  readonly senders?: (() => string | undefined) | undefined
}

type Check = 'database' | 'commits' | 'migrations' | 'disk' | 'heartbeats' | 'holds' | 'pauses'

/**
 * `GET /ready`: one JSON object with a sentence for each check, `ok` where nothing is wrong. 200 when the process can serve, else
 * 503. Holds, pauses and missing sender processes are listed with 200, because calls and opt-outs go on. The reasons that an operator typed are left out.
 */
export function readyRoute(parts: ReadyParts): Route {
  let looking: ReturnType<typeof databaseChecks> | undefined
  // strangers may ask; any number of them at once costs one look
  const look = () => {
    looking ??= databaseChecks(parts).finally(() => {
      looking = undefined
    })
    return looking
  }
  return request => {
    if (request.path !== '/ready' || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
    return answer()
  }

  async function answer() {
    const { holds, pauses, ...stored } = await look()
    const serving = { ...stored, disk: parts.disk() ?? 'ok', heartbeats: parts.heartbeats() ?? 'ok' }
    const senders = parts.senders && (parts.senders() ?? 'ok')
    const isReady = Object.values(serving).every(sentence => sentence === 'ok')
    return {
      status: isReady ? 200 : 503,
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
      body: `${JSON.stringify({ ready: isReady, ...serving, holds, pauses, senders }, null, 2)}\n`,
    }
  }
}

async function databaseChecks({
  db,
  holdFolder,
}: ReadyParts): Promise<Record<Exclude<Check, 'disk' | 'heartbeats'>, string>> {
  const found = await inTime(
    patienceMs,
    Promise.all([readSchemaAge(db), findActiveHolds(db, holdFolder?.()), findActivePauses(db), commitsWait(db)]),
  )
  if (!found) {
    const unknown = 'Unknown, because the database does not answer.'
    const all = { commits: unknown, migrations: unknown, holds: unknown, pauses: unknown }
    return { database: 'The database does not answer.', ...all }
  }
  const [missing, standing, paused, doCommitsWait] = found
  const kinds = [...new Set(standing.map(({ kind }) => kind))]
  return {
    database: 'ok',
    commits: doCommitsWait ? 'Commits wait for a standby that is away: what changes something is not answered.' : 'ok',
    migrations: missing > 0 ? `The database lacks migrations of this program: ${missing}.` : 'ok',
    holds: kinds.length > 0 ? `Sending is held: ${kinds.join(', ')}.` : 'ok',
    pauses: paused.length > 0 ? `Paused: ${paused.map(({ work }) => work).join(', ')}.` : 'ok',
  }
}
