import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

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
