/**
 * Node's own spec reporter, with the places of the sources instead of those of the bundles (traces.mjs), and with what was skipped and why
 * and the files that took longest, said before its closing lines.
 */
import { relative } from 'node:path'
import { Readable } from 'node:stream'
import { spec } from 'node:test/reporters'
import { sourceOf, withSources } from './traces.mjs'

/** What Node gives as the reason under --test-name-pattern. */
const unasked = 'test name does not match pattern'

/** Files named at the end of a run of many. */
const mostSlow = Number(process.env.SLOWEST ?? 15)

export default async function* reporter(source) {
  yield* Readable.from(withSummary(source)).compose(new spec())
}

async function* withSummary(source) {
  const skipped = []
  /** Milliseconds by the file that defines a test, without the start of its process. */
  const durations = new Map()
  let isTold = false
  for await (const event of source) {
    const { type, data } = event
    if (type === 'test:pass' || type === 'test:fail') nameSources(data)
    if (typeof data.message === 'string') data.message = withSources(data.message)
    if (type === 'test:pass' && data.skip !== undefined && data.skip !== unasked)
      skipped.push(`${data.name}: ${data.skip}`)
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0 && data.file !== undefined)
      durations.set(data.file, (durations.get(data.file) ?? 0) + data.details.duration_ms)
    if (!isTold && type === 'test:diagnostic' && data.nesting === 0 && /^tests \d/.test(data.message)) {
      isTold = true
      for (const message of skipped) yield { type, data: { ...data, message: `SKIPPED ${message}` } }
      for (const message of slowest(durations)) yield { type, data: { ...data, message } }
    }
    yield event
  }
}

/** Of a test, and of the error and its causes where it failed. */
function nameSources(data) {
  if (data.file) Object.assign(data, sourceOf(data.file, data.line, data.column))
  for (let { error } = data.details, depth = 0; error instanceof Error && depth < 10; error = error.cause, depth++)
    if (typeof error.stack === 'string') error.stack = withSources(error.stack)
}

/** Lines about the files that took longest; none where a few files ran. */
function slowest(durations) {
  if (durations.size <= mostSlow) return []
  const files = [...durations].sort(([, one], [, other]) => other - one).slice(0, mostSlow)
  return files.map(([file, ms]) => `SLOW ${(ms / 1000).toFixed(1)} s ${relative(process.cwd(), file)}`)
}
