import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Launch, launcherGone } from './launcher.ts'

const npx = { npm_lifecycle_event: 'npx', npm_lifecycle_script: "'lettershop'" }

/** Whether it is told that its parent, which was 100, is another process now. */
async function notices(change: Partial<Launch>, first = 100): Promise<boolean> {
  let parent = first
  const gone = launcherGone({
    environment: npx,
    parent: () => parent,
    leadsSession: () => false,
    everyMs: 1,
    ...change,
  }).then(() => true)
  assert.equal(await Promise.race([gone, pause(20, false)]), false, 'nothing has happened yet')
  parent = 1
  return Promise.race([gone, pause(change.environment === npx || !change.environment ? 500 : 100, false)])
}

describe('the end of the parent is noticed', () => {
  for (const [what, environment] of [
    ['under npx', npx],
    ['under npm start', { npm_lifecycle_event: 'start', npm_lifecycle_script: 'lettershop start' }],
    ['behind another command', { npm_lifecycle_event: 'start', npm_lifecycle_script: 'build && lettershop start' }],
    ['with a redirection', { npm_lifecycle_event: 'start', npm_lifecycle_script: 'lettershop start > log 2>&1' }],
    ['with both redirected', { npm_lifecycle_event: 'start', npm_lifecycle_script: 'lettershop start &> log' }],
  ] as const)
    test(what, async () => assert.ok(await notices({ environment })))
})

describe('the end of the parent changes nothing', () => {
  test('without npm: a terminal that is closed over nohup, a shell that ends', async () =>
    assert.equal(await notices({ environment: {} }), false))
  test('for the leader of a session: setsid', async () =>
    assert.equal(await notices({ leadsSession: () => true }), false))
  test('for a script that puts it into the background', async () =>
    assert.equal(
      await notices({
        environment: { npm_lifecycle_event: 'up', npm_lifecycle_script: 'nohup lettershop start >log 2>&1 &' },
      }),
      false,
    ))
  test('where there was none from the start: a container, a daemon', async () =>
    assert.equal(await notices({}, 1), false))
})
