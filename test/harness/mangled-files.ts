/** Files of people as strangers send them: made well, then mangled. All of a case comes from fast-check, so that a failure shrinks and can be repeated. */
import fc from 'fast-check'
import { bookOf, zipOf } from './import-files.ts'

export interface MangledFile {
  readonly bytes: Buffer
  /** Rows that it has, where it was made well and nothing of it was mangled. */
  readonly rows: number | undefined
}

/** People whom the list knows, each in another state, and others. */
export const people = {
  active: 'active@x.example',
  unconfirmed: 'unconfirmed@x.example',
  left: 'left@x.example',
  bounced: 'bounced@x.example',
  deleted: 'deleted@x.example',
  suppressed: 'suppressed@x.example',
} as const

const known = Object.values(people)
const address = fc.oneof(
  fc.constantFrom(...known, ...known.map(one => one.toUpperCase())),
  fc.nat(20).map(n => `new${n}@x.example`),
  fc.constantFrom(
    'none',
    'a@',
    '@b',
    'a@b@c',
    'a b@x.example',
    "'=a@x.example",
    'ä@x.example',
    'a@ü.example',
    '<a@x.example>',
  ),
)
const state = fc.constantFrom(
  ...[
    'Active',
    'active ',
    'Unconfirmed',
    'Unsubscribed',
    'Bounced',
    'Suppressed',
    'Deleted',
    'whatever',
    '',
    'constructor',
  ],
)
/** Dates that are some, that are none, and that PostgreSQL would not take. */
const date = fc.constantFrom(
  ...['2024-02-29', '2023-02-29', '2020-01-01T10:00:00Z', '2020-01-01 25:00', '1970-01-01', '9999-12-31', '0000-00-00'],
  ...[
    '2020-01-01T10:00:00+14:00',
    '2020-01-01T10:00:00+16:00',
    '2020-01-01T10:00:00-99:99',
    '2020-01-01T10:00:00+05:75',
  ],
  ...[
    '03/04/2021',
    '13/04/2021',
    '04/13/2021',
    '1.2.2019',
    '1577836800',
    '9999999999',
    'infinity',
    'now',
    'epoch',
    '45292',
    '',
  ],
)
const strange = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '=1+1',
    "'=1+1",
    '+49 170 1234567',
    '-1',
    '@SUM(A1)',
    '\t=cmd()',
    "'",
    '"',
    '""',
    '"a\nb"',
    'a\r\nb',
    'a\rb',
  ),
  fc.constantFrom(
    ',',
    ';',
    '|',
    '\t',
    '\0',
    'a\0b',
    '\\N',
    '\\.',
    '\\',
    '\ud800',
    '\udc00x',
    '\ufeff',
    '\ufffd',
    '\u2028',
  ),
  fc.constantFrom(
    '{"a":1}',
    '["x","y"]',
    '[['.repeat(40),
    'NaN',
    '1e400',
    '-0',
    '007',
    '1,5',
    'true',
    'null',
    '%s%',
    '||',
    'A||B',
  ),
  // the limit of a cell is 32 KB; what 10 MB would do, a little more than the limit does
  fc.constantFrom('x'.repeat(33_000), 'ü'.repeat(17_000), '"'.repeat(33_000)),
)
const cell = fc.oneof({ weight: 4, arbitrary: address }, state, date, { weight: 2, arbitrary: strange })

/** Headers of our own, of programs, repeated ones, and names that objects have. */
const header = fc.oneof(
  fc.constantFrom(
    ...[
      'Email',
      'E-Mail',
      'email address',
      'Name',
      'State',
      'Status',
      'Joined',
      'ConfirmedAt',
      'Consent Date',
      'ConsentAddress',
    ],
    ...['UnsubscribedAt', 'MobileNumber', 'City', 'Age', '[City]', 'Born', 'Likes', '', ' ', '\ufeffEmail', '"Email"'],
  ),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    '[__proto__]',
    'fields.City',
    'x'.repeat(300),
    '\0',
    '=Email',
  ),
  fc.constantFrom(
    ...['UNSUB_REASON', 'MEMBER_RATING', 'LEID', 'EUID', 'OPTIN_TIME', 'TAGS', 'uuid', 'attributes', 'created_at'],
  ),
  fc.constantFrom(
    ...['EMAIL', 'EMAIL_BLACKLISTED', 'ADDED_TIME', 'unsubscribed', 'bounced', 'complaint', 'confirmed', 'join_date'],
  ),
)

interface Table {
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The first column is one of addresses most of the time, and rows are of any width. */
const table: fc.Arbitrary<Table> = fc
  .record({
    isUsual: fc.boolean(),
    first: fc.constantFrom('Email', 'Email', 'Email Address', 'EMAIL'),
    further: fc.array(header, { maxLength: 7 }),
    rows: fc.array(fc.tuple(address, fc.array(cell, { maxLength: 8 })), { maxLength: 10 }),
  })
  .map(({ isUsual, first, further, rows }) => ({
    headers: [first, ...(isUsual ? ['Name', 'State', 'City', 'Age', 'JoinedAt'] : further)],
    rows: rows.map(([one, more]) => [one, ...more]),
  }))

type Mangling = (bytes: Buffer) => Buffer

const tokens = [
  ...[
    '"',
    '""',
    '\0',
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    ',',
    ';',
    '\t',
    '|',
    'sep=;\n',
    '\\N',
    '\\.\n',
    '{"',
    '}',
    '[',
    '=',
  ].map(text => Buffer.from(text)),
  // no UTF-8, an overlong form, a surrogate, marks of three encodings, heads of other kinds of files
  ...[
    'ff',
    'c3',
    'c0af',
    'eda080',
    'f4908080',
    'efbbbf',
    'fffe',
    'feff',
    '00',
    '504b0304',
    '504b0506',
    '1f8b',
    '25504446',
  ].map(hex => Buffer.from(hex, 'hex')),
]
/** A few octets cut out, put in, doubled, moved or changed; or the end cut off, as of an upload that broke off. */
const mangling: fc.Arbitrary<Mangling> = fc
  .record({
    kind: fc.constantFrom('cut', 'put', 'put', 'double', 'move', 'change', 'break off', 'swap'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 400 })),
    token: fc.constantFrom(...tokens),
    octet: fc.nat(255),
  })
  .map(({ kind, at, length, token, octet }) => (bytes: Buffer) => {
    const from = Math.floor(at * bytes.length)
    const to = Math.min(bytes.length, from + length)
    const [head, piece, tail] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)]
    switch (kind) {
      case 'cut':
        return Buffer.concat([head, tail])
      case 'put':
        return Buffer.concat([head, token, piece, tail])
      case 'double':
        return Buffer.concat([head, piece, piece, tail])
      case 'move':
        return Buffer.concat([head, tail, piece])
      case 'break off':
        return head
      case 'swap':
        return Buffer.from(bytes.map(one => (one === 0x2c ? 0x3b : one === 0x3b ? 0x2c : one)))
      default:
        return Buffer.concat([head, Buffer.of(octet), tail])
    }
  })

interface Mangled {
  readonly times: readonly Mangling[]
}
const manglings: fc.Arbitrary<Mangled> = fc.record({
  times: fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(mangling, { minLength: 1, maxLength: 4 }) },
  ),
})
const mangle = (bytes: Buffer, { times }: Mangled) => times.reduce((mangled, one) => one(mangled), bytes)

const encodings = [
  'utf-8',
  'utf-8 with mark',
  'utf-16le with mark',
  'utf-16be with mark',
  'utf-16le',
  'latin1',
] as const

function encoded(text: string, encoding: (typeof encodings)[number]): Buffer {
  if (encoding.startsWith('utf-16')) {
    const octets = Buffer.from(encoding.endsWith('mark') ? `\ufeff${text}` : text, 'utf16le')
    return encoding.startsWith('utf-16be') ? octets.swap16() : octets
  }
  if (encoding === 'latin1') return Buffer.from(text, 'latin1')
  return Buffer.from(encoding === 'utf-8' ? text : `\ufeff${text}`)
}

const csv = fc
  .record({
    table,
    separator: fc.constantFrom(',', ';', '\t', '|'),
    announced: fc.boolean(),
    quotes: fc.constantFrom('all', 'where needed', 'none'),
    ends: fc.array(fc.constantFrom('\n', '\r\n', '\r'), { minLength: 1, maxLength: 3 }),
    encoding: fc.constantFrom(...encodings),
    hasHeader: fc.integer({ max: 9, min: 0 }).map(n => n > 0),
    mangled: manglings,
  })
  .map(
    ({ table: { headers, rows }, separator, announced, quotes, ends, encoding, hasHeader, mangled }): MangledFile => {
      const special = new RegExp(`["\\r\\n${separator === '|' ? '\\|' : separator}]`)
      const written = (value: string) =>
        quotes === 'all' || (quotes === 'where needed' && special.test(value))
          ? `"${value.replaceAll('"', '""')}"`
          : value
      const lines = [...(hasHeader ? [headers] : []), ...rows]
      const text = lines.map((line, n) => line.map(written).join(separator) + ends[n % ends.length]!).join('')
      const isSure =
        // a separator that is announced is not guessed, and what is quoted is not cut
        announced && quotes === 'all' && encoding === 'utf-8 with mark' && hasHeader && mangled.times.length === 0
      return {
        bytes: mangle(encoded(`${announced ? `sep=${separator}${ends[0]}` : ''}${text}`, encoding), mangled),
        rows: isSure ? rows.length : undefined,
      }
    },
  )

const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown
const jsonValue = fc.oneof(
  { weight: 4, arbitrary: cell },
  fc.constantFrom(
    null,
    true,
    0,
    -1.5,
    1e300,
    [],
    {},
    ['A', 'B'],
    ['A', 1],
    { inner: 'x', deeper: { still: 1 } },
    deep(60),
  ),
)
const jsonLines = fc
  .record({
    table,
    values: fc.array(jsonValue, { maxLength: 6 }),
    end: fc.constantFrom('\n', '\r\n'),
    mangled: manglings,
  })
  .map(({ table: { headers, rows }, values, end, mangled }): MangledFile => {
    const lines = rows.map(row =>
      JSON.stringify(Object.fromEntries([...row, ...values].map((value, n) => [headers[n] ?? `more${n}`, value]))),
    )
    return {
      bytes: mangle(Buffer.from(lines.map(line => line + end).join('')), mangled),
      rows: mangled.times.length === 0 && rows.length > 0 ? rows.length : undefined,
    }
  })

const xml = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[<&>"]/g, one => `&#${one.charCodeAt(0)};`)
const columnName = (n: number) => String.fromCharCode(65 + n)
const cellKinds = [
  'inline',
  'inline',
  'inline',
  'formula',
  'shared',
  'number',
  'error',
  'rich',
  'no reference',
] as const

const workbook = fc
  .record({
    table,
    kinds: fc.array(fc.constantFrom(...cellKinds), { minLength: 1, maxLength: 5 }),
    hasMacros: fc.boolean(),
    inside: manglings,
    outside: manglings,
  })
  .map(({ table: { headers, rows }, kinds, hasMacros, inside, outside }) => async (): Promise<MangledFile> => {
    const one = (text: string, row: number, column: number): string => {
      const reference = `r="${columnName(column)}${row}"`
      const inline = `t="inlineStr"><is><t>${xml(text)}</t></is></c>`
      switch (column === 0 ? 'inline' : kinds[(row * 7 + column) % kinds.length]!) {
        case 'formula':
          return `<c ${reference} t="str"><f>HYPERLINK("http://x.example")</f><v>${xml(text)}</v></c>`
        case 'shared':
          return `<c ${reference} t="s"><v>${(row + column) % 4}</v></c>`
        case 'number':
          return `<c ${reference} s="1"><v>${xml(text)}</v></c>`
        case 'error':
          return `<c ${reference} t="e"><v>#REF!</v></c>`
        case 'rich':
          return `<c ${reference} t="inlineStr"><is><r><t>${xml(text)}</t></r><r><t> </t></r></is></c>`
        case 'no reference':
          return `<c ${inline}`
        default:
          return `<c ${reference} ${inline}`
      }
    }
    const line = (cells: readonly string[], n: number) =>
      `<row r="${n + 1}">${cells.map((text, column) => one(text, n + 1, column)).join('')}</row>`
    const book = await bookOf({
      sheets: { People: mangle(Buffer.from([headers, ...rows].map(line).join('')), inside).toString('latin1') },
      shared: '<si><t>Ann</t></si><si><t>Active</t></si><si><r><t>2020-</t></r><r><t>01-01</t></r></si>',
      styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
      more: hasMacros ? { 'xl/vbaProject.bin': 'd0cf11e0', 'xl/externalLinks/externalLink1.xml': '<x/>' } : {},
    })
    const isSure = inside.times.length === 0 && outside.times.length === 0 && rows.length > 0
    return { bytes: mangle(book, outside), rows: isSure ? rows.length : undefined }
  })

const entryNames = [
  ...['people.csv', 'unsubscribed_members_export_1.csv', 'cleaned_export.csv', 'nonsubscribed_1.csv', 'suppressed.csv'],
  ...['a/b.txt', '__MACOSX/x.csv', 'readme.pdf', 'rows.jsonl', 'ünï.csv'],
]
const archive = fc
  .record({
    files: fc.array(fc.tuple(fc.constantFrom(...entryNames), fc.oneof(csv, jsonLines)), { minLength: 1, maxLength: 4 }),
    outside: manglings,
  })
  .map(({ files, outside }) => async (): Promise<MangledFile> => {
    const packed = await zipOf(Object.fromEntries(files.map(([name, { bytes }]) => [name, bytes])))
    return { bytes: mangle(packed, outside), rows: undefined }
  })

/** How the review is set: the policies, and what rows without a state are. */
const policies = fc.record({
  Values: fc.constantFrom('Overwrite', 'FillEmpty', 'AddOnly'),
  Duplicates: fc.constantFrom('First', 'Last'),
  EmptyCells: fc.constantFrom('Leave', 'Erase'),
  DefaultState: fc.constantFrom('Active', 'Unconfirmed'),
  // the order that no row contradicts, or one of these
  Dates: fc.constantFrom('', 'dmy', 'mdy', 'unix'),
})

const later = (file: MangledFile) => async () => file

/** A file of people that is intact or mangled, and how it is reviewed. */
export const mangledImports = fc.record({
  file: fc.oneof(
    { weight: 5, arbitrary: csv.map(later) },
    { weight: 2, arbitrary: jsonLines.map(later) },
    { weight: 2, arbitrary: workbook },
    { weight: 2, arbitrary: archive },
  ),
  policies,
})
