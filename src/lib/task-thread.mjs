/**
 * The inside of a thread of `task-threads.ts`: loads the table of tasks and runs one after another. Node 22.18 and later strip
 * types themselves, older ones do it through tsx, which must be registered in each thread.
 */
import { parentPort, workerData } from 'node:worker_threads'

if (!process.features.typescript) {
  const { register } = await import('tsx/esm/api')
  register()
}
const { tasks } = await import(workerData.source)

parentPort.on('message', async ({ name, input }) => {
  try {
    parentPort.postMessage({ value: await tasks[name](input) })
  } catch (error) {
    parentPort.postMessage({ fault: error instanceof Error ? error.message : String(error) })
  }
})
parentPort.postMessage('ready')
