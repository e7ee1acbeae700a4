/** Exports as tests run them: asked for, written and downloaded here. */
import assert from 'node:assert/strict'
import { contentTasksHere } from '../../src/delivery/content/tasks.ts'
import { composeKeptMail } from '../../src/delivery/content/web-version.ts'
import { accessArchive } from '../../src/domain/access-requests/archive.ts'
import { auditLog } from '../../src/domain/audit/audit-log.ts'
import { workOnExport } from '../../src/domain/exports/worker.ts'
import { tokens } from '../../src/domain/tokens/tokens.ts'
import { exportRoute } from '../../src/http/exports.ts'
import type { Answer } from '../../src/lib/http.ts'
import { exports } from '../../src/operations/exports.ts'
import type { Database } from '../../src/store/connection/database.ts'
import type { RecipientKey } from '../../src/store/keys.ts'
import { caller, type From } from './caller.ts'
import { testKeys, type World } from './seed.ts'

export interface Exporter {
  /** Asks for an export. @returns its ExportID */
  begin(params: object): Promise<string>
  /** Carries out what waits. */
  work(): Promise<void>
  /** The octets of a new export. */
  file(params: object): Promise<Buffer>
  /** The same, as text. */
  text(params: object): Promise<string>
  /** @param now milliseconds after which the link is followed */
  follow(id: string, now?: number, method?: string): Promise<Answer>
  call: ReturnType<typeof caller>['call']
  refused: ReturnType<typeof caller>['refused']
  of(id: string): { readonly ApiKey: string; readonly ClientID: string; readonly ExportID: string }
}

export function exporter(db: Database, world: World, from?: From): Exporter {
  const { call, refused } = caller(db, exports)
  const client = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId }
  const namedExport = (ExportID: string) => ({ ...client, ExportID })
  const begin = async (params: object) =>
    (await call('Export.Create', { ...client, Format: 'Csv', ...params }, from)) as string
  async function work() {
    while (await workOnExport(exportParts(db), new AbortController().signal));
  }
  async function follow(id: string, after = 0, method = 'GET') {
    const { URL: url } = (await call('Export.GetLink', namedExport(id), from)) as { URL: string }
    const route = exportRoute({ db, keys: testKeys, audit: auditLog(db), now: () => new Date(Date.now() + after) })
    const request = { method, path: new URL(url).pathname, query: '', headers: {}, body: Buffer.alloc(0) }
    return (await route({ ...request, publicUrl: '', remote: '192.0.2.9', id: 'download' })!) as Answer // it is not live
  }
  async function file(params: object) {
    const id = await begin(params)
    await work()
    return read(await follow(id))
  }
  return {
    begin,
    work,
    file,
    text: async params => (await file(params)).toString(),
    follow,
    call,
    refused,
    of: namedExport,
  }
}

/** What the files are written with: mails as the service composes them, in this thread. */
export function exportParts(db: Database, change: Partial<Parameters<typeof workOnExport>[0]> = {}) {
  const parts = { db, tokens: tokens(testKeys), contentTasks: contentTasksHere }
  const mailOf = (recipient: RecipientKey) => composeKeptMail(parts, recipient)
  const archiveOf = accessArchive({ db, mailOf, now: () => new Date() })
  return { db, hasRoom: async () => true, archiveOf, ...change }
}

/** The body of a download, which has as many octets as its head says. */
export async function read({ status, headers, body }: Answer): Promise<Buffer> {
  assert.equal(status, 200)
  const pieces: Buffer[] = []
  for await (const piece of body as AsyncIterable<Buffer>) pieces.push(piece)
  const whole = Buffer.concat(pieces)
  assert.equal(headers['Content-Length'], String(whole.length))
  return whole
}
