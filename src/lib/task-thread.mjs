/** The inside of a thread of `task-threads.ts`: loads the table of tasks and runs one after another. */
import { parentPort, workerData } from 'node:worker_threads'

const { tasks } = await import(workerData.source)

parentPort.on('message', async ({ name, input }) => {
  try {
    parentPort.postMessage({ value: await tasks[name](input) })
  } catch (error) {
    parentPort.postMessage({ fault: error instanceof Error ? error.message : String(error) })
  }
})
parentPort.postMessage('ready')
