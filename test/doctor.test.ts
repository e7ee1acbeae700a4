/** `lettershop doctor` on an installation that is well, and on one where everything is broken. */
import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { checkNames, type Finding, onCertificate } from '../src/cli/doctor/finding.ts'
import { connect } from '../src/store/connection/database.ts'
import { lettershop } from './harness/command.ts'
import { freshDatabase } from './harness/database.ts'
import { root } from './harness/markdown.ts'
import { startTestService, type TestService } from './harness/service.ts'

interface Report {
  readonly worst: string
  readonly findings: readonly Finding[]
}

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lettershop-doctor-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function examined(environment: Readonly<Record<string, string>>): Promise<Report & { readonly code: number }> {
  const { code, stdout, stderr } = await lettershop(['doctor', '--json'], environment)
  assert.equal(stderr, '')
  return { ...(JSON.parse(stdout) as Report), code }
}

const of = ({ findings }: Report, check: string) => findings.filter(finding => finding.check === check)
const said = (report: Report, check: string) =>
  of(report, check).map(({ severity, sentence }) => `${severity}: ${sentence}`)

describe('an installation that is well', () => {
  let service: TestService
  let own: Readonly<Record<string, string>>
  before(async () => {
    service = await startTestService({ LETTERSHOP_ROLES: 'api' })
    await chmod(service.dataFolder, 0o700)
    own = {
      DATABASE_URL: service.databaseUrl,
      LETTERSHOP_DATA: service.dataFolder,
      LETTERSHOP_PUBLIC_URL: service.url,
      LETTERSHOP_DISK_RESERVE: '1',
    }
  })
  after(() => service?.stop())

  test('is told to be well, check by check, and nothing of it is changed', async () => {
    const before = await service.db`select count(*)::int from audit_log`
    const report = await examined(own)
    // the server of the tests is faster than it is safe
    const rest = report.findings.filter(({ sentence }) => !/ is off: what was acknowledged/.test(sentence))
    assert.deepEqual(
      rest.filter(({ severity }) => severity !== 'ok' && severity !== 'info'),
      [],
    )
    assert.deepEqual([...new Set(rest.map(({ check }) => check))], Object.keys(checkNames))
    assert.match(said(report, 'public url').join(), /leads to a Lettershop that is well/)
    assert.deepEqual([...(await service.db`select count(*)::int from audit_log`)], [...before])
  })

  test('is printed for people, with a verdict, and the settings of another secret are an error', async () => {
    const { stdout } = await lettershop(['doctor'], own)
    assert.match(stdout, /^ok {7}settings {5}Every setting makes sense\.$/m)
    const report = await examined({ ...own, LETTERSHOP_SECRET: 'another secret of 32 letters or more' })
    assert.match(
      said(report, 'secret').join(),
      /^error: LETTERSHOP_SECRET is not the one this database was set up with/,
    )
    assert.equal(report.code, 2)
  })

  test('whose database is older or newer than the program is told so', async () => {
    const db = connect(service.databaseUrl, { max: 1 })
    try {
      await db`insert into migrations (number) values (999999)`
      assert.match(
        said(await examined(own), 'migrations').join(),
        /^warning: The database was migrated by a newer program\./,
      )
    } finally {
      await db`delete from migrations where number = 999999`
      await db.end()
    }
  })

  test('whose server does not know the zone of a client is told so', async () => {
    await service.call('Client.Create', {
      ...{ CompanyName: 'Bloom', ContactName: 'Rosa', EmailAddress: 'rosa@bloom.example', Country: 'Germany' },
      Timezone: 'Europe/Berlin',
    })
    assert.match(said(await examined(own), 'time zones').join(), /^ok: Node and PostgreSQL agree on 1 time zones/)
    await service.db`update clients set time_zone = 'Mars/Olympus'`
    assert.match(
      said(await examined(own), 'time zones').join(),
      /^error: PostgreSQL does not know the time zone Mars\/Olympus\./,
    )
  })
})

describe('an installation where everything is broken', () => {
  let silent: Server
  before(async () => {
    // takes connections and says nothing
    silent = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise(resolve => silent.once('listening', resolve))
  })
  after(() => silent?.close())

  test('is told all of it at once, within bounds, without a secret', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const { port } = silent.address() as AddressInfo
    const broken = {
      DATABASE_URL: 'postgres://lettershop:geheim-password@127.0.0.1:9/lettershop',
      LETTERSHOP_DATA: file,
      LETTERSHOP_PORT: 'many',
      LETTERSHOP_ROLES: 'api,cook',
      LETTERSHOP_PUBLIK_URL: 'https://mail.agency.example',
      LETTERSHOP_PUBLIC_URL: 'https://127.0.0.1:9',
      LETTERSHOP_TRANSPORT: `smtp://ada:geheim-relay@127.0.0.1:${port},smtps://relay.invalid`,
      LETTERSHOP_BOUNCE_DOMAIN: 'bounce.invalid',
      LETTERSHOP_DNS_SERVERS: '127.0.0.1:9',
      LETTERSHOP_SECRET: 'geheim secret of this installation, long',
    }
    const report = await examined(broken)
    assert.equal(report.code, 2)
    assert.equal(report.worst, 'error')
    for (const [check, sentence] of [
      ['settings', /error: LETTERSHOP_PORT is "many", but must be a port number\./],
      ['settings', /error: LETTERSHOP_ROLES is "api,cook"/],
      ['settings', /warning: LETTERSHOP_PUBLIK_URL is no setting/],
      ['disk', /error: \S+file is no folder\./],
      ['database', /error: The database cannot be reached: connect ECONNREFUSED/],
      ['relays', /error: The relay 127\.0\.0\.1:\d+ cannot be used, it does not greet: /],
      ['relays', /error: The relay relay\.invalid:465 cannot be used, its name does not resolve/],
      ['dns', /unknown: The name servers did not answer for bounce\.invalid\./],
      ['public url', /error: https:\/\/127\.0\.0\.1:9 cannot be reached from here: connect ECONNREFUSED/],
    ] as const)
      assert.match(said(report, check).join('\n'), sentence)
    assert.equal(
      report.findings.find(({ sentence }) => /PUBLIK/.test(sentence))?.advice,
      'Did you mean LETTERSHOP_PUBLIC_URL?',
    )
    assert.doesNotMatch(JSON.stringify(report), /geheim/)
    for (const { severity, advice, sentence } of report.findings)
      assert.ok(severity === 'ok' || severity === 'info' || advice !== '', `${sentence} says what to do`)
    assert.equal(await readFile(file, 'utf8'), '', 'nothing is changed')
  })

  test('a database without an installation, and a folder that others may read, are told', async () => {
    const data = join(folder, 'open')
    const { url, drop } = await freshDatabase()
    try {
      await rm(data, { recursive: true, force: true })
      await mkdir(data)
      await chmod(data, 0o755)
      await writeFile(join(data, 'secret'), 'x'.repeat(64), { mode: 0o644 })
      const report = await examined({ DATABASE_URL: url, LETTERSHOP_DATA: data })
      assert.match(
        said(report, 'disk').join('\n'),
        /warning: Other accounts may enter \S+open, which holds the secret\./,
      )
      assert.match(said(report, 'disk').join('\n'), /error: Other accounts may read \S+secret\./)
      assert.match(said(report, 'secret').join('\n'), /error: The database holds no installation yet\./)
    } finally {
      await drop()
    }
  })
})

test('the page names every check, and what it looks at', async () => {
  const page = await readFile(join(root, 'docs/doctor.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, check, what]) => [check, what])
  assert.deepEqual(rows, Object.entries(checkNames))
})

test('a certificate is told to end 21 days before, and to have ended', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000)
  const severities = [60, 20, -2].map(days => onCertificate('relays', 'the relay', inDays(days))[0]!.severity)
  assert.deepEqual(severities, ['ok', 'warning', 'error'])
  assert.deepEqual(onCertificate('relays', 'the relay', undefined), [], 'there is none')
})

test('a wrong command line is refused', async () => {
  const { code, stderr } = await lettershop(['doctor', '--all'])
  assert.equal(code, 2)
  assert.match(stderr, /^lettershop doctor \[--json\]/)
})
