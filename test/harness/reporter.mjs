/** Node's own spec reporter, with what was skipped, and why, said before its closing lines. */
import { Readable } from 'node:stream'
import { spec } from 'node:test/reporters'

/** What Node gives as the reason under --test-name-pattern. */
const unasked = 'test name does not match pattern'

export default async function* reporter(source) {
  yield* Readable.from(withSkips(source)).compose(new spec())
}

async function* withSkips(source) {
  const skipped = []
  let told = false
  for await (const event of source) {
    const { type, data } = event
    if (type === 'test:pass' && data.skip !== undefined && data.skip !== unasked)
      skipped.push(`${data.name}: ${data.skip}`)
    if (!told && type === 'test:diagnostic' && data.nesting === 0 && /^tests \d/.test(data.message)) {
      told = true
      for (const message of skipped) yield { type, data: { ...data, message: `SKIPPED ${message}` } }
    }
    yield event
  }
}
