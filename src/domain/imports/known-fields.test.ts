import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openFile } from '../../../test/harness/import-files.ts'
import type { CustomField } from '../lists/custom-fields.ts'
import { guessMapping } from './guessing.ts'
import { fieldOfSameMeaning } from './known-fields.ts'

const field = (name: string): CustomField => ({
  ...{ key: name.replaceAll(' ', ''), name, dataType: 'Text', options: [], visible: true },
})

async function targetsOf(header: string, ...fields: readonly string[]): Promise<readonly string[]> {
  const cells = header.split(',').map((_, n) => (n === 0 ? 'a@x.example' : `value ${n}`))
  const mapping = guessMapping(await openFile(`${header}\n${cells.join(',')}\n`), fields.map(field), false)
  return mapping.columns[0]!.map(target => ('key' in target ? `${target.to} ${target.key}` : target.to))
}

describe('headers that mean a field of the list in another language', () => {
  for (const [header, name] of [
    ['Ort', 'City'],
    ['Ville', 'City'],
    ['CIUDAD', 'Ort'],
    ['Code postal', 'PLZ'],
    ['Kunden-Nr.', 'Customer number'],
    ['Date de naissance', 'Birthday'],
  ] as const) {
    test(`${header} fills ${name}`, async () => {
      assert.deepEqual(await targetsOf(`email,${header}`, name, 'Plants'), ['Email', `Field ${field(name).key}`])
    })
  }

  test('a field goes to the column of its own name, also where that comes later', async () => {
    assert.deepEqual(await targetsOf('email,Ort,City', 'City'), ['Email', 'NewField Ort', 'Field City'])
  })

  test('a field goes to one column, and the next with the same meaning becomes a new one', async () => {
    assert.deepEqual(await targetsOf('email,Ort,Ville', 'City'), ['Email', 'Field City', 'NewField Ville'])
  })

  test('of two fields with the same meaning none is chosen', () => {
    assert.equal(fieldOfSameMeaning('Ville', [field('Ort'), field('Stadt')]), undefined)
    assert.equal(fieldOfSameMeaning('Plants', [field('Plants')]), undefined, 'a word that is in no line')
  })

  test('first and last names fill the fields of the list that mean them, and are the name besides', async () => {
    assert.deepEqual(await targetsOf('email,First Name,Last Name', 'Vorname', 'Nachname'), [
      'Email',
      'Field Vorname',
      'Field Nachname',
      'Name',
    ])
  })
})
