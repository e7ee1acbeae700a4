import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ColumnProfile } from './column-profile.ts'

function foundIn(cells: readonly string[]) {
  const profile = new ColumnProfile()
  for (const cell of cells) profile.add(cell)
  return profile.found(true)
}
const times = (count: number, cell: string) => Array.from({ length: count }, () => cell)

describe('the order of dates of a column', () => {
  for (const [what, cells, order, orders] of [
    ['one row says it for all', ['03/04/2021', '25/04/2021', ''], 'dmy', ['dmy']],
    ['American', ['03/04/2021', '04/25/2021'], 'mdy', ['mdy']],
    ['ISO 8601 says nothing of the others', ['2021-04-03', '25/04/2021'], 'dmy', ['dmy']],
    ['ISO 8601 alone', ['2021-04-03', '1980-07-24'], 'ymd', []],
    ['two orders fit', ['03/04/2021', '05/06/2021'], null, ['dmy', 'mdy']],
    ['months in words', ['5 janv. 2024', '12 août 2023'], 'ymd', []],
    ['years of two digits are asked', ['24/07/80', '25/08/81'], null, ['dmy2']],
    ['some years of two digits are asked', ['24/07/80', '24/07/1980'], null, ['dmy2']],
    ['a mistake of one row', [...times(99, '24.07.1980'), '07.24.1980'], 'dmy', ['dmy']],
    ['rows contradict each other', [...times(6, '24.07.1980'), ...times(5, '07.24.1980')], null, undefined],
    ['no dates', ['Anna', 'Berlin'], null, []],
    ['days of a spreadsheet', ['29426', '31005'], 'serial', ['serial']],
  ] as const)
    test(what, () => {
      const { dates } = foundIn(cells)
      assert.equal(dates.order, order)
      if (orders) assert.deepEqual(dates.orders, orders)
    })
})

describe('the decimal sign of a column', () => {
  for (const [what, cells, sign] of [
    ['one row says it for all', ['1.234', '1.234,5'], 'comma'],
    ['a comma', ['203,12', '7'], 'comma'],
    ['a point', ['1,234', '1,234.50'], 'point'],
    ['groups alone', ['1.234.567', '1.234'], 'comma'],
    ['Swiss groups', ["1'234.50", '1.234'], 'point'],
    ['both fit', ['1.234', '5.678'], null],
    ['whole numbers have none', ['1', '2'], 'point'],
    ['a mistake of one row', [...times(99, '1,5'), '1.5'], 'comma'],
    ['rows contradict each other', ['1,5', '1.5'], null],
  ] as const)
    test(what, () => assert.equal(foundIn(cells).numbers.sign, sign))
})

test('a column of texts is given up, one of dates with some texts is not', () => {
  const texts = new ColumnProfile()
  const dates = new ColumnProfile()
  for (let n = 0; n < 200; n++) {
    texts.add(n % 3 === 0 ? '24.07.1980' : 'k. A.')
    dates.add(n % 3 === 0 ? 'k. A.' : '24.07.1980')
  }
  assert.deepEqual([texts.isText, dates.isText], [true, false])
})
