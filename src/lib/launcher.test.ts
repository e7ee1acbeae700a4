import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../test/harness/until.ts'
import { type Launch, watchLauncher } from './launcher.ts'

const npx = "'lettershop'"

/** Gives a program another parent. @param script of npm. @param first the parent at the start. @returns when it notices */
async function orphan(script: string | undefined, change: Partial<Launch> = {}, first = 100) {
  let parent = first
  const launch = { parent: () => parent, leadsSession: () => false, everyMs: 1, ...change }
  const gone = watchLauncher(script, launch).then(() => true)
  assert.equal(await Promise.race([gone, pause(20, false)]), false, 'nothing has happened yet')
  parent = 1
  return { gone }
}

describe('the end of the parent is noticed', () => {
  for (const [what, script] of [
    ['under npx', npx],
    ['under npm start', 'lettershop start'],
    ['behind another command', 'build && lettershop start'],
    ['with a redirection', 'lettershop start > log 2>&1'],
    ['with both redirected', 'lettershop start &> log'],
  ] as const)
    test(what, async () => {
      const { gone } = await orphan(script)
      await until(() => Promise.race([gone, pause(20, false)]), 'it is noticed')
    })
})

describe('the end of the parent changes nothing', () => {
  const notices = async (...what: Parameters<typeof orphan>) =>
    Promise.race([(await orphan(...what)).gone, pause(300, false)])
  test('without npm: a terminal that is closed over nohup, a shell that ends', async () =>
    assert.equal(await notices(undefined), false))
  test('for the leader of a session: setsid', async () =>
    assert.equal(await notices(npx, { leadsSession: () => true }), false))
  test('for a script that puts it into the background', async () =>
    assert.equal(await notices('nohup lettershop start >log 2>&1 &'), false))
  test('without a launcher from the start: a container, a daemon', async () =>
    assert.equal(await notices(npx, {}, 1), false))
})
