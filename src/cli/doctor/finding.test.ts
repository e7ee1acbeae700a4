import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { settings } from '../../config.ts'
import { judgeCertificate } from './certificate.ts'
import { judgeClock, judgeReplication, judgeVersion } from './database.ts'
import { checkIds, error, exitCodeOf, info, ok, run, unknown, warning } from './finding.ts'
import { judgeResuming } from './resuming.ts'
import { judgeSettings } from './service-settings.ts'
import { findNearest } from './settings.ts'
import { checkNode } from './system.ts'

test('a check that throws is unknown, with the reason', async () => {
  const [found] = await run('disk.space', () => Promise.reject(new Error('the disk is away.')))
  assert.equal(found?.severity, 'unknown')
  assert.match(found!.sentence, /: the disk is away\.$/)
})

test('a check that never ends is unknown', async () => {
  const [found] = await run('disk.space', () => new Promise(() => {}), 5)
  assert.equal(found?.severity, 'unknown')
})

for (const [findings, code] of [
  [[], 0],
  [[ok('disk.data', ''), info('disk.data', '')], 0],
  [[ok('disk.data', ''), warning('disk.data', '', '')], 1],
  [[unknown('disk.data', '', '')], 1],
  [[warning('disk.data', '', ''), error('disk.data', '', ''), unknown('disk.data', '', '')], 2],
] as const)
  test(`${findings.map(({ severity }) => severity).join(', ') || 'nothing'} ends with ${code}`, () =>
    assert.equal(exitCodeOf(findings), code))

for (const [name, expected] of [
  ['LETTERSHOP_PUBLICURL', 'LETTERSHOP_PUBLIC_URL'],
  ['LETTERSHOP_TRUSTED_PROXY', 'LETTERSHOP_TRUSTED_PROXIES'],
  ['LETTERSHOP_SOMETHING_ELSE', undefined],
] as const)
  test(`${name} is near ${expected}`, () => assert.equal(findNearest(name, Object.keys(settings)), expected))

for (const [number, severity] of [
  [140_011, 'error'],
  [150_004, 'warning'],
  [180_001, 'ok'],
  [190_000, 'info'],
] as const)
  test(`PostgreSQL ${number} in 2028 is ${severity}`, () =>
    assert.equal(judgeVersion({ version: 'x', number }, new Date('2028-01-01')).severity, severity))

for (const [version, severity] of [
  ['20.18.0', 'error'],
  ['20.19.0', 'warning'],
  ['24.1.0', 'ok'],
] as const)
  test(`Node.js ${version} in 2027 is ${severity}`, () =>
    assert.equal(checkNode(version, new Date('2027-01-01')).severity, severity))

for (const [ahead, severity] of [
  [100, 'ok'],
  [-3_000, 'warning'],
  [90_000, 'error'],
] as const)
  test(`a database's clock ${ahead} ms ahead is ${severity}`, () => assert.equal(judgeClock(ahead).severity, severity))

const standby = (sync: string | null, lagBytes: number | null) => ({ name: 'one', state: 'streaming', sync, lagBytes })
for (const [names, sync, lagBytes, severity, says] of [
  ['*', 'sync', 0, 'ok', /one \(sync, 0 MB behind\)\.$/],
  ['', 'async', 1_000, 'info', /may lose the last moments/],
  ['*', 'sync', 100_000_000, 'warning', /96 MB behind/],
  ['*', null, null, 'info', /mode not shown, lag not shown/],
  ['other', 'async', 0, 'error', /^Commits wait for a standby that is away \(synchronous_standby_names = 'other'\)/],
] as const)
  test(`a standby ${sync}, ${lagBytes} bytes behind, with '${names}' to wait for is ${severity}`, () => {
    const found = judgeReplication({ names, standbys: [standby(sync, lagBytes)] }, false)
    assert.equal(found.severity, severity)
    assert.match(found.sentence, says)
  })

const host = {
  host: 'db:5432',
  failure: undefined,
  isStandby: false,
  followsAfter: 5,
  isPooled: false,
  refusesFor: undefined,
}
const second = { ...host, host: 'two:5432', isStandby: true }
for (const [what, hosts, names, severities] of [
  ['one server', [host], '', ['ok']],
  ['a standby that nothing waits for', [host, second], '', ['ok']],
  ['a standby with the default', [host, second], '*', ['warning']],
  ['a standby that follows at once', [host, { ...second, followsAfter: 1 }], '*', ['ok']],
  ['a standby that is not named', [host], '*', ['unknown']],
  ['a host that is away', [host, { ...second, failure: new Error('refused') }], '', ['unknown']],
  ['PgBouncer with the default', [{ ...host, isPooled: true, refusesFor: 15 }], '', ['warning']],
  ['PgBouncer that tries again at once', [{ ...host, isPooled: true, refusesFor: 1 }], '', ['ok']],
  ['a pooler that shows nothing', [{ ...host, isPooled: true }], '', ['unknown']],
] as const)
  test(`how soon the service resumes, with ${what}: ${severities}`, () => {
    const found = judgeResuming(hosts, { names, standbys: [standby(names === '' ? 'async' : 'sync', 0)] })
    assert.deepEqual(
      found.map(({ severity }) => severity),
      severities,
    )
  })

const day = 86_400_000
for (const [days, distrust, severity] of [
  [90, undefined, 'ok'],
  [90, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'info'],
  [20, undefined, 'warning'],
  [-2, 'CERT_HAS_EXPIRED', 'error'],
  [Number.NaN, undefined, 'warning'],
] as const)
  test(`a certificate that ends in ${days} days${distrust ? `, ${distrust},` : ''} is ${severity}`, () => {
    const seen = { protocol: 'TLSv1.3', validTo: days * day, distrust }
    assert.equal(judgeCertificate('relay.certificate', 'relay.example:25', seen, 0).severity, severity)
  })

test('docs/doctor.md explains each check once, in order', () => {
  const page = readFileSync(new URL('../../../docs/doctor.md', import.meta.url), 'utf8')
  const explained = [...page.matchAll(/^\| `([a-z.-]+)` \| \S.* \| \S.* \|$/gm)].map(([, id]) => id)
  assert.deepEqual(explained, [...checkIds])
})

const sender = { host: 'a', settings: { LETTERSHOP_PUBLIC_URL: 'https://x.example', LETTERSHOP_DATA: '/one' } }
for (const [what, own, areOther, lacking] of [
  ['the same settings', sender.settings, false, []],
  ['no URL', { ...sender.settings, LETTERSHOP_PUBLIC_URL: '' }, true, ['LETTERSHOP_PUBLIC_URL']],
  ['another URL, to be tried', { ...sender.settings, LETTERSHOP_PUBLIC_URL: 'https://y.example' }, true, []],
  ['the default folder on the same machine', { LETTERSHOP_DATA: resolve('data') }, true, ['LETTERSHOP_DATA']],
  ['a setting that an earlier version does not record', { LETTERSHOP_MAIL_FROM: 'a@b.example' }, false, []],
] as const)
  test(`settings of the service are compared: ${what}`, () => {
    const found = judgeSettings(own, [sender, { host: 'b', settings: {} }], 'a')
    assert.deepEqual([...found.lacking], lacking)
    assert.equal(found.findings[0]!.severity, areOther ? 'warning' : 'ok')
  })

test('folders of other machines are not compared', () => {
  assert.deepEqual([...judgeSettings({ LETTERSHOP_DATA: resolve('data') }, [sender], 'c').lacking], [])
})
