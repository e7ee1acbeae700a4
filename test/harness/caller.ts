/** Calls operations as the wires do once they have read a request: authenticated and authorised, on a real database. */
import assert from 'node:assert/strict'
import { findOperation, type OperationName, type ParamsOf, type ValueOf } from '../../src/contract/operations.ts'
import { Refusal, type RefusalName } from '../../src/contract/refusals.ts'
import { campaignPreview } from '../../src/delivery/campaign-preview.ts'
import { contentTasksHere } from '../../src/delivery/content-tasks.ts'
import { linkPlaces } from '../../src/delivery/link-places.ts'
import { composeOnce } from '../../src/delivery/preflight.ts'
import { sampleSending } from '../../src/delivery/sample-sending.ts'
import { access } from '../../src/domain/access.ts'
import { auditLog } from '../../src/domain/audit/audit-log.ts'
import { imageTasksHere } from '../../src/domain/images/tasks.ts'
import { tokens } from '../../src/domain/tokens.ts'
import type { Cookies } from '../../src/lib/cookies.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Dependencies, Handlers, Origin } from '../../src/operations/dependencies.ts'
import { performer } from '../../src/operations/perform.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { testMailLinks } from './mail-links.ts'
import { testKeys } from './seed.ts'

/** Where a call comes from; of a session its token is enough. */
export type From = Partial<Origin> & { session?: string | undefined }

type Gathered<Value> = Value extends readonly (infer Item)[] | AsyncIterable<infer Item> ? Item[] : Value

export interface Caller {
  /** Parameters left out are absent: null, or the value type's zero. Streams are gathered. */
  call<Name extends OperationName>(
    name: Name,
    params: Partial<ParamsOf<Name>>,
    origin?: From,
  ): Promise<Gathered<ValueOf<Name>>>
  /** Expects a refusal, and that nothing was written. */
  refused<Name extends OperationName>(
    name: Name,
    params: Partial<ParamsOf<Name>>,
    refusal: RefusalName,
    origin?: From,
  ): Promise<void>
}

export function caller(db: Database, handlers: Partial<Handlers>, parts: Partial<Dependencies> = {}): Caller {
  const contentTasks = contentTasksHere
  const compose = composeOnce({ db, tokens: tokens(testKeys), contentTasks })
  const own = {
    db,
    access: access(db),
    audit: auditLog(db),
    keys: testKeys,
    contentTasks,
    imageTasks: imageTasksHere,
    composeOnce: compose,
    renderCampaign: campaignPreview({ db, tokens: tokens(testKeys), contentTasks }),
    findLinkPlaces: linkPlaces({ db, contentTasks }),
    tokens: tokens(testKeys),
    contentUrl: null,
    sendSample: sampleSending({ contentTasks, log: createLog('silent') }),
    mailLinks: testMailLinks,
    clientsPerHalfHour: 0,
    now: () => new Date(),
  }
  const dependencies = { ...own, ...parts } as Dependencies // tests give what their operations need besides
  const perform = performer(dependencies, handlers as Handlers, () => {}) // tests call what they brought

  async function call(name: OperationName, params: object, given: From = {}): Promise<unknown> {
    const operation = findOperation(name)!
    const absent = Object.fromEntries(
      Object.entries(operation.parameters).map(([parameter, { kind, ...shape }]) => [
        parameter,
        kind !== 'scalar' || !('name' in shape) || shape.name === 'string'
          ? null
          : shape.name === 'boolean'
            ? false
            : 0,
      ]),
    )
    const caller = { remote: '192.0.2.1', publicUrl: 'http://lettershop.test', requestId: 'request 1' }
    const { session, ...origin } = given
    const cookies = session === undefined ? {} : { cookies: cookiesOf(given) }
    const from: Origin = { wire: 'json', ...caller, ...cookies, ...origin }
    const value = await perform(operation, { ...absent, ...params }, from)
    if (typeof value !== 'object' || value === null || !(Symbol.asyncIterator in value)) return value
    const items: unknown[] = []
    for await (const item of value as AsyncIterable<unknown>) items.push(item)
    return items
  }

  return {
    call: call as Caller['call'], // the walker cannot know what the named row answers
    async refused(name, params, refusal, origin) {
      const before = await contents(db)
      await assert.rejects(
        call(name, params, origin),
        error => error instanceof Refusal && error.refusal === refusal,
        `${name} ${JSON.stringify(params).slice(0, 200)} must be refused with ${refusal}`,
      )
      assert.deepEqual(await contents(db), before, `${name} was refused but left a trace`)
    },
  }
}

/** The session of a browser: a new one that an answer sets takes the place of the old. */
function cookiesOf(from: { session?: string | undefined }): Cookies {
  return {
    get: name => (name === 'session' ? from.session : undefined),
    set(name, value) {
      if (name === 'session') from.session = value
    },
    clear(name) {
      if (name === 'session') from.session = undefined
    },
  }
}

/** When keys and sessions were used last is written behind a call's back. */
const uses = `array['last_used_at', 'last_used_from', 'old_last_used_at', 'old_last_used_from']`

/**
 * A digest of every table that has rows, but for the audit log and the limits: that a call was refused is an entry of it, and wrong passwords are counted. A table
 * whose file is empty has none, and is not read: most are, and planning to read them took most of the time.
 */
export async function contents(db: Database): Promise<Record<string, string>> {
  const tables = await db<{ name: string }[]>`
    select oid::regclass::text as name
    from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'graphile_worker')
      and relname !~ '^(audit_log|sign_in_attempts|shared_buckets|processes)' and pg_relation_size(oid) > 0
    order by 1`
  const rows = await db(digestsOf(tables.map(({ name }) => name)))
  return Object.fromEntries(rows.map(row => [row.name as string, row.digest as string]))
}

/** Statements by the names of their tables. Connections keep a template prepared that is the same object, and plan it once. */
const digests = new Map<string, TemplateStringsArray>()

function digestsOf(tables: readonly string[]): TemplateStringsArray {
  const key = tables.join()
  const kept = digests.get(key)
  if (kept) return kept
  const parts = tables.map(name => {
    const row = /api_keys|sessions/.test(name) ? `(to_jsonb(t) - ${uses})::text` : 't::text'
    return `select '${name}' as name, md5(string_agg(${row}, '|' order by ${row})) as digest from ${name} t having count(*) > 0`
  })
  const text = [parts.join(' union all ')]
  const statement = Object.assign(text, { raw: text })
  digests.set(key, statement)
  return statement
}
