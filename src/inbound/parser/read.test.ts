import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { expected } from '../../../test/corpora/inbound/mails/expected.ts'
import { readReturned } from './read.ts'

const folder = join(import.meta.dirname, '../../../test/corpora/inbound/mails')

for (const [name, wanted] of Object.entries(expected)) {
  test(`${name} is a ${wanted.kind} of class ${wanted.class}`, () => {
    const reading = readReturned(readFileSync(join(folder, `${name}.eml`)))
    const decisive = reading.recipients.find(one => one.class === reading.class) ?? reading.recipients[0]
    const got: Record<string, unknown> = { kind: reading.kind, class: reading.class }
    if (wanted.email !== undefined) got.email = decisive?.email
    if (wanted.status !== undefined) got.status = decisive?.status
    if (wanted.action !== undefined) got.action = decisive?.action
    if (wanted.recipients !== undefined) got.recipients = reading.recipients.length
    if (wanted.messageId !== undefined) got.messageId = reading.original.messageId
    assert.deepEqual(got, { ...wanted })
    if (wanted.messageId !== undefined && wanted.kind === 'bounce') {
      assert.equal(reading.original.listUnsubscribe, 'https://go.bloom.example/u/t0ken')
      assert.equal(reading.original.returnPath, 'b+t0ken@bounce.bloom.example')
    }
  })
}

test('every mail of the corpus is in the table', () => {
  const mails = readdirSync(folder)
    .filter(name => name.endsWith('.eml'))
    .map(name => name.slice(0, -4))
  assert.deepEqual(mails.sort(), Object.keys(expected).sort())
})

test('whom a mail is not accepted from is no recipient', () => {
  const { recipients } = readReturned(readFileSync(join(folder, 'only-the-sender-is-named.eml')))
  assert.deepEqual(
    recipients.map(one => one.email),
    [undefined],
  )
})
