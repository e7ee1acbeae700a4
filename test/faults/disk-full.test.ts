/** An import and a campaign whose database's disk is full for a while: all of it goes on by itself, and is done once. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connect, type Database } from '../../src/store/connection/database.ts'
import { findRunningEmbedded } from '../../src/store/embedded/embedded.ts'
import { assertAccounts } from '../harness/accounting.ts'
import { type Cluster, canMount, createCluster } from '../harness/cluster.ts'
import { mayTake } from '../harness/effort.ts'
import { consent } from '../harness/imports.ts'
import { fillList, keyOfCampaign, sendTo } from '../harness/large-list.ts'
import { longOnly } from '../harness/long.ts'
import { needs } from '../harness/needs.ts'
import { basics } from '../harness/new-client.ts'
import { type Program, startProgram } from '../harness/program.ts'
import { type SinkProcess, startSinkProcess } from '../harness/sink-child.ts'
import { seen, until } from '../harness/until.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'

const people = 40_000
const recipients = 3_000
const letter = '<html><body><p>Hi</p><unsubscribe>leave</unsubscribe></body></html>'
const mounts = await canMount()
const needsDisk = mounts ? {} : { skip: 'needs the right to mount a small disk' }

/** Takes all room of a disk. @returns what gives it back */
async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'filler')
  const file = await open(path, 'w')
  const piece = Buffer.alloc(2 ** 16)
  let isOver = false
  const filling = (async () => {
    // what is given back meanwhile is taken as well
    while (!isOver)
      if (!(await file.write(piece).catch(() => undefined))) await new Promise(done => setTimeout(done, 20))
  })()
  return async () => {
    isOver = true
    await filling
    await file.close()
    await rm(path)
  }
}

async function lists({ call }: Program) {
  const ClientID = await call<string>('Client.Create', basics)
  const pages = { UnsubscribePage: '', ConfirmationSuccessPage: '' }
  const list = (Title: string) => call<string>('List.Create', { ClientID, Title, ConfirmOptIn: false, ...pages })
  return { ClientID, imported: await list('Imported'), mailed: await list('Mailed') }
}

/** An import that is being written, with rows that are and rows that are not. */
async function beginImport(program: Program, db: Database, ClientID: string, ListID: string): Promise<string> {
  const rows = Array.from({ length: people }, (_, n) => `i${n}@x.example,P ${n}`).join('\n')
  const response = await fetch(`${program.url}/api/uploads?ClientID=${ClientID}&FileName=people.csv`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${program.apiKey}`, 'Content-Type': 'application/octet-stream' },
    body: `email,name\n${rows}\n`,
  })
  const { UploadID } = (await response.json()) as { UploadID: string } // of success
  const ImportID = await program.call<string>('Import.Create', { ListID, UploadID, ...consent })
  const state = (wanted: string) =>
    seen(
      `the import is ${wanted}`,
      () => program.call<{ State: string }>('Import.Get', { ClientID, ImportID }),
      ({ State }) => State === wanted,
    )
  await state('Mapping')
  await program.call('Import.Judge', { ClientID, ImportID })
  await state('Judged')
  await program.call('Import.Commit', { ClientID, ImportID })
  await until(
    async () => (await db`select from imports where cursor > 0 or state = 'done'`).length > 0,
    'it is written',
  )
  return ImportID
}

async function assertImportedOnce(db: Database): Promise<void> {
  await until(async () => (await db`select from imports where state = 'done'`).length === 1, 'the import is done')
  const [row] = await db<{ members: number; entries: number }[]>`
    select (select count(*)::int from subscribers where address like 'i%@x.example' and state = 'Active') as members,
      (select count(*)::int from subscriber_history where cause = 'imported') as entries`
  assert.deepEqual({ ...row }, { members: people, entries: people })
}

describe('the disk of a database outside is full', { ...needs('postgresql'), ...needsDisk, ...longOnly }, () => {
  let cluster: Cluster
  let db: Database
  let web: TestWeb
  let sink: SinkProcess
  let folder: string
  let program: Program
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ls-faults-'))
    cluster = await createCluster({ diskMb: 500 })
    db = connect(cluster.url, { max: 2 })
    web = await serveWeb({ '/letter.html': { body: letter } })
    sink = await startSinkProcess()
    program = await startProgram({
      DATABASE_URL: cluster.url,
      LETTERSHOP_DATA: folder,
      LETTERSHOP_LOG_LEVEL: 'silent',
      LETTERSHOP_FETCH_PRIVATE: 'true',
      LETTERSHOP_TRANSPORT: `smtp://127.0.0.1:${sink.port}/?connections=5`,
    })
  })
  after(async () => {
    await program?.end('SIGKILL')
    await sink?.kill()
    await web?.close()
    await db?.end()
    await cluster?.remove()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  test('amid an import and a campaign, which go on and are done once', async () => {
    mayTake(900_000)
    const { ClientID, imported, mailed } = await lists(program)
    await fillList(db, mailed, recipients)
    sink.takes(500)
    const order = { ClientID, ListID: mailed, CampaignName: 'Spring', HtmlUrl: `${web.url}/letter.html` }
    const campaign = await keyOfCampaign(db, await sendTo(program.call, order))
    await sink.took(300)
    await beginImport(program, db, ClientID, imported)
    const free = await fillDisk(cluster.folder)
    sink.takes(1_500)
    await assert.rejects(
      program.call('Subscriber.Add', { ListID: imported, Email: 'late@x.example', Name: '' }).then(async () => {
        // what there was room for; the next one finds none
        for (let n = 0; n < 10_000; n++)
          await program.call('Subscriber.Add', { ListID: imported, Email: `late${n}@x.example`, Name: 'x'.repeat(200) })
      }),
      /Service Unavailable/,
    )
    await free()
    await cluster.start() // it has ended if it had to write and could not
    sink.takes(recipients)
    await assertImportedOnce(db)
    await until(async () => (await db`select from campaigns where state = 'sent'`).length === 1, 'the campaign is sent')
    const copies = await sink.recipients()
    assert.equal(new Set(copies).size, copies.length, 'no recipient got two')
    const [totals] = await db`select accepted, unknown from campaign_totals where campaign_id = ${campaign.campaignId}`
    assert.deepEqual({ ...totals }, { accepted: recipients, unknown: 0 })
    assert.deepEqual([...(await db`select kind from holds`)], [])
    await assertAccounts(db, campaign)
  })
})

describe('the disk of the data folder is full', { ...needsDisk, ...longOnly }, () => {
  test('amid an import, which the next start goes on with', async () => {
    mayTake(900_000)
    const folder = await mkdtemp(join(tmpdir(), 'ls-faults-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=500m', 'tmpfs', folder])
    const settings = { LETTERSHOP_DATA: folder, LETTERSHOP_DISK_RESERVE: '0', LETTERSHOP_LOG_LEVEL: 'silent' }
    let program: Program | undefined
    try {
      program = await startProgram(settings)
      let db = connect((await findRunningEmbedded(folder))!, { max: 2 })
      const { ClientID, imported } = await lists(program)
      await beginImport(program, db, ClientID, imported)
      const free = await fillDisk(folder)
      await new Promise(done => setTimeout(done, 5_000))
      await free()
      await db.end()
      // where PostgreSQL could not write its log it ended, and the program with it
      await program.end('SIGKILL')
      program = await startProgram(settings)
      db = connect((await findRunningEmbedded(folder))!, { max: 2 })
      await assertImportedOnce(db)
      await db.end()
    } finally {
      await program?.end()
      execFileSync('umount', ['-l', folder])
      await rm(folder, { recursive: true, force: true })
    }
  })
})
