import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../../contract/refusals.ts'
import {
  applyChanges,
  type FieldDefinition,
  type FieldValue,
  readCustomValues,
  readFieldChanges,
  writeCustomValues,
} from './custom-values.ts'

const definitions: readonly FieldDefinition[] = [
  { key: 'City', dataType: 'Text', options: [] },
  { key: 'Age', dataType: 'Number', options: [] },
  { key: 'Born', dataType: 'Date', options: [] },
  { key: 'Sex', dataType: 'MultiSelectOne', options: ['Male', 'Female'] },
  { key: 'Interests', dataType: 'MultiSelectMany', options: ['Cats', 'Dogs', 'Fish & Chips'] },
  { key: 'Home', dataType: 'Country', options: ['Germany', 'Great Britain'] },
  { key: 'State', dataType: 'USState', options: ['Texas', 'Ohio'] },
  { key: '__proto__', dataType: 'Text', options: [] },
]

const given = (...pairs: (readonly [string | null, string | null])[]) => pairs.map(([Key, Value]) => ({ Key, Value }))

const accepted: readonly (readonly [
  fact: string,
  pairs: (readonly [string | null, string | null])[],
  changes: (readonly [string, FieldValue | null])[],
])[] = [
  ['a key without brackets', [['City', 'Ulm']], [['City', 'Ulm']]],
  ['a key in brackets', [['[City]', 'Ulm']], [['City', 'Ulm']]],
  ['a key in another case', [['[cITY]', 'Ulm']], [['City', 'Ulm']]],
  ['a key with blanks around it', [[' [City] ', 'Ulm']], [['City', 'Ulm']]],
  ['a key the list does not have is ignored', [['Town', 'Ulm']], []],
  ['a missing key is ignored', [[null, 'Ulm']], []],
  ['a key that is a property of every object is ignored', [['constructor', 'x']], []],
  ['the last value of a text counts', [['City', 'Ulm'], ['City', 'Bonn']], [['City', 'Bonn']]],
  ['a text of 250 characters', [['City', 'u'.repeat(250)]], [['City', 'u'.repeat(250)]]],
  ['an empty value clears', [['City', '']], [['City', null]]],
  ['a missing value clears', [['City', null]], [['City', null]]],
  ['a blank value clears', [['Age', '  ']], [['Age', null]]],
  ['a whole number', [['Age', '42']], [['Age', '42']]],
  ['a negative fraction', [['Age', '-0.5']], [['Age', '-0.5']]],
  ['a date', [['Born', '1999-12-31']], [['Born', '1999-12-31']]],
  ['a date with a time keeps the date', [['Born', '1999-12-31 23:59:59']], [['Born', '1999-12-31']]],
  ['a date with slashes', [['Born', '1999/12/31']], [['Born', '1999-12-31']]],
  ['a date of ISO 8601', [['Born', '1999-12-31T23:59:59.5+02:00']], [['Born', '1999-12-31']]],
  ['a zero date clears', [['Born', '0000-00-00']], [['Born', null]]],
  ['an option', [['Sex', 'Female']], [['Sex', 'Female']]],
  ['an option in another case', [['Sex', 'female']], [['Sex', 'Female']]],
  ['several options by the repeated key', [['Interests', 'Dogs'], ['[Interests]', 'Cats']], [['Interests', ['Cats', 'Dogs']]]],
  ['an option given twice counts once', [['Interests', 'Dogs'], ['Interests', 'dogs']], [['Interests', ['Dogs']]]],
  ['empty options beside chosen ones', [['Interests', ''], ['Interests', 'Dogs']], [['Interests', ['Dogs']]]],
  ['no option clears', [['Interests', '']], [['Interests', null]]],
  ['a country', [['Home', 'Germany']], [['Home', 'Germany']]],
  ["a country in today's spelling", [['Home', "cote d'ivoire"]], [['Home', "Cote D'Ivoire"]]],
  ['a country in the historical spelling', [['Home', 'Cote DIvoire']], [['Home', 'Cote DIvoire']]],
  ['a state', [['State', 'Ohio']], [['State', 'Ohio']]],
  ['a field named __proto__', [['__proto__', 'x']], [['__proto__', 'x']]],
] // biome-ignore format: a table reads by its rows

for (const [fact, pairs, changes] of accepted) {
  test(fact, () => assert.deepEqual([...readCustomValues(definitions, given(...pairs))], changes))
}

for (const [fact, key, sentence] of [
  ['a key the list does not have', 'Town', /^The list has no custom field Town\. It has \[City\], /],
  ['one in brackets', '[Town]', /^The list has no custom field \[Town\]\./],
  ['a long one', 'x'.repeat(300), /^The list has no custom field x{100}\./],
  ['a property of every object', 'constructor', /^The list has no custom field constructor\./],
  ['no key', null, /^A custom field has no Key\./],
] as const)
  test(`where unknown keys are refused, ${fact} is, and what the list has is named`, () => {
    assert.throws(
      () => readCustomValues(definitions, given(['City', 'Ulm'], [key, 'Ulm']), 'refused'),
      error => error instanceof Refusal && error.refusal === 'InvalidKey' && sentence.test(error.message),
    )
    assert.deepEqual([...readCustomValues(definitions, given(['City', 'Ulm']), 'refused')], [['City', 'Ulm']])
  })

const refused: readonly (readonly [fact: string, key: string, value: string])[] = [
  ['a text of 251 characters', 'City', 'u'.repeat(251)],
  ['a text of two lines', 'City', 'Ulm\r\nBcc: x'],
  ['a text with NUL', 'City', 'Ulm\0'],
  ['a word as number', 'Age', 'forty'],
  ['a number in scientific notation', 'Age', '1e9'],
  ['a number with separators', 'Age', '1,000'],
  ['a lone point', 'Age', '.'],
  ['a day February does not have', 'Born', '2023-02-30'],
  ['a date that begins with the day', 'Born', '31/12/1999'],
  ['a date with two separators', 'Born', '1999-12/31'],
  ['a date in another order', 'Born', '31.12.1999'],
  ['what is no option', 'Sex', 'Other'],
  ['options joined by ||', 'Interests', 'Cats||Dogs'],
  ['an unknown country', 'Home', 'Atlantis'],
  ['a state of another country', 'State', 'Bavaria'],
]
for (const [fact, key, value] of refused) {
  test(`${fact} is refused`, () => {
    assert.throws(
      () => readCustomValues(definitions, given([key, value])),
      (error: unknown) => error instanceof Refusal && error.refusal === 'InvalidCustomFieldValue',
    )
  })
}

for (const [fact, text, change] of [
  ['none', 'soon', undefined],
  ['one before 1900', '1899-12-31', undefined],
  ['one after 6 June 2076', '2076/06/07', undefined],
  ['one of these years', '2076-06-06', '2076-06-06'],
  ['the zero date', '0000-00-00', null],
  ['an empty one', ' ', null],
] as const)
  test(`where dates that cannot be kept are ignored, of a Date ${fact} is read so`, () => {
    const changes = readFieldChanges(definitions, given(['Born', text], ['City', 'Ulm']), {
      unknownKeys: 'ignored',
      unusableDates: 'ignored',
    })
    assert.deepEqual([...changes], [...(change === undefined ? [] : [['Born', change]]), ['City', 'Ulm']])
  })

test('changes leave other fields as they are', () => {
  const fields = { City: 'Ulm', Age: '4' }
  assert.deepEqual(
    applyChanges(
      fields,
      new Map([
        ['Age', null],
        ['Sex', 'Male'],
      ]),
      { erase: false },
    ),
    { City: 'Ulm', Sex: 'Male' },
  )
})

test('erasing leaves only what is given now', () => {
  assert.deepEqual(applyChanges({ City: 'Ulm', Age: '4' }, new Map([['Age', '5']]), { erase: true }), { Age: '5' })
  assert.deepEqual(applyChanges({ City: 'Ulm' }, new Map(), { erase: true }), {})
})

test('values are answered in the order of the fields, one entry per option, without those of unknown fields', () => {
  const fields = { Gone: 'x', Interests: ['Cats', 'Dogs'], City: 'Ulm' }
  assert.deepEqual(
    writeCustomValues(definitions, fields),
    given(['City', 'Ulm'], ['Interests', 'Cats'], ['Interests', 'Dogs']),
  )
})

test('whatever is accepted can be given again as it is answered and stays the same', () => {
  const pair = fc.record({
    Key: fc.constantFrom(...definitions.map(({ key }) => key)),
    Value: fc.oneof(fc.string(), fc.constantFrom('1', '2020-01-01', 'Male', 'Cats', 'Dogs', 'Ohio', 'Germany')),
  })
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 12 }), pairs => {
      let fields: ReturnType<typeof applyChanges>
      try {
        fields = applyChanges({}, readCustomValues(definitions, pairs), { erase: true })
      } catch (error) {
        assert.ok(error instanceof Refusal)
        return
      }
      const again = applyChanges({}, readCustomValues(definitions, writeCustomValues(definitions, fields)), {
        erase: true,
      })
      assert.deepEqual(again, fields)
    }),
  )
})
