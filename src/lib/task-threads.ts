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
  {
    threads: most = 2,
    deadlineMs = 20_000,
    startMs = 60_000,
    memoryMb = 384,
    youngMb = 32,
    idleMs = 30_000,
    waitingOfKey = 50,
    waiting: mostWaiting = 500,
  }: ThreadOptions = {},
): Threads<Table> {
  const threads = new Set<Thread>()
  const queue = taskQueue({ most, waitingOfKey, waiting: mostWaiting })
  let stopped = false

  function run(name: string, input: unknown, options: TaskOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (stopped) return reject(new Error('the threads have been stopped'))
      if (queue.isFullFor(options.key)) return reject(new Overloaded())
      queue.add({ name, input, options, alone: false, resolve, reject })
      assign()
    })
  }

  function assign() {
    const nextTask = () => queue.take([...threads].flatMap(({ task }) => task ?? []))
    for (let next = nextTask(); next; next = nextTask()) {
      const idle = [...threads].find(({ task }) => task === undefined)
      try {
        give(idle ?? start(), next)
      } catch (error) {
        next.reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
  }

  function start(): Thread {
    const worker = new Worker(entry, {
      workerData: { source: source.href },
      // what started this process (a loader, an inspector) is not for the thread
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
    })
    const thread: Thread = { worker, isReady: false, task: undefined, timer: undefined }
    threads.add(thread)
    worker.on('message', (reply: TaskReply) => heard(thread, reply))
    worker.on('error', error => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ended(thread, isMemory ? new TaskFault(`it needs more than ${memoryMb} MB of memory`) : asError(error))
    })
    worker.on('exit', code => ended(thread, new Error(`the thread ended with code ${code}`)))
    return thread
  }

  function give(thread: Thread, task: Waiting) {
    clearTimeout(thread.timer)
    thread.task = task
    thread.worker.ref()
    if (thread.isReady) order(thread, task)
    else thread.timer = setTimeout(() => end(thread, new Error(`no thread within ${startMs / 1000} s`)), startMs)
  }

  function order(thread: Thread, task: Waiting) {
    thread.timer = setTimeout(() => missed(thread, task), deadlineMs)
    try {
      thread.worker.postMessage({ name: task.name, input: task.input } satisfies TaskOrder)
    } catch (error) {
      settle(thread)
      task.reject(asError(error))
    }
  }

  function heard(thread: Thread, reply: TaskReply) {
    if (reply === 'ready') {
      thread.isReady = true
      clearTimeout(thread.timer)
      if (thread.task) order(thread, thread.task)
      return
    }
    const task = settle(thread)
    if ('value' in reply) task?.resolve(reply.value)
    else task?.reject(new TaskFault(reply.fault))
    if (reply.isLarge) end(thread)
    else assign()
  }

  /** The thread is free again, and ends if it stays so. */
  function settle(thread: Thread): Waiting | undefined {
    const { task } = thread
    clearTimeout(thread.timer)
    thread.task = undefined
    thread.worker.unref()
    thread.timer = setTimeout(() => end(thread), idleMs).unref()
    return task
  }

  function missed(thread: Thread, task: Waiting) {
    if (task.options.repeat && !task.alone) {
      queue.addFirst({ ...task, alone: true })
      thread.task = undefined
    }
    end(thread, new TaskFault(`it takes longer than ${deadlineMs / 1000} s`))
  }

  function end(thread: Thread, reason = new Error('the thread was ended')) {
    ended(thread, reason)
    void thread.worker.terminate()
  }

  function ended(thread: Thread, reason: Error) {
    if (!threads.delete(thread)) return
    clearTimeout(thread.timer)
    thread.task?.reject(reason)
    if (!stopped) assign()
  }

  return {
    tasks: tasksOf(table, run),
    running: () => threads.size,
    async stop() {
      stopped = true
      for (const { reject } of queue.empty()) reject(new Error('the threads have been stopped'))
      await Promise.all(
        [...threads].map(thread => {
          ended(thread, new Error('the threads have been stopped'))
          return thread.worker.terminate()
        }),
      )
    },
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
