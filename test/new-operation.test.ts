/** A new operation is written in two files, its card and its handler: this adds one to a copy of the program. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'lettershop-copy-'))
after(() => rmSync(copy, { recursive: true }))

cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true, filter: path => !/\.test(?:-d)?\.ts$/.test(path) })
for (const name of ['package.json', 'tsconfig.json']) cpSync(join(root, name), join(copy, name))
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

const card = `
  'Sender.Greet': card('GreetSender', on('ClientID', 'Draft'), 'read', {
    summary: 'Greets a sender by name.',
    parameters: { ...ofClient, FromName, Greeting: text('The first word.', 'Hello') },
    result: U(text()),
    refusals: ['FromNameRequired'],
  }),
`
const handler = `
  'Sender.Greet': async ({ FromName, Greeting }) => \`\${Greeting} \${FromName}!\`,
`

function addTo(path: string, opening: RegExp, text: string): void {
  const file = join(copy, path)
  const before = readFileSync(file, 'utf8')
  const added = before.replace(opening, line => `${line}${text}`)
  assert.notEqual(added, before, path)
  writeFileSync(file, added)
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** @returns the errors of the compiler in the contract and the operations, of a program that begins with these files */
function errorsOf(files: readonly string[]): readonly string[] {
  const options = join(copy, 'tsconfig.new.json')
  writeFileSync(options, JSON.stringify({ extends: './tsconfig.json', files, include: ['src/**/*.d.ts'] }))
  const { stdout } = spawnSync('node_modules/.bin/tsc', ['--noEmit', '-p', options], { cwd: copy, encoding: 'utf8' })
  return stdout.split('\n').filter(line => /^src\/(?:contract|operations)\//.test(line))
}

/** Prints what the documents, the client and the JSON wire make of the operation. */
const probe = `
import { allOperations, findOperation } from './src/contract/operations.ts'
import { apiPage } from './src/describe/api-page.ts'
import { openapi } from './src/describe/openapi.ts'
import { operationsPage } from './src/describe/reference.ts'
import { typescriptTypes } from './src/describe/typescript.ts'
import { wsdl } from './src/describe/wsdl.ts'
import { handlers } from './src/operations/handlers.ts'
import { wires } from './src/protocols/wires.ts'

const name = 'Sender.Greet'
const place = { namespace: 'http://api.example/', address: 'http://localhost/api/api.asmx' }
const options = { publicUrl: 'http://localhost', version: '1', choices: {} }
const front = wires({ namespace: place.namespace, operations: allOperations, authenticate: async () => {}, onError: console.error })
const request = {
  method: 'POST', path: '/api/json/' + name, query: '', publicUrl: 'http://localhost', remote: '127.0.0.1', id: '1',
  headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
  body: Buffer.from(JSON.stringify({ ClientID: 'a', FromName: 'Ada', Greeting: 'Hello' })),
}
const perform = async (operation: { name: string }, params: object) =>
  (handlers as Record<string, Function>)[operation.name]!(params)
front(request as never)!(request as never, perform as never).then(({ status, body }) => {
  const path = (openapi(options) as any).paths['/api/json/' + name].post
  console.log(JSON.stringify({
    status,
    answer: JSON.parse(String(body)),
    example: path.requestBody.content['application/json'].example,
    meaning: path.requestBody.content['application/json'].schema.properties.Greeting.description,
    refusals: path.responses['400'].description,
    client: typescriptTypes({}).includes("'/Sender.Greet': Post<"),
    apiPage: apiPage(options).includes('Greets a sender by name.'),
    operationsPage: operationsPage().includes('| Sender.Greet † § | – |'),
    wsdl: String(wsdl(place, allOperations.filter(({ jsonOnly }) => !jsonOnly))).includes('Greet'),
    isRead: findOperation(name)!.effect === 'read',
  }))
})
`

test('a card and a handler are the whole of a new operation', () => {
  addTo('src/contract/groups/senders.ts', /^export const senders = \{$/m, card)
  // the card alone does not compile: the compiler names the handler that is missing
  const [missing, ...others] = errorsOf(['src/operations/senders.ts'])
  assert.match(missing ?? '', /^src\/operations\/senders\.ts.*"Sender\.Greet"' is missing/)
  assert.deepEqual(others, [])
  addTo('src/operations/senders.ts', /^export const senders: HandlersOf<'Sender'> = \{$/m, handler)
  assert.deepEqual(errorsOf(['src/operations/senders.ts']), [])

  writeFileSync(join(copy, 'probe.ts'), probe)
  const { stdout, stderr } = spawnSync('node', ['--import', 'tsx', 'probe.ts'], { cwd: copy, encoding: 'utf8' })
  assert.deepEqual(JSON.parse(stdout || stderr), {
    status: 200,
    answer: 'Hello Ada!',
    example: { ClientID: 'a'.repeat(32), FromName: 'Bloom & Sons', Greeting: 'Hello' },
    meaning: 'The first word.',
    refusals:
      '6 Invalid Parameter Value · 11 Value Too Long · 12 Invalid Characters · 305 From Name Required · 2 Invalid Request',
    client: true,
    apiPage: true,
    operationsPage: true,
    wsdl: false,
    isRead: true,
  })

  // src/client/paths.ts and pages of docs/ are generated: npm run bless
  const changed = filesOf(copy).filter(
    file => readFileSync(join(copy, file), 'utf8') !== readFileSync(join(root, file), 'utf8'),
  )
  assert.deepEqual(changed.sort(), ['src/contract/groups/senders.ts', 'src/operations/senders.ts'])
})
