import { version } from '../lib/version.ts'

/** `lettershop --version`: the version alone, for scripts. */
export async function printVersion(): Promise<number> {
  process.stdout.write(`${version}\n`)
  return 0
}
