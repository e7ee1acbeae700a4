/**
 * The connection to PostgreSQL and the types every statement in `store/` is written against.
 * See docs/decisions/one-driver-speaks-sql.md.
 */
import postgres from 'postgres'

type Types = { bigint: number; uuid: string; numeric: string; date: string }

/** The pool. */
export type Database = postgres.Sql<Types>
/** The pool or a transaction: what a function that only runs statements asks for. */
export type Sql = postgres.ISql<Types>
/** A part of a statement. */
export type Fragment = ReturnType<Sql>
/** A transaction: what a function that must be part of one asks for. */
export type Transaction = postgres.TransactionSql<Types>

export interface ConnectOptions {
  /** Most connections of the pool. */
  readonly max?: number
  /** What pg_stat_activity shows. */
  readonly name?: string
  /** Called when a connection of the pool has closed, by whichever side. */
  readonly onClose?: () => void
}

/**
 * Opens a pool. int8 comes back as a number (identifiers stay far below 2^53), uuid as 32 hexadecimal digits, numeric
 * and date as text; column names are camelCase in rows.
 * @param url may name a socket's folder, as libpq's may: `postgres://user@%2Frun%2Fpostgresql/name`
 */
export function connect(url: string, { max = 10, name = 'lettershop', onClose }: ConnectOptions = {}): Database {
  return postgres(url, {
    max,
    ...socketOf(url),
    onclose: onClose,
    connection: {
      application_name: name,
      // A plan kept from when a table was empty reads all of it long after it has grown, until statistics arrive. Our
      // hot statements are batches, to which planning anew is a small part of the cost.
      plan_cache_mode: 'force_custom_plan',
    },
    onnotice: () => {},
    transform: { undefined: null, column: { from: postgres.toCamel, to: postgres.fromCamel } },
    types: {
      bigint: { to: 20, from: [20], parse: Number, serialize: String },
      uuid: { to: 2950, from: [2950], parse: (text: string) => text.replaceAll('-', ''), serialize: String },
      numeric: { to: 1700, from: [1700], parse: String, serialize: String },
      date: { to: 1082, from: [1082], parse: String, serialize: String },
    },
  }) as unknown as Database // the library infers `types` per option object; ours is the closed set above
}

/** The driver takes a socket as an option only. */
function socketOf(url: string): { path?: string } {
  const [, folder, port = 5432] = /^\w+:\/\/(?:[^@/]*@)?(%2f[^:/?]+)(?::(\d+))?/i.exec(url) ?? []
  return folder ? { path: `${decodeURIComponent(folder)}/.s.PGSQL.${port}` } : {}
}

/** Does the database answer within two seconds? */
export async function answers(db: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>(resolve => {
    timer = setTimeout(resolve, 2_000, false)
  })
  const asked = db`select 1`.then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
