/** `lettershop top`: once against a campaign that is being sent, and live in a pseudo-terminal (`script` of util-linux). */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { recordProcess } from '../src/store/processes.ts'
import { lettershop } from './harness/command.ts'
import { freshDatabase, type TestDatabase } from './harness/database.ts'
import { seed } from './harness/seed.ts'

let it: TestDatabase
let own: Readonly<Record<string, string>>
before(async () => {
  it = await freshDatabase()
  // another transport than the service's: top is about the service
  own = { DATABASE_URL: it.url, LETTERSHOP_TRANSPORT: 'smtp://elsewhere.example' }
  const { client } = await seed(it.db)
  const [campaign] = await it.db<{ id: number }[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, due_at, started_at)
    values (${client.clientId}, ${`Spring \x1b[2J${'n'.repeat(200)}`}, 's', 'n', 'a@b.example', 'a@b.example', '', '<p>', 'sending',
      now() - interval '2 minutes', now() - interval '2 minutes') returning id`
  await it.db`
    insert into campaign_totals (client_id, campaign_id, recipients, planned, accepted, deferred)
    values (${client.clientId}, ${campaign!.id}, 1000, 500, 400, 100)`
  await recordProcess(it.db, {
    id: '00000000000040008000000000000001',
    host: 'mail-1',
    pid: 7,
    roles: ['api', 'sender'],
    version: '0.1.0',
    schema: 49,
    node: '24.11.0',
    startedAt: new Date(),
    heldRelays: ['relay.example:25'],
    isDiskFull: false,
    areHeartbeatsOverdue: false,
    settings: { LETTERSHOP_TRANSPORT: 'one.example:25,two.example:587' },
  })
})
after(() => it?.drop())

test('once, it prints processes, campaigns, queues and backups, without codes of terminals', async () => {
  const { code, stdout, stderr } = await lettershop(['top', '--once'], own)
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^lettershop \d/)
  assert.match(stdout, /^! There is no backup/m)
  assert.match(stdout, /^! The relay relay\.example:25 does not take mail/m)
  assert.match(stdout, /^! No process has the role jobs/m)
  assert.match(stdout, /^mail-1 +7 +0\.1\.0 +runs +api,sender$/m)
  assert.match(stdout, /^Spring .*sending +400\/1000 +100 +\d+ +\d+ \w+ +\d+ \w+$/m)
  assert.match(stdout, /^jobs +0 +-$/m)
  assert.match(stdout, /^RELAYS +one\.example:25, two\.example:587$/m)
  assert.match(stdout, /^BACKUPS +last none, none scheduled$/m)
  assert.ok(!stdout.includes('\x1b'), 'the name of a campaign moves no cursor')
  for (const line of stdout.split('\n')) assert.ok(line.length <= 120, line)
})

test('without an installation the command makes none', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'lettershop-top-')), 'data')
  for (const args of [
    ['top', '--once'],
    ['hold', 'a reason'],
    ['backup', join(folder, '..')],
  ]) {
    const { code, stderr } = await lettershop(args, { LETTERSHOP_DATA: folder })
    assert.equal(code, 1, args[0])
    assert.match(
      stderr,
      /There is no installation in .*\/data\. Set LETTERSHOP_DATA to its data folder, or DATABASE_URL/,
    )
  }
  assert.deepEqual(await readdir(join(folder, '..')), [])
  await rmdir(join(folder, '..'))
})

test('without a terminal it prints once, too, and what it does not know is refused', async () => {
  assert.match((await lettershop(['top'], own)).stdout, /^lettershop \d/)
  const { code, stderr } = await lettershop(['top', '--often'], own)
  assert.equal(code, 2)
  assert.match(stderr, /^lettershop top \[--once\]/)
})

/** Nothing else: Node takes an empty NO_COLOR for a wish, too, and a terminal of CI for one without colours. */
const environment = { PATH: process.env.PATH, HOME: process.env.HOME }
const hasScript = spawnSync('script', ['--version']).status === 0

/** Runs it in a terminal of 60 columns, and presses a key when the first frame is there. @returns what the terminal was sent */
function inTerminal(
  key: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; sent: string }> {
  const executable = join(import.meta.dirname, '../bin/lettershop.mjs')
  const command = `stty cols 60 rows 30; '${process.execPath}' '${executable}' top`
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { ...environment, TERM: 'xterm-256color', ...own, LETTERSHOP_LOG_LEVEL: 'fatal', ...settings },
  })
  let sent = ''
  let isPressed = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    sent += text
    if (!isPressed && sent.includes('\x1b[J')) {
      isPressed = true
      child.stdin.write(key)
    }
  })
  return new Promise(resolve => child.once('close', code => resolve({ code, sent })))
}

for (const [name, key] of [
  ['q', 'q'],
  ['Ctrl-C', '\x03'],
] as const)
  test(`in a terminal it ends with ${name}, and gives the terminal back`, { skip: !hasScript }, async () => {
    const { code, sent } = await inTerminal(key)
    assert.equal(code, 0)
    const [, shown = ''] = sent.split('\x1b[?1049h')
    assert.ok(shown.endsWith('\x1b[?25h\x1b[?1049l'), 'the cursor and the screen before come back')
    assert.match(shown, /\x1b\[1mlettershop/)
    const lines = shown.replace(/\x1b\[[?\d]*[A-Za-z]/g, '').split(/[\r\n]+/)
    for (const line of lines) assert.ok(line.length <= 60, line)
  })

test('NO_COLOR is heeded', { skip: !hasScript }, async () => {
  const { sent } = await inTerminal('q', { NO_COLOR: '1' })
  assert.doesNotMatch(sent, /\x1b\[\d+m/)
})
