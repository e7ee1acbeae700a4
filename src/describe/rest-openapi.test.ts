import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { golden } from '../../test/harness/golden.ts'
import { findOperation } from '../contract/operations.ts'
import { restCalls } from '../contract/rest.ts'
import { callId } from './rest-calls.ts'
import { restOpenapi } from './rest-openapi.ts'

const document = restOpenapi({ publicUrl: 'https://mail.example.com', version: '1.2.3' })

test('the OpenAPI document of the REST wire is the one on record', () => {
  golden('rest-openapi.json', `${JSON.stringify(document, null, 1)}\n`)
})

test('it is a valid one', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  assert.ok(valid, JSON.stringify(errors))
})

test('every call names an operation, and no two have one name', () => {
  for (const { operation } of restCalls) assert.ok(findOperation(operation), operation)
  const names = restCalls.map(callId)
  assert.deepEqual(names, [...new Set(names)])
})
