/** Files of many houses: nothing that they say of a person is lost, and nothing is asked that they say. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { houses } from '../../test/harness/houses.ts'
import { countsOf, importer, membersOf } from '../../test/harness/imports.ts'
import { seed } from '../../test/harness/seed.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

const asItIs = { Part: 1, Target: '', Key: '', DataType: '', DecimalSign: '' }

describe('a file of', () => {
  for (const { name, file, asked, person, cityKey } of houses)
    test(`${name}: name, day of birth, amount and city are kept`, async () => {
      const { db } = database
      const world = await seed(db)
      const it = importer(db, world)
      const { clientId, listId } = world.list
      await db`
        insert into custom_fields (client_id, list_id, key, name, data_type, options, position)
        values (${clientId}, ${listId}, 'Born', 'Born', 'Date', '{}', 0), (${clientId}, ${listId}, 'Spent', 'Spent', 'Number', '{}', 1)`
      const mapping: Record<string, unknown> = {}
      if (name === 'Mailchimp') mapping.PartStates = [{ Part: 1, State: 'Active' }]
      if (asked) mapping.Columns = [{ ...asItIs, Column: asked.column, DateOrder: asked.DateOrder }]
      const id = await it.judged(await file(), mapping)
      const found = await it.get(id)
      assert.equal(found.State, 'Judged', found.Problem)
      assert.deepEqual(countsOf(found.Judged), { New: 2 })
      assert.equal(found.ValuesLost, 0)
      await it.call('Import.Commit', it.of(id))
      await it.work()
      const { 'a@x.example': kept } = await membersOf(db, world.list)
      const fields = kept!.fields as Record<string, string>
      assert.equal(kept!.name, person.name)
      assert.deepEqual(
        [fields.Born, fields.Spent, fields[cityKey]],
        ['1980-07-24', person.spent ?? '1234.56', person.city],
      )
      if (name === 'Mailchimp') assert.deepEqual([fields.NOTES, fields.TAGS, fields.LEID], ['x', undefined, '1'])
    })
})
