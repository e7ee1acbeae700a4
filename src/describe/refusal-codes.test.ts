import { test } from 'node:test'
import { compareFile } from '../../test/harness/golden.ts'
import { refusalCodes } from './refusal-codes.ts'

test('console/src/api/codes.ts has the codes of the catalogue', () =>
  compareFile(new URL('codes.ts', new URL('../../console/src/api/', import.meta.url)), refusalCodes()))
