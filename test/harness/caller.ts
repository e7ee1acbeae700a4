/** Calls operations as the wires do once they have read a request: authenticated and authorised, on a real database. */
import assert from 'node:assert/strict'
import { absent } from '../../src/contract/bind.ts'
import { findOperation, type OperationName, type ParamsOf, type ValueOf } from '../../src/contract/operations.ts'
import { Refusal, type RefusalName } from '../../src/contract/refusals.ts'
import { linkPlaces } from '../../src/delivery/content/link-places.ts'
import { contentTasksHere } from '../../src/delivery/content/tasks.ts'
import { composeOnce } from '../../src/delivery/drafts/preflight.ts'
import { campaignPreview } from '../../src/delivery/drafts/preview.ts'
import { sampleSending } from '../../src/delivery/planning/sample-sending.ts'
import { access } from '../../src/domain/access/access.ts'
import { auditLog } from '../../src/domain/audit/audit-log.ts'
import { brandFinder } from '../../src/domain/clients/brand.ts'
import { imageTasksHere } from '../../src/domain/images/tasks.ts'
import { tokens } from '../../src/domain/tokens/tokens.ts'
import { formRenderer } from '../../src/http/pages/sign-up/document.ts'
import type { Cookies } from '../../src/lib/cookies.ts'
import { createLog } from '../../src/lib/log.ts'
import type {
  ContentParts,
  Dependencies,
  Handlers,
  Limits,
  MailParts,
  NetworkParts,
  Origin,
} from '../../src/operations/dependencies.ts'
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

/** Parts of handlers for a test, without their groups. */
export type CallerParts = Partial<
  Omit<Dependencies, 'content' | 'mail' | 'network' | 'limits'> & ContentParts & MailParts & NetworkParts & Limits
>

export function caller(db: Database, handlers: Partial<Handlers>, parts: CallerParts = {}): Caller {
  const contentTasks = contentTasksHere
  const compose = composeOnce({ db, tokens: tokens(testKeys), contentTasks })
  const own = {
    access: access(db),
    audit: auditLog(db),
    keys: testKeys,
    now: () => new Date(),
  }
  const content = {
    contentTasks,
    imageTasks: imageTasksHere,
    composeOnce: compose,
    renderForm: formRenderer(brandFinder(db, null)),
    renderCampaign: campaignPreview({ db, tokens: tokens(testKeys), contentTasks }),
    findLinkPlaces: linkPlaces({ db, contentTasks }),
    contentUrl: null,
  }
  const mail = {
    tokens: tokens(testKeys),
    sendSample: sampleSending({ contentTasks, log: createLog('silent') }),
    mailLinks: testMailLinks,
  }
  // tests give what their operations need besides, by its name in whichever group
  const dependencies = {
    ...{ ...own, ...parts, db: parts.db ?? db },
    content: { ...content, ...parts },
    mail: { ...mail, ...parts },
    network: parts,
    limits: { clientsPerHalfHour: 0, ...parts },
  } as Dependencies
  const perform = performer(dependencies, handlers as Handlers, () => {}) // tests call what they brought

  async function call(name: OperationName, params: object, given: From = {}): Promise<unknown> {
    const operation = findOperation(name)!
    const leftOut = Object.fromEntries(
      Object.entries(operation.parameters).map(([parameter, shape]) => [
        parameter,
        shape.kind === 'scalar' ? absent(shape) : null,
      ]),
    )
    const caller = { remote: '192.0.2.1', publicUrl: 'http://lettershop.test', requestId: 'request 1' }
    const { session, ...origin } = given
    const cookies = session === undefined ? {} : { cookies: cookiesOf(given) }
    const from: Origin = { wire: 'json', ...caller, ...cookies, ...origin }
    const value = await perform(operation, { ...leftOut, ...params }, from)
    if (typeof value !== 'object' || value === null || !(Symbol.asyncIterator in value)) return value
    const items: unknown[] = []
    for await (const item of value as AsyncIterable<unknown>) items.push(item)
    return items
  }

  return {
    call: call as Caller['call'], // the walker cannot know what the named row answers
    async refused(name, params, refusal, origin) {
      const before = await traces(db)
      await assert.rejects(
        call(name, params, origin),
        error => error instanceof Refusal && error.refusal === refusal,
        `${name} ${JSON.stringify(params).slice(0, 200)} must be refused with ${refusal}`,
      )
      assert.deepEqual(await traces(db), before, `${name} was refused but left a trace`)
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
const notesUses = /api_keys|sessions/
const uses = `array['last_used_at', 'last_used_from', 'old_last_used_at', 'old_last_used_from']`

/**
 * What a call must leave alone that is refused: of every table how many rows there are, and which transaction wrote the last of them. Any row
 * that is inserted, updated or deleted changes one of them. Reading the rows themselves took PostgreSQL ten times as long.
 * Without the audit log and the limits: that a call was refused is an entry of it, and wrong passwords are counted. Without the directory, too: a
 * look-up adds the entry of what a test inserted.
 */
export function traces(db: Database): Promise<Record<string, string>> {
  return ofTables(db, name => (notesUses.test(name) ? valuesOf(name) : versions))
}

/** A digest of the values of every table that `traces` looks at: what is the same after a change and its reversal. */
export function contents(db: Database): Promise<Record<string, string>> {
  return ofTables(db, valuesOf)
}

const versions = `count(*) || ' rows, the last of ' || max(xmin::text::bigint)`

function valuesOf(table: string): string {
  const row = notesUses.test(table) ? `(to_jsonb(t) - ${uses})::text` : 't::text'
  return `md5(string_agg(${row}, '|' order by ${row}))`
}

/**
 * An expression over each table that has rows. A table whose file is empty has none, and is not read: most are, and planning to
 * read them took most of the time.
 */
async function ofTables(db: Database, expression: (table: string) => string): Promise<Record<string, string>> {
  const tables = await db<{ name: string }[]>`
    select oid::regclass::text as name
    from pg_class
    where relkind = 'r' and relnamespace in (to_regnamespace('public'), to_regnamespace('graphile_worker'))
      and relname !~ '^(audit_log|sign_in_attempts|shared_buckets|processes|job_workers|directory)' and pg_relation_size(oid) > 0
    order by 1`
  const parts = tables.map(
    ({ name }) => `select '${name}' as name, ${expression(name)} as found from ${name} t having count(*) > 0`,
  )
  const rows = await db(kept(parts.join(' union all ')))
  return Object.fromEntries(rows.map(row => [row.name as string, row.found as string]))
}

/** Connections keep a template prepared that is the same object, and plan it once. */
const templates = new Map<string, TemplateStringsArray>()

function kept(statement: string): TemplateStringsArray {
  const found = templates.get(statement)
  if (found) return found
  const text = [statement]
  const template = Object.assign(text, { raw: text })
  templates.set(statement, template)
  return template
}
