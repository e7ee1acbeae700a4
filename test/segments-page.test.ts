/** docs/segments.md against the tables that the check reads, and its examples against the check. BLESS=1 writes the tables. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { checkTree } from '../src/domain/segments/check.ts'
import { fieldOperators, operators, subjects } from '../src/domain/segments/subjects.ts'
import { freshDatabase, type TestDatabase } from './harness/database.ts'
import { compareFile } from './harness/golden.ts'
import { seed } from './harness/seed.ts'

const page = new URL('../docs/segments.md', import.meta.url)
let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

const tables = {
  subjects: table(
    ['Subject', 'Operators', 'besides'],
    Object.entries(subjects).map(([name, subject]) => {
      const besides = [
        ...('key' in subject ? ['`Key`'] : []),
        ...('values' in subject ? [`values: ${subject.values.join(', ')}`] : []),
        ...('event' in subject ? ['`Times`; `CampaignID`, `CampaignTag` or `Days`'] : []),
        ...('link' in subject ? ['`Link`'] : []),
      ]
      const taken: readonly string[] = name === 'Field' ? ['by the type of the field, below'] : subject.operators
      return [name, taken.join(', '), besides.join('; ')]
    }),
  ),
  fields: table(
    ['Type', 'Operators'],
    Object.entries(fieldOperators).map(([type, taken]) => [type, taken.join(', ')]),
  ),
}

test('the page has the operators of each subject and type', () => {
  const text = readFileSync(page, 'utf8')
  const written = Object.entries(tables).reduce(
    (all, [name, content]) =>
      all.replace(
        new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->`),
        `<!-- ${name} -->\n${content}\n<!-- /${name} -->`,
      ),
    text,
  )
  compareFile(page, written)
})

test('every operator belongs to a subject', () => {
  const taken = new Set([
    ...Object.values(subjects).flatMap(subject => [...subject.operators] as string[]),
    ...Object.values(fieldOperators).flat(),
  ])
  assert.deepEqual([...taken].toSorted(), Object.keys(operators).toSorted())
})

test('its examples are trees that are accepted', async () => {
  const { db } = database
  const { client, list } = await seed(db)
  await db`
    insert into custom_fields ${db({ clientId: client.clientId, listId: list.listId, key: 'Favouriteflower', name: 'Flower', dataType: 'MultiSelectOne', options: ['Tulip', 'Rose'], position: 1 })}`
  await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, tags)
    values (${client.clientId}, 'Spring', 'S', 'F', 'f@x.example', 'f@x.example', 'http://x.example/', '', '{spring}')`
  const examples = [...readFileSync(page, 'utf8').matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) =>
    JSON.parse(text!),
  )
  assert.ok(examples.length > 0)
  const absent = { Key: null, Values: null, Days: null, CampaignID: null, CampaignTag: null, Link: null, Times: null }
  const given = (tree: { Leaves?: object[]; Groups?: never[] }): never =>
    ({
      ...tree,
      Leaves: (tree.Leaves ?? []).map(leaf => ({ ...absent, ...leaf })),
      Groups: (tree.Groups ?? []).map(given),
    }) as never
  for (const example of examples) await checkTree(db, list, given(example))
})
