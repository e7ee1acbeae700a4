/** Golden files: bytes on record under test/golden. `BLESS=1` writes them anew; read that diff as if a stranger had sent it. */
import { AssertionError } from 'node:assert'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const folder = new URL('../golden/', import.meta.url)

/**
 * Compares bytes with the golden file of this name (`wsdl.xml`, `soap11/List.Create.xml`), or writes it with BLESS=1.
 * @throws AssertionError that shows where they part
 */
export function golden(name: string, bytes: string | Buffer): void {
  compareFile(new URL(name, folder), bytes)
}

/** The same for a file that lives elsewhere, such as a generated page of the documentation. */
export function compareFile(file: URL, bytes: string | Buffer): void {
  const actual = Buffer.from(bytes)
  if (process.env.BLESS === '1') {
    mkdirSync(dirname(file.pathname), { recursive: true })
    writeFileSync(file, actual)
    return
  }
  const expected = readIfThere(file)
  if (expected?.equals(actual)) return
  const path = file.pathname.slice(new URL('../..', import.meta.url).pathname.length)
  throw new AssertionError({
    message: expected
      ? `${path} is not what is answered now (BLESS=1 accepts it):\n${difference(expected, actual)}`
      : `${path} does not exist yet (BLESS=1 writes it).`,
    stackStartFn: compareFile,
  })
}

function readIfThere(file: URL): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined // what readFileSync throws has a code
    throw error
  }
}

/** The first lines that differ, with the lines around them; a carriage return shows as ␍. */
function difference(expected: Buffer, actual: Buffer): string {
  const before = lines(expected)
  const after = lines(actual)
  let first = 0
  while (before[first] === after[first] && first < before.length) first++
  let last = 0
  const most = Math.min(before.length, after.length) - first
  while (last < most && before[before.length - 1 - last] === after[after.length - 1 - last]) last++
  const shown = 12
  const part = (sign: string, all: readonly string[]) => {
    const changed = all.slice(first, all.length - last)
    const cut = changed.length > shown ? [`${sign} … ${changed.length - shown} more lines`] : []
    return [...changed.slice(0, shown).map(line => `${sign} ${line}`), ...cut]
  }
  const context = (all: readonly string[]) => all.map(line => `  ${line}`)
  return [
    `line ${first + 1}:`,
    ...context(before.slice(Math.max(0, first - 2), first)),
    ...part('-', before),
    ...part('+', after),
    ...context(before.slice(before.length - last, before.length - last + 2)),
  ].join('\n')
}

function lines(bytes: Buffer): string[] {
  return bytes.toString('utf8').replaceAll('\r', '␍').split('\n')
}
