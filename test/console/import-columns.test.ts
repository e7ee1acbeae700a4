/** The columns of an import as a person maps them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  change,
  changeMapping,
  columnRows,
  isOpen,
  type Mapping,
  readAs,
  withoutNewFields,
} from '../../console/src/screens/imports/columns.ts'

const column = (Part: number, Column: number, Header: string, Target = 'Ignore', Key = '') => ({
  ...{ Part, Column, Header, Target, Key },
  Sample: ['', `${Header} ${Part}`],
})
// the parts of a mapping that are looked at
const mapping = (...Columns: readonly object[]) => ({ Columns, Parts: [], Words: [] }) as unknown as Mapping
const rowsOf = (files: Mapping) => columnRows(files).map(({ key, choice, members }) => [key, choice, members.length])

describe('columns of an import', () => {
  test('what several parts have in common is one row; a header that comes twice in a part is two', () => {
    const files = mapping(
      column(1, 1, 'Email', 'Email'),
      column(1, 2, 'REASON', 'OptOutReason'),
      column(1, 3, 'REASON'),
      column(1, 4, ''),
      column(2, 1, 'email', 'Email'),
      column(2, 2, 'REASON'),
      column(2, 3, ''),
    )
    assert.deepEqual(rowsOf(files), [
      ['1.1', 'Email', 2],
      ['1.2', 'OptOutReason', 1],
      ['1.3', 'Ignore', 1],
      ['1.4', 'Ignore', 1],
      ['2.2', 'Ignore', 1],
      ['2.3', 'Ignore', 1],
    ])
  })

  test('a target that another column of the part has is taken from it, and from no other part', () => {
    const files = mapping(
      column(1, 1, 'mail', 'Email'),
      column(1, 2, 'other'),
      column(2, 1, 'address', 'Email'),
      column(2, 2, 'city', 'Field', 'City'),
    )
    const other = columnRows(files).find(({ header }) => header === 'other')!
    const { columns, leftOut } = change(files, other, 'Email')
    assert.deepEqual(leftOut, ['mail'])
    const after = changeMapping(files, { Columns: columns })
    assert.deepEqual(
      after.Columns?.map(({ Target, Key }) => [Target, Key]),
      [
        ['Ignore', ''],
        ['Email', ''],
        ['Email', ''],
        ['Field', 'City'],
      ],
    )
    assert.deepEqual(change(files, other, 'Ignore').leftOut, [], 'any number of columns is left out')
  })

  test('tags without a field become tags of contacts, and a field is named by its key', () => {
    const files = mapping(column(1, 1, 'TAGS', 'Tags'), column(1, 2, 'City', 'Field', 'City'))
    assert.deepEqual(
      rowsOf(files).map(([, choice]) => choice),
      ['Tags', 'Field:City'],
    )
  })

  test('a column that becomes a new field keeps its name whatever its type, and frees no other', () => {
    const files = mapping(
      column(1, 1, 'Born', 'NewField', 'Born'),
      column(1, 2, 'Wed', 'NewField', 'Wed'),
      column(1, 3, ''),
    )
    const born = columnRows(files)[0]!
    const { columns, leftOut } = change(files, born, 'New:Date')
    assert.deepEqual(
      [columns, leftOut],
      [[{ Part: 1, Column: 1, Target: 'NewField', Key: 'Born', DataType: 'Date' }], []],
    )
    assert.equal(change(files, columnRows(files)[2]!, 'New:Text').columns[0]!.Key, 'Column 3')
    const after = changeMapping(files, withoutNewFields(files))
    assert.deepEqual(
      after.Columns?.map(({ Target }) => Target),
      ['Ignore', 'Ignore', 'Ignore'],
    )
  })

  test('how dates are written is asked where two orders fit or years have two digits, and nowhere else', () => {
    const dates = (DateOrders: readonly string[], DateOrder = 'auto') =>
      columnRows(mapping({ ...column(1, 1, 'Born', 'Field', 'Born'), DataType: 'Date', DateOrders, DateOrder }))[0]!
    const asked = (row: ReturnType<typeof dates>) => isOpen(row.reading!)
    assert.deepEqual(
      [dates(['dmy', 'mdy']), dates(['dmy2']), dates(['dmy']), dates([]), dates(['dmy', 'mdy'], 'dmy')].map(asked),
      [true, true, false, false, false],
    )
    const row = dates(['dmy', 'mdy'])
    assert.deepEqual(readAs(row, row.reading!, 'mdy'), { Columns: [{ Part: 1, Column: 1, DateOrder: 'mdy' }] })
    assert.equal(columnRows(mapping(column(1, 1, 'Name', 'Name')))[0]!.reading, undefined)
  })
})
