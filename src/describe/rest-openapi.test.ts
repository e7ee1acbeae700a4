import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { goldenOpenapi } from '../../test/harness/golden-openapi.ts'
import { findOperation } from '../contract/operations.ts'
import { restCalls } from '../contract/rest.ts'
import { callId } from './rest-calls.ts'
import { restOpenapi } from './rest-openapi.ts'

interface Document {
  readonly info: { readonly license: { readonly identifier: string } }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Record<string, Record<string, { readonly parameters: readonly { name: string; in: string }[] }>>
}
// as restOpenapi writes it
const document = restOpenapi({ publicUrl: 'https://mail.example.com', version: '1.2.3' }) as unknown as Document

test('the OpenAPI document of the REST wire is the one on record', () => {
  goldenOpenapi('rest-openapi', document)
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

test('no two paths differ by the names of their parameters alone, and each tag says what it is about', () => {
  const paths = Object.keys(document.paths).map(path => path.replaceAll(/\{\w+\}/g, '{}'))
  assert.deepEqual(
    paths.filter((path, n) => paths.indexOf(path) !== n),
    [],
  )
  for (const [path, item] of Object.entries(document.paths))
    for (const { parameters } of Object.values(item))
      assert.deepEqual(
        parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name),
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
        path,
      )
  for (const { name, description } of document.tags) assert.match(description, /\.$/, name)
  assert.equal(document.info.license.identifier, 'MIT')
})
