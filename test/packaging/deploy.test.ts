/** The files for operators: each is read by the program it is for, or by a checker of its format. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { settings } from '../../src/config.ts'
import { root } from '../harness/markdown.ts'
import { needs } from '../harness/needs.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the Dockerfile has no finding, runs as an ordinary user, and asks the service for its health', () => {
  const text = read('Dockerfile')
  assert.deepEqual(validate(text), [])
  const last = text.slice(text.lastIndexOf('\nFROM '))
  assert.match(last, /\nUSER node\n/)
  assert.match(last, /\nHEALTHCHECK .*\\\n {4}CMD \["node", "-e", "fetch\('http:\/\/127\.0\.0\.1:8080\/health'\)/)
  assert.doesNotMatch(
    last.slice(last.indexOf('\nUSER node')),
    /\nRUN /,
    'nothing is done as that user that needs a root',
  )
  for (const [, name] of text.matchAll(/\b(LETTERSHOP_\w+)=/g)) assert.ok(name! in settings, name)
})

test('the compose file starts PostgreSQL first, holds no password, and names settings that there are', () => {
  interface Part {
    readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
    readonly environment: Readonly<Record<string, string>>
    readonly secrets: readonly string[]
    readonly volumes: readonly string[]
    readonly healthcheck?: object
    readonly ports?: readonly string[]
  }
  const text = read('deploy/compose.yaml')
  const { services, secrets, volumes } = parse(text) as {
    services: Record<'database' | 'lettershop', Part>
    secrets: object
    volumes: object
  }
  const { database, lettershop } = services
  assert.deepEqual(lettershop.depends_on, { database: { condition: 'service_healthy' } })
  assert.ok(database.healthcheck)
  assert.deepEqual(database.ports, undefined, 'the database is not reached from outside')
  for (const { secrets: used, volumes: mounted } of [database, lettershop]) {
    for (const name of used) assert.ok(name in secrets, name)
    for (const mount of mounted) assert.ok(mount.split(':')[0]! in volumes, mount)
  }
  assert.doesNotMatch(text, /PASSWORD: /)
  for (const name of Object.keys(lettershop.environment)) assert.ok(name in settings, name)
})

test('systemd takes the unit, and finds it well shut', needs('systemd'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'lettershop-unit-'))
  try {
    const unit = join(folder, 'lettershop.service')
    // the program is not installed here
    writeFileSync(unit, read('deploy/systemd/lettershop.service').replace('/usr/bin/node', process.execPath))
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
    assert.deepEqual(
      [verified.stderr.split('\n').filter(line => line.includes('lettershop')), verified.status],
      [[], 0],
    )
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
      encoding: 'utf8',
    })
    const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])
    assert.ok(exposure < 2, `exposure ${exposure}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
