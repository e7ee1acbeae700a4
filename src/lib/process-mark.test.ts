import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { seen } from '../../test/harness/until.ts'
import { isAlive } from './other-processes.ts'
import { isRunning, ownMark } from './process-mark.ts'

const linux = { skip: process.platform !== 'linux' }

test('this process runs, and is no process that had its number before', async () => {
  const own = ownMark()
  assert.equal(await isRunning(own), true)
  assert.equal(await isRunning({ ...own, began: `${own.began}1` }), false)
})

test('a process of another machine cannot be looked at', async () => {
  assert.equal(await isRunning({ ...ownMark(), host: 'another.example' }), undefined)
})

test('a process that ended does not run', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  assert.equal(await isAlive(child.pid!), false)
  assert.equal(await isRunning({ ...ownMark(), pid: child.pid! }), false)
})

test('a process that ended and whose parent does not ask for it does not run', linux, async () => {
  // the shell does not wait for its child
  const shell = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const [line] = (await once(shell.stdout, 'data')) as [Buffer]
    const pid = Number(line.toString())
    const stat = await seen(
      'its end',
      () => readFile(`/proc/${pid}/stat`, 'latin1'),
      text => text.includes(') Z '),
    )
    assert.ok(process.kill(pid, 0), 'its number is still taken')
    assert.equal(await isAlive(pid), false)
    const began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]!
    assert.equal(await isRunning({ ...ownMark(), pid, began }), false)
  } finally {
    shell.kill()
  }
})
