import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { bookOf, cellsOf, openFile, rowsOf, zipOf } from '../../../../test/harness/import-files.ts'
import { sentenceOf } from '../sentences.ts'
import { importLimits, UnreadableSource } from '../source.ts'
import { readCsv } from './csv.ts'

const unreadable = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof UnreadableSource, String(error))
  assert.match(error.message, pattern)
  return true
}
const people = [
  ['a@x.example', 'Anna'],
  ['b@x.example', 'Ben'],
]

describe('a CSV file', () => {
  const tables: readonly (readonly [string, string])[] = [
    ['commas', 'email,name\na@x.example,Anna\nb@x.example,Ben\n'],
    ['semicolons and CRLF', 'email;name\r\na@x.example;Anna\r\nb@x.example;Ben\r\n'],
    ['tabs and CR alone', 'email\tname\ra@x.example\tAnna\rb@x.example\tBen'],
    ['bars, and no end of line', 'email|name\na@x.example|Anna\nb@x.example|Ben'],
    ["Excel's sep= line", 'sep=;\r\nemail;name\r\na@x.example;Anna\r\nb@x.example;Ben\r\n'],
    ['a byte order mark and padded headers', '\ufeff email , name \na@x.example,Anna\nb@x.example,Ben\n'],
    ['quotes', '"email","name"\n"a@x.example","Anna"\n"b@x.example","Ben"\n'],
    ['empty lines', '\n\nemail,name\n\na@x.example,Anna\n,\n  \nb@x.example,Ben\n\n'],
  ]
  for (const [name, text] of tables) {
    test(`${name} are read`, async () => {
      const source = await openFile(text)
      assert.deepEqual(source.parts[0]!.header, ['email', 'name'])
      assert.deepEqual(source.parts[0]!.sample, people)
      assert.deepEqual(await rowsOf(source), [
        { number: 1, cells: people[0] },
        { number: 2, cells: people[1] },
      ])
      assert.deepEqual(await cellsOf(source), people, 'and read again')
    })
  }

  test('cells keep quoted line ends, separators and quotation marks, and quotes in their middle', async () => {
    const source = await openFile(
      'email,note\na@x.example,"one\r\ntwo, ""three"""\nb@x.example,6" pipe\nc@x.example,"x"y\n',
    )
    assert.deepEqual(await cellsOf(source), [
      ['a@x.example', 'one\r\ntwo, "three"'],
      ['b@x.example', '6" pipe'],
      ['c@x.example', 'xy'],
    ])
  })

  test('a separator in quotes behind a blank is no separator', async () => {
    const source = await openFile('email , name\na@x.example , "Quoted, Name"\nb@x.example,\t"x"\n')
    assert.deepEqual(await cellsOf(source), [
      ['a@x.example ', 'Quoted, Name'],
      ['b@x.example', '\t"x"'],
    ])
  })

  test('a first row with an address is a row, and the file has no header', async () => {
    const source = await openFile('a@x.example,Anna\nb@x.example,Ben\n')
    assert.equal(source.parts[0]!.header, undefined)
    assert.deepEqual(await cellsOf(source), people)
  })

  test('ragged rows, cells that are too long and NUL are reported of the row, and the rows behind them are read', async () => {
    const long = 'x'.repeat(importLimits.cellBytes + 1)
    const umlauts = 'ü'.repeat(importLimits.cellBytes / 2 + 1)
    const wide = `${','.repeat(importLimits.columns)}x`
    const source = await openFile(
      `email,name\na@x.example\nb@x.example,Ben,more\n"${long}",x\nc@x.example,${umlauts}\nd@x.example,N\0L\n${wide}\ne@x.example,Eve\n`,
    )
    const rows = await rowsOf(source)
    assert.deepEqual(
      rows.map(({ number, problem, faults = [] }) => [number, problem, [...faults]]),
      [
        [1, undefined, []],
        [2, undefined, []],
        [3, undefined, [[0, 'cell too long']]],
        [4, undefined, [[1, 'cell too long']]],
        [5, undefined, [[1, 'unreadable']]],
        [6, 'too many cells', []],
        [7, undefined, []],
      ],
    )
    assert.deepEqual(rows[0]!.cells, ['a@x.example'])
    assert.deepEqual(rows[1]!.cells, ['b@x.example', 'Ben', 'more'])
    assert.deepEqual(rows[6]!.cells, ['e@x.example', 'Eve'])
  })

  test('a quotation mark that is never closed is named, whatever lies behind it', async () => {
    const open = openFile(`email,name\na@x.example,"Anna\n${'b@x.example,Ben\n'.repeat(10_000)}`)
    await assert.rejects(
      open.then(source => rowsOf(source)),
      unreadable(/row 2 .* never closed/),
    )
    const short = openFile('email,name\na@x.example,"Anna\nb@x.example,Ben\n')
    await assert.rejects(
      short.then(source => rowsOf(source)),
      unreadable(/row 2 .* never closed/),
    )
    const cutOff = await rowsOf(await openFile('email,name\na@x.example,Anna\nb@x.example,"Be'))
    assert.deepEqual(
      cutOff.map(row => row.problem),
      [undefined, 'unreadable'],
    )
  })

  test('a picture is no table, and neither is what else is no text', async () => {
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(20_000)])
    for (const content of [png, randomBytes(20_000)]) {
      await assert.rejects(openFile(content, 'people.csv'), unreadable(/holds no table/))
    }
  })

  test('chunks can be cut anywhere', async () => {
    const text = 'email,name\r\n"a@x.example","An""na"\r\n\r\nb@x.example,"Be\r\nn"\r\n"c@x.example",\r\n'
    const read = async (size: number) => {
      const rows: unknown[] = []
      const chunks = async function* () {
        for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
      }
      for await (const batch of readCsv(chunks(), ',', false)) rows.push(...batch)
      return rows
    }
    const whole = await read(text.length)
    assert.deepEqual(whole[1], { cells: ['a@x.example', 'An"na'], line: 2 })
    for (let size = 1; size < 20; size++) assert.deepEqual(await read(size), whole, `chunks of ${size}`)
  })

  test('more columns than an import has are refused at once', async () => {
    await assert.rejects(openFile(`${'a,'.repeat(1_000_000)}z\n`), unreadable(/500 columns/))
  })
})

describe('the encoding of a text', () => {
  const text = 'email,name\na@x.example,Jürgen Groß\nb@x.example,Zoë Ångström\nc@x.example,François Müller\n'
  const cells = [
    ['a@x.example', 'Jürgen Groß'],
    ['b@x.example', 'Zoë Ångström'],
    ['c@x.example', 'François Müller'],
  ]
  const swapped = () => Buffer.from(text, 'utf16le').swap16()
  const encodings: readonly (readonly [string, () => Buffer, string])[] = [
    ['UTF-8', () => Buffer.from(text), 'utf-8'],
    ['UTF-16 with a mark', () => Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 without a mark', () => Buffer.from(text, 'utf16le'), 'utf-16le'],
    ['big-endian UTF-16 without a mark', swapped, 'utf-16be'],
    ['a western ANSI page', () => Buffer.from(text, 'latin1'), 'windows-1252'],
  ]
  for (const [name, bytes, encoding] of encodings) {
    test(`${name} is found`, async () => {
      const source = await openFile(bytes())
      assert.equal(source.encoding, encoding)
      assert.deepEqual(await cellsOf(source), cells)
      assert.equal(source.warnings !== undefined, encoding === 'windows-1252')
      if (source.warnings) assert.match(sentenceOf(source.warnings[0]!), /windows-1252: “.*Jürgen/)
    })
  }

  test('quotes, dashes and the euro of windows-1252 are read, in the preview too', async () => {
    const file = Buffer.from('email,name\na@x.example,\x93Se\xe1n\x94 O\x92Brien \x96 \x80\n', 'latin1')
    const source = await openFile(file)
    assert.equal(source.encoding, 'windows-1252')
    assert.deepEqual(await cellsOf(source), [['a@x.example', '“Seán” O’Brien – €']])
    assert.match(sentenceOf(source.warnings![0]!), /“Seán” O’Brien – €/)
  })

  test('one wrong byte at the end of a long file is found too', async () => {
    const start = `email,name\n${'a@x.example,Anna\n'.repeat(50_000)}`
    const source = await openFile(Buffer.concat([Buffer.from(start), Buffer.from('b@x.example,Jürgen\n', 'latin1')]))
    assert.equal(source.encoding, 'windows-1252')
    assert.deepEqual((await cellsOf(source)).at(-1), ['b@x.example', 'Jürgen'])
  })
})

describe('JSON lines', () => {
  test('keys of all lines are columns, objects within are flattened, and broken lines are reported', async () => {
    const source = await openFile(
      '{"email":"a@x.example","fields":{"City":"Ulm"},"tags":["VIP","Blog"]}\n{"email":\n[1]\n{"email":"b@x.example","age":7,"__proto__":"x"}\n',
      'people.jsonl',
    )
    assert.deepEqual(source.parts[0]!.header, ['email', 'fields.City', 'tags', 'age', '__proto__'])
    assert.deepEqual(await rowsOf(source), [
      { number: 1, cells: ['a@x.example', 'Ulm', 'VIP||Blog', '', ''] },
      { number: 2, cells: [], problem: 'unreadable' },
      { number: 3, cells: [], problem: 'unreadable' },
      { number: 4, cells: ['b@x.example', '', '', '7', 'x'] },
    ])
  })

  test('a line that is too long is refused, and the next one is read', async () => {
    const source = await openFile(
      `{"email":"a@x.example"}\n{"email":"${'x'.repeat(2_000_000)}"}\n{"email":"b@x.example"}\n`,
    )
    assert.deepEqual(
      (await rowsOf(source)).map(row => row.problem),
      [undefined, 'line too long', undefined],
    )
  })

  test('a line that is nested too deep is refused, and the next one is read', async () => {
    const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`
    const source = await openFile(`{"email":"a@x.example","x":${deep}}\n{"email":"b@x.example"}\n`)
    assert.deepEqual(
      (await rowsOf(source)).map(row => row.problem),
      ['unreadable', undefined],
    )
  })
})

describe('a workbook', () => {
  const styles =
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs>'
  const header =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>Joined</t></is></c></row>'
  const shared =
    '<si><t>email</t></si><si><r><t>First </t></r><r><rPr/><t>name</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>'

  test('cells stand where their reference says; rich, inline and shared texts, dates and long numbers are text', async () => {
    const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`
    const source = await openFile(
      await bookOf({
        shared,
        styles,
        sheets: {
          '!Hidden': row(1, '<c r="A1"><v>1</v></c>'),
          People:
            header +
            row(2, '<c r="A2" t="inlineStr"><is><t>a@x.example</t></is></c><c r="D2" s="1"><v>44259</v></c>') +
            row(
              4,
              '<c r="A4" t="str"><f>B1&amp;"x"</f><v>b@x.example</v></c><c r="B4"><v>4.91700000001E11</v></c><c r="D4" s="3"><v>44259.375</v></c>',
            ) +
            row(
              5,
              '<c r="A5" t="e"><v>#N/A</v></c><c r="B5" t="b"><v>1</v></c><c r="C5"><v>0.30000000000000004</v></c><c r="D5" s="2"><v>60.5</v></c>',
            ),
        },
      }),
      'people.xlsx',
    )
    assert.deepEqual(
      source.parts.map(({ name }) => name),
      ['People'],
    )
    assert.deepEqual(source.parts[0]!.header, ['email', 'First name', '', 'Joined', 'First and last name'])
    assert.deepEqual(await rowsOf(source), [
      { number: 1, cells: ['a@x.example', '', '', '2021-03-04', ''] },
      { number: 2, cells: ['b@x.example', '491700000001', '', '2021-03-04 09:00:00', '491700000001'] },
      { number: 3, cells: ['', 'TRUE', '0.3', '1900-02-28 12:00:00', 'TRUE'] },
    ])
  })

  test('formulas are their values, and macros are not looked at', async () => {
    const cell = (reference: string, formula: string, value: string) =>
      `<c r="${reference}" t="str"><f>${formula}</f><v>${value}</v></c>`
    const row = `<row r="2">${cell('A2', 'CONCATENATE("a","@x.example")', 'a@x.example')}${cell('B2', 'WEBSERVICE("http://x.example")', 'Ann')}</row>`
    const source = await openFile(
      await bookOf({ sheets: { S: header + row }, shared, more: { 'xl/vbaProject.bin': 'd0cf11e0a1b11ae1' } }),
      'people.xlsm',
    )
    assert.deepEqual(await cellsOf(source), [['a@x.example', 'Ann', '', '', 'Ann']])
  })

  test('a workbook that is a bomb is refused while it is inflated', async () => {
    const blanks = `<row r="1"><c r="A1" t="inlineStr"><is><t>${' '.repeat(30 * 1024 ** 2)}</t></is></c></row>`
    await assert.rejects(openFile(await bookOf({ sheets: { S: blanks } }), 'bomb.xlsx'), unreadable(/unpacks to more/))
  })

  test('days counted from 1904 are the same days', async () => {
    const source = await openFile(
      await bookOf({ styles, properties: 'date1904="1"', sheets: { A: '<row><c s="1"><v>42797</v></c></row>' } }),
    )
    assert.deepEqual(source.parts[0]!.header, ['2021-03-04'])
  })

  test('a second sheet is left out until a person says otherwise', async () => {
    const sheet = (address: string) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${address}</t></is></c></row>`
    const source = await openFile(await bookOf({ sheets: { A: sheet('a@x.example'), B: sheet('b@x.example') } }))
    assert.deepEqual(
      source.parts.map(({ state }) => state),
      [undefined, 'Skip'],
    )
    assert.match(sentenceOf(source.warnings![0]!), /Only A is imported/)
    assert.deepEqual(
      (await rowsOf(source, 1)).map(({ number }) => number),
      [2],
      'numbers go on, whichever part is read first',
    )
  })

  test('declared entities and broken XML are refused', async () => {
    const entity = '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>'
    for (const bad of [entity, '<worksheet><row>', 'x']) {
      const book = bookOf({ sheets: { A: '' }, more: { 'xl/worksheets/sheet1.xml': bad } })
      await assert.rejects(
        book.then(one => openFile(one)),
        unreadable(/entities|damaged/),
      )
    }
  })

  test('an old workbook is refused with advice', async () => {
    await assert.rejects(
      openFile(Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'old.xls'),
      unreadable(/Save it as \.xlsx/),
    )
  })
})

describe('a ZIP', () => {
  test('its tables are parts, numbered through', async () => {
    const source = await openFile(
      await zipOf({
        'a.csv': 'email\na@x.example\nb@x.example\n',
        'unsubscribed.csv': 'email\nc@x.example\n',
        'cleaned.csv': '',
        'x.png': 'x',
      }),
      'all.zip',
    )
    assert.deepEqual(
      source.parts.map(({ name, state }) => [name, state]),
      [
        ['a.csv', undefined],
        ['unsubscribed.csv', 'Unsubscribed'],
      ],
    )
    assert.match(sentenceOf(source.warnings![0]!), /2 files of all.zip/)
    assert.deepEqual(await rowsOf(source, 1), [{ number: 3, cells: ['c@x.example'] }])
  })

  test('a bomb is refused while it is inflated', async () => {
    const zeros = await zipOf({ 'a.csv': Buffer.alloc(30 * 1024 ** 2) })
    await assert.rejects(openFile(zeros, 'bomb.zip'), unreadable(/unpacks to more/))
  })

  test('a bomb whose entries share their packed octets is refused', async () => {
    const zip = await zipOf({ 'a.csv': randomBytes(5_000), 'b.csv': randomBytes(5_000) })
    // the second entry of the directory names the place of the first one
    const second = zip.lastIndexOf(Buffer.from('PK\x01\x02'))
    const bytes = Buffer.concat([
      zip.subarray(0, zip.indexOf(Buffer.from('PK\x03\x04'), 4)),
      zip.subarray(zip.indexOf(Buffer.from('PK\x01\x02'))),
    ])
    bytes.writeUInt32LE(0, second - (zip.length - bytes.length) + 42)
    bytes.writeUInt32LE(bytes.indexOf(Buffer.from('PK\x01\x02')), bytes.length - 6)
    await assert.rejects(openFile(bytes, 'bomb.zip'), unreadable(/not a readable ZIP/))
  })

  test('an archive that is cut off, empty or holds no table is refused', async () => {
    const whole = await zipOf({ 'a.csv': 'email\na@x.example\n' })
    await assert.rejects(openFile(whole.subarray(0, -30)), unreadable(/not a readable ZIP/))
    await assert.rejects(openFile(await zipOf({ 'a.exe': 'x' })), unreadable(/no CSV/))
    await assert.rejects(openFile(await zipOf({})), unreadable(/empty ZIP/))
  })
})

describe('where a table begins', () => {
  const rows = 'a@x.example,Anna,Berlin\nb@x.example,Ben,Bonn\n'
  for (const [what, head, line, header] of [
    ['a title and an empty line', 'Newsletter readers\n\nemail,name,city\n', 3, ['email', 'name', 'city']],
    ['a title with empty cells', 'Readers,,\n,,\nemail,name,city\n', 3, ['email', 'name', 'city']],
    [
      'facts of the export above',
      'Export,2024-01-05\nBy,Ann\nE-Mail-Adresse,Name,Ort\n',
      3,
      ['E-Mail-Adresse', 'Name', 'Ort'],
    ],
    ['groups above the header', 'Person,,Place\nメールアドレス,氏名,住所\n', 2, ['メールアドレス', '氏名', '住所']],
    ['headers that are not known', 'My list\nWho,First,Where\n', 2, ['Who', 'First', 'Where']],
    ['no title', 'email,name,city\n', 1, ['email', 'name', 'city']],
    ['no header', '', 0, undefined],
    // a row that cannot be imported is no title
    ['a wrong row first', 'email,name,city\nno address,Cy,Cork\n', 1, ['email', 'name', 'city']],
  ] as const)
    test(`${what}: the header is in line ${line}`, async () => {
      const source = await openFile(head + rows)
      const [part] = source.parts
      assert.deepEqual([part!.headerRow, part!.header], [line, header])
      assert.equal(source.warnings?.some(({ code }) => code === 'RowsAboveHeader') ?? false, line > 1)
      const read = await cellsOf(source)
      assert.deepEqual(read.slice(-2), [
        ['a@x.example', 'Anna', 'Berlin'],
        ['b@x.example', 'Ben', 'Bonn'],
      ])
      assert.equal(read.length, what === 'a wrong row first' ? 3 : 2, 'titles are no rows')
    })

  test('a person says where the header is, or that the file has no header', async () => {
    const file = `who,what,where\nwer,was,wo\n\n${rows}`
    const at = async (headerRow: number) => {
      const source = await openFile(file, 'people.csv', { headerRows: [headerRow] })
      return [source.parts[0]!.header?.[0], (await cellsOf(source)).length]
    }
    assert.deepEqual(
      [await at(1), await at(2), await at(0)],
      [
        ['who', 3],
        ['wer', 2],
        [undefined, 4],
      ],
    )
    for (const line of [3, 7, 51]) await assert.rejects(at(line), unreadable(/Name another for the header/))
  })

  test('a workbook has titles above its header, and rows that are not there', async () => {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
    const sheet = [
      `<row r="1">${cell('A1', 'Readers of spring')}</row>`,
      `<row r="4">${cell('A4', 'E-Mail')}${cell('B4', 'Name')}</row>`,
      `<row r="5">${cell('A5', 'a@x.example')}${cell('B5', 'Anna')}</row>`,
    ].join('')
    const source = await openFile(await bookOf({ sheets: { People: sheet } }))
    assert.deepEqual([source.parts[0]!.headerRow, source.parts[0]!.header], [4, ['E-Mail', 'Name']])
    assert.deepEqual(await cellsOf(source), [['a@x.example', 'Anna']])
  })
})

describe('an HTML table named .xls', () => {
  const table = `<table border=1><tr><th>E-Mail<th>Name</tr>
    <tr><td>a@x.example</td><td>Anna &amp; Co<br>KG</td></tr>
    <tr><td><a href="mailto:b@x.example">b@x.example</a></td><td><b>Ben</b></td></tr></table>`
  for (const [what, page] of [
    [
      'a page',
      `<!DOCTYPE html><html><head><style>td { color: red }</style></head><body><p>Export</p>${table}</body></html>`,
    ],
    [
      'of Excel',
      `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8"></head>${table}</html>`,
    ],
    ['a table alone', `\n ${table}`],
    ['with a table of its layout', `<html><table></table>${table}<table><tr><td>Page 1</td></tr></table></html>`],
  ] as const)
    test(`${what} is read as what it is`, async () => {
      const source = await openFile(page, 'people.xls')
      assert.deepEqual(source.parts[0]!.header, ['E-Mail', 'Name'])
      assert.deepEqual(await cellsOf(source), [
        ['a@x.example', 'Anna & Co KG'],
        ['b@x.example', 'Ben'],
      ])
    })

  test('cells that reach over columns and rows keep the others in their columns', async () => {
    const page = `<table><tr><td colspan=3>Readers</td></tr><tr><th>City<th>E-Mail<th>Name</tr>
      <tr><td rowspan=2>Bonn</td><td>a@x.example</td><td>Anna</td></tr><tr><td>b@x.example</td><td>Ben</td></tr></table>`
    assert.deepEqual(await cellsOf(await openFile(page, 'people.xls')), [
      ['Bonn', 'a@x.example', 'Anna'],
      ['Bonn', 'b@x.example', 'Ben'],
    ])
  })

  test('the encoding that it declares counts', async () => {
    const head = Buffer.from(
      '<html><meta http-equiv=Content-Type content="text/html; charset=windows-1251"><table><tr><td>email<td>name<tr><td>a@x.example<td>',
    )
    const page = Buffer.concat([head, Buffer.from('c0edede0', 'hex'), Buffer.from('</table>')])
    assert.deepEqual(await cellsOf(await openFile(page, 'people.xls')), [['a@x.example', 'Анна']])
  })

  test('a page without a table is refused', async () =>
    assert.rejects(openFile('<html><body>Sign in</body></html>', 'people.xls'), unreadable(/holds no table/)))
})
