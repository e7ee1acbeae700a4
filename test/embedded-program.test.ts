/** The program as a newcomer runs it: `npm start`, its own PostgreSQL, everything in one folder; and what kill -9 leaves. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Program, startProgram } from './harness/program.ts'
import { until } from './harness/until.ts'

let folders: string
before(async () => {
  folders = await mkdtemp(join(tmpdir(), 'lettershop-program-'))
})
after(() => rm(folders, { recursive: true, force: true }))

const settings = (folder: string) => ({ LETTERSHOP_DATA: join(folders, folder), LETTERSHOP_LOG_LEVEL: 'fatal' })

async function newList({ call }: Program): Promise<string> {
  const ClientID = await call<string>('Client.Create', {
    CompanyName: 'Bloom',
    ContactName: 'Carla',
    EmailAddress: 'carla@client.example',
    Country: 'Germany',
    Timezone: 'Europe/Berlin',
  })
  const pages = { UnsubscribePage: '', ConfirmationSuccessPage: '' }
  return call<string>('List.Create', { ClientID, Title: 'Garden', ConfirmOptIn: false, ...pages })
}

interface Process {
  readonly pid: number
  readonly parent: number
  readonly args: string
}

function processes(): Process[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return stdout.split('\n').flatMap(line => {
    const [, pid, parent, args = ''] = /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? []
    return pid ? [{ pid: Number(pid), parent: Number(parent), args }] : []
  })
}

/** A process with all that came of it. */
function familyOf({ child }: Program): Process[] {
  const all = processes()
  const family = all.filter(({ pid }) => pid === child.pid)
  for (const { pid } of family) family.push(...all.filter(({ parent }) => parent === pid))
  return family
}

/** Who of them is still there; numbers are used again, so the command must be the same. */
function left(family: readonly Process[]): Process[] {
  const now = new Map(processes().map(({ pid, args }) => [pid, args]))
  return family.filter(({ pid, args }) => now.get(pid) === args)
}

describe('two programs side by side, each with a folder and a port of its own', () => {
  let garden: Program
  let kitchen: Program
  before(async () => {
    const npm = ['npm', 'start', '--silent'] as const
    ;[garden, kitchen] = await Promise.all([
      startProgram(settings('garden'), { command: npm }),
      // without DATABASE_URL they name no server, and say nothing about the embedded one
      startProgram({
        ...settings('kitchen'),
        ...{ PGHOST: '127.0.0.1', PGPORT: '1', PGUSER: 'other', PGPASSWORD: 'other', PGDATABASE: 'other' },
        ...{ PGSSLMODE: 'require', PGOPTIONS: '-c search_path=other' },
      }),
    ])
  })
  after(() => {
    for (const program of [garden, kitchen]) {
      // a test has failed: no database may stay on a folder that is removed
      for (const { pid } of program ? familyOf(program) : []) process.kill(pid, 'SIGKILL')
    }
  })

  test('they know nothing of each other', async () => {
    assert.notEqual(garden.url, kitchen.url)
    assert.notEqual(garden.apiKey, kitchen.apiKey)
    await newList(garden)
    assert.equal((await garden.call<unknown[]>('User.GetClients', {})).length, 1)
    assert.equal((await kitchen.call<unknown[]>('User.GetClients', {})).length, 0)
    const swapped = await fetch(`${kitchen.url}/api/json/User.GetClients`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${garden.apiKey}` },
    })
    assert.equal(swapped.status, 401)
    assert.deepEqual((await readdir(folders)).sort(), ['garden', 'kitchen'])
  })

  test('the console is named first in the banner, and answers', async () => {
    assert.match(garden.banner[0]!, new RegExp(`^Console: +${garden.url}/$`))
    const page = await (await fetch(`${garden.url}/`)).text()
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? []
    assert.equal((await fetch(garden.url + script)).status, 200)
  })

  test('a second program on the same folder names the first and ends', async () => {
    let said = ''
    const second = startProgram(settings('garden'), { onLog: text => (said += text) })
    await assert.rejects(second, /ended with code 1 before it was ready/)
    assert.match(said, /garden/)
    assert.equal((await garden.call<unknown[]>('User.GetClients', {})).length, 1)
  })

  test('after kill -9 everything acknowledged is there, and the key is the same', async () => {
    const ListID = await newList(kitchen)
    const acknowledged: string[] = []
    const killedFamily = familyOf(kitchen)
    let killed = false
    const adding = Array.from({ length: 8 }, async (_, worker) => {
      for (let n = 0; !killed; n++) {
        const Email = `reader${worker}.${n}@reader.example`
        try {
          await kitchen.call('Subscriber.Add', { ListID, Email, Name: '' })
        } catch (error) {
          if (!killed) throw error
          return
        }
        acknowledged.push(Email)
        if (acknowledged.length === 500) {
          killed = true
          kitchen.child.kill('SIGKILL')
        }
      }
    })
    await Promise.all(adding)
    const again = await startProgram(settings('kitchen'))
    const family = familyOf(again)
    try {
      assert.equal(again.apiKey, kitchen.apiKey)
      const printed = again.banner.join('\n')
      assert.doesNotMatch(printed, /^(?:Password|API key)/m, 'secrets are shown at the first start only')
      assert.ok(!printed.includes(kitchen.apiKey))
      assert.match(printed, /^Keys: +"lettershop keys show admin" prints the API key$/m)
      const found = await again.call<{ EmailAddress: string }[]>('Subscribers.GetActive', {
        ListID,
        Date: '2020-01-01',
      })
      const addresses = new Set(found.map(({ EmailAddress }) => EmailAddress))
      assert.ok(acknowledged.length >= 500)
      assert.deepEqual(
        acknowledged.filter(address => !addresses.has(address)),
        [],
      )
      const stats = await again.call<{ TotalActiveSubscribers: number }>('List.GetStats', { ListID })
      assert.equal(stats.TotalActiveSubscribers, addresses.size)
    } finally {
      assert.equal(await again.end(), 0)
    }
    assert.deepEqual(left([...killedFamily, ...family]), [])
  })

  test('npx that gets SIGTERM leaves no orphan: the service stops as if it had got the signal itself', async () => {
    const npx = await startProgram(settings('cellar'), { command: ['npx', 'lettershop', 'start'] })
    const family = familyOf(npx)
    const isService = ({ args }: Process) => /node .*lettershop start/.test(args)
    assert.ok(family.some(isService) && family.some(({ args }) => /postgres -D/.test(args)), JSON.stringify(family))
    npx.child.kill('SIGTERM')
    try {
      await until(async () => left(family).length === 0, 'every process of it is gone')
    } finally {
      for (const { pid } of left(family)) process.kill(pid, 'SIGKILL')
    }
    assert.ok(!existsSync(join(folders, 'cellar/postgres/postmaster.pid')), 'the database was stopped, not lost')
  })

  test('without npm a service outlives the shell that started it', async () => {
    const command = ['sh', '-c', `"${process.execPath}" bin/lettershop.mjs start & wait`] as const
    const program = await startProgram({ ...settings('attic'), npm_lifecycle_event: '' }, { command })
    const family = familyOf(program)
    const service = family.find(({ args }) => / bin\/lettershop\.mjs start$/.test(args) && !args.startsWith('sh '))
    assert.ok(service, JSON.stringify(family))
    try {
      await program.end('SIGKILL')
      await pause(2_000)
      assert.equal((await fetch(`${program.url}/health`)).status, 200)
    } finally {
      process.kill(service.pid, 'SIGTERM')
    }
    await until(async () => left(family).length === 0, 'every process of it is gone')
  })

  test('npm start ends with exit code 0 on SIGTERM and leaves no process behind', async () => {
    const family = familyOf(garden)
    const named = (pattern: RegExp) => family.some(({ args }) => pattern.test(args))
    assert.ok(named(/^npm/) && named(/lettershop\.mjs start/) && named(/postgres/), JSON.stringify(family))
    assert.equal(await garden.end('SIGTERM'), 0)
    assert.deepEqual(left(family), [])
  })
})
