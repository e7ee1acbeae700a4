/** @returns what `work` resolves with; undefined where it rejects, or takes longer than `ms` milliseconds. It is not stopped. */
export async function inTime<Value>(ms: number, work: PromiseLike<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, ms, undefined)
  })
  const done = work.then(
    value => value,
    () => undefined,
  )
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
