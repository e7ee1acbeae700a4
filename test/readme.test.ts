/**
 * The first pages a newcomer reads are true: their examples run in a shell against a service and answer what they show, the map names what
 * is there, and the README stays short.
 * A block is run when its info string says `run`; `answer` marks its output, `until` that it is asked until it prints that.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Fence, fencesOf, root } from './harness/markdown.ts'
import { needs } from './harness/needs.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { Shell } from './harness/shell.ts'
import { seen } from './harness/until.ts'
import { serveWeb, type TestWeb } from './harness/web.ts'

const fencesIn = (page: string) => fencesOf(readFileSync(join(root, page), 'utf8'))
const architecture = fencesIn('docs/architecture.md')

interface Example {
  readonly line: number
  readonly command: string
  readonly answer: string
  /** The answer comes in its own time. */
  readonly eventual: boolean
}

function examplesOf(fences: readonly Fence[]): readonly Example[] {
  return fences.flatMap((fence, index): Example[] => {
    const [, ...words] = fence.info.split(' ')
    if (!words.includes('run')) return []
    const next: Fence | undefined = fences[index + 1]
    const answer = next?.info.endsWith(' answer') ? next.text : ''
    return [{ line: fence.line, command: fence.text, answer, eventual: words.includes('until') }]
  })
}
const tour = examplesOf(fencesIn('docs/wires.md'))

test('the README is short, and its pictures are there', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8')
  assert.ok(text.split('\n').length <= 121)
  const pictures = [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path]) => path!)
  assert.equal(pictures.length, 4)
  for (const path of pictures) assert.ok(existsSync(join(root, path)), path)
})

test('the list of documents has each page once', () => {
  const text = readFileSync(join(root, 'docs/README.md'), 'utf8')
  const listed = [...text.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, page]) => page!)
  const there = readdirSync(join(root, 'docs')).filter(name => name.endsWith('.md') && name !== 'README.md')
  assert.deepEqual(listed.sort(), there.sort())
})

describe('the first call of the README, and the tour of the wires', needs('curl'), () => {
  let service: TestService
  let pages: TestWeb
  let shell: Shell
  before(async () => {
    service = await startTestService()
    pages = await serveWeb({
      '/letter.html': { body: '<html><body><p>Hello [firstname,fallback=there]</p></body></html>' },
    })
    shell = new Shell(root, {
      URL: service.url,
      KEY: service.login.apiKey,
      PAGE: `${pages.url}/letter.html`,
      LETTERSHOP_PORT: new URL(service.url).port,
      NO_UPDATE_NOTIFIER: '1',
    })
  })
  after(async () => {
    shell.end()
    await pages.close()
    await service.stop()
  })

  for (const { line, command, answer, eventual } of [...examplesOf(fencesIn('README.md')), ...tour]) {
    test(`what line ${line} shows is what is answered`, async () => {
      const here = command.replaceAll(' data/', ` ${service.dataFolder}/`)
      const wanted = timeless(answer)
      const print = async () => timeless((await shell.run(here)).text, service.url)
      const printed = eventual ? await seen(`it prints ${wanted}`, print, text => text === wanted) : await print()
      assert.equal(printed, wanted, shell.errors)
    })
  }

  test('every wire has an example', () => {
    const all = tour.map(({ command }) => command).join('\n')
    for (const sign of ['/api/json/', 'text/xml', 'application/soap+xml', 'curl -sG', '-d ApiKey=', 'lettershop call'])
      assert.ok(all.includes(sign), sign)
  })
})

/** Identifiers, tokens and dates differ from day to day, and the test's port from the newcomer's. */
function timeless(text: string, url = 'http://127.0.0.1:8080'): string {
  return text
    .replaceAll('\r', '')
    .replaceAll(url, 'http://127.0.0.1:8080')
    .replace(/\b[0-9a-f]{32}\b/g, '(id)')
    .replace(/(\/[ucwo]\/(?:\d+\/)?)[\w-]{36}/g, '$1(token)')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '(date)')
    .trim()
}

test('the demo does and prints what the page shows, with fewer readers', async () => {
  const { DATABASE_URL: _, ...env } = process.env
  const demo = spawn(process.execPath, ['--import', 'tsx', 'demo/run.ts'], {
    cwd: root,
    env: { ...env, DEMO_RECIPIENTS: '60' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  demo.stdout.on('data', (text: Buffer) => {
    printed += text
  })
  const code = await new Promise(resolve => demo.once('close', resolve))
  assert.equal(code, 0, printed)
  assert.deepEqual(outline(printed), outline(architecture.find(({ info }) => info === 'text demo')?.text ?? ''))
})

/** Of what the demo prints: no bars (they go to standard error), identifiers and counts of people by their places. */
function outline(text: string): readonly string[] {
  return timeless(text)
    .split('\n')
    .filter(line => line.trim() !== '' && !line.includes('█'))
    .map(line => line.replace(/127\.0\.0\.1:\d+|reader\d+@|(?<=Recipients +)\d+/g, '(n)'))
}

describe('the map', () => {
  const map = architecture.find(({ info }) => info === 'text map')
  const paths = map ? pathsOf(map.text) : []

  test('names only what is there', () => {
    assert.ok(paths.length > 20)
    assert.deepEqual(
      paths.filter(path => !existsSync(join(root, path))),
      [],
    )
  })

  test('names every floor of src, and every folder at the top', () => {
    const folders = ['', 'src'].flatMap(parent =>
      readdirSync(join(root, parent), { withFileTypes: true })
        .filter(entry => entry.isDirectory() && !['.git', 'node_modules', 'data', 'dist'].includes(entry.name))
        .map(entry => join(parent, entry.name)),
    )
    assert.deepEqual(
      folders.filter(folder => !paths.includes(folder)),
      [],
    )
  })
})

/** A tree by indentation: each line a name, two blanks or more, and a description. A folder's name ends in a slash. */
function pathsOf(tree: string): readonly string[] {
  const parents: string[] = []
  return tree
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => {
      const [, indent, name] = /^( *)(\S+)/.exec(line)!
      const depth = indent!.length / 2
      parents.length = depth
      parents[depth] = name!.replace(/\/$/, '')
      return join(...parents)
    })
}
