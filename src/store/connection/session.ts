/** One connection: statements out, rows in. */
import type { Writable } from 'node:stream'
import { type Client, Query as DriverQuery, type QueryResult } from 'pg'
import { type Counted, type Statement, toCamel } from './template.ts'

interface RowDescription {
  readonly fields: { name: string }[]
}

type Done = (error: Error | null, result?: QueryResult | QueryResult[]) => void

interface DriverQueryInside {
  callback: Done
  values: readonly unknown[] | undefined
  name: string | undefined
  handleRowDescription(message: RowDescription): void
}

/** The driver's class with properties that its types omit. Pipelining accepts a subclass. */
const BaseQuery = DriverQuery as unknown as new (text: string) => DriverQueryInside & InstanceType<typeof DriverQuery>

/** Converts column names to camelCase. */
class NamedQuery extends BaseQuery {
  constructor({ text, values, name }: Statement, callback: Done) {
    super(text) // with the values as arguments the driver would copy them all first
    this.values = values
    this.name = name
    this.callback = callback
  }

  override handleRowDescription(message: RowDescription): void {
    for (const field of message.fields) field.name = toCamel(field.name)
    super.handleRowDescription(message)
  }
}

/** The result of a statement; of several, the last. */
export interface Outcome {
  readonly rows: Counted<unknown[]>
  /** The command's tag, in upper case. */
  readonly command: string
}

/**
 * Sends a statement. On a pipelining connection earlier statements may still be unanswered.
 * @param done is called once, with an error or an outcome
 */
export function send(
  client: Client,
  statement: Statement,
  done: (error: Error | null, outcome?: Outcome) => void,
): void {
  holdBack(client.connection.stream)
  client.query(
    new NamedQuery(statement, (error, result) => {
      if (error) return done(error)
      const last = Array.isArray(result) ? result.at(-1) : result
      const rows = (last?.rows ?? []) as Counted<unknown[]> & { count: number; server: string } // the next lines set both
      rows.count = last?.rowCount ?? 0
      rows.server = servers.get(client) ?? ''
      done(null, { rows, command: last?.command ?? '' })
    }),
  )
}

/** Runs text without parameters on an exclusive connection. */
export function runText(client: Client, text: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    send(client, { text, values: undefined }, (error, outcome) => (outcome ? resolve(outcome) : reject(error)))
  })
}

const servers = new WeakMap<Client, string>()

/**
 * Notes which server a new connection leads to; every answer on it names that server. Asked once for each connection, because it is the
 * same as long as the connection lasts, and because a distributed database may run the statements of a client on another server.
 * @param started when the server started: it differs after a restart and for a promoted standby. All users may read it; the timeline is
 * restricted on some servers
 */
export function noteServer(client: Client, started: string): void {
  servers.set(client, started)
}

/** Closes a connection at once; its open statements are rejected. */
export function cut(client: Client): void {
  client.connection.stream.destroy()
}

const heldBack = new Set<Writable>()

/** Batches the statements of one turn of the event loop into one write, because each write would wake the server. */
function holdBack(stream: Writable): void {
  if (heldBack.has(stream)) return
  heldBack.add(stream)
  stream.cork()
  process.nextTick(() => {
    heldBack.delete(stream)
    stream.uncork()
  })
}
