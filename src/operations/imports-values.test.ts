/** An import loses no value in silence: dates, numbers and columns of other houses, and what is said where something is lost. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { encodeText } from '../../test/harness/encoded.ts'
import { exporter } from '../../test/harness/exports.ts'
import { countsOf, type Importer, importer, membersOf } from '../../test/harness/imports.ts'
import { seed, type World } from '../../test/harness/seed.ts'
import { commitImport } from '../domain/imports/imports.ts'
import type { Database } from '../store/connection/database.ts'

let database: TestDatabase
let db: Database
let world: World
let it: Importer
before(async () => {
  database = await freshDatabase()
  db = database.db
})
after(() => database.drop())
beforeEach(async () => {
  world = await seed(db)
  it = importer(db, world)
})

const field = (key: string, dataType = 'Text', options: readonly string[] = []) => db`
  insert into custom_fields (client_id, list_id, key, name, data_type, options, position)
  select ${world.list.clientId}, ${world.list.listId}, ${key}, ${key}, ${dataType}, ${options as string[]}, count(*) from custom_fields`
const fieldsOfList = async () =>
  Object.fromEntries(
    (
      await db<{ key: string; dataType: string }[]>`
        select key, data_type from custom_fields where list_id = ${world.list.listId} order by position`
    ).map(({ key, dataType }) => [key, dataType]),
  )
interface Column {
  readonly Header: string
  readonly Target: string
  readonly Key: string
  readonly DataType: string
  readonly DateOrders: readonly string[]
  readonly DecimalSigns: readonly string[]
  readonly Column: number
}
const mappingOf = async (id: string) =>
  (await it.call('Import.GetMapping', it.of(id))) as unknown as {
    Columns: readonly Column[]
    Encoding: string
    Encodings: readonly { Encoding: string; Samples: readonly string[] }[]
    Parts: readonly { HeaderRow: number; FirstLines: readonly { Line: number; Cells: readonly string[] }[] }[]
    Words: readonly { Word: string; State: string }[]
  }
const lossesOf = async (id: string) => {
  const { Losses = [] } = (await it.get(id)) as unknown as {
    Losses?: readonly {
      Column: string
      Values: number
      Reasons: readonly { Reason: string; Values: number }[]
      Examples: readonly { Row: number; Value: string; Reason: string }[]
    }[]
  }
  return Losses.map(({ Column, Values, Reasons, Examples }) => ({
    column: Column,
    values: Values,
    reasons: Object.fromEntries(Reasons.map(({ Reason, Values }) => [Reason, Values])),
    examples: Examples.map(({ Row, Value }) => [Row, Value]),
  }))
}
const column = (Column: number, more: object) => ({
  Columns: [{ Part: 1, Column, Target: '', Key: '', DataType: '', DateOrder: '', DecimalSign: '', ...more }],
})
const valuesOf = async (address: string) => (await membersOf(db, world.list))[address]?.fields
const person = (n: number) => `p${n}@x.example`
const rowsOf = (count: number, row: (n: number) => string) => Array.from({ length: count }, (_, n) => row(n)).join('\n')

describe('values of custom fields', () => {
  test('days and numbers of another country are kept, all of them', async () => {
    await field('Born', 'Date')
    await field('Spent', 'Number')
    const rows = rowsOf(2_000, n => `${person(n)};${10 + (n % 18)}.07.1980;${n % 400},12`)
    const id = await it.judged(`email;born;spent\n${rows}\n`)
    assert.deepEqual(countsOf((await it.get(id)).Judged), { New: 2_000 })
    await it.call('Import.Commit', it.of(id))
    await it.work()
    assert.deepEqual(await valuesOf(person(14)), { Born: '1980-07-24', Spent: '14.12' })
    const [kept] = await db`
      select count(*) filter (where fields ? 'Born' and fields ? 'Spent')::integer as both from subscribers
      where list_id = ${world.list.listId}`
    assert.equal(kept!.both, 2_000)
  })

  test('each column has its own order and its own sign', async () => {
    await field('Born', 'Date')
    await field('Bought', 'Date')
    await field('Spent', 'Number')
    await field('Weight', 'Number')
    await it.committed(
      'email;born;bought;spent;weight;joined\n' +
        'a@x.example;24/07/1980;Jan 5, 2024;€ 1.234,56;1.5;2024-01-05\n' +
        'b@x.example;03/04/1981;12/31/2023;1 234,50 €;1,234.5;25.01.2024 14:30\n',
    )
    assert.deepEqual(await valuesOf('a@x.example'), {
      Born: '1980-07-24',
      Bought: '2024-01-05',
      Spent: '1234.56',
      Weight: '1.5',
    })
    assert.deepEqual(await valuesOf('b@x.example'), {
      Born: '1981-04-03',
      Bought: '2023-12-31',
      Spent: '1234.50',
      Weight: '1234.5',
    })
  })

  test('what fits two orders is asked for by the name of its column, and the answer is enough', async () => {
    await field('Born', 'Date')
    await field('Spent', 'Number')
    const file = 'email;born;spent\na@x.example;03/04/1980;1.234\n'
    const id = await it.judged(file)
    const asked = await it.get(id)
    assert.deepEqual([asked.State, asked.ProblemCode, asked.ProblemAbout], ['Mapping', 'DatesAmbiguous', ['“born”']])
    const { Columns } = await mappingOf(id)
    assert.deepEqual(
      [Columns[1]!.DateOrders, Columns[2]!.DecimalSigns],
      [
        ['dmy', 'mdy'],
        ['point', 'comma'],
      ],
    )
    await it.call('Import.SetMapping', { ...it.of(id), ...column(2, { DateOrder: 'mdy' }) })
    await it.call('Import.Judge', it.of(id))
    await it.work()
    assert.equal((await it.get(id)).ProblemCode, 'DecimalsAmbiguous')
    await it.call('Import.SetMapping', { ...it.of(id), ...column(3, { DecimalSign: 'comma' }) })
    await it.call('Import.Judge', it.of(id))
    await it.work()
    await it.commit(id)
    assert.deepEqual(await valuesOf('a@x.example'), { Born: '1980-03-04', Spent: '1234' })
  })

  test('years of two digits are asked for, also where the order is clear', async () => {
    await field('Born', 'Date')
    const file = 'email;born\na@x.example;24/07/80\nb@x.example;25/07/12\n'
    const id = await it.judged(file)
    assert.equal((await it.get(id)).ProblemCode, 'YearsAmbiguous')
    await it.committed(file, column(2, { DateOrder: 'dmy2' }))
    assert.deepEqual(
      [await valuesOf('a@x.example'), await valuesOf('b@x.example')],
      [{ Born: '1980-07-24' }, { Born: '2012-07-25' }],
    )
  })

  test('Dates is the default of columns that do not say it themselves', async () => {
    await field('Born', 'Date')
    await field('Bought', 'Date')
    const set = { Dates: 'mdy', ...column(3, { DateOrder: 'dmy' }) }
    await it.committed('email;born;bought\na@x.example;03/04/1980;03/04/2024\n', set)
    assert.deepEqual(await valuesOf('a@x.example'), { Born: '1980-03-04', Bought: '2024-04-03' })
  })

  test('days as spreadsheets count them are days in a field of dates, and a number elsewhere', async () => {
    await field('Born', 'Date')
    await it.committed('email;born;points\na@x.example;29426;29426\nb@x.example;31005;17\n')
    assert.deepEqual(await valuesOf('a@x.example'), { Born: '1980-07-24', points: '29426' })
  })

  test('a line end within a text is a blank', async () => {
    await field('City')
    await it.committed('email,name,city\na@x.example,"Anna\nBerg","Ulm\r\n  Donau"\n')
    const members = await membersOf(db, world.list)
    assert.deepEqual(
      [members['a@x.example']!.name, members['a@x.example']!.fields],
      ['Anna Berg', { City: 'Ulm   Donau' }],
    )
  })
})

describe('columns that match nothing', () => {
  test('become new fields of a type that holds all their values, when rows are written and not before', async () => {
    await field('City')
    const id = await it.judged(
      'email,city,Birthday,Points,Post code,Note,Empty,Ambiguous,E-Mail,\n' +
        'a@x.example,Ulm,24.07.1980,"1,5",01067,x,,03/04/1980,second@x.example,y\n' +
        'b@x.example,Bonn,03.04.1981,7,53111,24.07.1980,,05/06/1980,,\n',
    )
    const { Columns } = await mappingOf(id)
    assert.deepEqual(
      Columns.map(({ Header, Target, Key, DataType }) => [Header, Target, Key, DataType]),
      [
        ['email', 'Email', '', ''],
        ['city', 'Field', 'City', 'Text'],
        ['Birthday', 'NewField', 'Birthday', 'Date'],
        ['Points', 'NewField', 'Points', 'Number'],
        // a number would lose its zero
        ['Post code', 'NewField', 'Post code', 'Text'],
        ['Note', 'NewField', 'Note', 'Text'],
        ['Empty', 'Ignore', '', ''],
        // a date would have to be asked for
        ['Ambiguous', 'NewField', 'Ambiguous', 'Text'],
        ['E-Mail', 'NewField', 'E-Mail', 'Text'],
        ['', 'NewField', 'Column 10', 'Text'],
      ],
    )
    assert.deepEqual(await fieldsOfList(), { City: 'Text' }, 'a dry run makes nothing')
    await it.call('Import.Commit', it.of(id))
    await it.work()
    assert.deepEqual(await fieldsOfList(), {
      ...{ City: 'Text', Birthday: 'Date', Points: 'Number', Postcode: 'Text', Note: 'Text', Ambiguous: 'Text' },
      ...{ 'E-Mail': 'Text', Column10: 'Text' },
    })
    assert.deepEqual(await valuesOf('a@x.example'), {
      ...{ City: 'Ulm', Birthday: '1980-07-24', Points: '1.5', Postcode: '01067', Note: 'x', Ambiguous: '03/04/1980' },
      ...{ 'E-Mail': 'second@x.example', Column10: 'y' },
    })
  })

  test('are left out if a person chooses so, without counting as lost', async () => {
    const id = await it.judged('email,note\na@x.example,x\n', column(2, { Target: 'Ignore' }))
    assert.deepEqual(await lossesOf(id), [])
    await it.call('Import.Commit', it.of(id))
    await it.work()
    assert.deepEqual(await fieldsOfList(), {})
  })

  test('are no more than the list has room for; what is left over is a loss, which is confirmed', async () => {
    for (let n = 0; n < 48; n++) await field(`F${n}`)
    const id = await it.judged('email,one,two,three,four\na@x.example,1x,2x,3x,\nb@x.example,1x,2x,,4x\n')
    assert.deepEqual(
      (await mappingOf(id)).Columns.map(({ Target }) => Target),
      ['Email', 'NewField', 'NewField', 'Ignore', 'Ignore'],
    )
    assert.deepEqual(await lossesOf(id), [
      { column: 'four', values: 1, reasons: { NoFieldLeft: 1 }, examples: [[2, '4x']] },
      { column: 'three', values: 1, reasons: { NoFieldLeft: 1 }, examples: [[1, '3x']] },
    ])
    await it.refused('Import.Commit', it.of(id), 'ImportLossNotConfirmed')
    const third = column(4, { Target: 'NewField', Key: 'three' })
    await it.refused('Import.SetMapping', { ...it.of(id), ...third }, 'InvalidMapping')
    await it.commit(id)
    assert.equal(Object.keys(await fieldsOfList()).length, 50)
  })

  test('have names and keys of their own, whatever tags and fields there are', async () => {
    await field('Note')
    const id = await it.begin('email,[Note],note,Currentday,name,Name,"€",b\nb@x.example,1,2,3,4,5,6,7\n')
    const { Columns } = await mappingOf(id)
    assert.deepEqual(
      Columns.map(({ Target, Key }) => [Target, Key]),
      [
        ['Email', ''],
        ['Field', 'Note'],
        ['NewField', 'note 2'],
        ['NewField', 'Currentday 2'],
        ['Name', ''],
        ['NewField', 'Name 2'],
        ['NewField', 'Column 7'],
        ['NewField', 'b'],
      ],
    )
  })

  test('make no field for who may not change the list', async () => {
    const id = await it.judged('email,note\na@x.example,x\n')
    const asked = { mayApprove: true, mayMakeFields: false, valuesLost: null }
    await assert.rejects(commitImport(db, world.client, id, asked), { refusal: 'AccessDenied', detail: /note/ })
    assert.deepEqual(await fieldsOfList(), {})
    await it.call('Import.SetMapping', { ...it.of(id), ...column(2, { Target: 'Ignore' }) })
    await it.call('Import.Judge', it.of(id))
    await it.work()
    await commitImport(db, world.client, id, asked)
  })

  test('a field that the list has got of another type since is not filled', async () => {
    const id = await it.judged('email,Points\na@x.example,7\n')
    await field('Points', 'Date')
    await it.refused('Import.Commit', it.of(id), 'ImportNotReady')
    assert.equal((await it.get(id)).State, 'Judged')
  })
})

describe('values that are lost', () => {
  const file =
    'email,born,spent,size,mobile,joined\n' +
    'a@x.example,in spring,many,L,12,1899-01-01\n' +
    'b@x.example,1980-07-24,7,S,+49 170 1234567,2024-01-05\n' +
    'c@x.example,31/02/1980,8,XL,,2024-01-05\n' +
    // rows that do not count lose nothing
    'no address,never,none,L,,\n' +
    'b@x.example,1980-07-24,7,S,+49 170 1234567,2024-01-05\n'
  const judged = async () => {
    await field('Born', 'Date')
    await field('Spent', 'Number')
    await field('Size', 'MultiSelectOne', ['S', 'M'])
    return it.judged(file)
  }

  test('are counted by column, with reasons and examples, and are confirmed by their number', async () => {
    const id = await judged()
    assert.deepEqual(await lossesOf(id), [
      {
        column: '[Born]',
        values: 2,
        reasons: { NoDate: 2 },
        examples: [
          [1, 'in spring'],
          [3, '31/02/1980'],
        ],
      },
      {
        column: '[Size]',
        values: 2,
        reasons: { NoOption: 2 },
        examples: [
          [1, 'L'],
          [3, 'XL'],
        ],
      },
      { column: 'JoinedAt', values: 1, reasons: { DateTooEarly: 1 }, examples: [[1, '1899-01-01']] },
      { column: 'MobileNumber', values: 1, reasons: { NoMobileNumber: 1 }, examples: [[1, '12']] },
      { column: '[Spent]', values: 1, reasons: { NoNumber: 1 }, examples: [[1, 'many']] },
    ])
    const found = await it.get(id)
    assert.deepEqual([found.ValuesLost, found.Judged!.ValueDropped], [7, 2])
    for (const ValuesLost of [null, '', '0', '6', 'yes', '2']) {
      await it.refused('Import.Commit', { ...it.of(id), ValuesLost }, 'ImportLossNotConfirmed')
    }
    await it.call('Import.Commit', { ...it.of(id), ValuesLost: '7' })
    await it.work()
    assert.deepEqual(await valuesOf('b@x.example'), { Born: '1980-07-24', Spent: '7', Size: 'S' })
  })

  test('are beside their rows, and in the file of verdicts', async () => {
    const id = await judged()
    const { Rows } = (await it.call('Import.GetVerdicts', it.of(id))) as unknown as {
      Rows: readonly { Losses: readonly { Column: string; Value: string; Reason: string }[] }[]
    }
    assert.deepEqual(Rows[2]!.Losses, [
      { Column: '[Born]', Value: '31/02/1980', Reason: 'NoDate' },
      { Column: '[Size]', Value: 'XL', Reason: 'NoOption' },
    ])
    const exported = await exporter(db, world).text({ Kind: 'ImportVerdicts', ImportID: id })
    assert.match(exported, /^3,c@x\.example,.*\[Born\]: 31\/02\/1980 \(NoDate\); \[Size\]: XL \(NoOption\)/m)
  })

  test('of a dry run after another are those of the last one', async () => {
    const id = await judged()
    await it.call('Import.SetMapping', { ...it.of(id), ...column(4, { Target: 'Ignore' }) })
    await it.call('Import.Judge', it.of(id))
    await it.work()
    assert.equal((await it.get(id)).ValuesLost, 5)
  })

  test('a date in another order than its column is one of them', async () => {
    await field('Born', 'Date')
    const id = await it.judged(`email,born\n${rowsOf(99, n => `${person(n)},24.07.1980`)}\nz@x.example,07.24.1980\n`)
    assert.deepEqual(await lossesOf(id), [
      { column: '[Born]', values: 1, reasons: { OtherDateOrder: 1 }, examples: [[100, '07.24.1980']] },
    ])
  })

  test('a cell over 32 KB costs the value of its column, no person, and nothing where its column is left out', async () => {
    await field('City')
    const long = 'x'.repeat(33_000)
    const rows = `email,city,blob\na@x.example,${long},y\nb@x.example,Ulm,${long}\n${long},Bonn,z\nd@x.example,N\0L,z\n`
    const id = await it.judged(rows, column(3, { Target: 'Ignore' }))
    assert.deepEqual(countsOf((await it.get(id)).Judged), { New: 3, Refused: 1, ValueDropped: 2 })
    assert.deepEqual(
      (await lossesOf(id)).map(({ column, reasons }) => [column, reasons]),
      [['[City]', { TooLong: 1, Unreadable: 1 }]],
    )
    await it.commit(id)
    assert.deepEqual(Object.keys(await membersOf(db, world.list)), ['a@x.example', 'b@x.example', 'd@x.example'])
  })

  test('cells behind the last column are losses', async () => {
    const id = await it.judged(`email,name\n${rowsOf(30, n => `${person(n)},Ann`)}\nz@x.example,Zoe,Ulm\n`)
    assert.deepEqual(await lossesOf(id), [
      { column: '#3', values: 1, reasons: { NoColumn: 1 }, examples: [[31, 'Ulm']] },
    ])
  })

  test('an address that a word processor wrote is refused, and its plain form proposed', async () => {
    const id = await it.judged('email\n“x1@example.com”\na@ex–ample.com\nnone\nok@example.com\n')
    const { Rows } = (await it.call('Import.GetVerdicts', it.of(id))) as unknown as {
      Rows: readonly { Verdict: string; Proposal: string }[]
    }
    assert.deepEqual(
      Rows.map(({ Verdict, Proposal }) => [Verdict, Proposal]),
      [
        ['Refused', 'x1@example.com'],
        ['Refused', 'a@ex-ample.com'],
        ['Refused', ''],
        ['New', ''],
      ],
    )
  })
})

describe('how a file is read', () => {
  test('an encoding that a person chooses has it read again, and what was said of the rest stays', async () => {
    const file = Buffer.concat([Buffer.from('email;name\na@x.example;'), encodeText('Анна', 'koi8-r')])
    const id = await it.begin(file)
    const { Encodings } = await mappingOf(id)
    assert.deepEqual(Encodings.find(({ Encoding }) => Encoding === 'koi8-r')?.Samples, ['Анна'])
    await it.call('Import.SetMapping', {
      ...it.of(id),
      Words: [{ Word: 'here', State: 'Active' }],
      Duplicates: 'First',
    })
    await it.call('Import.SetMapping', { ...it.of(id), Encoding: 'koi8-r' })
    assert.equal((await it.get(id)).State, 'Reading')
    await it.work()
    const after = await mappingOf(id)
    assert.equal(after.Encoding, 'koi8-r')
    assert.ok(after.Words.some(({ Word }) => Word === 'here'))
    await it.call('Import.Judge', it.of(id))
    await it.work()
    await it.commit(id)
    assert.equal((await membersOf(db, world.list))['a@x.example']!.name, 'Анна')
  })

  test('the line of the header that a person names counts, also when rows are judged', async () => {
    const id = await it.begin('who,what\nwer,was\na@x.example,x\n')
    const { Parts } = await mappingOf(id)
    assert.deepEqual(Parts[0], { ...Parts[0], HeaderRow: 1 })
    assert.deepEqual(Parts[0]!.FirstLines[1], { Line: 2, Cells: ['wer', 'was'] })
    await it.call('Import.SetMapping', { ...it.of(id), HeaderRows: [{ Part: 1, Row: 2 }] })
    await it.work()
    const { Columns } = await mappingOf(id)
    assert.deepEqual(
      Columns.map(({ Header }) => Header),
      ['wer', 'was'],
    )
    await it.call('Import.Judge', it.of(id))
    await it.work()
    assert.deepEqual(countsOf((await it.get(id)).Judged), { New: 1 })
  })

  test('it is not said in one call with columns, which it guesses anew', async () => {
    const id = await it.begin('email,name\na@x.example,x\n')
    const both = { ...it.of(id), Encoding: 'utf-8', ...column(2, { Target: 'Ignore' }) }
    await it.refused('Import.SetMapping', both, 'InvalidMapping')
  })
})
