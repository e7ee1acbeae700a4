/** The files for operators: each is read by the program it is for, or by a checker of its format. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { readConfig, settings } from '../../src/config.ts'
import { publicLinks } from '../../src/http/pages/public.ts'
import { freePort, isOpen } from '../harness/cluster.ts'
import { root } from '../harness/markdown.ts'
import { needs } from '../harness/needs.ts'
import { startNginx } from '../harness/nginx.ts'
import { until } from '../harness/until.ts'
import { closeServer, listen } from '../harness/web.ts'

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
    readonly entrypoint?: unknown
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
  assert.equal(lettershop.entrypoint, undefined, 'a shell that cannot read the password would start without it')
  assert.equal(lettershop.environment.LETTERSHOP_DATABASE_PASSWORD_FILE, `/run/secrets/${lettershop.secrets[0]}`)
  assert.equal(readConfig({ DATABASE_URL: lettershop.environment.DATABASE_URL }).LETTERSHOP_HOST, '127.0.0.1')
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

test('nginx passes each path to processes of the role that answers it', needs('nginx'), async () => {
  const roles = ['api', 'feedback', 'console'] as const
  const servers = roles.map(role => createServer((_request, response) => response.end(role)))
  const [api = 0, feedback = 0, console = 0] = await Promise.all(servers.map(listen))
  const nginx = await startNginx(await freePort(), { api: [api], feedback: [feedback], console: [console] })
  const answeredBy = async (path: string) => (await fetch(nginx.url + path)).text()
  try {
    for (const path of ['/api/api.asmx', '/api/json/List.Create', '/api/v3.3/clients.json', '/api/', '/api/uploads'])
      assert.equal(await answeredBy(path), 'api', path)
    for (const { prefix } of publicLinks) assert.equal(await answeredBy(`${prefix}token`), 'feedback', prefix)
    for (const path of ['/', '/clients/x/campaigns', '/console/app.js', '/oauth/token', '/health'])
      assert.equal(await answeredBy(path), 'console', path)
    for (const path of ['/metrics', '/ready']) assert.equal((await fetch(nginx.url + path)).status, 404, path)
  } finally {
    await nginx.stop()
    await Promise.all(servers.map(closeServer))
  }
})

test(
  'lettershop-service runs a command as the unit runs the service, and passes arguments and input on',
  needs('systemd'),
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'lettershop-service-'))
    try {
      const settings = join(folder, 'lettershop.env')
      writeFileSync(settings, '')
      // no systemd runs here: what takes its place says how it was called, and hands the input on
      const standIn = join(folder, 'systemd-run')
      writeFileSync(standIn, '#!/bin/sh\nprintf "%s\\n" "$@"; cat\n', { mode: 0o755 })
      const wrapper = join(folder, 'lettershop-service')
      const text = read('deploy/systemd/lettershop-service')
      writeFileSync(wrapper, text.replaceAll('/etc/lettershop.env', settings), { mode: 0o755 })
      const run = () =>
        spawnSync(wrapper, ['pause', 'sender', '--reason', 'two words'], {
          encoding: 'utf8',
          input: 'typed',
          env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
        })
      const { stdout, status } = run()
      assert.equal(status, 0)
      assert.match(stdout, /\n--pipe\n/)
      assert.match(stdout, /\/bin\/lettershop\.mjs\npause\nsender\n--reason\ntwo words\ntyped$/)

      const given = Object.fromEntries(
        [...stdout.matchAll(/^--(?:property=|setenv=)?([\w-]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
      )
      const unit = read('deploy/systemd/lettershop.service')
      const ofUnit = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]
      assert.equal(given.uid, ofUnit('User'))
      assert.equal(given.gid, ofUnit('Group'))
      assert.equal(given['working-directory'], ofUnit('WorkingDirectory'))
      assert.equal(given.UMask, ofUnit('UMask'))
      assert.equal(ofUnit('EnvironmentFile'), '/etc/lettershop.env')
      assert.equal(given.EnvironmentFile, settings)
      assert.equal(ofUnit('Environment'), `NODE_ENV=${given.NODE_ENV} LETTERSHOP_DATA=${given.LETTERSHOP_DATA}`)
      assert.equal(`${ofUnit('ExecStart')}`, `${/(\/usr\/bin\/node)\n(.*)\n/.exec(stdout)!.slice(1).join(' ')} start`)

      const help = spawnSync('systemd-run', ['--help'], { encoding: 'utf8' }).stdout
      for (const [, option] of text.matchAll(/\s(--[a-z-]+)[ =]/g)) {
        if (!/--(pty|pipe|recipient)/.test(option!)) assert.ok(help.includes(option!), option)
      }
      rmSync(settings)
      const refused = run()
      assert.equal(refused.status, 1)
      assert.match(refused.stderr, /Run lettershop-service as root/)
      assert.equal(refused.stdout, '')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

test(
  "Caddy takes its file, hands calls on with the caller's address, and shows metrics to no one",
  needs('caddy'),
  async () => {
    const service = createServer((request, response) => response.end(JSON.stringify(request.headers)))
    await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve))
    const folder = mkdtempSync(join(tmpdir(), 'lettershop-caddy-'))
    const port = await freePort()
    // what operators change, and no other address than loopback's, no certificate and no port of administration
    const file = join(folder, 'Caddyfile')
    const site = read('deploy/caddy/Caddyfile')
      .replace('mail.agency.example {', `http://127.0.0.1:${port} {\n\tbind 127.0.0.1`)
      .replace('127.0.0.1:8080', `127.0.0.1:${(service.address() as AddressInfo).port}`)
    writeFileSync(file, `{\n\tadmin off\n}\n${site}`)
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { env, stdio: 'ignore' })
    const ended = new Promise(resolve => caddy.once('exit', resolve))
    try {
      const url = `http://127.0.0.1:${port}`
      await until(async () => caddy.exitCode !== null || (await isOpen(port)), 'Caddy listens')
      assert.equal(caddy.exitCode, null, 'Caddy refused its file')
      const headers = { 'X-Forwarded-For': '203.0.113.9' }
      const seen = (await (await fetch(`${url}/health`, { headers })).json()) as Record<string, string>
      assert.equal(seen['x-forwarded-for'], '127.0.0.1', 'what a caller claims is not passed on')
      for (const path of ['/metrics', '/ready']) assert.equal((await fetch(url + path)).status, 404, path)
    } finally {
      caddy.kill()
      await ended
      service.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
