/**
 * Threads for `tasks.ts`. They are started when there is something to do and end when there is nothing for a while; a thread
 * whose task misses its deadline or runs out of memory is terminated, and only that task fails.
 */
import { Worker } from 'node:worker_threads'
import { Overloaded } from './coalesce.ts'
import { TaskFault, type TaskOptions, type Tasks, type TaskTable, tasksOf } from './tasks.ts'

export interface ThreadOptions {
  /** Most threads at once. */
  readonly threads?: number
  /** Longest one task may run, from when its thread has taken it. */
  readonly deadlineMs?: number
  /** Longest a thread may take to start; not part of any deadline. */
  readonly startMs?: number
  /** Most memory of a thread's heap. */
  readonly memoryMb?: number
  /** Of it, for what has just been made. V8 fills it before it looks for garbage. */
  readonly youngMb?: number
  /** A thread ends when it had nothing to do for so long. */
  readonly idleMs?: number
  /** Most tasks of one key that wait, and of all keys; further ones are refused with Overloaded. */
  readonly waitingOfKey?: number
  readonly waiting?: number
}

export interface Threads<Table extends TaskTable> {
  readonly tasks: Tasks<Table>
  /** How many threads there are now. */
  readonly running: () => number
  /** Terminates all threads. What runs or waits fails, and so does what comes later. */
  stop(): Promise<void>
}

/** The message to a thread; `task-thread.mjs` receives it. */
export interface TaskOrder {
  readonly name: string
  readonly input: unknown
}
export type TaskReply =
  | 'ready'
  // a thread that has grown large is ended, which gives its memory back
  | (({ readonly value: unknown } | { readonly fault: string }) & { readonly isLarge: boolean })

interface Waiting extends TaskOrder {
  readonly options: TaskOptions
  /** Its deadline was missed once: it runs with no other. */
  readonly alone: boolean
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  isReady: boolean
  task: Waiting | undefined
  timer: NodeJS.Timeout | undefined
}

/** A task that waits for a thread. */
interface TaskQueue {
  isFullFor(key: TaskOptions['key']): boolean
  add(task: Waiting): void
  addFirst(task: Waiting): void
  /** The first that may run now, if a thread is free for it. @param busy what runs */
  take(busy: readonly Waiting[]): Waiting | undefined
  /** @returns what waited */
  empty(): readonly Waiting[]
}

/** Runs one task per key at a time, and at most `most` tasks in all. */
function taskQueue(limits: {
  readonly most: number
  readonly waitingOfKey: number
  readonly waiting: number
}): TaskQueue {
  const waiting: Waiting[] = []
  const takeAt = (index: number) => (index < 0 ? undefined : waiting.splice(index, 1)[0])
  return {
    isFullFor: key =>
      waiting.length >= limits.waiting ||
      waiting.filter(({ options }) => options.key === key).length >= limits.waitingOfKey,
    add: task => void waiting.push(task),
    addFirst: task => void waiting.unshift(task),
    take(busy) {
      if (busy.length >= limits.most || busy.some(({ alone }) => alone)) return undefined
      const alone = waiting.findIndex(task => task.alone)
      // nothing new begins before what is to run alone
      if (alone >= 0) return busy.length === 0 ? takeAt(alone) : undefined
      const keys = new Set(busy.map(({ options }) => options.key))
      return takeAt(waiting.findIndex(({ options }) => !keys.has(options.key)))
    },
    empty: () => waiting.splice(0),
  }
}

const entry = new URL('./task-thread.mjs', import.meta.url)

/**
 * @param table names the tasks; the functions themselves are only called in the threads
 * @param source the module that exports the same table as `tasks`
 */
export function taskThreads<Table extends TaskTable>(
  table: Table,
  source: URL,
  options: ThreadOptions = {},
): Threads<Table> {
  const pool = new ThreadPool(source, { ...defaults, ...options })
  return {
    tasks: tasksOf(table, (name, input, how) => pool.run(name, input, how)),
    running: () => pool.size,
    stop: () => pool.stop(),
  }
}

const defaults: Required<ThreadOptions> = {
  threads: 2,
  deadlineMs: 20_000,
  startMs: 60_000,
  memoryMb: 384,
  youngMb: 32,
  idleMs: 30_000,
  waitingOfKey: 50,
  waiting: 500,
}

class ThreadPool {
  readonly #source: URL
  readonly #options: Required<ThreadOptions>
  readonly #threads = new Set<Thread>()
  readonly #queue: ReturnType<typeof taskQueue>
  #stopped = false

  constructor(source: URL, options: Required<ThreadOptions>) {
    this.#source = source
    this.#options = options
    this.#queue = taskQueue({ ...options, most: options.threads })
  }

  get size() {
    return this.#threads.size
  }

  run(name: string, input: unknown, options: TaskOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#stopped) return reject(new Error('the threads have been stopped'))
      if (this.#queue.isFullFor(options.key)) return reject(new Overloaded())
      this.#queue.add({ name, input, options, alone: false, resolve, reject })
      this.#assign()
    })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const { reject } of this.#queue.empty()) reject(new Error('the threads have been stopped'))
    await Promise.all(
      [...this.#threads].map(thread => {
        this.#ended(thread, new Error('the threads have been stopped'))
        return thread.worker.terminate()
      }),
    )
  }

  #assign() {
    const nextTask = () => this.#queue.take([...this.#threads].flatMap(({ task }) => task ?? []))
    for (let next = nextTask(); next; next = nextTask()) {
      const idle = [...this.#threads].find(({ task }) => task === undefined)
      try {
        this.#give(idle ?? this.#start(), next)
      } catch (error) {
        next.reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
  }

  #start(): Thread {
    const { memoryMb, youngMb } = this.#options
    const worker = new Worker(entry, {
      workerData: { source: this.#source.href },
      // what started this process (a loader, an inspector) is not for the thread
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
    })
    const thread: Thread = { worker, isReady: false, task: undefined, timer: undefined }
    this.#threads.add(thread)
    worker.on('message', (reply: TaskReply) => this.#heard(thread, reply))
    worker.on('error', error => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.#ended(thread, isMemory ? new TaskFault(`it needs more than ${memoryMb} MB of memory`) : asError(error))
    })
    worker.on('exit', code => this.#ended(thread, new Error(`the thread ended with code ${code}`)))
    return thread
  }

  #give(thread: Thread, task: Waiting) {
    clearTimeout(thread.timer)
    thread.task = task
    thread.worker.ref()
    if (thread.isReady) return this.#order(thread, task)
    const { startMs } = this.#options
    thread.timer = setTimeout(() => this.#end(thread, new Error(`no thread within ${startMs / 1000} s`)), startMs)
  }

  #order(thread: Thread, task: Waiting) {
    thread.timer = setTimeout(() => this.#missed(thread, task), this.#options.deadlineMs)
    try {
      thread.worker.postMessage({ name: task.name, input: task.input } satisfies TaskOrder)
    } catch (error) {
      this.#settle(thread)
      task.reject(asError(error))
    }
  }

  #heard(thread: Thread, reply: TaskReply) {
    if (reply === 'ready') {
      thread.isReady = true
      clearTimeout(thread.timer)
      if (thread.task) this.#order(thread, thread.task)
      return
    }
    const task = this.#settle(thread)
    if ('value' in reply) task?.resolve(reply.value)
    else task?.reject(new TaskFault(reply.fault))
    if (reply.isLarge) this.#end(thread)
    else this.#assign()
  }

  /** The thread is free again, and ends if it stays so. */
  #settle(thread: Thread): Waiting | undefined {
    const { task } = thread
    clearTimeout(thread.timer)
    thread.task = undefined
    thread.worker.unref()
    thread.timer = setTimeout(() => this.#end(thread), this.#options.idleMs).unref()
    return task
  }

  #missed(thread: Thread, task: Waiting) {
    if (task.options.repeat && !task.alone) {
      this.#queue.addFirst({ ...task, alone: true })
      thread.task = undefined
    }
    this.#end(thread, new TaskFault(`it takes longer than ${this.#options.deadlineMs / 1000} s`))
  }

  #end(thread: Thread, reason = new Error('the thread was ended')) {
    this.#ended(thread, reason)
    void thread.worker.terminate()
  }

  #ended(thread: Thread, reason: Error) {
    if (!this.#threads.delete(thread)) return
    clearTimeout(thread.timer)
    thread.task?.reject(reason)
    if (!this.#stopped) this.#assign()
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
