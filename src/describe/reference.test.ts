import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareFile } from '../../test/harness/golden.ts'
import { allOperations } from '../contract/operations.ts'
import { type RefusalName, refusals } from '../contract/refusals.ts'
import { codesPage, operationsPage } from './reference.ts'
import { anywhere, elsewhere, refusalsOf } from './refusals.ts'
import { restPage } from './rest-reference.ts'
import { rightsPage } from './rights-page.ts'
import { uploadRefusals } from './upload-path.ts'

test('docs/codes.md is what the catalogue says', () => {
  compareFile(new URL('../../docs/codes.md', import.meta.url), codesPage())
})

test('docs/operations.md is what the contract says', () => {
  compareFile(new URL('../../docs/operations.md', import.meta.url), operationsPage())
})

test('docs/rest.md is what the table of the REST wire says', () => {
  compareFile(new URL('../../docs/rest.md', import.meta.url), restPage())
})

test('docs/rights.md is what the contract says', () => {
  compareFile(new URL('../../docs/rights.md', import.meta.url), rightsPage())
})

test('every refusal of the catalogue is answered by some operation, by any call, or by a call that reaches none', () => {
  const met = new Set<RefusalName>([...anywhere, ...elsewhere, ...uploadRefusals, ...allOperations.flatMap(refusalsOf)])
  assert.deepEqual(
    (Object.keys(refusals) as RefusalName[]).filter(name => !met.has(name)), // the catalogue's own names
    [],
  )
})

test('no two refusals share a code', () => {
  const codes = Object.values(refusals).map(([code]) => code)
  assert.deepEqual(codes, [...new Set(codes)])
})
