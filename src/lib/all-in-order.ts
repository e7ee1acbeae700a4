/**
 * Waits for all, so that nothing runs on after the answer; then fails with the first in order that failed, whichever failed
 * first in time.
 */
export async function allInOrder<const Values extends readonly unknown[]>(
  promises: Values,
): Promise<{ -readonly [Index in keyof Values]: Awaited<Values[Index]> }> {
  for (const result of await Promise.allSettled(promises)) if (result.status === 'rejected') throw result.reason
  return Promise.all(promises)
}
