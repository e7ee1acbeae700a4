/** One connection: statements out, rows in. */
import { type Client, Query as DriverQuery, type QueryResult } from 'pg'
import { type Counted, type Statement, toCamel } from './template.ts'

interface RowDescription {
  readonly fields: { name: string }[]
}

interface DriverQueryInside {
  callback: (error: Error | null, result?: QueryResult | QueryResult[]) => void
  handleRowDescription(message: RowDescription): void
}

/** The driver's own class, with what its types leave out. A subclass is what pipelining still accepts. */
const BaseQuery = DriverQuery as unknown as new (statement: {
  readonly text: string
  readonly values?: unknown[]
  readonly name?: string
}) => DriverQueryInside & InstanceType<typeof DriverQuery>

/** Columns are named as JavaScript names things. */
class NamedQuery extends BaseQuery {
  override handleRowDescription(message: RowDescription): void {
    for (const field of message.fields) field.name = toCamel(field.name)
    super.handleRowDescription(message)
  }
}

/** What a statement gave; of several, the last. */
export interface Outcome {
  readonly rows: Counted<unknown[]>
  /** The command's tag, in upper case. */
  readonly command: string
}

/** Sends a statement; on a connection that pipelines, those sent before need not be answered yet. */
export function send(client: Client, statement: Statement): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const query = new NamedQuery(statement as { text: string; values?: unknown[]; name?: string }) // read only
    query.callback = (error, result) => {
      if (error) return reject(error)
      const last = Array.isArray(result) ? result.at(-1) : result
      resolve({ rows: Object.assign(last?.rows ?? [], { count: last?.rowCount ?? 0 }), command: last?.command ?? '' })
    }
    client.query(query)
  })
}

/** Ends a connection at once, whatever is under way on it: its statements are rejected. */
export function cut(client: Client): void {
  client.connection.stream.destroy()
}
