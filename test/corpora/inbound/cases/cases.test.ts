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

for (const [how, change] of [
  ['lines that end in CR alone', (mail: string) => mail.replaceAll('\r\n', '\r')],
  ['lines that end in CR alone, and a last LF', (mail: string) => `${mail.replaceAll('\r\n', '\r')}\n`],
  ['lines that end in LF alone', (mail: string) => mail.replaceAll('\r\n', '\n')],
  // who hands a mail on without an envelope may not know the field; these senders are mail systems all the same
  [
    'no Return-Path',
    (mail: string) => (/^From: .*(?:daemon|postmaster)/im.test(mail) ? mail.replace(/^Return-Path: <>\r\n/, '') : mail),
  ],
] as const)
  test(`every mail is read the same with ${how}`, () => {
    const said = (mail: string) => {
      const { kind, class: found, recipients } = readReturned(Buffer.from(mail))
      return { kind, found, recipients: recipients.map(({ email, status, code }) => ({ email, status, code })) }
    }
    for (const { name, mail } of Object.values(tables).flat()) assert.deepEqual(said(change(mail)), said(mail), name)
  })
