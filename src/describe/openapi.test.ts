import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { golden } from '../../test/harness/golden.ts'
import { allOperations } from '../contract/operations.ts'
import { choices } from '../http/choices.ts'
import { openapi } from './openapi.ts'

const document = openapi({ publicUrl: 'https://mail.example.com', version: '1.2.3', choices })

test('the OpenAPI document is the one on record', () => {
  golden('openapi.json', `${JSON.stringify(document, null, 1)}\n`)
})

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  assert.ok(valid, JSON.stringify(errors))
})

/** Schemas of the document, with its components at hand. */
function compile(schema: object) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { int32: true, int64: true } })
  return ajv.compile({ ...schema, components: document.components })
}

type Media = { schema: object; example: unknown }
type PathItem = {
  post: {
    operationId: string
    security?: unknown[]
    requestBody: { content: { 'application/json': Media } }
    responses: Record<string, { content: { 'application/json': Media } }>
  }
}
const paths = document.paths as Record<string, PathItem> // as openapi() writes them

test('every operation has its path, and an identifier of its own', () => {
  assert.deepEqual(
    Object.keys(paths),
    allOperations.map(({ name }) => `/api/json/${name}`),
  )
  assert.equal(new Set(Object.values(paths).map(({ post }) => post.operationId)).size, allOperations.length)
})

test('the examples are what their schemas say', () => {
  for (const [path, { post }] of Object.entries(paths)) {
    for (const { schema, example } of [
      post.requestBody.content['application/json'],
      post.responses['200']!.content['application/json'],
    ]) {
      const validate = compile(schema)
      assert.ok(validate(example), `${path}: ${JSON.stringify(validate.errors)}`)
    }
  }
})

test('only the operation that yields the key needs none', () => {
  const open = Object.entries(paths).filter(([, { post }]) => post.security?.length === 0)
  assert.deepEqual(
    open.map(([path]) => path),
    ['/api/json/User.GetApiKey'],
  )
})

test('a parameter that is none is refused by the schema as by the service', () => {
  const { schema, example } = paths['/api/json/List.Create']!.post.requestBody.content['application/json']
  const validate = compile(schema)
  assert.ok(validate(example))
  assert.ok(!validate({ ...(example as object), Titel: 'x' })) // an example body is an object
  assert.ok(!validate({ ...(example as object), ConfirmOptIn: undefined }))
})
