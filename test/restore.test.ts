/** An embedded installation that is put back in its place from a backup: the program itself, the tools of operators. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { needs } from './harness/needs.ts'
import { startProgram } from './harness/program.ts'

let base: string
let data: string
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'lettershop-restore-'))
  data = join(base, 'data')
})
after(() => rm(base, { recursive: true, force: true }))

/** Runs the program until it is ready, and ends it. @returns the reasons of its holds */
async function run(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<readonly string[]> {
  const program = await startProgram({ LETTERSHOP_DATA: data, LETTERSHOP_LOG_LEVEL: 'fatal' })
  await program.end(signal)
  return program.banner.filter(line => line.startsWith('HELD'))
}

function shell(command: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', LETTERSHOP_DATA: data, LETTERSHOP_LOG_LEVEL: 'fatal' },
  })
  assert.equal(status, 0, `${command}: ${stderr}`)
  return stdout
}

test('restarts and kill -9 are quiet; a restore in place holds, with rsync and with cp -a, until it is released', {
  ...needs('rsync'),
}, async () => {
  assert.deepEqual(await run(), [])
  shell(`cp -a ${data} ${base}/backup`)
  assert.deepEqual(await run('SIGKILL'), [])
  assert.deepEqual(await run(), [])
  const lettershop = join(import.meta.dirname, '../bin/lettershop.mjs')
  for (const putBack of [`rsync -a --delete ${base}/backup/ ${data}/`, `cp -a ${base}/backup/. ${data}/`]) {
    assert.deepEqual(await run(), [], 'before the restore')
    shell(putBack)
    const [held, ...more] = await run()
    assert.match(held ?? '', /nothing is sent: The data folder was put back from a backup in its place/, putBack)
    assert.deepEqual(more, [])
    assert.match(shell(`${process.execPath} ${lettershop} release --yes`), /Released: sending goes on\.\n$/)
    assert.deepEqual(await run(), [], 'after the release')
  }
})
