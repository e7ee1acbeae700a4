import assert from 'node:assert/strict'
import { test } from 'node:test'
import { severity } from '../../../domain/replies/classes.ts'
import { readReturned } from '../read.ts'
import { contradictions } from './contradictions.cases.ts'
import { fieldNames } from './field-names.cases.ts'
import { forms } from './forms.cases.ts'
import { languages } from './languages.cases.ts'
import { notices } from './notices.cases.ts'
import { quotedReplies } from './quoted-replies.cases.ts'
import { reporters } from './reporters.cases.ts'
import { requests } from './requests.cases.ts'
import { stages } from './stages.cases.ts'

const tables = {
  'the quoted reply counts more than the words around it': quotedReplies,
  'reporters of many kinds': reporters,
  'the stage of the conversation counts': stages,
  'contradictions and guesses make nobody gone': contradictions,
  'names of fields, files and products are no words': fieldNames,
  'forms of reports': forms,
  'notices of Amazon SES': notices,
  'words of other languages': languages,
  'requests to leave, and automatic answers': requests,
}

for (const [subject, cases] of Object.entries(tables))
  for (const { name, mail, ...wanted } of cases)
    test(`${subject}: ${name}`, () => {
      const { kind, class: found, recipients } = readReturned(Buffer.from(mail))
      const bounceType = kind === 'bounce' ? severity(found) : null
      assert.deepEqual({ kind, class: found, bounceType, recipients: recipients.map(({ email }) => email) }, wanted)
    })
