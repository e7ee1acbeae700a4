/** Shared steps of the commands that import, whatever the source of the rows. */
import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lettershop, ValueOf } from '../client/client.ts'
import { createProgress } from './import-progress.ts'
import { CommandFailed } from './run.ts'

export interface GivenConsent {
  readonly ConsentSource: string
  readonly ConsentDate: string
  readonly ConsentWording: string
}

/** An account at another program. */
export interface RemoteAccount {
  readonly Source: 'Listmonk' | 'CampaignMonitor'
  readonly Url: string
  readonly RemoteClientID: string
  readonly Username: string
  readonly Secret: string
}

/** The mapping of a column; part and column are counted from 1. */
export interface Column {
  readonly Part: number
  readonly Column: number
  readonly Target: string
  readonly Key: string
  readonly DateOrder: string
  readonly DecimalSign: string
}

/** Options of the command line for reading and mapping a file. */
export interface MappingOptions {
  readonly columns: readonly Column[]
  readonly dates: string
  readonly encoding: string
  /** The line of the header, 0 for none; undefined where it is found. */
  readonly header: number | undefined
  /** Leaves out the columns that would become new fields. */
  readonly leavesOthersOut: boolean
}

export const noOptions: MappingOptions = {
  columns: [],
  dates: '',
  encoding: '',
  header: undefined,
  leavesOthersOut: false,
}

/** Milliseconds between two looks at the import. */
const lookMs = 250

/** @returns a sentence where it is not complete */
export function readConsent(text = ''): GivenConsent | string {
  const [ConsentSource, ConsentDate, ...wording] = text.split(';').map(part => part.trim())
  if (!ConsentSource || !ConsentDate || wording.length === 0)
    return 'Say how these people agreed, where, when and to what: --consent "sign-up page; 2025-05-01; Yes, send me the newsletter".'
  return { ConsentSource, ConsentDate, ConsentWording: wording.join('; ') }
}

type Found = ValueOf<'Import.Get'>

export interface Ordered extends MappingOptions {
  readonly ClientID: string
  readonly ImportID: string
  readonly yes: boolean
  /** Writes also where values are lost. */
  readonly acceptsLosses: boolean
}

/**
 * Waits until the rows are there, has them judged, and written with `yes`.
 * @returns the import as it is then
 * @throws CommandFailed with the problem of an import that failed; with `yes`, where values are lost and no one accepts that
 */
export async function judgeAndCommit(client: Lettershop, ordered: Ordered): Promise<Found> {
  const { ClientID, ImportID, yes } = ordered
  const named = { ClientID, ImportID }
  const progress = createProgress()
  const until = async (...states: readonly string[]) => {
    try {
      for (;;) {
        const now = await client.call('Import.Get', named)
        progress.show(now)
        refuseProblem(now)
        if (states.includes(now.State)) return now
        await sleep(lookMs)
      }
    } finally {
      progress.end()
    }
  }
  await until('Mapping')
  await setMapping(client, ordered, () => until('Mapping'))
  await client.call('Import.Judge', named)
  const judged = await until('Judged')
  printLosses(judged)
  if (!yes) return judged
  if (judged.ValuesLost > 0 && !ordered.acceptsLosses && !(await agreesToLose(judged.ValuesLost))) {
    throw new CommandFailed(
      `Nothing was written: ${judged.ValuesLost} values would be lost. Say what the columns are, or write without these values: --accept-losses.`,
    )
  }
  await client.call('Import.Commit', { ...named, ValuesLost: String(judged.ValuesLost) })
  return until('Done', 'Cancelled')
}

/** Which option answers a question. */
const answers: Partial<Readonly<Record<Found['ProblemCode'], string>>> = {
  DatesAmbiguous: '--dates dmy, --dates mdy or --dates ymd; of one column --dates 3=dmy',
  YearsAmbiguous: '--dates dmy2, --dates mdy2 or --dates ymd2; of one column --dates 3=dmy2',
  DecimalsAmbiguous: '--decimals 3=point or --decimals 3=comma',
  NoHeaderRow: '--header 1',
}

/** @throws CommandFailed */
function refuseProblem({ State, Problem = '', ProblemCode }: Found): void {
  const answer = answers[ProblemCode]
  if (answer !== undefined) throw new CommandFailed(`${Problem} Here: ${answer}.`)
  if (State === 'Failed' || (State === 'Mapping' && Problem !== '')) throw new CommandFailed(Problem)
}

/** Says what was given, and nothing where nothing was. */
async function setMapping(client: Lettershop, ordered: Ordered, read: () => Promise<Found>): Promise<void> {
  const { ClientID, ImportID, columns, dates, encoding, header, leavesOthersOut } = ordered
  const named = { ClientID, ImportID }
  if (encoding !== '' || header !== undefined) {
    const HeaderRows = header === undefined ? [] : [{ Part: 1, Row: header }]
    await client.call('Import.SetMapping', { ...named, Encoding: encoding, HeaderRows })
    await read()
  }
  const others = leavesOthersOut ? await newFields(client, named) : []
  const said = columns.map(({ Part, Column }) => `${Part}.${Column}`)
  const Columns = [...others.filter(({ Part, Column }) => !said.includes(`${Part}.${Column}`)), ...columns]
  if (Columns.length > 0 || dates !== '') await client.call('Import.SetMapping', { ...named, Columns, Dates: dates })
}

/** The columns that would become new fields, left out. */
async function newFields(
  client: Lettershop,
  named: { readonly ClientID: string; readonly ImportID: string },
): Promise<readonly Column[]> {
  const { Columns = [] } = await client.call('Import.GetMapping', named)
  return Columns.filter(({ Target }) => Target === 'NewField').map(({ Part, Column }) => ({
    ...{ Part, Column, Target: 'Ignore', Key: '', DateOrder: '', DecimalSign: '' },
  }))
}

/** One line for each column, with examples. */
function printLosses({ Losses = [] }: Found): void {
  for (const { Column, Values, Reasons = [], Examples = [] } of Losses) {
    const reasons = Reasons.map(({ Reason, Values: count }) => `${Reason} ${count}`).join(', ')
    const examples = Examples.map(({ Row, Value }) => `row ${Row} “${Value}”`).join(', ')
    process.stderr.write(`Lost of ${Column}: ${Values} (${reasons}), such as ${examples}\n`)
  }
}

/** Asks in a terminal; elsewhere no one is there to agree. */
async function agreesToLose(values: number): Promise<boolean> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return false
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/i.test((await lines.question(`Write the rows without these ${values} values? [y/N] `)).trim())
  } finally {
    lines.close()
  }
}

/** The counts that a command prints for an import that was judged or written. */
export function countsOf({ Judged, Written, ValuesLost, Losses }: Found, yes: boolean): object {
  return { ...(yes ? { Written } : { Judged }), ...(ValuesLost > 0 && { ValuesLost, Losses }) }
}
