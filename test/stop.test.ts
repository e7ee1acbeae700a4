/** Stopping: the real program, real signals. What was begun is answered, what is new is refused, and it ends in time. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect as connectTo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../src/store/connection/database.ts'
import { freshDatabase } from './harness/database.ts'
import { type Program, startProgram } from './harness/program.ts'
import { startSink } from './harness/sink.ts'
import { openLine } from './harness/socket.ts'
import { serveWeb } from './harness/web.ts'

const html = '<html><body><multiline>News</multiline><unsubscribe>Leave us</unsubscribe></body></html>'
interface Service {
  readonly program: Program
  readonly db: Database
  readonly webUrl: string
  /** Resolves when the slow page was asked for. */
  readonly asked: Promise<void>
  /** Lets the slow page be answered. */
  readonly release: () => void
  /** Starts another program on the same database and folder. */
  again(settings: Readonly<Record<string, string>>): Promise<Program>
}

/** @param relay of the SMTP transport */
async function begin(t: TestContext, relay?: string): Promise<Service> {
  const database = await freshDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'lettershop-stop-'))
  const slow = { asked: () => {}, release: () => {} }
  const asked = new Promise<void>(resolve => {
    slow.asked = resolve
  })
  const released = new Promise<void>(resolve => {
    slow.release = resolve
  })
  const web = await serveWeb({
    '/page': { body: html },
    '/slow': (_request, response) => {
      slow.asked()
      void released.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(html))
    },
  })
  const programs: Program[] = []
  const again = async (settings: Readonly<Record<string, string>>) => {
    const started = await startProgram({
      DATABASE_URL: database.url,
      LETTERSHOP_DATA: folder,
      LETTERSHOP_FETCH_PRIVATE: 'true',
      LETTERSHOP_LOG_LEVEL: 'fatal',
      ...settings,
    })
    programs.push(started)
    return started
  }
  t.after(async () => {
    for (const { child } of programs) child.kill('SIGKILL')
    await web.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const program = await again(relay ? { LETTERSHOP_TRANSPORT: relay } : {})
  return { program, db: database.db, webUrl: web.url, asked, release: slow.release, again }
}

async function newClient({ call }: Program): Promise<string> {
  return call<string>('Client.Create', {
    CompanyName: 'Bloom',
    ContactName: 'Carla',
    EmailAddress: 'carla@client.example',
    Country: 'Germany',
    Timezone: 'Europe/Berlin',
  })
}

async function newList({ call }: Program, ClientID: string, ConfirmOptIn: boolean): Promise<string> {
  const pages = { UnsubscribePage: '', ConfirmationSuccessPage: '' }
  return call<string>('List.Create', { ClientID, Title: ConfirmOptIn ? 'Ask' : 'Do', ConfirmOptIn, ...pages })
}

/** Resolves when the port takes no connection any more. */
async function closed(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  for (;;) {
    const refused = await new Promise<boolean>(resolve => {
      const socket = connectTo(Number(port), hostname)
      socket.once('connect', () => resolve(false)).once('error', () => resolve(true))
      socket.once('connect', () => socket.destroy())
    })
    if (refused) return
    await pause(20)
  }
}

/** What a campaign's ledger says: how many are in each state. */
async function states(db: Database): Promise<Readonly<Record<string, number>>> {
  const [row] = await db`
    select recipients, planned, handing_over, accepted, deferred, refused, unknown, excluded from campaign_totals`
  return row as Record<string, number> // all of its columns are integers
}

describe('a signal', { concurrency: true }, () => {
  test('calls under way are answered, no new ones taken, kept connections closed, and the exit code is 0', async t => {
    const { program, webUrl, asked, release, db } = await begin(t)
    const ClientID = await newClient(program)
    const { host } = new URL(program.url)
    const kept = await openLine(program.url)
    kept.write(`GET /api/openapi.json HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    await kept.until(/\r\n\r\n[\s\S]+}$/)
    const silent = await openLine(program.url)
    const underWay = await openLine(program.url)
    const body = JSON.stringify({
      ApiKey: program.apiKey,
      ClientID,
      TemplateName: 'Spring',
      HTMLPageURL: `${webUrl}/slow`,
    })
    underWay.write(
      `POST /api/json/Template.Create HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await asked
    const ended = program.end('SIGTERM')
    await closed(program.url)
    await Promise.all([kept.ended, silent.ended])
    release()
    assert.match(await underWay.ended, /^HTTP\/1\.1 200 [\s\S]*\r\nConnection: close\r\n[\s\S]*\r\n\r\n"[0-9a-f]{32}"$/)
    assert.equal(await ended, 0)
    assert.equal((await db`select 1 from templates`).length, 1)
  })

  test('a second signal changes nothing: npm and a terminal send two', async t => {
    const { program, webUrl, asked, release } = await begin(t)
    const ClientID = await newClient(program)
    const pages = { HTMLPageURL: `${webUrl}/slow`, ZipFileURL: '', ScreenshotURL: '' }
    const underWay = program.call<string>('Template.Create', { ClientID, TemplateName: 'Spring', ...pages })
    await asked
    const ended = program.end('SIGINT')
    await closed(program.url)
    program.child.kill('SIGINT')
    program.child.kill('SIGTERM')
    release()
    assert.match(await underWay, /^[0-9a-f]{32}$/)
    assert.equal(await ended, 0)
  })

  test('callers who have stalled and pages that never come do not hold it up for longer than promised', async t => {
    const { program, webUrl, asked } = await begin(t)
    const ClientID = await newClient(program)
    const underWay = program.call('Template.Create', { ClientID, TemplateName: 'A', HTMLPageURL: `${webUrl}/slow` })
    underWay.catch(() => {}) // it is cut off
    await asked
    const head = `Host: ${new URL(program.url).host}\r\n`
    const lines = await Promise.all(Array.from({ length: 3 }, () => openLine(program.url)))
    lines[0]!.write(`POST /api/api.asmx HTTP/1.1\r\n${head}Content-Length: 1000\r\n\r\nhalf`)
    lines[1]!.write(`GET /api/api.asmx HTTP/1.1\r\n${head}X-Half: `)
    assert.equal(await program.end(), 0)
    for (const line of lines) await line.ended
    // cut off, before the page's own limit answers it with a refusal
    await assert.rejects(underWay, { name: 'TypeError' })
  })

  test('a campaign on its way to a relay that does not answer is given up in time, and sent on by the next start', async t => {
    const connections = 5
    let reply: 'hang' | 'accept' = 'hang'
    const sink = await startSink({ reply: () => reply })
    t.after(() => sink.close())
    // its answers are awaited for longer than a test may take
    const relay = `${sink.url}?connections=${connections}&timeout=3600`
    const { program, webUrl, db, again } = await begin(t, relay)
    const ClientID = await newClient(program)
    const ListID = await newList(program, ClientID, false)
    const recipients = 40
    for (let n = 0; n < recipients; n++) {
      await program.call('Subscriber.Add', { ListID, Email: `reader${n}@reader.example`, Name: '' })
    }
    const CampaignID = await program.call<string>('Campaign.Create', {
      ClientID,
      CampaignName: 'Spring',
      CampaignSubject: 'News',
      FromName: 'Carla',
      FromEmail: 'carla@client.example',
      ReplyTo: 'carla@client.example',
      HtmlUrl: `${webUrl}/page`,
      SubscriberListIDs: [ListID],
    })
    const order = { CampaignID, ConfirmationEmail: 'carla@client.example', SendDate: 'Immediately' }
    await program.call('Campaign.Send', order)
    // a mail of the service itself hangs too
    const asks = await newList(program, ClientID, true)
    await program.call('Subscriber.Add', { ListID: asks, Email: 'zoe@reader.example', Name: '' })
    while (sink.messages.length < connections) await pause(20)
    const line = await openLine(program.url)
    line.write(`POST /api/api.asmx HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf`)

    assert.equal(await program.end(), 0)
    const stopped = await states(db)
    assert.equal(stopped.recipients, recipients)
    assert.equal(stopped.accepted, 0)
    // at most once: who was being handed over is unknown now or soon, and gets no second copy
    const open = stopped.handingOver! + stopped.unknown!
    assert.ok(open <= connections, `${open} were being handed over`)
    // whose data was not begun is put back, and is sent to at the next start
    assert.equal(stopped.planned! + stopped.deferred!, recipients - open)
    const handed = sink.messages.length

    reply = 'accept'
    const next = await again({ LETTERSHOP_TRANSPORT: relay })
    while ((await states(db)).accepted! < recipients - open) await pause(50)
    assert.equal(await next.end(), 0)
    const copies = new Map<string, number>()
    for (const { to } of sink.messages.slice(handed)) copies.set(to, (copies.get(to) ?? 0) + 1)
    for (const [to, count] of copies) assert.equal(count, 1, `${to} got ${count} copies`)
    for (const { to } of sink.messages.slice(0, handed)) {
      if (to.startsWith('reader')) assert.ok(!copies.has(to), `${to} was handed over twice`)
    }
  })
})
