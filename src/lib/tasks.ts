/**
 * Functions that work on strangers' data, run in worker threads: the event loop goes on meanwhile, and each run has a deadline
 * and a limit of memory. A table of functions from plain data to plain data becomes an object with a method for each; the
 * same table can be run in this thread, by tests and the simulation.
 */

/** @returns plain data (what the structured clone algorithm carries), or a promise of it */
// biome-ignore lint/suspicious/noExplicitAny: the parameter of a function of a table is its own; `never` would not be inferred from
export type Task = (input: any) => unknown

export type TaskTable = Readonly<Record<string, Task>>

export interface TaskOptions {
  /** Whose data it is: of one key, one task runs at a time, so that no key holds all threads. */
  readonly key: string | number
  /** A missed deadline is repeated once with no other task running, since a busy machine may be the reason. */
  readonly repeat?: boolean
}

/** Tasks that threads run. Methods reject with TaskFault, with Overloaded (`coalesce.ts`), or when no thread can be started. */
export type Tasks<Table extends TaskTable> = {
  readonly [Name in keyof Table]: (
    input: Parameters<Table[Name]>[0],
    options: TaskOptions,
  ) => Promise<Awaited<ReturnType<Table[Name]>>>
}

/** The data is the reason: the function threw, or needs more time or memory than it may have. Running it again gives the same. */
export class TaskFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TaskFault'
  }
}

/** Runs each task in this thread at once. What goes in and out is cloned as between threads, so that nothing else gets through. */
export function tasksHere<Table extends TaskTable>(table: Table): Tasks<Table> {
  return tasksOf(table, async (name, input) => {
    const given = structuredClone(input)
    try {
      return structuredClone(await table[name]!(given))
    } catch (error) {
      throw new TaskFault(error instanceof Error ? error.message : String(error), { cause: error })
    }
  })
}

/** The methods of a table, each handed to `run` with its name. */
export function tasksOf<Table extends TaskTable>(
  table: Table,
  run: (name: string, input: unknown, options: TaskOptions) => Promise<unknown>,
): Tasks<Table> {
  const methods = Object.keys(table).map(name => [
    name,
    (input: unknown, options: TaskOptions) => run(name, input, options),
  ])
  return Object.fromEntries(methods) as Tasks<Table> // one method per function, with its types
}
