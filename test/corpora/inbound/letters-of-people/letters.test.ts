/** A verdict against an address needs a mail system's report: what people write in the same words is a letter. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readReturned } from '../../../../src/inbound/parser/read.ts'
import { lettersOfPeople } from './letters.ts'

for (const [what, letters] of [
  ['as their clients sent it', lettersOfPeople()],
  ['without the name of a client and what it answers', lettersOfPeople(() => ({ bare: true }))],
] as const)
  for (const { name, mail } of letters)
    test(`${name}: a letter, ${what}`, () => {
      for (const sender of [undefined, 'reader@people.example']) {
        const { kind, class: found, recipients } = readReturned(Buffer.from(mail), sender)
        assert.deepEqual({ kind, found, recipients }, { kind: 'other', found: 'unknown', recipients: [] })
      }
    })

test('there are more than 300 letters, in more than 12 languages', () => {
  const letters = lettersOfPeople()
  assert.ok(letters.length > 300, String(letters.length))
  assert.ok(new Set(letters.map(({ name }) => name.split(':')[0])).size > 12)
  assert.equal(new Set(letters.map(({ mail }) => mail)).size, letters.length)
})
