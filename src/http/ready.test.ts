import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../test/harness/service.ts'
import { placeHold, releaseHolds } from '../store/limits/guards.ts'
import { readyRoute } from './ready.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const allWell = {
  ready: true,
  database: 'ok',
  commits: 'ok',
  migrations: 'ok',
  disk: 'ok',
  heartbeats: 'ok',
  holds: 'ok',
  pauses: 'ok',
}
const ask = async () => {
  const response = await fetch(`${service.url}/ready`)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('a process that can serve is ready, with a line for each check', async () => {
  assert.deepEqual(await ask(), { status: 200, body: allWell })
})

test('/ready takes no other verb', async () => {
  assert.equal((await fetch(`${service.url}/ready`, { method: 'POST' })).status, 404)
})

test('a hold is listed, the process stays ready, and the words of the operator are left out', async () => {
  await placeHold(service.db, { kind: 'by hand', folder: '', detail: 'The volume of Jane is moved.' }, new Date())
  try {
    assert.deepEqual(await ask(), { status: 200, body: { ...allWell, holds: 'Sending is held: by hand.' } })
  } finally {
    await releaseHolds(service.db)
  }
})

test('a missing migration makes the process unready; one of a newer program does not', async () => {
  const [newest] = await service.db<{ number: number }[]>`select max(number) as number from migrations`
  const number = newest!.number
  await service.db`insert into migrations (number) values (${number + 1})`
  assert.deepEqual(await ask(), { status: 200, body: allWell })
  await service.db`delete from migrations where number >= ${number}`
  const { status, body } = await ask()
  assert.equal(status, 503)
  assert.equal(body.migrations, 'The database lacks migrations of this program: 1.')
  await service.db`insert into migrations (number) values (${number})`
  assert.equal((await ask()).status, 200)
})

test('a full disk and missed heartbeats have their own sentences', async () => {
  const route = readyRoute({
    db: service.db,
    disk: () => 'The disk is full.',
    heartbeats: () => undefined,
    holdFolder: undefined,
  })
  const answer = (await route({ path: '/ready', method: 'GET' } as Parameters<typeof route>[0]))! // all it looks at
  assert.equal(answer.status, 503)
  assert.deepEqual(JSON.parse(answer.body as string), { ...allWell, ready: false, disk: 'The disk is full.' })
})
