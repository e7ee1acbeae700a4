/** Imports go down, never up: the floors of design §2, held against the import statements. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src', import.meta.url))

/** What works behind the callers' backs; none of them imports another. */
const backstage = ['delivery', 'inbound', 'tracking', 'events']

/** Each floor with the floors it may import. The files beside the folders (service, main) are the roof. */
const mayImport: Record<string, readonly string[]> = {
  lib: [],
  client: [],
  contract: ['lib'],
  store: ['lib'],
  domain: ['contract', 'store', 'lib'],
  operations: ['contract', 'domain', 'store', 'lib'],
  delivery: ['domain', 'store', 'lib'],
  inbound: ['domain', 'store', 'lib'],
  tracking: ['domain', 'store', 'lib'],
  events: ['domain', 'store', 'lib'],
  protocols: ['contract', 'lib'],
  describe: ['contract', 'lib'],
  tracing: ['lib'],
  http: ['contract', 'store', 'domain', 'operations', ...backstage, 'protocols', 'describe', 'lib'],
  cli: [
    'client',
    'contract',
    'store',
    'domain',
    'operations',
    ...backstage,
    'protocols',
    'describe',
    'http',
    'lib',
    'roof',
  ],
}
/** Settings are read in one place and handed down; only the roof and the commands see them. */
const mayImportRoof = new Set(['cli'])

interface Import {
  readonly file: string
  readonly from: string
  readonly to: string
}

function floorOf(path: string): string {
  const parts = relative(source, path).split('/')
  return parts.length === 1 ? 'roof' : parts[0]!
}

/** The files of ours that a file imports, types included. */
function targetsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target]) => resolve(dirname(file), target!))
}

function importsOf(file: string): Import[] {
  return targetsOf(file).map(target => ({
    file: relative(source, file),
    from: floorOf(file),
    to: floorOf(target),
  }))
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map(name => join(source, name))

test('every folder is a floor with a place', () => {
  for (const file of files) {
    const floor = floorOf(file)
    assert.ok(floor === 'roof' || floor in mayImport, `${floor} has no place`)
  }
})

test('imports go down, never up', () => {
  const upward = files
    .flatMap(importsOf)
    .filter(({ from, to }) => from !== 'roof' && from !== to)
    .filter(({ from, to }) => !(mayImport[from]!.includes(to) || (to === 'roof' && mayImportRoof.has(from))))
    .map(({ file, to }) => `${file} → ${to}`)
  assert.deepEqual(upward, [])
})

/**
 * The folders of the domain from low to high: a folder may import itself and the folders earlier in this list. Where a lower folder
 * needs a rule of a higher one, the rule moves down, or the higher folder passes it in as a function.
 */
const domainFloors: readonly (readonly [folder: string, reason: string])[] = [
  ['text-rules', 'forms of single values: addresses, lines, dates, filters'],
  ['paging', 'pages and cursors of lists, whatever they list'],
  ['limits', 'rates of calls'],
  ['texts', 'what people read, in every language; knows only its own words'],
  ['access', 'who calls, and what it reaches: nearly every rule takes its result'],
  ['consent', 'profiles of law and the rules of consent of a list; content and letters ask it'],
  ['tokens', 'links and addresses, signed with the keys of the installation'],
  ['background', 'the shape of long work, without a subject'],
  ['bot-filter', 'rules over opens and clicks as they are stored'],
  ['bounce-classification', 'rules over replies of mail servers'],
  ['campaign-state', 'the one way to change the state of a campaign: clients and deletions change it too'],
  ['uploads', 'files received in a stream, before a subject uses them'],
  ['audit', 'who did what, with its evidence'],
  ['events', 'types of events and who may read them'],
  ['webhooks', 'receivers of events'],
  ['returned-mail', 'mails that came back, shown'],
  ['revisions', 'revisions and editors, the same for drafts and templates'],
  ['sending-domains', 'DKIM keys and DNS records'],
  ['accounts', 'logins, keys, passwords and settings of an account'],
  ['people', 'persons with their grants in accounts'],
  ['sessions', 'signing in to accounts'],
  ['content', 'markup, pages, files and regions, without a client'],
  ['images', 'images of a client, read as content'],
  ['clients', 'branding shows images, a deleted client ends its campaigns'],
  ['lists', 'lists of a client with fields'],
  ['segments', 'people of lists chosen by rules and trees, which ask for fields'],
  ['tags', 'tags of a client, for contacts of all its lists'],
  ['subscribers', 'members of lists'],
  ['forms', 'sign-ups that become subscribers'],
  ['imports', 'subscribers from files and other programs'],
  ['bulk-changes', 'many subscribers changed by a rule'],
  ['campaigns/variants', 'contents of a test, its clock and its statistics; plain data'],
  ['campaigns/findings', 'what is found in the content of a campaign; plain data'],
  ['campaigns/drafting', 'drafts and their sources; a source reports findings'],
  ['campaigns/checking', 'drafts checked and repaired'],
  ['campaigns/approval', 'drafts approved'],
  ['campaigns/timing', 'when the mails of a campaign go out'],
  ['campaigns/lifecycle', 'checked and approved drafts sent, paused, resumed'],
  ['campaigns/mails', 'mails besides the ledger: previews, tests, the outbox, forwarded mails'],
  ['campaigns/reports', 'what came of a campaign; a click map shows a preview'],
  ['report-mails', 'reports of campaigns and months, mailed'],
  ['series', 'mails that follow each other: campaigns whose audiences grow'],
  ['templates', 'content is read and compiled as for drafts'],
  ['archives', 'public archives of lists, which lead to forms'],
  ['feeds', 'items of other sites that become campaigns, drafted, sent or approved'],
  ['erasures', 'a contact removed from all of the above'],
  ['retention', 'how long what grows is kept, exports among it'],
  ['processing', 'what data of a client is processed for, from all that is set'],
  ['exports', 'rows of all of the above in files'],
  ['access-requests', 'all of the above about one contact, in one file of an export'],
  ['deletions', 'each kind of deleted object restored by its own rules'],
  ['system', 'state of the installation: holds, relays'],
  ['sample', 'a client with everything, for newcomers'],
  ['backups', 'the database and files of an installation'],
]

/** The folder of a file of the domain as `domainFloors` names it; undefined for a file beside the folders. */
function domainFolderOf(path: string): string | undefined {
  const parts = relative(join(source, 'domain'), path).split('/')
  const depth = parts[0] === 'campaigns' ? 2 : 1
  return parts.length > depth ? parts.slice(0, depth).join('/') : undefined
}

const domainFiles = files.filter(file => floorOf(file) === 'domain')

test('every file of the domain is in a folder with a place', () => {
  const known = new Set(domainFloors.map(([folder]) => folder))
  const folders = domainFiles.map(file => domainFolderOf(file) ?? relative(source, file))
  assert.deepEqual([...new Set(folders)].sort(), [...known].sort())
})

test('imports between folders of the domain go down, never up', () => {
  const height = new Map(domainFloors.map(([folder], index) => [folder, index]))
  const heightOf = (file: string) => height.get(domainFolderOf(file) ?? '') ?? Number.NaN
  const upward = domainFiles.flatMap(file =>
    targetsOf(file)
      .filter(target => floorOf(target) === 'domain' && heightOf(target) > heightOf(file))
      .map(target => `${relative(source, file)} → ${relative(source, target)}`),
  )
  assert.deepEqual(upward, [])
})

/** A file's way along its imports back to itself, for each import that closes one; found depth first, each file entered once. */
function circlesAmong(importsOfFile: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = []
  const left = new Set<string>()
  const way: string[] = []
  function enter(file: string): void {
    if (left.has(file)) return
    const start = way.indexOf(file)
    if (start >= 0) {
      circles.push([...way.slice(start), file].join(' → '))
      return
    }
    way.push(file)
    for (const target of importsOfFile.get(file) ?? []) enter(target)
    way.pop()
    left.add(file)
  }
  for (const file of importsOfFile.keys()) enter(file)
  return circles
}

test('no imports run in a circle, those of types included', () => {
  const name = (file: string) => relative(source, file)
  assert.deepEqual(circlesAmong(new Map(files.map(file => [name(file), targetsOf(file).map(name)]))), [])
})

test('no imports of the console run in a circle, those of types and of parts loaded later included', () => {
  const folder = fileURLToPath(new URL('../console/src', import.meta.url))
  const name = (file: string) => relative(folder, file)
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file))
    .map(file => join(folder, file))
  assert.deepEqual(circlesAmong(new Map(modules.map(file => [name(file), targetsOf(file).map(name)]))), [])
})

for (const [graph, circles] of [
  [{ a: ['b', 'c'], b: ['c'], c: [] }, []],
  [{ a: ['a'] }, ['a → a']],
  [{ a: ['b'], b: ['c', 'd'], c: ['a'], d: ['b'] }, ['a → b → c → a', 'b → d → b']],
] as const)
  test(`imports ${JSON.stringify(graph)} have ${circles.length} circles`, () =>
    assert.deepEqual(circlesAmong(new Map(Object.entries<readonly string[]>(graph))), circles))

test('the client imports openapi-fetch and itself, so that it runs in a browser', () => {
  const imported = files
    .filter(file => floorOf(file) === 'client')
    .flatMap(file => [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)])
    .map(([, target]) => target!)
  assert.deepEqual([...new Set(imported)].sort(), ['./client.ts', './paths.ts', 'openapi-fetch'])
})

/** Data comes over the wire; names that pages, files and the console write alike have one owner. */
test('the console imports the typed client, names of files and time zones, and nothing else of ours: it has no private door', () => {
  const console = fileURLToPath(new URL('../console/src', import.meta.url))
  const targets = readdirSync(console, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .flatMap(name => targetsOf(join(console, name)))
    .filter(target => !target.startsWith(console) && !/\.po$|\.md\?raw$/.test(target))
    .map(target => relative(source, target))
  assert.deepEqual([...new Set(targets)].sort(), ['client/client.ts', 'lib/file-name.ts', 'lib/zone-name.ts'])
})

test('SQL is written in store only', () => {
  const elsewhere = files
    .filter(file => floorOf(file) !== 'store')
    .filter(file => /\b(?:sql|db|tx)(?:<[^>`]*>)?`/.test(readFileSync(file, 'utf8')))
    .map(file => relative(source, file))
  assert.deepEqual(elsewhere, [])
})

test('what records traces is imported where it is wanted, when it is wanted', () => {
  const importers = (pattern: RegExp) =>
    files.filter(file => pattern.test(readFileSync(file, 'utf8'))).map(file => relative(source, file))
  assert.deepEqual(
    importers(/from '@opentelemetry\//).filter(name => !name.startsWith('tracing/')),
    [],
  )
  assert.deepEqual(importers(/from '[^']*\/tracing\//), [])
  assert.deepEqual(importers(/import\('[^']*\/tracing\//), ['foundation.ts'])
})

/** Beside the settings, only what a child process needs of the system is handed on, or all of them to a command of this program. */
const environmentReaders = ['config.ts', 'domain/backups/schedule.ts', 'store/embedded/process.ts']

test('only config.ts reads settings from the environment', () => {
  const readers = files
    .filter(file => /process\.env/.test(readFileSync(file, 'utf8')))
    .map(file => relative(source, file))
  assert.deepEqual(readers, environmentReaders)
})

/** Imports between the folders of one floor and the files beside them: each with those it imports. */
function arrowsWithin(floor: string): ReadonlyMap<string, ReadonlySet<string>> {
  const folder = join(source, floor)
  const unit = (file: string) => relative(folder, file).split('/')[0]!
  const arrows = new Map<string, Set<string>>()
  for (const file of files.filter(name => name.startsWith(`${folder}/`))) {
    const targets = targetsOf(file).filter(target => target.startsWith(`${folder}/`) && unit(target) !== unit(file))
    arrows.set(unit(file), new Set([...(arrows.get(unit(file)) ?? []), ...targets.map(unit)]))
  }
  return arrows
}

test('the folders of delivery, and the files beside them, import in one direction', () => {
  const arrows = arrowsWithin('delivery')
  assert.deepEqual(circlesAmong(new Map([...arrows].map(([from, to]) => [from, [...to]]))), [])
})

/** What a reader follows from top to bottom; everything else of delivery is in a folder of its subject. */
test('beside the folders of delivery are the sender and the values that its folders share', () =>
  assert.deepEqual([...arrowsWithin('delivery').keys()].filter(unit => unit.endsWith('.ts')).sort(), [
    'outcome.ts',
    'retry.ts',
    'sender.ts',
    'transport.ts',
  ]))
