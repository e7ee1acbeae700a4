import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { goldenOpenapi } from '../../test/harness/golden-openapi.ts'
import { recordedCalls, recordedOperations } from '../../test/harness/recorded.ts'
import { eventStreamPath } from '../contract/event-stream.ts'
import { allOperations } from '../contract/operations.ts'
import { choices } from '../http/choices.ts'
import { openapi } from './openapi.ts'
import { uploadPath } from './upload-path.ts'

const document = openapi({ publicUrl: 'https://mail.example.com', version: '1.2.3', choices })

test('the OpenAPI document is the one on record', () => {
  goldenOpenapi('openapi', document)
})

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  assert.ok(valid, JSON.stringify(errors))
})

test('each component is referred to, and the licence is named', () => {
  const text = JSON.stringify(document)
  const { schemas, responses, examples } = document.components as Record<string, object>
  for (const [kind, components] of Object.entries({ schemas, responses, examples }))
    for (const name of Object.keys(components!))
      assert.ok(text.includes(`"#/components/${kind}/${name}"`), `${kind}/${name}`)
  assert.deepEqual((document.info as { license: object }).license, { name: 'MIT', identifier: 'MIT' })
})

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { int32: true, int64: true, 'date-time': true } })
ajv.addSchema({ $id: 'document', components: document.components })

/** Schemas of the document. What they refer to is compiled once for all of them. */
function compile(schema: object) {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')))
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
type Schema = { properties?: Record<string, { description?: string }> }
const bodyOf = (post: PathItem['post']) => post.requestBody.content['application/json'].schema as Schema // a body is an object
const {
  [eventStreamPath]: stream,
  [uploadPath]: uploads,
  ...operationPaths
} = document.paths as Record<string, unknown>
const paths = operationPaths as Record<string, PathItem> // as openapi() writes them

test('the live stream has its path, with its parameters and what it answers', () => {
  const { get } = stream as { get: { parameters: { name: string }[]; responses: Record<string, { content: object }> } }
  assert.deepEqual(
    get.parameters.map(({ name }) => name),
    ['client', 'after', 'Last-Event-ID', 'X-Lettershop-Stream'],
  )
  assert.deepEqual(Object.keys(get.responses), ['200', '400', '401', '403', '404', '429', '500', '503'])
  assert.deepEqual(Object.keys(get.responses['200']!.content), ['text/event-stream'])
})

test('uploads have a path beside the operations, and their example is what the schema says', () => {
  const { responses } = (uploads as { post: PathItem['post'] }).post // as openapi() writes it
  const { schema, example } = responses['200']!.content['application/json']
  const validate = compile(schema)
  assert.ok(validate(example), JSON.stringify(validate.errors))
})

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

test('only operations with which a password or a mailed token is used need neither key nor session', () => {
  const open = Object.entries(paths).filter(([, { post }]) => post.security?.length === 0)
  assert.deepEqual(
    open.map(([path]) => path),
    [
      '/api/json/User.GetApiKey',
      '/api/json/Session.SignIn',
      '/api/json/Person.GetInvitation',
      '/api/json/Person.AcceptInvitation',
      '/api/json/Person.RequestPasswordReset',
      '/api/json/Person.ResetPassword',
    ],
  )
})

test('an unknown parameter is refused by the schema as by the service', () => {
  const { schema, example } = paths['/api/json/List.Create']!.post.requestBody.content['application/json']
  const validate = compile(schema)
  assert.ok(validate(example))
  assert.ok(!validate({ ...(example as object), Titel: 'x' })) // an example body is an object
  assert.ok(!validate({ ...(example as object), ConfirmOptIn: undefined }))
})

test('every parameter and every field is described', () => {
  const { schemas } = document.components as { schemas: Record<string, Schema> } // as openapi() writes them
  const bodies = Object.entries(paths).map(([path, { post }]) => [path, bodyOf(post)] as const)
  for (const [where, { properties = {} }] of [...bodies, ...Object.entries(schemas)])
    for (const [name, { description }] of Object.entries(properties)) assert.ok(description, `${where} ${name}`)
})

/** [path, parameter, some values that it may have, a value that it may not have] */
const closed: readonly (readonly [string, string, unknown, unknown])[] = [
  ['List.CreateCustomField', 'DataType', 'USState', 'Tekst'],
  ['Client.UpdateAccessAndBilling', 'AccessLevel', 63, 4],
  ['Client.UpdateAccessAndBilling', 'BillingType', 'ClientPaysWithMarkup', 'Barter'],
  ['Client.UpdateAccessAndBilling', 'Currency', 'NZD', 'XXX'],
  ['Campaign.GetRecipients', 'State', 'Unknown', 'Lost'],
  ['Mailbox.List', 'State', 'Unmatched', 'Lost'],
  ['Webhook.Create', 'Events', ['campaign.started'], ['campaign.lost']],
  ['Campaign.AcknowledgeWarnings', 'Codes', ['BrokenLink'], ['AudienceEmpty']],
  ['Campaign.SettleUnknown', 'As', 'Retry', 'Forget'],
]
for (const [name, parameter, good, bad] of closed)
  test(`${parameter} of ${name} is one of a closed set`, () => {
    const { schema, example } = paths[`/api/json/${name}`]!.post.requestBody.content['application/json']
    const validate = compile(schema)
    assert.ok(validate({ ...(example as object), [parameter]: good })) // an example body is an object
    assert.ok(!validate({ ...(example as object), [parameter]: bad }))
  })

test('a campaign needs lists or segments, and lists alone will do', () => {
  const { schema, example } = paths['/api/json/Campaign.Create']!.post.requestBody.content['application/json']
  const validate = compile(schema)
  const { SubscriberListIDs, ListSegments, ...rest } = example as Record<string, unknown> // an example body is an object
  assert.ok(validate({ ...rest, SubscriberListIDs }) && validate({ ...rest, ListSegments }))
  assert.ok(!validate(rest))
})

test('keys of custom fields have the form the service answers', () => {
  const answerOf = (name: string) =>
    paths[`/api/json/${name}`]!.post.responses['200']!.content['application/json'].example
  const [field] = answerOf('List.GetCustomFields') as { Key: string }[]
  assert.match(field!.Key, /^\[\w+\]$/)
  const subscriber = answerOf('Subscribers.GetSingleSubscriber') as { CustomFields: { Key: string }[] }
  assert.match(subscriber.CustomFields[0]!.Key, /^\w+$/)
})

describe('what is on record', () => {
  for (const name of recordedOperations()) {
    test(`calls and answers of ${name} are what its schemas say`, () => {
      const { post } = paths[`/api/json/${name}`]!
      const answer = compile(post.responses['200']!.content['application/json'].schema)
      // the service takes closed sets in any case, and empty texts; the documents show clients one spelling
      const call = compile(
        JSON.parse(JSON.stringify(bodyOf(post), (key, value) => (key === 'enum' ? undefined : value))),
      )
      const calls = recordedCalls(name)
      assert.ok(calls.length > 0, 'every operation succeeds on record')
      for (const { body, value } of calls) {
        assert.ok(call(body), `${JSON.stringify(body)}: ${JSON.stringify(call.errors)}`)
        assert.ok(answer(value), `${JSON.stringify(value).slice(0, 500)}: ${JSON.stringify(answer.errors)}`)
      }
    })
  }
})
