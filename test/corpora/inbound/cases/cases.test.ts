import assert from 'node:assert/strict'
import { test } from 'node:test'
import { severity } from '../../../../src/domain/bounce-classification/classes.ts'
import { readReturned } from '../../../../src/inbound/parser/read.ts'
import { tables } from './all.ts'

for (const [subject, cases] of Object.entries(tables))
  for (const { name, mail, ...wanted } of cases)
    test(`${subject}: ${name}`, () => {
      const { kind, class: found, recipients } = readReturned(Buffer.from(mail))
      const bounceType = kind === 'bounce' ? severity(found) : null
      assert.deepEqual({ kind, class: found, bounceType, recipients: recipients.map(({ email }) => email) }, wanted)
    })
