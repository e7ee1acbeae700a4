/** The message catalogues of the console: what the sources say is in them, in every language, with its placeholders. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { proseOf, root } from '../harness/markdown.ts'

const locales = join(root, 'console', 'locales')
let collected: string
before(async () => {
  collected = await mkdtemp(join(tmpdir(), 'messages-'))
  await cp(locales, collected, { recursive: true })
  const lingui = join(root, 'node_modules', '.bin', 'lingui')
  await promisify(execFile)(
    lingui,
    ['extract', '--clean', '--overwrite', '--config', join(root, 'console', 'lingui.config.ts')],
    { cwd: root, env: { ...process.env, CATALOGUES: collected } },
  )
})
after(() => rm(collected, { recursive: true, force: true }))

/** Message and translation. */
async function entries(folder: string, language: string): Promise<readonly (readonly [string, string])[]> {
  const files = [`${language}/first.po`, `${language}/screens.po`]
  const text = (await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))).join('\n')
  const line = '(?:"(?:[^"\\\\]|\\\\.)*"\\n?)+'
  const found = [...text.matchAll(new RegExp(`^msgid (${line})msgstr (${line})`, 'gm'))]
  const textOf = (lines: string) => [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => part).join('')
  return found.map(([, id, translation]) => [textOf(id!), textOf(translation!)] as const).filter(([id]) => id !== '')
}

for (const language of ['en', 'de', 'fr', 'es', 'pseudo'])
  test(`the catalogue ${language} holds what the sources say, and nothing else (npm run messages)`, async () => {
    const ids = async (folder: string) => (await entries(folder, language)).map(([id]) => id).sort()
    assert.deepEqual(await ids(locales), await ids(collected))
  })

/** What is put into a message: names in braces, `#`, tags. */
const places = (message: string) => [...new Set(message.match(/\{\w+(?=[,}])|<\/?\d+\/?>|#/g) ?? [])].sort()

for (const language of ['de', 'fr', 'es']) {
  test(`every message is translated to ${language}, with its placeholders`, async () => {
    for (const [id, translation] of await entries(locales, language)) {
      assert.notEqual(translation, '', id)
      assert.deepEqual(places(translation), places(id), id)
    }
  })
}

/** Pages on which italics with a capital letter are labels of the console. */
const pagesWithLabels = [
  'bulk-changes',
  'console',
  'exporting',
  'first-run',
  'importing',
  'personal-data',
  'sending',
  'system-state',
]

test('labels of the console that the documentation quotes are in its catalogues', async () => {
  const messages = (await entries(locales, 'en')).map(([id]) => id.replaceAll(/<\/?\d+\/?>|[.…]$/g, ''))
  // a message of little more than placeholders fits any label
  const worded = messages.filter(id => !id.includes('{') || id.replaceAll(/\{[^{}]*\}|\W/g, '').length > 6)
  const parts = worded.map(id => id.split(/\{[^{}]*\}/).map(part => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
  const label = new RegExp(`^(?:${parts.map(all => all.join('.+')).join('|')})[.…]?$`, 'u')
  const quoted: string[] = []
  for (const page of pagesWithLabels) {
    const prose = proseOf(await readFile(join(root, 'docs', `${page}.md`), 'utf8')).replaceAll(
      /`[^`]*`|\*\*[^*]*\*\*/g,
      '',
    )
    for (const [, text] of prose.matchAll(/(?<![\w*])\*(\p{Lu}[^*]*)\*(?![\w*])/gu))
      quoted.push(`${page}: ${text!.replaceAll(/\s+/g, ' ')}`)
    const [, states = ''] = /^\| console \| API \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(prose) ?? []
    for (const [, text] of states.matchAll(/^\| ([^|]+) \|/gm)) quoted.push(`${page}: ${text}`)
  }
  assert.ok(quoted.includes('console: Skipped') && quoted.length > 10, `${quoted.length} labels`)
  assert.deepEqual(
    quoted.filter(one => !label.test(one.slice(one.indexOf(': ') + 2))),
    [],
  )
})
