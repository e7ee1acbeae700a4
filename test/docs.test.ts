/** Documents hold together: what they point to is there, and so is what the code points to. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { severity } from '../src/domain/bounce-classification/classes.ts'
import { bounceClassNames } from '../src/domain/returned-mail/bounce-names.ts'
import { bounceClasses, mailboxClasses } from '../src/store/inbound/bounce-classes.ts'
import { markdownFiles, proseOf, root } from './harness/markdown.ts'

const pages = markdownFiles()

describe('a page', () => {
  for (const [path, markdown] of pages) {
    test(`${path} links only to what is there`, () => {
      const targets = [...proseOf(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
      const broken = targets
        .filter(target => !/^[a-z][a-z0-9+.-]*:/i.test(target))
        .filter(target => !reaches(path, target))
      assert.deepEqual(broken, [])
    })

    test(`${path} names only files that are there`, () => {
      const named = [...proseOf(markdown).matchAll(/`((?:src|test|bench|demo|docs|bin|\.ci)\/[^`\s*…<]*)`/g)].map(
        ([, name]) => name!,
      )
      assert.deepEqual(
        named.filter(name => !existsSync(join(root, name))),
        [],
      )
    })
  }
})

/** `file.md`, `file.md#a-heading`, `#a-heading` */
function reaches(from: string, target: string): boolean {
  const [file = '', heading] = decodeURIComponent(target).split('#')
  const path = file === '' ? from : join(dirname(from), file)
  if (!existsSync(join(root, path))) return false
  return heading === undefined || headingsOf(pages.get(path) ?? '').includes(heading)
}

/** The anchors of a page's headings. */
function headingsOf(markdown: string): readonly string[] {
  return [...proseOf(markdown).matchAll(/^#+ +(.+)$/gm)].map(([, text]) => anchorOf(text!))
}

/** As GitHub makes an anchor of a heading: lower case, without punctuation, a hyphen for each blank. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

describe('decisions', () => {
  const folder = 'docs/decisions'
  const index = pages.get(`${folder}/README.md`)!
  const decisions = readdirSync(join(root, folder)).filter(name => name.endsWith('.md') && name !== 'README.md')

  test('the index lists each page and each of its sections once', () => {
    const listed = [...index.matchAll(/\]\(([^)]+\.md(?:#[^)]+)?)\)/g)].map(([, target]) => target!)
    const there = decisions.flatMap(name => [
      name,
      ...sectionsOf(pages.get(`${folder}/${name}`)!).map(({ heading }) => `${name}#${anchorOf(heading)}`),
    ])
    assert.deepEqual(listed.sort(), there.sort())
  })

  for (const name of decisions) {
    test(`${name} is one subject in sections, each with its reason and its place in the code`, () => {
      const text = pages.get(`${folder}/${name}`)!
      assert.match(name, /^[a-z0-9]+(?:-[a-z0-9]+)*\.md$/)
      assert.match(text, /^# \S.*\n\n\S[\s\S]*?\n\n## /)
      const sections = sectionsOf(text)
      assert.equal(new Set(sections.map(({ heading }) => anchorOf(heading))).size, sections.length)
      for (const { heading, body } of sections)
        for (const part of ['**Why:**', '**Where:**']) assert.ok(body.includes(part), `${heading}: ${part}`)
    })
  }

  test('what the code points to is there', () => {
    const pointing = ['src', 'test', 'bench', 'demo', 'bin', '.ci'].flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map(name => join(folder, name).replaceAll('\\', '/'))
        .filter(path => /(?:^\.ci\/[^.]+|\.(?:ts|mjs|js|sql|css|sh|yml))$/.test(path))
        // what has landed is never edited: its comments name pages of their time
        .filter(path => !path.startsWith('src/store/migrations/') && path !== 'test/docs.test.ts'),
    )
    const missing = pointing.flatMap(path =>
      deadPointers(readFileSync(join(root, path), 'utf8')).map(pointer => `${path}: ${pointer}`),
    )
    assert.deepEqual(missing, [])
  })

  test('a pointer must name a page and one of its headings', () => {
    const cases: readonly [text: string, dead: readonly string[]][] = [
      ['docs/decisions/wires.md#request-ids.', []],
      ['docs/decisions/wires.md#request-id', ['docs/decisions/wires.md#request-id']],
      ['(docs/decisions/wires.md)', ['docs/decisions/wires.md']],
      ['docs/decisions/request-ids.md#request-ids', ['docs/decisions/request-ids.md#request-ids']],
      ['docs/decisions/', ['docs/decisions']],
    ]
    for (const [text, dead] of cases) assert.deepEqual(deadPointers(text), dead, text)
  })

  /** Mentions of the decisions that do not lead to a section. */
  function deadPointers(text: string): readonly string[] {
    return [...text.matchAll(/docs\/decisions(?:\/([\w.-]*\.md))?(?:#([\p{L}\p{N}_-]+))?/gu)]
      .filter(([, page, heading]) => {
        const markdown = page === undefined ? undefined : pages.get(`${folder}/${page}`)
        return markdown === undefined || heading === undefined || !headingsOf(markdown).includes(heading)
      })
      .map(([pointer]) => pointer)
  }
})

/** The parts of a page below its second-level headings. */
function sectionsOf(markdown: string): readonly { readonly heading: string; readonly body: string }[] {
  return proseOf(markdown)
    .split(/^## +/m)
    .slice(1)
    .map(section => {
      const [heading = '', ...body] = section.split('\n')
      return { heading, body: body.join('\n') }
    })
}

test('the table of what a bounce does says what the code does, and is the only one', () => {
  const rows = [
    ...(pages.get('docs/complaints-and-holds.md') ?? '').matchAll(/^\| ([A-Z][\w, ]+) \|.*\| `([HS])` \| (.+) \|$/gm),
  ]
  const said = rows.flatMap(([, names, type, does]) =>
    names!.split(', ').map(name => [name, type, /in a row/.test(does!)] as const),
  )
  const done = bounceClasses.map(one => [bounceClassNames[one], severity(one), mailboxClasses.includes(one)] as const)
  const byName = (a: readonly [string, ...unknown[]], b: readonly [string, ...unknown[]]) => (a[0] < b[0] ? -1 : 1)
  assert.deepEqual([...said].sort(byName), [...done].sort(byName))
  assert.doesNotMatch(pages.get('docs/bounces.md') ?? '', /counted|three in a row/)
})
