import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMobileNumber, parseWrittenMobileNumber } from './mobile.ts'

const numbers: readonly (readonly [text: string, number: string | undefined])[] = [
  ['+4915112345678', '+4915112345678'],
  ['+12025550123', '+12025550123'],
  ['+447700900123', '+447700900123'],
  ['+61491570006', '+61491570006'],
  [' +4915112345678\t', '+4915112345678'],
  ['', undefined],
  ['4915112345678', undefined],
  ['004915112345678', undefined],
  ['+49 151 12345678', undefined],
  ['+49(151)12345678', undefined],
  ['+1202555012', undefined],
  ['+120255501234', undefined],
  ['+999123456789', undefined],
  ['+0151123456', undefined],
  ['+49151123456789012', undefined],
  ['+4915112345678;ext=1', undefined],
  ['+4915112345678\n', '+4915112345678'],
  ['+49151123\n45678', undefined],
  ['+٤٩١٥١١٢٣٤٥٦٧٨', undefined],
  ['tel:+4915112345678', undefined],
]

for (const [text, number] of numbers) {
  test(`${JSON.stringify(text)} is ${number ? `the mobile number ${number}` : 'no mobile number'}`, () => {
    assert.equal(parseMobileNumber(text), number)
  })
}

test('a number of a table is read with what people write between its digits', () => {
  for (const text of ['+49 151 12345678', '+49 (0)151 / 123-456.78', '0049 15112345678', '+4915112345678']) {
    assert.equal(parseWrittenMobileNumber(text), '+4915112345678', text)
  }
  for (const text of ['0151 12345678', '15112345678', '', '+', '+49 151 call me']) {
    assert.equal(parseWrittenMobileNumber(text), undefined, text)
  }
})
