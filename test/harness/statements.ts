/**
 * The statements that a run of the tests sends, with values of the first process that sent each, for `test/last/`: one file per text in
 * the folder TEST_STATEMENTS. The driver is where statements of every kind pass, whichever connection they are on.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

export interface Sample {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Characters of values: files and the like are no help, and make the samples slow. */
const mostCharacters = 50_000

/** Records what this process sends from now on. */
export function recordStatements(folder: string): void {
  const known = new Set<string>()
  watch(({ text, values }) => {
    if (known.has(text)) return
    known.add(text)
    record(folder, { text, values })
  })
}

/** What this process sends during some work, its background work included, in order. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<readonly Sample[]> {
  const sent: Sample[] = []
  const stop = watch(sample => sent.push(sample))
  try {
    await work()
  } finally {
    stop()
  }
  return sent
}

/** @returns ends it */
function watch(see: (sample: Sample) => void): () => void {
  const prototype = Client.prototype as unknown as { query: (...given: unknown[]) => unknown } // its overloads are all passed on
  const { query } = prototype
  prototype.query = function (this: unknown, ...given: unknown[]) {
    const { text, values } = (given[0] ?? {}) as { text?: unknown; values?: unknown } // the driver's own shapes of a query
    // text without values begins or ends a transaction, or makes the world of a test
    if (typeof text === 'string' && Array.isArray(values)) see({ text, values })
    return query.apply(this, given)
  }
  return () => {
    prototype.query = query
  }
}

function record(folder: string, { text, values }: Sample): void {
  const file = join(folder, createHash('sha1').update(text).digest('hex'))
  // most texts are sent by many processes: the look costs a sixth of a refused write
  if (existsSync(file)) return
  const content = JSON.stringify({
    text,
    values: values.map(value => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value)),
  })
  if (content.length - text.length > mostCharacters) return
  try {
    writeFileSync(file, content, { flag: 'wx' })
  } catch (error) {
    // another process was faster
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** One sample of each text. */
export function recordedStatements(folder: string): readonly Sample[] {
  return readdirSync(folder)
    .sort()
    .map(file => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Sample) // as it was written
}
