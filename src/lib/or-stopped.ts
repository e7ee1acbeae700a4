/** Waits for what may take long, unless it is no longer wanted. @returns undefined once the signal is aborted; the work goes on */
export async function orStopped<Value>(work: Promise<Value>, stopping: AbortSignal): Promise<Value | undefined> {
  let stop = () => {}
  const stopped = new Promise<undefined>(resolve => {
    stop = () => resolve(undefined)
    if (stopping.aborted) stop()
    stopping.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([work, stopped])
  } finally {
    stopping.removeEventListener('abort', stop)
  }
}
