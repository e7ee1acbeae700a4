/** The generated types, held against the OpenAPI document by TypeScript's own compiler. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { compile, forBrowsers } from '../../test/harness/compile.ts'
import { compareFile } from '../../test/harness/golden.ts'
import { fencesOf, root } from '../../test/harness/markdown.ts'
import { recordedCalls, recordedOperations } from '../../test/harness/recorded.ts'
import { eventStreamPath } from '../contract/event-stream.ts'
import { allOperations } from '../contract/operations.ts'
import { refusals } from '../contract/refusals.ts'
import { choices } from '../http/choices.ts'
import { clientFile } from './client-files.ts'
import { exampleBody, exampleOf } from './examples.ts'
import { openapi } from './openapi.ts'
import { refusalsOf } from './refusals.ts'
import { typescriptTypes } from './typescript.ts'
import { uploadPath } from './upload-path.ts'

const types = typescriptTypes(choices)

test('src/client/paths.ts is what the contract says', () => {
  compareFile(new URL('paths.ts', new URL('../client/', import.meta.url)), types)
})

interface Schema {
  readonly required?: readonly string[]
  /** Of which one at least is needed: a member of the type's union has it as a required one. */
  readonly anyOf?: readonly { readonly required: readonly string[] }[]
  readonly properties?: Readonly<Record<string, unknown>>
}
interface PathItem {
  readonly post: {
    readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
    readonly responses: object
  }
}
const document = openapi({ publicUrl: 'https://mail.example.com', version: '1.2.3', choices })
const { schemas } = document.components as { schemas: Record<string, Schema> } // as openapi() writes them
// the live stream and uploads are no operations
const { [eventStreamPath]: _stream, [uploadPath]: _uploads, ...operations } = document.paths as Record<string, PathItem> // as above
const posts = Object.entries(operations).map(([path, { post }]) => [path.slice('/api/json'.length), post] as const)
const bodies = posts.map(([path, post]) => [path, post.requestBody.content['application/json'].schema] as const)

/** Lines that compile where a type has exactly these members, and these of them required. */
const helpers = `import type * as client from './client'
type Needed<T> = { [Name in keyof T]-?: Record<never, never> extends Pick<T, Name> ? never : Name }[keyof T]
type Same<A, B> = [A, B] extends [B, A] ? true : false
type Body<Path extends keyof client.paths> = client.paths[Path]['post']['requestBody']['content']['application/json']
type Value<Path extends keyof client.paths> = client.paths[Path]['post']['responses'][200]['content']['application/json']
`
const union = (names: readonly (string | number)[]) => names.map(name => JSON.stringify(name)).join(' | ') || 'never'
const members = (type: string, { required = [], anyOf = [], properties = {} }: Schema) =>
  `true satisfies Same<Needed<${type}>, ${union([...required, ...anyOf.flatMap(one => one.required)])}> & Same<keyof ${type}, ${union(Object.keys(properties))}>`

async function errorsOf(lines: readonly string[]): Promise<readonly string[]> {
  const files = {
    'client.ts': clientFile.text,
    'paths.ts': types,
    'uses.ts': `${helpers}${lines.join('\n')}\n`,
  }
  const first = helpers.split('\n').length
  return compile(files, { ...forBrowsers, exactOptionalPropertyTypes: true }, ({ errors }) =>
    errors.map(error => {
      const line = Number(/^uses\.ts\((\d+),/.exec(error)?.[1])
      return Number.isNaN(line) ? error : `${lines[line - first]?.slice(0, 200)} – ${error}`
    }),
  )
}

test('every body and every record has the members of the OpenAPI document, the same of them required', async () => {
  const lines = [
    ...bodies.map(([path, schema]) => members(`Body<'${path}'>`, schema)),
    ...Object.entries(schemas)
      .filter(([, { properties }]) => properties !== undefined)
      .map(([name, schema]) => members(`client.${name}`, schema)),
    ...posts.map(([path, { responses }]) => {
      const statuses = Object.keys(responses).map(Number)
      return `true satisfies Same<keyof client.paths['${path}']['post']['responses'], ${union(statuses)}>`
    }),
    `true satisfies Same<keyof client.paths, ${union(bodies.map(([path]) => path))}>`,
    `true satisfies Same<client.OperationName, ${union(allOperations.map(({ name }) => name))}>`,
  ]
  assert.ok(lines.length > 2 * allOperations.length)
  assert.deepEqual(await errorsOf(lines), [])
})

test('the comparison finds one member more, one less, one required that is not, and a value of another type', async () => {
  const [path, { required = [], properties = {} }] = bodies.find(([path]) => path === '/Subscriber.Add')!
  const type = `Body<'${path}'>`
  const { Name, ...fewer } = properties
  const errors = await errorsOf([
    members(type, { required, properties }),
    members(type, { required, properties: { ...properties, Colour: Name } }),
    members(type, { required, properties: fewer }),
    members(type, { required: [...required, 'Name'], properties }),
    members(type, { required: required.slice(1), properties }),
    ";({ Code: '0', Message: 'Success' }) satisfies Value<'/Subscriber.Add'>",
  ])
  assert.equal(errors.length, 5)
})

test('the examples of the documents and all answers on record are of their types', async () => {
  const answer = (name: string, value: unknown) => `;(${JSON.stringify(value)}) satisfies Value<'/${name}'>`
  const examples = allOperations.flatMap(operation => [
    `;(${JSON.stringify(exampleBody(operation))}) satisfies Body<'/${operation.name}'>`,
    answer(operation.name, exampleOf(operation.jsonResult)),
  ])
  const recorded = recordedOperations().flatMap(name => recordedCalls(name).map(({ value }) => answer(name, value)))
  assert.ok(recorded.length > 100)
  assert.deepEqual(await errorsOf([...examples, ...new Set(recorded)]), [])
})

test('the comments say what each operation is refused with', () => {
  for (const operation of allOperations) {
    const at = types.indexOf(`  '/${operation.name}': `)
    const comment = types.slice(types.lastIndexOf('/**', at), at)
    assert.ok(comment.includes(` * ${operation.summary}\n`), operation.name)
    for (const refusal of refusalsOf(operation))
      assert.ok(comment.includes(`${refusals[refusal][0]} ${refusals[refusal][1]}`), `${operation.name} ${refusal}`)
  }
})

/** What the page's examples take from the program around them. */
const around = `declare const ListID: string, CampaignID: string, ClientID: string, key: string, file: Blob\n`

for (const [project, options] of [
  ['a project for browsers', forBrowsers],
  ['a project for Node', { target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], module: 'nodenext' }],
] as const)
  test(`the examples of docs/client.md compile as they are printed, in ${project}`, async () => {
    const page = readFileSync(join(root, 'docs/client.md'), 'utf8')
    const examples = fencesOf(page).flatMap(({ info, text }) => (info === 'ts' ? [text] : []))
    assert.equal(examples.length, 3)
    const files = {
      'client.ts': clientFile.text,
      'paths.ts': types,
      'examples.ts': around + examples.join('\n'),
    }
    const strict = { ...options, types: ['node'], exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }
    assert.deepEqual(await compile(files, strict, ({ errors }) => errors), [])
  })
