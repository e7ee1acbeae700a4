/** A test file ends, whatever its tests left open, and says what that was. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { root } from './harness/markdown.ts'
import { until } from './harness/until.ts'

const ends = new URL('./harness/ends.ts', import.meta.url).href

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lettershop-ends-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** Runs a file as `test/run.mjs` does. @param limitMs how long a test may take, and the end of the file */
async function run(text: string, limitMs: number): Promise<{ code: number | null; output: string }> {
  const file = join(folder, 'written.test.mjs')
  await writeFile(file, text)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = spawn(process.execPath, ['--import', ends, '--test', file], {
    cwd: root,
    env: { ...env, TEST_LIMIT_MS: String(limitMs) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  return { code, output }
}

/** Where no process reaps orphans, a dead one stays as a zombie. */
function isAlive(pid: string): boolean {
  return /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout.trim())
}

const leak = `
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { test } from 'node:test'
test('leaves much open', () => {
  const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  console.log('it is process ' + pid + '.')
  createServer().listen(0, '127.0.0.1')
  OUTCOME
})`

for (const [outcome, statement] of [
  ['fails', "throw new Error('the defect itself')"],
  ['passes', ''],
] as const)
  test(`a file whose test ${outcome} and leaves a server and a process ends, fails, names both, and kills the process`, async () => {
    const { code, output } = await run(leak.replace('OUTCOME', statement), 2_000)
    assert.notEqual(code, 0)
    assert.match(output, /the tests are over, and the file did not end within 2 s\. Open: .*TCPServerWrap/)
    assert.match(output, /setInterval/)
    assert.equal(output.includes('the defect itself'), outcome === 'fails')
    const pid = /it is process (\d+)\./.exec(output)![1]!
    await until(async () => !isAlive(pid), 'the process is gone')
  })

test('a file with a wait that never ends fails with the name of the test', async () => {
  const wait = `
    import { test } from 'node:test'
    test('waits for what does not come', async () => {
      for (;;) await new Promise(resolve => setTimeout(resolve, 10))
    })`
  const { code, output } = await run(wait, 2_000)
  assert.notEqual(code, 0)
  assert.match(output, /“waits for what does not come” began, and did not end within 2 s/)
})

test('a test that calls mayTake may take longer, and a file that leaves nothing open just ends', async () => {
  const long = `
    import { test } from 'node:test'
    import { mayTake } from '${new URL('./harness/effort.ts', import.meta.url)}'
    test('takes long', async () => {
      mayTake(120_000)
      await new Promise(resolve => setTimeout(resolve, 3_000))
    })`
  const { code, output } = await run(long, 2_000)
  assert.equal(code, 0, output)
  assert.doesNotMatch(output, /did not end/)
})
