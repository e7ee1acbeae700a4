/** Documents hold together: what they point to is there, and so is what the code points to. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { bounceClassNames } from '../src/domain/bounce-names.ts'
import { severity } from '../src/domain/replies/classes.ts'
import { bounceClasses, ofMailbox } from '../src/store/bounce-classes.ts'
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

/** As GitHub names them. */
function headingsOf(markdown: string): readonly string[] {
  return [...proseOf(markdown).matchAll(/^#+ +(.+)$/gm)].map(([, text]) =>
    text!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

describe('decisions', () => {
  const folder = 'docs/decisions'
  const decisions = readdirSync(join(root, folder)).filter(name => name.endsWith('.md') && name !== 'README.md')

  test('the index lists each page once', () => {
    const index = pages.get(`${folder}/README.md`) ?? ''
    const listed = [...index.matchAll(/\]\(([^)#]+\.md)\)/g)].map(([, name]) => name!)
    assert.deepEqual(listed.filter(name => !name.includes('/')).sort(), decisions.sort())
  })

  for (const name of decisions) {
    test(`${name} is one page of the usual parts`, () => {
      const text = pages.get(`${folder}/${name}`)!
      assert.match(name, /^[a-z0-9]+(?:-[a-z0-9]+)+\.md$/)
      assert.match(text, /^# \S/)
      for (const part of ['**Open:**', '**Answer:**', '**Why:**', '**Where:**']) assert.ok(text.includes(part), part)
    })
  }

  test('what the code points to is there', () => {
    const pointers = ['src', 'test', 'bench', 'demo', 'bin', '.ci'].flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(name => /\.(?:ts|mjs|js|sql|css)$/.test(name))
        .filter(name => join(folder, name) !== join('test', 'docs.test.ts'))
        .flatMap(name =>
          [...readFileSync(join(root, folder, name), 'utf8').matchAll(/docs\/decisions(\/[\w.-]*\.md)?/g)].map(
            ([pointer, page]) => ({ in: join(folder, name), pointer, page }),
          ),
        ),
    )
    assert.deepEqual(
      pointers.filter(({ pointer, page }) => page === undefined || !existsSync(join(root, pointer))),
      [],
    )
  })
})

test('the table of what a bounce does says what the code does, and is the only one', () => {
  const rows = [
    ...(pages.get('docs/complaints-and-holds.md') ?? '').matchAll(/^\| ([A-Z][\w, ]+) \|.*\| `([HS])` \| (.+) \|$/gm),
  ]
  const said = rows.flatMap(([, names, type, does]) =>
    names!.split(', ').map(name => [name, type, /in a row/.test(does!)] as const),
  )
  const done = bounceClasses.map(of => [bounceClassNames[of], severity(of), ofMailbox.includes(of)] as const)
  const byName = (a: readonly [string, ...unknown[]], b: readonly [string, ...unknown[]]) => (a[0] < b[0] ? -1 : 1)
  assert.deepEqual([...said].sort(byName), [...done].sort(byName))
  assert.doesNotMatch(pages.get('docs/bounces.md') ?? '', /counted|three in a row/)
})
