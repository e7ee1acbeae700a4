/** The inside of a thread of `task-threads.ts`: loads the table of tasks and runs one after another. */
import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'

const { tasks } = await import(workerData.source)

/** Octets outside the heap that a thread may keep: memory of WebAssembly never shrinks. */
const mostKept = 64 * 1_048_576

const isLarge = () => getHeapStatistics().external_memory > mostKept

parentPort.on('message', async ({ name, input }) => {
  try {
    const value = await tasks[name](input)
    parentPort.postMessage({ value, isLarge: isLarge() })
  } catch (error) {
    parentPort.postMessage({ fault: error instanceof Error ? error.message : String(error), isLarge: isLarge() })
  }
})
parentPort.postMessage('ready')
