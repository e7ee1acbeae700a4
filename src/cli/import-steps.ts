/** What commands that import have in common, whichever way the rows come. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lettershop, ValueOf } from '../client/client.ts'
import { CommandFailed } from './send-file.ts'

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

export interface Column {
  readonly Part: number
  readonly Column: number
  readonly Target: string
  readonly Key: string
}

/** Milliseconds between two looks at the import. */
const lookMs = 250

/** @returns a sentence where it is none */
export function readConsent(text = ''): GivenConsent | string {
  const [ConsentSource, ConsentDate, ...wording] = text.split(';').map(part => part.trim())
  if (!ConsentSource || !ConsentDate || wording.length === 0)
    return 'Say how these people agreed: --consent "<source>; <date>; <wording>".'
  return { ConsentSource, ConsentDate, ConsentWording: wording.join('; ') }
}

type Counts = ValueOf<'Import.Get'>['Judged']

/**
 * Waits until the rows are there, has them judged, and written with `yes`.
 * @returns the counts of the review, or with `yes` what was written
 * @throws CommandFailed with the problem of an import that failed
 */
export async function judgeAndCommit(
  client: Lettershop,
  {
    columns,
    dates,
    yes,
    ...named
  }: {
    readonly ClientID: string
    readonly ImportID: string
    readonly columns: readonly Column[]
    readonly dates: string
    readonly yes: boolean
  },
): Promise<{ readonly counts: { readonly Judged?: Counts; readonly Written?: Counts }; readonly isDone: boolean }> {
  const until = async (...states: readonly string[]) => {
    for (;;) {
      const now = await client.call('Import.Get', named)
      if (now.ProblemCode === 'DatesAmbiguous') {
        throw new CommandFailed(`${now.Problem} Here: --dates dmy, --dates mdy or --dates ymd.`)
      }
      if (now.State === 'Failed' || (now.State === 'Mapping' && now.Problem)) throw new CommandFailed(now.Problem ?? '')
      if (states.includes(now.State)) return now
      await sleep(lookMs)
    }
  }
  await until('Mapping')
  if (columns.length > 0 || dates !== '') {
    await client.call('Import.SetMapping', { ...named, Columns: [...columns], Dates: dates })
  }
  await client.call('Import.Judge', named)
  const judged = await until('Judged')
  if (!yes) return { counts: { Judged: judged.Judged }, isDone: false }
  await client.call('Import.Commit', named)
  const done = await until('Done', 'Cancelled')
  return { counts: { Written: done.Written }, isDone: done.State === 'Done' }
}
