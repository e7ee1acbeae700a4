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
] as const) {
  test(`${name}=${text} is refused with a sentence that names the setting`, () => {
    assert.throws(
      () => readConfig({ [name]: text }),
      (error: unknown) => error instanceof ConfigError && error.message.startsWith(name) && error.message.endsWith('.'),
    )
  })
}

test('a secret setting is not repeated in its error', () => {
  assert.throws(
    () => readConfig({ LETTERSHOP_ADMIN_PASSWORD: 'short' }),
    (error: unknown) => error instanceof ConfigError && !error.message.includes('short'),
  )
})
