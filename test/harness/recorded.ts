/** The calls on record: `test/golden/wires`, a file for each operation. */
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../golden/wires/', import.meta.url)

export interface RecordedCall {
  readonly body: unknown
  readonly value: unknown
}

/** Names of the operations that are on record. */
export function recordedOperations(): readonly string[] {
  return readdirSync(folder).map(file => file.slice(0, -'.http'.length))
}

/** The calls of an operation over JSON that succeeded. */
export function recordedCalls(operation: string): readonly RecordedCall[] {
  const found: RecordedCall[] = []
  for (const text of readFileSync(new URL(`${operation}.http`, folder), 'utf8')
    .split(/^# json\n/m)
    .slice(1)) {
    const [, body, value] = /^POST [\s\S]*?\n\n(\{.*\})\n\nHTTP\/1\.1 200 OK\n[\s\S]*?\n\n(.*)\n/.exec(text) ?? []
    if (body !== undefined) found.push({ body: JSON.parse(body), value: JSON.parse(value!) })
  }
  return found
}
