/** `lettershop doctor` in a process of its own: on an installation that runs, on one that does not, and on one where all is broken. */
import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer as createSecureServer } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { CheckId, Finding, Severity } from '../src/cli/doctor/finding.ts'
import { throwAwayCertificate } from './harness/certificate.ts'
import { createCluster, startPooler } from './harness/cluster.ts'
import { lettershop } from './harness/command.ts'
import { startDns } from './harness/dns.ts'
import { needs } from './harness/needs.ts'
import { type Program, startProgram } from './harness/program.ts'
import { type Sink, startSink } from './harness/sink.ts'
import { closeServer, listen, serveWeb } from './harness/web.ts'

let folders: string
let data: string
let program: Program
before(async () => {
  folders = await mkdtemp(join(tmpdir(), 'lettershop-doctor-'))
  data = join(folders, 'data')
  program = await startProgram({ LETTERSHOP_DATA: data, LETTERSHOP_LOG_LEVEL: 'fatal' })
})
after(async () => {
  await program?.end()
  await rm(folders, { recursive: true, force: true })
})

interface Report {
  readonly exitCode: number
  readonly findings: readonly Finding[]
}

async function examine(environment: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await lettershop(['doctor', '--json'], environment)
  const report = JSON.parse(stdout) as Report
  assert.equal(report.exitCode, code)
  const findingsOf = (id: CheckId) => report.findings.filter(finding => finding.id === id)
  return { code, findings: report.findings, findingsOf, all: stdout + stderr }
}

const severities = (findings: readonly Finding[]): Severity[] => findings.map(({ severity }) => severity)

test('a running installation has its embedded database examined, and no error', async () => {
  const { findings, findingsOf } = await examine({ LETTERSHOP_DATA: data, LETTERSHOP_SENDERS: '1' })
  assert.deepEqual(
    findings.filter(({ severity }) => severity === 'error' || severity === 'unknown'),
    [],
  )
  for (const id of [
    'database.reach',
    'database.version',
    'database.encoding',
    'database.rights',
    'database.connections',
    'database.durability',
    'database.pooling',
    'database.locks',
    'database.row-locks',
    'database.notifications',
    'database.clock',
    'database.migrations',
    'time-zones',
    'secret.file',
    'secret.match',
    'disk.data',
    'settings.service',
  ] as const)
    assert.deepEqual(severities(findingsOf(id)), ['ok'], id)
})

test('what the service has settings for and the command lacks is not examined, and the doctor says where they differ', async () => {
  const folder = join(folders, 'set')
  const relay = await startSink()
  const service = await startProgram({
    LETTERSHOP_DATA: folder,
    LETTERSHOP_LOG_LEVEL: 'fatal',
    LETTERSHOP_TRANSPORT: `smtp://ada:ada-knows-it@127.0.0.1:${relay.port}?tls=none`,
    LETTERSHOP_PUBLIC_URL: 'https://mail.example',
  })
  try {
    const { code, findingsOf, all } = await examine({ LETTERSHOP_DATA: folder, LETTERSHOP_DISK_RESERVE: '101' })
    assert.equal(code, 1)
    assert.deepEqual(severities(findingsOf('settings.service')), ['warning'])
    const { sentence, advice } = findingsOf('settings.service')[0]!
    assert.match(sentence, /LETTERSHOP_PUBLIC_URL \(there https:\/\/mail\.example, here absent\)/)
    assert.match(sentence, /LETTERSHOP_TRANSPORT \(there 127\.0\.0\.1:\d+, here folder\)/)
    assert.match(sentence, /LETTERSHOP_DISK_RESERVE \(there 100, here 101\)/)
    assert.match(advice, /lettershop-service/)
    for (const id of ['relay', 'public-url.reach'] as const)
      assert.deepEqual(severities(findingsOf(id)), ['unknown'], id)
    assert.deepEqual([severities(findingsOf('disk.data')), severities(findingsOf('disk.space'))], [['ok'], ['ok']])
    assert.doesNotMatch(all, /ada-knows-it/)
  } finally {
    await service.end()
    await relay.close()
  }
})

test('what is found is printed with what to do about it, and the end says how many of each there are', async () => {
  const { stdout, code } = await lettershop(['doctor'], { LETTERSHOP_DATA: data, LETTERSHOP_PORTS: '1' })
  assert.equal(code, 1)
  assert.match(
    stdout,
    /^WARNING {2}settings\.names .*LETTERSHOP_PORTS is no setting.*\n +→ Did you mean LETTERSHOP_PORT\?/m,
  )
  assert.match(stdout, /\nErrors: 0, warnings: \d+, unknown: 0\.\n$/)
})

test('a database that does not run is not started, and nothing is made', async () => {
  const absent = join(folders, 'absent')
  const { code, findingsOf } = await examine({ LETTERSHOP_DATA: absent })
  assert.equal(code, 1)
  assert.deepEqual(severities(findingsOf('database.reach')), ['info'])
  assert.deepEqual(severities(findingsOf('database.locks')), ['unknown'])
  assert.ok(!(await readdir(folders)).includes('absent'))
})

for (const [what, files, severity, says] of [
  [
    'one that is stopped',
    { PG_VERSION: '18\n' },
    'info',
    /PostgreSQL 18\) does not run, and the doctor does not start it\.$/,
  ],
  ['one that was killed', { PG_VERSION: '18\n', 'postmaster.pid': '999999999\n' }, 'info', /the next start repairs it/],
  ['a folder with something else', {}, 'error', /is not a database of Lettershop: PG_VERSION .*ENOENT/],
] as const)
  test(`the folder of the embedded database is looked at: ${what}`, async () => {
    const folder = join(await mkdtemp(join(folders, 'stopped-')), 'postgres')
    await mkdir(folder)
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const { findingsOf } = await examine({ LETTERSHOP_DATA: join(folder, '..') })
    assert.deepEqual(severities(findingsOf('database.reach')), [severity])
    assert.match(findingsOf('database.reach')[0]!.sentence, says)
    assert.deepEqual((await readdir(folder)).sort(), Object.keys(files).sort())
  })

test(
  'standbys, a server that gives up durability, and a pooler that does not keep sessions are reported',
  needs('postgresql', 'pgbouncer'),
  async () => {
    const primary = await createCluster()
    const standby = await primary.standby()
    const pooler = await startPooler(primary, 'transaction')
    try {
      const settings = { LETTERSHOP_DATA: join(folders, 'absent') }
      const direct = await examine({ ...settings, DATABASE_URL: primary.url })
      assert.match(
        direct.findingsOf('database.replication')[0]!.sentence,
        /\(async, \d+ MB behind\)\. None is known to be synchronous/,
      )
      assert.match(direct.findingsOf('database.durability')[0]!.sentence, /switched off fsync/)
      assert.deepEqual(severities(direct.findingsOf('database.pooling')), ['ok'])
      assert.deepEqual(severities(direct.findingsOf('database.row-locks')), ['info'])
      assert.deepEqual(severities(direct.findingsOf('database.migrations')), ['info'])
      const pooled = await examine({ ...settings, DATABASE_URL: pooler.url })
      assert.deepEqual(severities(pooled.findingsOf('database.pooling')), ['error'])
      assert.deepEqual(severities(pooled.findingsOf('database.row-locks')), ['unknown'])
      assert.match(pooled.findingsOf('database.pooling')[0]!.advice, /pool_mode = session/)
      assert.match(
        pooled.findingsOf('database.resuming')[0]!.sentence,
        /^PgBouncer at \S+ tries the server again after 1 s\.$/,
      )
      const alone = await examine({ ...settings, DATABASE_URL: standby.url })
      assert.match(alone.findingsOf('database.reach')[0]!.sentence, /is not reached: .*standby/)
      await primary.set('synchronous_standby_names', '*')
      const both = `postgres://lettershop@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`
      const followed = await examine({ ...settings, DATABASE_URL: both })
      assert.match(followed.findingsOf('database.resuming')[0]!.sentence, /^The standby \S+ follows again 0\.5 s after/)
      await standby.kill()
      const lost = await examine({ ...settings, DATABASE_URL: both })
      assert.match(lost.findingsOf('database.replication')[0]!.sentence, /^Commits wait for a standby that is away/)
      assert.deepEqual(severities(lost.findingsOf('database.replication')), ['error'])
      assert.deepEqual(severities(lost.findingsOf('database.resuming')), ['unknown'])
    } finally {
      await pooler.stop()
      await standby.remove()
      await primary.remove()
    }
  },
)

test('what a setting without sense is about is not examined by its default', async () => {
  const { findingsOf } = await examine({
    LETTERSHOP_DATA: data,
    DATABASE_URL: 'mysql://localhost/x',
    LETTERSHOP_TRANSPORT: 'sendmail',
    LETTERSHOP_PUBLIC_URL: 'mail.example',
  })
  assert.equal(findingsOf('settings.values').length, 3)
  for (const id of ['database.reach', 'database.version', 'relay', 'public-url.reach'] as const)
    assert.deepEqual(severities(findingsOf(id)), ['unknown'], id)
})

test('the secret of another installation is an error', async () => {
  const { code, findingsOf } = await examine({ LETTERSHOP_DATA: data, LETTERSHOP_SECRET: 'another secret '.repeat(4) })
  assert.equal(code, 2)
  assert.match(findingsOf('secret.match')[0]!.sentence, /not the one of this database/)
  assert.match(findingsOf('secret.file')[0]!.sentence, /are different secrets; the file is ignored/)
})

/** Offers TLS with a certificate of a day, and knows one login. */
const guarded = () =>
  startSink({
    smtp: {
      ...throwAwayCertificate('localhost'),
      disabledCommands: [],
      onAuth: ({ username, password }, _session, done) =>
        username === 'ada' && password === 'ada-knows-it'
          ? done(null, { user: 'ada' })
          : done(new Error('no such login')),
    },
  })

async function withRelay(use: (relay: Sink) => Promise<void>): Promise<void> {
  const relay = await guarded()
  try {
    await use(relay)
  } finally {
    assert.equal(relay.messages.length, 0)
    await relay.close()
  }
}

test('a relay with TLS and a login is tried without a mail, and its certificate that ends soon is reported', () =>
  withRelay(async ({ port }) => {
    const { code, findingsOf, all } = await examine({
      LETTERSHOP_DATA: join(folders, 'absent'),
      LETTERSHOP_TRANSPORT: `smtp://ada:ada-knows-it@localhost:${port}?tls=required&verify=false`,
    })
    assert.equal(code, 1)
    assert.match(
      findingsOf('relay')[0]!.sentence,
      /is ready: TLSv1\.3; login accepted; offers .*PIPELINING.*AUTH LOGIN PLAIN/,
    )
    assert.deepEqual(severities(findingsOf('relay')), ['ok'])
    assert.match(findingsOf('relay.certificate')[0]!.sentence, /ends on \d{4}-\d\d-\d\d, in [01] days/)
    assert.deepEqual(severities(findingsOf('relay.certificate')), ['warning'])
    assert.doesNotMatch(all, /ada-knows-it/)
  }))

test('a relay whose certificate is not trusted, one that refuses the login, and ones that are not there are errors', () =>
  withRelay(async ({ port }) => {
    const gone = await closedPort()
    const { code, findingsOf, all } = await examine({
      LETTERSHOP_DATA: join(folders, 'absent'),
      LETTERSHOP_TRANSPORT: [
        `smtp://ada:ada-knows-it@localhost:${port}?tls=required`,
        `smtp://ada:ada-forgot-it@localhost:${port}?tls=required&verify=false`,
        `smtp://127.0.0.1:${gone}`,
        'smtp://relay.invalid',
        'smtp://localhost?window=none',
      ].join(','),
    })
    assert.equal(code, 2)
    const sentences = findingsOf('relay').map(({ sentence }) => sentence)
    assert.equal(sentences.length, 4)
    assert.match(sentences[0]!, /does not come to TLS: .*self-signed/)
    assert.match(sentences[1]!, /refuses the login: .*535/)
    assert.match(sentences[2]!, /takes no connection: .*ECONNREFUSED/)
    assert.match(sentences[3]!, /relay\.invalid:25 is not found/)
    assert.match(findingsOf('settings.values')[0]!.sentence, /window is a whole number/)
    assert.doesNotMatch(all, /ada-(?:knows|forgot)-it/)
  }))

test('records of sending domains are judged, and where returned mail goes', async () => {
  const names = await startDns()
  try {
    const ClientID = await program.call<string>('Client.Create', {
      CompanyName: 'Bloom',
      ContactName: 'Carla',
      EmailAddress: 'carla@client.example',
      Country: 'Germany',
      Timezone: 'Europe/Berlin',
    })
    await program.call('Domain.Create', { ClientID, Domain: 'news.bloom.example' })
    names.mx.set('bounces.bloom.example', ['localhost'])
    names.txt.set('bounces.bloom.example', ['v=spf1 mx -all'])
    names.txt.set('_dmarc.bloom.example', ['v=DMARC1; p=none'])
    const settings = { LETTERSHOP_DATA: data, LETTERSHOP_DNS_SERVERS: names.address }
    const { findingsOf } = await examine({ ...settings, LETTERSHOP_BOUNCE_DOMAIN: 'bounces.bloom.example' })
    assert.deepEqual(severities(findingsOf('dns.bounces')), ['ok'])
    assert.deepEqual(severities(findingsOf('dns.domains')), ['info', 'warning', 'warning'])
    for (const { sentence } of findingsOf('dns.domains').slice(1))
      assert.match(sentence, /^news\.bloom\.example: .*_domainkey.*: There is no DKIM record here/)

    const without = await examine({ ...settings, LETTERSHOP_BOUNCE_DOMAIN: 'nothing.bloom.example' })
    assert.match(without.findingsOf('dns.bounces')[0]!.sentence, /has no MX record/)
    names.failing.add('bounces.bloom.example')
    const failing = await examine({ ...settings, LETTERSHOP_BOUNCE_DOMAIN: 'bounces.bloom.example' })
    assert.deepEqual(severities(failing.findingsOf('dns.bounces')), ['unknown'])
    assert.ok(severities(failing.findingsOf('dns.domains')).includes('unknown'))
  } finally {
    await names.close()
  }
})

test('the public URL is asked for: this service, another one, and one whose certificate is not trusted', async () => {
  const here = await examine({ LETTERSHOP_DATA: data, LETTERSHOP_PUBLIC_URL: program.url })
  assert.deepEqual(severities(here.findingsOf('public-url.reach')), ['ok'])
  assert.deepEqual(severities(here.findingsOf('public-url.proxy')), ['info'])

  const other = await serveWeb({ '/health': { body: 'ok' } })
  const secure = createSecureServer(throwAwayCertificate('localhost'), (_request, response) => {
    response.writeHead(503, { 'X-Service': 'Lettershop' }).end('The disk is full.\nNo heartbeat.\n')
  })
  try {
    const wrong = await examine({ LETTERSHOP_DATA: data, LETTERSHOP_PUBLIC_URL: other.url })
    assert.match(wrong.findingsOf('public-url.reach')[0]!.sentence, /by something that is no Lettershop/)
    assert.equal(wrong.code, 2)
    const url = `https://localhost:${await listen(secure)}`
    const untrusted = await examine({ LETTERSHOP_DATA: data, LETTERSHOP_PUBLIC_URL: url })
    assert.match(
      untrusted.findingsOf('public-url.reach')[0]!.sentence,
      /is not healthy \(503\): The disk is full; No heartbeat\.$/,
    )
    assert.match(
      untrusted.findingsOf('public-url.certificate')[0]!.sentence,
      /is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    )
    assert.deepEqual(severities(untrusted.findingsOf('public-url.proxy')), ['warning'])
  } finally {
    await Promise.all([other.close(), closeServer(secure)])
  }
})

test('if everything is broken each part is reported, the run ends, and no secret is printed', async () => {
  const broken = join(folders, 'broken')
  await mkdir(join(broken, 'postgres'), { recursive: true })
  await writeFile(join(broken, 'secret'), 'short', { mode: 0o644 })
  await chmod(broken, 0o755)
  const { code, findingsOf, all, findings } = await examine({
    LETTERSHOP_DATA: broken,
    DATABASE_URL: `postgres://lettershop:hush-database@127.0.0.1:${await closedPort()}/nothing`,
    LETTERSHOP_PORT: 'eighty',
    LETTERSHOP_SECRET: 'hush-secret',
    LETTERSHOP_TRUSTED_PROXY: '10.0.0.1',
    LETTERSHOP_DISK_RESERVE: '1000000',
    LETTERSHOP_STATE_DIR: broken,
    LETTERSHOP_TRANSPORT: `smtp://ada:hush-relay@127.0.0.1:${await closedPort()}`,
    LETTERSHOP_DNS_SERVERS: `127.0.0.1:${await closedPort()}`,
    LETTERSHOP_BOUNCE_DOMAIN: 'bounces.bloom.example',
    LETTERSHOP_PUBLIC_URL: `https://127.0.0.1:${await closedPort()}`,
  })
  assert.equal(code, 2)
  assert.deepEqual(
    findingsOf('settings.values').map(({ sentence }) => sentence.split(' ')[0]),
    ['LETTERSHOP_PORT', 'LETTERSHOP_SECRET'],
  )
  assert.match(findingsOf('settings.names')[0]!.advice, /LETTERSHOP_TRUSTED_PROXIES/)
  assert.match(findingsOf('database.reach')[0]!.sentence, /is not reached: .*ECONNREFUSED/)
  assert.deepEqual(severities(findingsOf('secret.match')), ['unknown'])
  assert.deepEqual(severities(findingsOf('secret.file')), ['error'])
  assert.deepEqual(severities(findingsOf('disk.data')), ['warning'])
  assert.deepEqual(severities(findingsOf('disk.state')), ['warning'])
  assert.deepEqual(severities(findingsOf('disk.space')), ['error'])
  assert.deepEqual(severities(findingsOf('relay')), ['error'])
  assert.deepEqual(severities(findingsOf('dns.bounces')), ['unknown'])
  assert.deepEqual(severities(findingsOf('dns.domains')), ['unknown'])
  assert.deepEqual(severities(findingsOf('time-zones')), ['unknown'])
  assert.deepEqual(severities(findingsOf('public-url.reach')), ['error'])
  assert.deepEqual(severities(findingsOf('public-url.proxy')), ['warning'])
  for (const { sentence, advice, severity } of findings) {
    assert.match(sentence, /^[A-Z\d/].*\.$/s)
    if (severity !== 'ok') assert.notEqual(advice + (severity === 'info' ? '.' : ''), '')
  }
  assert.doesNotMatch(all, /hush/)
})

test('a database that takes the connection and says nothing is given up', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as { port: number } // it listens on TCP
  try {
    const { code, findingsOf } = await examine({
      LETTERSHOP_DATA: data,
      DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c`,
    })
    assert.equal(code, 2)
    assert.match(findingsOf('database.reach')[0]!.sentence, /is not reached: (?:timeout expired|it did not answer)/)
  } finally {
    server.close()
  }
})

test('a word too many is refused', async () => {
  const { code, stderr, stdout } = await lettershop(['doctor', 'now'])
  assert.equal(code, 64)
  assert.equal(stdout, '')
  assert.match(stderr, /lettershop doctor \[--json\]/)
})

/** A port that nothing listens on. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as { port: number } // it listens on TCP
  await new Promise(resolve => server.close(resolve))
  return port
}
