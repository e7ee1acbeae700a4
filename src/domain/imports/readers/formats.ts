/**
 * Exports of other programs, recognised by their headers (reference/audience.md §3): what their columns are, what their words of
 * states mean, and what they cannot say. A word or file whose state is not known is never Active.
 */
import { bareHeader } from '../headers.ts'
import { type Warning, warningOf } from '../sentences.ts'
import type { ColumnTarget, ImportSource, RowState } from '../source.ts'
import { readSource, type SourceFacts, type Table, type TableRow } from './table.ts'

/** A column that the file does not have, made of others. */
interface MadeColumn {
  readonly header: string
  readonly target: ColumnTarget
  /** Columns all of which it holds: they are not imported besides. */
  readonly of?: readonly string[]
  readonly value: (cell: (header: string) => string) => string
}

interface Format {
  readonly name: string
  /** Headers that must all be there, as `bareHeader` makes them. */
  readonly headers: readonly string[]
  readonly targets: Readonly<Record<string, ColumnTarget['to']>>
  readonly states?: Readonly<Record<string, RowState>>
  readonly dates?: ImportSource['dates']
  readonly decimals?: 'point'
  readonly made?: readonly MadeColumn[]
  /** What a file, named without its folders, says of all its rows, and what is to be said of the file. */
  readonly ofFile?: (name: string, headers: ReadonlySet<string>) => { state?: RowState; warning?: Warning }
}

/** Headers of first and of last names, as `bareHeader` makes them, by language. */
const namesInTwoColumns: readonly (readonly [first: readonly string[], last: readonly string[]])[] = [
  [
    ['firstname', 'givenname', 'forename'],
    ['lastname', 'surname', 'familyname'],
  ],
  [['vorname'], ['nachname', 'familienname']],
  [
    ['prénom', 'prenom'],
    ['nom', 'nomdefamille'],
  ],
  [['nombre'], ['apellidos', 'apellido']],
  [
    ['nome', 'primeironome'],
    ['cognome', 'sobrenome', 'apelido', 'últimonome'],
  ],
  [['voornaam'], ['achternaam']],
  [
    ['förnamn', 'fornavn', 'etunimi'],
    ['efternamn', 'efternavn', 'etternavn', 'sukunimi'],
  ],
  [['imię', 'imie'], ['nazwisko']],
  [
    ['jméno', 'křestníjméno', 'meno'],
    ['příjmení', 'priezvisko'],
  ],
  [
    ['keresztnév', 'utónév'],
    ['vezetéknév', 'családnév'],
  ],
  [
    ['ad', 'adı', 'adi'],
    ['soyad', 'soyadı', 'soyadi'],
  ],
  [
    ['имя', "ім'я", 'імя'],
    ['фамилия', 'прізвище'],
  ],
]

/** The name of a table that has first or last names and no whole ones. */
function fullNameOf(headers: ReadonlySet<string>): MadeColumn | undefined {
  if (headers.has('name') || headers.has('fullname')) return undefined
  for (const columns of namesInTwoColumns) {
    const found = columns.flatMap(names => names.find(name => headers.has(name)) ?? [])
    if (found.length === 0) continue
    return {
      header: 'First and last name',
      target: { to: 'Name' },
      of: found,
      value: cell =>
        found
          .map(cell)
          .filter(name => name !== '')
          .join(' '),
    }
  }
  return undefined
}

/** Mailchimp has no time of joining: someone who signed up has a time of opting in, someone who was imported one of being confirmed. */
const mailchimpJoined: MadeColumn = {
  header: 'Joined',
  target: { to: 'JoinedAt' },
  value: cell => cell('optintime') || cell('confirmtime'),
}

const sendyFlags = ['unsubscribed', 'bounced', 'complaint', 'confirmed']

/** Those with the most telling headers first. */
const formats: readonly Format[] = [
  {
    name: 'Mailchimp',
    headers: ['memberrating', 'leid', 'euid'],
    targets: {
      optintime: 'ConsentAt',
      optinip: 'ConsentAddress',
      confirmtime: 'ConfirmedAt',
      unsubtime: 'OptOutAt',
      unsubreason: 'OptOutReason',
      tags: 'Tags',
    },
    dates: 'ymd',
    made: [mailchimpJoined],
    ofFile: mailchimpFile,
  },
  {
    // as `domain/exports/columns.ts` writes it
    name: 'Lettershop',
    headers: ['emailaddress', 'mobilenumber', 'state', 'joinedat', 'statechangedat', 'trackingconsent'],
    targets: {
      emailaddress: 'Email',
      name: 'Name',
      mobilenumber: 'MobileNumber',
      state: 'State',
      joinedat: 'JoinedAt',
      // no import sets these
      statechangedat: 'Ignore',
      language: 'Ignore',
      trackingconsent: 'MeasuringConsent',
      trackingconsentat: 'Ignore',
      personalisingconsent: 'PersonalisingConsent',
      personalisingconsentat: 'Ignore',
      hygieneconsent: 'HygieneConsent',
      hygieneconsentat: 'Ignore',
      basis: 'Basis',
      basisendson: 'BasisEndsOn',
    },
    dates: 'ymd',
    decimals: 'point',
  },
  {
    name: 'listmonk',
    headers: ['uuid', 'email', 'attributes', 'status', 'createdat'],
    targets: { email: 'Email', name: 'Name', status: 'State', createdat: 'JoinedAt' },
    states: { enabled: 'Unconfirmed', disabled: 'Unsubscribed', blocklisted: 'Suppressed' },
    dates: 'ymd',
    ofFile: listmonkFile,
  },
  {
    // as `api/listmonk.ts` writes its rows
    name: 'listmonk API',
    headers: ['email', 'listmonkstate', 'joinedat'],
    targets: {
      email: 'Email',
      name: 'Name',
      listmonkstate: 'State',
      joinedat: 'JoinedAt',
      optoutat: 'OptOutAt',
      optoutreason: 'OptOutReason',
    },
    states: {
      confirmed: 'Active',
      'subscribed without confirmation': 'Active',
      unconfirmed: 'Unconfirmed',
      unsubscribed: 'Unsubscribed',
      disabled: 'Unsubscribed',
      blocklisted: 'Suppressed',
    },
    dates: 'ymd',
  },
  {
    name: 'Brevo',
    headers: ['email', 'emailblacklisted', 'addedtime'],
    targets: { email: 'Email', emailblacklisted: 'State', addedtime: 'JoinedAt', sms: 'MobileNumber' },
    states: { yes: 'Suppressed', no: 'Active', true: 'Suppressed', false: 'Active', 1: 'Suppressed', 0: 'Active' },
    dates: 'dmy',
  },
  {
    name: 'Sendy',
    headers: ['email', 'unsubscribed', 'bounced', 'complaint', 'confirmed', 'timestamp'],
    // `timestamp` is when a row changed last, which is not when the person joined
    targets: { email: 'Email', name: 'Name', joindate: 'JoinedAt' },
    states: { 'no state': 'Skip' },
    dates: 'unix',
    made: [{ header: 'State', target: { to: 'State' }, of: sendyFlags, value: sendyState }],
  },
  {
    name: 'Campaign Monitor',
    headers: ['emailaddress', 'listjoineddate', 'state'],
    targets: {
      emailaddress: 'Email',
      name: 'Name',
      listjoineddate: 'JoinedAt',
      state: 'State',
      mobilenumber: 'MobileNumber',
      // as `api/campaign-monitor.ts` writes them
      optoutdate: 'OptOutAt',
      optoutreason: 'OptOutReason',
    },
    dates: 'ymd',
  },
  {
    name: 'ActiveCampaign',
    headers: ['email', 'firstname', 'lastname', 'datecreated', 'ip', 'status'],
    targets: {
      email: 'Email',
      phone: 'MobileNumber',
      tags: 'Tags',
      datecreated: 'JoinedAt',
      ip: 'ConsentAddress',
      status: 'State',
    },
    dates: 'ymd',
  },
  {
    name: 'Kit',
    headers: ['firstname', 'email', 'createdat', 'status'],
    targets: { firstname: 'Name', email: 'Email', createdat: 'JoinedAt', status: 'State', tags: 'Tags' },
    // people who never confirmed
    states: { inactive: 'Unconfirmed' },
    dates: 'ymd',
  },
  {
    name: 'Constant Contact',
    headers: ['emailaddress', 'firstname', 'lastname', 'emailstatus'],
    targets: { emailaddress: 'Email', emailstatus: 'State' },
    states: { 'awaiting confirmation': 'Unconfirmed', 'temporary hold': 'Skip', 'no permissions set': 'Skip' },
  },
]

/**
 * Makes a source of the tables of an import, with what is known of the program they come from.
 * @param fileName of a workbook, whose tables have names of their own
 */
export async function recogniseFormat(
  tables: readonly Table[],
  { warnings = [], fileName }: { readonly warnings?: readonly Warning[]; readonly fileName?: string } = {},
): Promise<ImportSource> {
  const known = tables.map(table => [table, formatOf(table)] as const)
  const format = known.find(([, found]) => found !== undefined)?.[1]
  // the words and dates of a source are those of one program: tables of another stay plain, and their words must be given
  const read = known.map(([table, found]) =>
    found !== undefined && found === format ? asFormat(table, found) : plain(table, fileName),
  )
  const facts: SourceFacts = {
    ...(format === undefined ? {} : { format: format.name }),
    ...(format?.states === undefined ? {} : { states: format.states }),
    ...(format?.dates === undefined || read.length !== known.filter(([, found]) => found === format).length
      ? {}
      : { dates: format.dates }),
    warnings,
  }
  return readSource(read, facts)
}

function formatOf({ header }: Table): Format | undefined {
  const headers = new Set(header?.map(bareHeader))
  return formats.find(format => format.headers.every(name => headers.has(name)))
}

function asFormat(table: Table, format: Format): Table {
  const header = table.header!.map(bareHeader)
  const headers = new Set(header)
  const guess = header.map((name, index): ColumnTarget | undefined => {
    // a custom field, whatever its key is
    if (table.header![index]!.startsWith('[')) return undefined
    const to = Object.hasOwn(format.targets, name) ? format.targets[name] : undefined
    return to === undefined ? undefined : ({ to } as ColumnTarget) // no format names fields
  })
  const hasName = guess.some(target => target?.to === 'Name')
  const made = [...(format.made ?? []), ...(hasName ? [] : listed(fullNameOf(headers)))]
  const { state, warning } = format.ofFile?.(table.name.slice(table.name.lastIndexOf('/') + 1), headers) ?? {}
  const warnings = [...(table.warnings ?? []), ...(warning === undefined ? [] : [warning])]
  return {
    ...withColumns({ ...table, guess }, header, made),
    ...(format.decimals === undefined ? {} : { decimals: format.decimals }),
    // a further sheet of a workbook stays left out
    ...(table.state !== undefined || state === undefined ? {} : { state }),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

const listed = <Value>(value: Value | undefined): readonly Value[] => (value === undefined ? [] : [value])

function withColumns(table: Table, header: readonly string[], made: readonly MadeColumn[]): Table {
  if (made.length === 0) return table
  const held = new Set(made.flatMap(column => column.of ?? []))
  return {
    ...table,
    header: [...table.header!, ...made.map(column => column.header)],
    guess: [
      ...header.map((name, index) => table.guess?.[index] ?? (held.has(name) ? { to: 'Ignore' as const } : undefined)),
      ...made.map(column => column.target),
    ],
    async *rows() {
      for await (const rows of table.rows()) yield rows.map(row => withMade(row, header, made))
    },
  }
}

function withMade(row: TableRow, header: readonly string[], made: readonly MadeColumn[]): TableRow {
  // the first of columns with one header counts: Mailchimp writes UNSUB_REASON twice
  const cell = (name: string) => (row.cells[header.indexOf(name)] ?? '').trim()
  // a row that is wider than the header keeps its further cells, for which it may be refused
  const cells = Array.from(header, (_, index) => row.cells[index] ?? '')
  return { ...row, cells: [...cells, ...made.map(column => column.value(cell))] }
}

/** Files are often named by the state of who is in them; a name can only make a state stricter than Active. */
const statesOfNames: readonly (readonly [RegExp, RowState])[] = [
  [/(?:^|[^a-z])(?:suppress(?:ed|ion)|(?:block|black)list(?:ed)?|complain(?:ed|ts?))(?![a-z])/i, 'Suppressed'],
  [/(?:^|[^a-z])(?:bounced?|bounces|cleaned)(?![a-z])/i, 'Bounced'],
  [/(?:^|[^a-z])(?:unsubscribed?|unsubscribes|unsubscribers|deleted|opt-?outs?)(?![a-z])/i, 'Unsubscribed'],
  [/(?:^|[^a-z])(?:unconfirmed|pending)(?![a-z])/i, 'Unconfirmed'],
]

function plain(table: Table, fileName: string | undefined): Table {
  const state = table.state ?? stateOfName(table.name) ?? (fileName === undefined ? undefined : stateOfName(fileName))
  const header = table.header?.map(bareHeader) ?? []
  return {
    ...withColumns(table, header, listed(fullNameOf(new Set(header)))),
    ...(state === undefined ? {} : { state }),
  }
}

function stateOfName(name: string): RowState | undefined {
  return statesOfNames.find(([pattern]) => pattern.test(name))?.[1]
}

/** Mailchimp says the state in the name of the file, and by columns that only some states have. */
function mailchimpFile(name: string, headers: ReadonlySet<string>) {
  const prefix = /^(subscribed|unsubscribed|cleaned|nonsubscribed)_/i.exec(name)?.[1]?.toLowerCase()
  if (headers.has('cleantime') || prefix === 'cleaned') return { state: 'Bounced' as const }
  if (headers.has('unsubtime') || prefix === 'unsubscribed') return { state: 'Unsubscribed' as const }
  if (prefix === 'subscribed') return { state: 'Active' as const }
  if (prefix === 'nonsubscribed') {
    return { state: 'Skip' as const, warning: warningOf('NeverSubscribed', name) }
  }
  return { state: 'Skip' as const, warning: warningOf('MailchimpStateUnknown', name) }
}

function listmonkFile(name: string) {
  const state = /(?:^|[^a-z])confirmed(?![a-z])/i.test(name) ? undefined : stateOfName(name)
  const warning = warningOf('ListmonkOptOuts')
  return state === undefined ? { warning } : { state, warning }
}

/** Sendy keeps a flag for each way out of a list. Confirmed people have 1, on lists without confirmation too. */
function sendyState(cell: (header: string) => string): string {
  if (cell('complaint') === '1') return 'complained'
  if (cell('bounced') === '1') return 'bounced'
  if (cell('unsubscribed') === '1') return 'unsubscribed'
  const isClear = [cell('complaint'), cell('bounced'), cell('unsubscribed')].every(flag => flag === '0')
  if (!isClear) return 'no state'
  return cell('confirmed') === '1' ? 'active' : cell('confirmed') === '0' ? 'unconfirmed' : 'no state'
}
