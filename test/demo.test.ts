/** `npm run demo -- --keep`: what the demo made goes on behind the console until Ctrl-C. test/readme.test.ts has the demo itself. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openBrowser } from './harness/console.ts'
import { seen } from './harness/until.ts'

let folder: string
let demo: ChildProcess
let printed = ''
let ended: Promise<number | null>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'))
  // the account of the database looks in
  await chmod(folder, 0o755)
  const { DATABASE_URL: _, ...env } = process.env
  demo = spawn(process.execPath, ['--import', 'tsx', 'demo/run.ts', '--keep'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...env, DEMO_RECIPIENTS: '20', TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
    // Ctrl-C reaches the demo and its service at once, as in a terminal
    detached: true,
  })
  ended = new Promise(resolve => demo.once('close', resolve))
  demo.stdout!.on('data', (text: Buffer) => {
    printed += text
  })
})
after(async () => {
  if (demo?.exitCode === null) process.kill(-demo.pid!, 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
})
const printedValue = (label: string) => new RegExp(`^${label} +(\\S+)`, 'm').exec(printed)?.[1]

test('the demo that is kept says where the console is and how to sign in there, and shows what it made', async () => {
  await seen(
    'the way to end it',
    async () => printed,
    text => /^to end it +Ctrl-C/m.test(text) || demo.exitCode !== null,
  )
  const url = printedValue('Console')!.replace(/\/$/, '')
  assert.match(await (await fetch(url)).text(), /<div id="console">/)
  const browser = openBrowser(url)
  const { status } = await browser.call('Session.SignIn', {
    Username: printedValue('User name'),
    Password: printedValue('Password'),
  })
  assert.equal(status, 200)
  const { value: clients } = await browser.call('User.GetClients')
  assert.deepEqual(
    clients.map(({ Name }: { Name: string }) => Name),
    ['Blossom & Co.'],
  )
  const { value: page } = await browser.call('Campaign.List', {
    ClientID: clients[0].ClientID,
    State: '',
    Search: '',
    Cursor: '',
    Limit: 10,
  })
  assert.deepEqual(
    page.Campaigns.map(({ Name, Counts }: { Name: string; Counts: { Accepted: number } }) => [Name, Counts.Accepted]),
    [['Spring issue', 20]],
  )
})

test('Ctrl-C ends all of it, and nothing stays', async () => {
  const url = printedValue('Console')!
  process.kill(-demo.pid!, 'SIGINT')
  assert.equal(await ended, 0)
  await assert.rejects(fetch(url))
  const left = (await readdir(folder)).filter(name => name.startsWith('lettershop'))
  assert.deepEqual(left, [])
})
