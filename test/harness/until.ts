/** Waiting for what comes in its own time. */
import assert from 'node:assert/strict'

/** Not how fast anything has to be: when something that has not happened by then never will, on a machine that has other things to do besides. */
const never = 120_000

/** Looks again until what is seen fits. @returns it; fails the test when it never does */
export async function seen<Value>(
  what: string,
  look: () => Promise<Value>,
  fits: (value: Value) => boolean,
): Promise<Value> {
  const deadline = performance.now() + never
  for (;;) {
    const value = await look()
    if (fits(value)) return value
    if (performance.now() > deadline) assert.fail(`it never happened: ${what}; at last ${JSON.stringify(value)}`)
    await new Promise(resolve => setTimeout(resolve, 15))
  }
}

/** Looks again until it is so; fails the test when it never is. */
export async function until(fact: () => Promise<boolean>, what: string): Promise<void> {
  await seen(what, fact, isSo => isSo)
}
