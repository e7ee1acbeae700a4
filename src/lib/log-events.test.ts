import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compareFile } from '../../test/harness/golden.ts'
import { logEvents, logFields } from './log-events.ts'

const cell = (text: string) => text.replaceAll('|', '\\|')

test('docs/logs.md lists the events and their fields as the program writes them', () => {
  const url = new URL('../../docs/logs.md', import.meta.url)
  const page = readFileSync(url, 'utf8')
  const events = Object.entries(logEvents).map(
    ([name, { says, level, fields }]) =>
      `| \`${name}\` | ${level} | ${cell(says)} | ${fields.map(field => `\`${field}\``).join(', ')} |`,
  )
  const fields = Object.entries(logFields).map(([name, { type, says }]) => `| \`${name}\` | ${type} | ${cell(says)} |`)
  const tables = [
    ['| `event` | level | what happened | fields |', '|---|---|---|---|', ...events].join('\n'),
    ['| field | type | meaning |', '|---|---|---|', ...fields].join('\n'),
  ]
  let next = 0
  const written = page.replace(
    /(<!-- table -->\n)[\s\S]*?(\n<!-- end -->)/g,
    (_all, start: string, end: string) => `${start}\n${tables[next++]}\n${end}`,
  )
  assert.equal(next, tables.length, 'the page has a place for each table')
  compareFile(url, written)
})
