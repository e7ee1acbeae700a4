/** For what Citus refuses a statement. */

export const refusalClasses = {
  lock: 'locks rows (for update) of a table of clients without a constant client',
  join: 'joins tables of clients that have no constant client each, and are not compared by client in the query',
  merge:
    'has a lateral or correlated subquery with limit, offset, or aggregates not grouped by client, without a constant client',
  volatile:
    'update or delete that calls a volatile function (nextval, clock_timestamp, gen_random_uuid) outside a materialized common table',
  stable:
    'update or delete that gives a column to a stable function or operator (to_jsonb, timestamptz + interval, casts of moments to text)',
  lazy: 'update or delete whose case or coalesce calls a function that is not immutable (now)',
  returning: 'modification that returns the value of a function that is not immutable',
  onConflict: 'on conflict do update sets the value of a function that is not immutable, or compares with one',
  correlated:
    'has a subquery of rows of clients for each row of a reference table, of a function, of values or of stored rows',
  notify: 'notifies (pg_notify) in a statement with tables, whose node may be another than the one that listens',
  columns: 'has a subquery or common table without columns (select from) whose rows have to be stored',
  insert: 'insert of values has a subquery or a common table',
  recursive: 'has a recursive common table, and a table of clients without a constant client',
  ctid: 'changes rows by their ctid, and needs stored rows',
  local: 'joins a table of the coordinator with one of clients or a reference table in a modification',
  reference: 'changes a reference table by rows of clients',
  set: 'changes the client of a row',
  order:
    'reads a table that a common table before it changes, and its parts run one after another: the changed rows are seen',
  other: 'has another form that runs on one node only, without a constant client',
} as const
export type RefusalClass = keyof typeof refusalClasses

/** What Citus takes, with another effect than in PostgreSQL. */
export const takenOtherwise: ReadonlySet<RefusalClass | undefined> = new Set(['notify', 'order'] as const)

export class Refused extends Error {
  readonly class: RefusalClass
  constructor(kind: RefusalClass, detail: string) {
    super(detail)
    this.class = kind
  }
}
