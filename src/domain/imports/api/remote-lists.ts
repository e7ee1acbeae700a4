/** What is read of another program, whichever it is. */
import type { Json } from './ask.ts'

export interface RemoteField {
  readonly name: string
  /** As our custom fields name theirs. */
  readonly dataType: string
  readonly options: readonly string[]
}

/** People of a list by state; a state the program does not count is null, which is not 0. */
export interface RemoteCounts {
  readonly active: number | null
  readonly unconfirmed: number | null
  readonly unsubscribed: number | null
  readonly bounced: number | null
  readonly deleted: number | null
}

export interface RemoteList {
  readonly id: string
  readonly name: string
  readonly confirmOptIn: boolean
  readonly counts: RemoteCounts
  /** Undefined where the program has no fields of a list. */
  readonly fields: readonly RemoteField[]
}

export interface RemoteOverview {
  /** Clients of the account; where it has several and none is named, there are no lists. */
  readonly clients: readonly { readonly id: string; readonly name: string }[]
  readonly lists: readonly RemoteList[]
  /** True where the account has more lists than are returned. */
  readonly hasMore: boolean
}

export interface RemoteRows {
  /** Objects that become JSON lines, of which `readers/formats.ts` knows the keys. */
  readonly rows: readonly Json[]
  /** Rows that the list has, as far as is known by now. */
  readonly total: number
}

export interface RemoteReader {
  overview(): Promise<RemoteOverview>
  /** People of a list in every state; one may come with several states, of which the strictest counts. */
  people(listId: string): AsyncGenerator<RemoteRows>
}

/** Lists that are returned with their counts: each takes requests of its own. */
export const mostLists = 100
