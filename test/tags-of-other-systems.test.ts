/** What docs/tags.md says of tags of other systems is what becomes of them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { foreignSystems } from '../src/domain/content/foreign-systems.ts'
import { fieldKeys } from '../src/domain/content/merge-tags.ts'
import { translateHtml } from '../src/domain/content/translate-tags.ts'

const docs = readFileSync(join(import.meta.dirname, '../docs/tags.md'), 'utf8')
const [, ...tables] = docs.slice(docs.indexOf('## Tags of other systems')).split('\n### ')
const keys = fieldKeys(['City'])

/** The tags of a cell, as they are written. */
const written = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!.replaceAll('\\|', '|'))

function rowsOf(table: string): readonly (readonly [there: string, here: string])[] {
  const lines = table.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| there'))
  return lines.map(line => {
    const [there = '', here = ''] = line.slice(2, -2).split(/ (?<!\\)\| /)
    return [there, here]
  })
}

test('each system has a table', () => {
  assert.equal(tables.length, Object.keys(foreignSystems).length)
})

for (const table of tables) {
  const [name = ''] = table.split('\n', 1)
  test(`tags of ${name} become what the docs say`, () => {
    const rows = rowsOf(table)
    assert.ok(rows.length > 4)
    for (const [there, here] of rows) {
      const [becomes = ''] = written(here)
      for (const tag of written(there)) {
        const isLink = /^<(?:unsubscribe|preferences|webversion|forwardtoafriend)>$/.test(becomes)
        const html = isLink ? `<a href="${tag}">Leave us</a>` : `<p>${tag}</p>`
        const expected = isLink ? `${becomes}Leave us${becomes.replace('<', '</')}` : `<p>${becomes}</p>`
        assert.equal(translateHtml(html, keys).text, expected, tag)
      }
    }
  })

  test(`the docs name every tag of ${name}`, () => {
    const system = Object.values(foreignSystems)[tables.indexOf(table)]!
    const cells = rowsOf(table)
      .flatMap(([there]) => written(there))
      .map(tag => tag.toLowerCase())
    for (const tag of Object.keys(system.tags))
      assert.ok(
        cells.some(cell => cell.includes(tag)),
        tag,
      )
  })
}
