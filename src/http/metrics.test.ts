import assert from 'node:assert/strict'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../test/harness/service.ts'
import { startSink } from '../../test/harness/sink.ts'
import { smtpTransport } from '../delivery/relays/transport.ts'
import { budget } from '../lib/budget.ts'
import { coalesce, Overloaded, type QueueFigures } from '../lib/coalesce.ts'
import type { Request } from '../lib/http.ts'
import { addCounts } from '../store/forms/counts.ts'
import { placeHold } from '../store/limits/guards.ts'
import { readForMetrics } from '../store/metrics.ts'
import { metrics } from './metrics.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const token = 'a token of the tests'.replaceAll(' ', '-')
const fresh = (given?: string) =>
  metrics({ db: service.db, memory: budget(1000), memoryMost: 1000, token: given }).route
const asked = async (
  route: ReturnType<typeof fresh>,
  remote: string,
  given: Record<string, string | undefined> = {},
) => {
  const headers = { host: 'localhost:8080', ...given }
  const answer = await route({ path: '/metrics', method: 'GET', remote, headers } as unknown as Request) // all it looks at
  return { status: answer!.status, body: String(answer!.body) }
}

test('calls are counted by operation, wire and refusal, and timed by wire', async () => {
  await service.call('User.GetApiKey', {})
  const { status } = await service.call('Client.GetDetail', { ClientID: '0123456789abcdef0123456789abcdef' })
  assert.notEqual(status, 200)
  const text = await (await fetch(`${service.url}/metrics`)).text()
  assert.match(text, /^lettershop_calls_total\{operation="Client\.GetDetail",wire="json",refusal="\w+"\} 1$/m)
  assert.match(text, /^lettershop_call_seconds_count\{wire="json"\} [1-9]/m)
  assert.match(text, /^nodejs_eventloop_lag_seconds /m)
  assert.match(text, /^lettershop_memory_budget_used_bytes \d+$/m)
})

test('strangers, and callers that a proxy passed on, learn nothing', async () => {
  const route = fresh()
  assert.equal((await asked(route, '127.0.0.1')).status, 200)
  for (const [remote, headers] of [
    ['203.0.113.7', {}],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
    ['127.0.0.1', { forwarded: 'for=127.0.0.1' }],
    ['127.0.0.1', { via: '1.1 proxy' }],
  ] as const)
    assert.deepEqual(await asked(route, remote, headers), { status: 404, body: 'Not found\n' })
})

test('without a token the Host is this machine: a proxy that adds no header passes on the name its callers asked for', async () => {
  const route = fresh()
  const own = ['127.0.0.1', '127.0.0.1:8080', '127.9.9.9:80', 'LOCALHOST', 'shop.localhost:80', '[::1]', '[::1]:8080']
  for (const host of own) assert.equal((await asked(route, '::1', { host })).status, 200, host)
  for (const host of [
    'mail.agency.example',
    'mail.agency.example:8080',
    'localhost.agency.example',
    'localhost@agency.example',
    'notlocalhost',
    '192.0.2.1',
    '10.0.0.1:8080',
    '0.0.0.0',
    '[2001:db8::1]:8080',
    '',
    'local host',
    undefined,
  ])
    assert.deepEqual(await asked(route, '127.0.0.1', { host }), { status: 404, body: 'Not found\n' }, host)
})

test('a proxy on this machine that adds no header reads no metrics; the same request for this machine does', async () => {
  const { port } = new URL(service.url)
  const statusFor = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const outgoing = request(`${service.url}/metrics`, { headers: { Host: host } }, incoming => {
        incoming.resume()
        incoming.on('end', () => resolve(incoming.statusCode))
      })
      outgoing.on('error', reject).end()
    })
  assert.equal(await statusFor('mail.agency.example'), 404)
  assert.equal(await statusFor(`localhost:${port}`), 200)
})

test('with a token set, it alone opens metrics, from anywhere', async () => {
  const route = fresh(token)
  assert.equal((await asked(route, '203.0.113.7', { authorization: `Bearer ${token}` })).status, 200)
  assert.equal((await asked(route, '127.0.0.1')).status, 404)
  assert.equal((await asked(route, '127.0.0.1', { authorization: `Bearer ${token}x` })).status, 404)
})

test('holds and work are shown by kind, without the words of the operator', async () => {
  await placeHold(service.db, { kind: 'by hand', folder: '', detail: 'The volume of Jane is moved.' }, new Date())
  const { body } = await asked(fresh(), '127.0.0.1')
  assert.match(body, /^lettershop_holds\{kind="by_hand"\} 1$/m)
  assert.match(body, /^lettershop_open_work\{kind="import"\} 0$/m)
  assert.match(body, /^lettershop_database_read\{group="ledger"\} 1$/m)
  assert.doesNotMatch(body, /Jane/)
})

test('queues are shown with how long they wait; an empty queue has waited 0 seconds', async () => {
  const { body } = await asked(fresh(), '127.0.0.1')
  for (const name of [
    'uncounted_hit_batches',
    'webhook_events_waiting',
    'webhooks_failing',
    'webhooks_paused',
    'oldest_campaign_due_seconds',
    'oldest_inbound_mail_seconds',
    'oldest_uncounted_hit_seconds',
    'oldest_recipients_due_seconds',
  ])
    assert.match(body, new RegExp(`^lettershop_${name} 0$`, 'm'))
  await service.db`
    insert into mailbox (at, source, recipient, route, size, sha256, raw, due_at)
    values (now(), 'smtp', 'b@x.example', 'bounce', 1, '\\x00', '\\x00', now() - interval '1 hour')`
  const later = await asked(fresh(), '127.0.0.1')
  assert.match(later.body, /^lettershop_oldest_inbound_mail_seconds 36\d\d(?:\.\d+)?$/m)
  assert.match(later.body, /^lettershop_inbound_mails_of_day\{state="waiting"\} 1$/m)
})

test('forms are shown by what came of them, without their names; sign-ups that wait or are held, and waves', async () => {
  const { db } = service
  const outcomes = async () => {
    const { body } = await asked(fresh(), '127.0.0.1')
    return Object.fromEntries(
      [...body.matchAll(/^lettershop_form_(\w+?)(?:\{outcome="(\w+)"\})? (\d+)$/gm)].map(found => [
        found[2] ?? found[1],
        Number(found[3]),
      ]),
    )
  }
  const before = await outcomes()
  assert.deepEqual([before.sign_ups_waiting, before.sign_ups_held, before.waves], [0, 0, 0])
  const [client] = await db<{ clientId: number }[]>`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
    select id, 'Client of Jane', 'Jane', 'jane@client.example', 'Germany', 'Europe/Berlin', '(GMT+01:00) Berlin' from accounts order by id limit 1
    returning id as client_id`
  const [form] = await db<{ clientId: number; formId: number }[]>`
    insert into forms (client_id, title, settings) values (${client!.clientId}, 'Form of Jane', '{}') returning client_id, id as form_id`
  await addCounts(db, [
    { ...form!, kind: 'submitted', count: 3 },
    { ...form!, kind: 'refused ProofOfWork', count: 2 },
  ])
  for (const state of ['new', 'held', 'held', 'asked'])
    await db`
      insert into form_sign_ups (client_id, form_id, state, email, address, list_ids, language, remote)
      values (${form!.clientId}, ${form!.formId}, ${state}, 'jane@x.example', 'jane@x.example', '{}', 'en', '192.0.2.1')`
  for (const state of ['passed', 'passed', 'holding', 'released'])
    await db`
      insert into form_waves (client_id, form_id, state, submitted, usual, confirmed_permille)
      values (${form!.clientId}, ${form!.formId}, ${state}, 100, 1, 4)`
  const after = await outcomes()
  assert.equal(after.submitted! - (before.submitted ?? 0), 3)
  assert.equal(after.refused_proof_of_work! - (before.refused_proof_of_work ?? 0), 2)
  assert.deepEqual([after.sign_ups_waiting, after.sign_ups_held, after.waves], [1, 2, 1])
  await db`delete from form_sign_ups`
  await db`delete from form_waves`
})

test('jobs are shown by kind and state, and how long the oldest is overdue', async () => {
  await service.db`
    insert into graphile_worker._private_tasks (identifier) values ('benchJob') on conflict do nothing`
  await service.db`
    insert into graphile_worker._private_jobs (task_id, payload, run_at, attempts, max_attempts)
    select t.id, '{}', now() + make_interval(secs => g.seconds), g.attempts, 25
    from graphile_worker._private_tasks t, (values (-7200, 0), (3600, 0), (60, 3), (60, 25)) as g (seconds, attempts)
    where t.identifier = 'benchJob'`
  const { body } = await asked(fresh(), '127.0.0.1')
  for (const [state, count] of [
    ['queued', 2],
    ['retrying', 1],
    ['failed', 1],
  ])
    assert.match(body, new RegExp(`^lettershop_jobs\\{task="benchJob",state="${state}"\\} ${count}$`, 'm'))
  assert.match(body, /^lettershop_oldest_job_due_seconds\{task="benchJob"\} 72\d\d/m)
  assert.doesNotMatch(body, /payload/)
})

test('the queues of opens, clicks and opt-outs are shown with what was refused', async () => {
  let resolve = () => {}
  const promise = new Promise<void>(done => {
    resolve = done
  })
  const queues = new Map<string, () => QueueFigures>()
  const run = async (items: readonly number[]) => {
    await promise
    return items
  }
  const join = coalesce(run, { waiting: 2, concurrency: 1, most: 1, onFigures: read => queues.set('opt_outs', read) })
  const { route } = metrics({ db: service.db, memory: budget(1), memoryMost: 1, token: undefined, queues })
  const read = async () => (await asked(route, '127.0.0.1')).body
  const joined = [join(1), join(2)]
  await assert.rejects(join(3), Overloaded)
  const body = await read()
  assert.match(body, /^lettershop_queue_waiting\{queue="opt_outs"\} 2$/m)
  assert.match(body, /^lettershop_queue_refused_total\{queue="opt_outs"\} 1$/m)
  assert.match(body, /^lettershop_queue_oldest_seconds\{queue="opt_outs"\} (?!0$)\d/m)
  resolve()
  await Promise.all(joined)
  const later = await read()
  assert.match(later, /^lettershop_queue_done_total\{queue="opt_outs"\} 2$/m)
  assert.match(later, /^lettershop_queue_waiting\{queue="opt_outs"\} 0$/m)
  assert.match(later, /^lettershop_queue_oldest_seconds\{queue="opt_outs"\} 0$/m)
})

test('a relay is shown with its sessions, what became of its messages, and whether it is left alone', async () => {
  const sink = await startSink()
  const transport = smtpTransport([sink.url])
  const { route } = metrics({ db: service.db, memory: budget(1), memoryMost: 1, token, relays: transport.relays })
  const read = async () => (await asked(route, '127.0.0.1', { authorization: `Bearer ${token}` })).body
  const relay = `relay="${new URL(sink.url).host}"`
  assert.match(await read(), new RegExp(`^lettershop_relay_connections\\{${relay}\\} 0$`, 'm'))
  const message = { from: 'a@x.example', to: 'b@x.example', utf8: false, name: { folder: '', file: '' } }
  await transport.send({ ...message, data: Buffer.from('Subject: x\r\n\r\nx\r\n') })
  const body = await read()
  assert.match(body, new RegExp(`^lettershop_relay_messages_total\\{${relay},outcome="accepted"\\} 1$`, 'm'))
  assert.match(body, new RegExp(`^lettershop_relay_messages_total\\{${relay},outcome="refused"\\} 0$`, 'm'))
  assert.match(body, new RegExp(`^lettershop_relay_connections\\{${relay}\\} 1$`, 'm'))
  assert.match(body, new RegExp(`^lettershop_relay_held\\{${relay}\\} 0$`, 'm'))
  await transport.close()
  await sink.close()
})

test('what the database did not say in time is absent, not 0', async () => {
  assert.equal(await readForMetrics(service.db, sql => sql`select pg_sleep(60)`), undefined)
  const broken = metrics({ db: brokenDatabase(), memory: budget(1), memoryMost: 1, token: undefined })
  const { body } = await asked(broken.route, '127.0.0.1')
  assert.doesNotMatch(
    body,
    /^lettershop_(?:open_work|holds|recipients|campaigns|webhooks_paused|uncounted_hit_batches|inbound_mails_of_day)[ {]/m,
  )
  assert.match(body, /^lettershop_database_read\{group="work"\} 0$/m)
})

function brokenDatabase(): TestService['db'] {
  const begin = async () => {
    throw new Error('the database is away')
  }
  const usage = () => ({ open: 0, used: 0, waiting: 0, longestWaitSeconds: 0 })
  return Object.assign(() => begin(), { begin, usage }) as unknown as TestService['db'] // all that is asked of it
}

test('a port of its own answers metrics and states to every caller, and nothing else; the port of the service answers none', async () => {
  const port = await freePort()
  const own = await startTestService({ LETTERSHOP_ROLES: 'api', LETTERSHOP_METRICS_PORT: String(port) })
  try {
    const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
    const passedOn = { headers: { 'X-Forwarded-For': '203.0.113.7' } }
    assert.match(await (await at('/metrics', passedOn)).text(), /^lettershop_database_connections_open [1-9]/m)
    assert.equal((await at('/health')).status, 200)
    assert.equal((await at('/ready')).status, 200)
    for (const [path, init] of [
      ['/', {}],
      ['/api/api.asmx', {}],
      ['/api/json/User.GetClients', { method: 'POST', body: '{}' }],
      ['/metrics', { method: 'POST', body: 'x'.repeat(100_000) }],
    ] as const)
      assert.ok([404, 413].includes((await at(path, init)).status), path)
    assert.equal((await fetch(`${own.url}/metrics`)).status, 404)
  } finally {
    await own.stop()
  }
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
