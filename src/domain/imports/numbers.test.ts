import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNumber, signsOf, unitOf } from './numbers.ts'

for (const [text, point, comma] of [
  ['١٢٣', '123', '123'],
  ['١٬٢٣٤٫٥', '1234.5', undefined],
  ['12', '12', '12'],
  ['007', '007', '007'],
  ['-3', '-3', '-3'],
  ['1.5', '1.5', undefined],
  ['1,5', undefined, '1.5'],
  ['203,12', undefined, '203.12'],
  ['1.234', '1.234', '1234'],
  ['1,234', '1234', '1.234'],
  ['1.234,56', undefined, '1234.56'],
  ['1,234.56', '1234.56', undefined],
  ['1.234.567', undefined, '1234567'],
  ['1 234,56', undefined, '1234.56'],
  ['1\u00a0234,56', undefined, '1234.56'],
  ['1\u202f234\u202f567,5', undefined, '1234567.5'],
  ["1'234.56", '1234.56', undefined],
  ['1’234.56', '1234.56', undefined],
  ['12,34,567.5', '1234567.5', undefined],
  ['1e3', '1000', '1000'],
  ['1.5E+03', '1500', undefined],
  ['1,5e-3', undefined, '0.0015'],
  ['€ 12', '12', '12'],
  ['12,50 €', undefined, '12.50'],
  ['R$ 1.234,56', undefined, '1234.56'],
  ['$1,234.56', '1234.56', undefined],
  ['CHF 1’234.50', '1234.50', undefined],
  ['12,90 zł', undefined, '12.90'],
  ['12 %', '12', '12'],
  ['12.5%', '12.5', undefined],
  ['(12.50)', '-12.50', undefined],
  ['($1,200.00)', '-1200.00', undefined],
  ['12,50-', undefined, '-12.50'],
  ['−5', '-5', '-5'],
  ['.5', '0.5', undefined],
  [',5', undefined, '0.5'],
  ['１２３', '123', '123'],
  // no numbers
  ['1.23.456', undefined, undefined],
  ['12 34 56', undefined, undefined],
  ['1-2', undefined, undefined],
  ['12 m²', undefined, undefined],
  ['12²', undefined, undefined],
  ['1e400', undefined, undefined],
  ['e5', undefined, undefined],
  ['NaN', undefined, undefined],
  ['24.07.1980', undefined, undefined],
  ['€', undefined, undefined],
  ['', undefined, undefined],
] as const) {
  test(`${JSON.stringify(text)} is ${point ?? 'no number'} with a point, ${comma ?? 'no number'} with a comma`, () => {
    assert.equal(parseNumber(text, 'point'), point)
    assert.equal(parseNumber(text, 'comma'), comma)
    assert.equal(signsOf(text).isSame, point !== undefined && point === comma)
  })
}

for (const [text, unit] of [
  ['12', ''],
  ['€ 12', '€'],
  ['12,50 EUR', 'EUR'],
  ['12 %', '%'],
] as const)
  test(`the unit of ${text} is ${unit || 'none'}`, () => assert.equal(unitOf(text), unit))
