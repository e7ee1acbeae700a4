/** How many test processes run at once, and what a run of several says at its end. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { root } from './harness/markdown.ts'
import { choose } from './harness/schedule.mjs'

const [heavy, light] = [{ isHeavy: true }, { isHeavy: false }]

for (const [fact, waiting, running, load, place] of [
  ['one per core starts on a busy machine', [heavy, light], { all: 1, heavy: 1 }, 20, 0],
  ['no more start on a busy machine', [heavy, light], { all: 2, heavy: 1 }, 20, -1],
  ['a light one passes heavy ones when each core has one', [heavy, heavy, light], { all: 2, heavy: 2 }, 2.5, 2],
  ['heavy ones are more than cores only on quiet cores', [heavy], { all: 2, heavy: 2 }, 2.5, -1],
  ['heavy ones are more than cores on quiet cores', [heavy], { all: 2, heavy: 2 }, 1, 0],
  ['four more than cores are enough on quiet cores', [light], { all: 6, heavy: 0 }, 0, -1],
] as const)
  test(`on two cores ${fact}`, () => assert.equal(choose(waiting, running, load, 2), place))

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lettershop-runner-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** Runs modules of one test each. */
async function runModules(texts: readonly string[], ...asked: readonly string[]) {
  const processes = await Promise.all(
    texts.map(async (text, n) => {
      const module = join(folder, `module-${n}.test.mjs`)
      await writeFile(module, `import { test } from 'node:test'\n${text}`)
      return { module, isHeavy: n === 0 }
    }),
  )
  const list = join(folder, 'processes.json')
  await writeFile(list, JSON.stringify(processes))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const runner = join(root, 'test/harness/runner.mjs')
  const { status, stdout } = spawnSync(process.execPath, [runner, list, '60000', ...asked], { env, encoding: 'utf8' })
  return { status, stdout }
}

const fine = "test('fine', () => {})"
const skipped = "test('skipped', { skip: 'a reason' }, () => {})"
const failing = "test('failing', () => { throw new Error('the defect itself') })"

test('several modules are counted as one run, and say once what was skipped', async () => {
  const { status, stdout } = await runModules([fine, skipped, fine])
  assert.equal(status, 0, stdout)
  assert.match(stdout, /tests 3\n.*suites 0\n.*pass 2\n.*fail 0\n.*cancelled 0\n.*skipped 1\n/)
  assert.equal(stdout.split(/\btests \d/).length, 2, stdout)
  assert.equal(stdout.split('SKIPPED skipped: a reason').length, 2, stdout)
})

test('one that fails among several makes the run fail, and is shown at the end', async () => {
  const { status, stdout } = await runModules([fine, failing])
  assert.equal(status, 1)
  assert.match(stdout, /fail 1\n[\s\S]*failing tests:[\s\S]*the defect itself/)
})

test('a module that does not load makes the run fail', async () => {
  assert.equal((await runModules(["import './missing.mjs'"])).status, 1)
})

test('a pattern of names chooses tests of all modules', async () => {
  const { status, stdout } = await runModules([fine, failing], '--test-name-pattern=fine')
  assert.equal(status, 0, stdout)
  assert.match(stdout, /pass 1\n.*fail 0\n/)
})
