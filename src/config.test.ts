import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { ConfigError, readConfig, readEverySetting } from './config.ts'
import { hostUrls } from './lib/database-url.ts'

const folder = mkdtempSync(join(tmpdir(), 'lettershop-config-'))
after(() => rmSync(folder, { recursive: true }))
const passwordFile = (content: string) => {
  const file = join(folder, 'password')
  writeFileSync(file, content)
  return file
}

test('without any setting the service listens on loopback, embeds its database and keeps mail in a folder', () => {
  const config = readConfig({})
  assert.equal(config.LETTERSHOP_HOST, '127.0.0.1')
  assert.equal(config.LETTERSHOP_PORT, 8080)
  assert.equal(config.DATABASE_URL, null)
  assert.deepEqual(config.LETTERSHOP_TRANSPORT, { kind: 'folder' })
  assert.deepEqual([...config.LETTERSHOP_ROLES], ['api', 'sender', 'feedback', 'jobs', 'console'])
  assert.equal(config.LETTERSHOP_FETCH_PRIVATE, false)
})

test('an empty setting is an absent one', () => {
  assert.equal(readConfig({ LETTERSHOP_PORT: '' }).LETTERSHOP_PORT, 8080)
})

test('a public URL is kept without its slash', () => {
  assert.equal(
    readConfig({ LETTERSHOP_PUBLIC_URL: 'https://mail.example/' }).LETTERSHOP_PUBLIC_URL,
    'https://mail.example',
  )
})

for (const [name, text] of [
  ['LETTERSHOP_PORT', '65536'],
  ['LETTERSHOP_PORT', 'http'],
  ['LETTERSHOP_HOST', 'a b'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres://one,two/x?connect_timeout=0'],
  ['DATABASE_URL', 'postgres://one/x?connect_timeout=601'],
  ['DATABASE_URL', 'postgres://one/x?sslmode=disable&connect_timeout=soon'],
  ['LETTERSHOP_PUBLIC_URL', 'mail.example'],
  ['LETTERSHOP_PUBLIC_URL', 'https://mail.example/path'],
  ['LETTERSHOP_NAMESPACE', 'urn:no-slash'],
  ['LETTERSHOP_TRANSPORT', 'sendmail'],
  ['LETTERSHOP_TRANSPORT', 'smtp://a:25,ftp://b'],
  ['LETTERSHOP_ROLES', 'api,cook'],
  ['LETTERSHOP_FETCH_PRIVATE', 'perhaps'],
  ['LETTERSHOP_TIME_ZONE', 'Mars/Olympus'],
  ['LETTERSHOP_SECRET', 'short'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:password@collector.example'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no value'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%0d%0ab'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
] as const) {
  test(`${name}=${text} is refused with a sentence that names the setting`, () => {
    assert.throws(
      () => readConfig({ [name]: text }),
      (error: unknown) => error instanceof ConfigError && error.message.startsWith(name) && error.message.endsWith('.'),
    )
  })
}

test('headers for a collector are percent-decoded', () => {
  const { OTEL_EXPORTER_OTLP_HEADERS } = readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%3Db%2Cc, x-tenant = one' })
  assert.deepEqual(OTEL_EXPORTER_OTLP_HEADERS, { 'api-key': 'a=b,c', 'x-tenant': 'one' })
})

test('a secret setting is not repeated in its error', () => {
  assert.throws(
    () => readConfig({ LETTERSHOP_ADMIN_PASSWORD: 'short' }),
    (error: unknown) => error instanceof ConfigError && !error.message.includes('short'),
  )
})

for (const [url, password] of [
  ['postgres://lettershop@database:5432/lettershop', 'a/b+c#d%e@f:g?h&i j"k\\l'],
  ['postgres://lettershop@database:5432/lettershop', '%41%2F'],
  ['postgresql://lettershop@one:5432,two/lettershop?sslmode=disable', 'пароль–密码'],
  ['postgres://database/lettershop', ' blanks are part of it '],
] as const) {
  test(`the password file completes ${url} with ${password}, as the driver reads it`, () => {
    const config = readConfig({ DATABASE_URL: url, LETTERSHOP_DATABASE_PASSWORD_FILE: passwordFile(`${password}\n`) })
    for (const connectionString of hostUrls(config.DATABASE_URL!)!)
      assert.equal(new Client({ connectionString }).password, password)
  })
}

for (const [what, environment, sentence] of [
  ['without DATABASE_URL', {}, /without DATABASE_URL. Name the server there/],
  ['beside a password in the URL', { DATABASE_URL: 'postgres://a:b@c/d' }, /Take the password out of the URL\.$/],
  [
    'that is not there',
    { DATABASE_URL: 'postgres://a@c/d', file: '/nowhere/password' },
    /\/nowhere\/password cannot be read \(ENOENT\)\.$/,
  ],
  ['that is empty', { DATABASE_URL: 'postgres://a@c/d', content: '\n' }, /is empty\. Write the password/],
] as const) {
  test(`a password file ${what} is refused with a sentence`, () => {
    const { file, content, ...others }: { file?: string; content?: string; DATABASE_URL?: string } = environment
    const { problems, config } = readEverySetting({
      ...others,
      LETTERSHOP_DATABASE_PASSWORD_FILE: file ?? passwordFile(content ?? 'secret word'),
    })
    const problem = problems.get('LETTERSHOP_DATABASE_PASSWORD_FILE')
    assert.ok(problem instanceof ConfigError)
    assert.match(problem.message, sentence)
    assert.doesNotMatch(problem.message, /secret word/)
    assert.equal(config.DATABASE_URL, others.DATABASE_URL ?? null)
  })
}
