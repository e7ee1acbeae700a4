/** The program's commands, in processes of their own. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export const executable = join(import.meta.dirname, '../../bin/lettershop.mjs')

/** @param environment settings; the database of the tests is not among them unless it is named */
export function lettershop(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Ended> {
  return new Promise(resolve => {
    const { stdin } = execFile(
      process.execPath,
      [executable, ...args],
      {
        env: { ...process.env, DATABASE_URL: '', LETTERSHOP_LOG_LEVEL: 'fatal', ...environment },
        timeout: 300_000,
        maxBuffer: 64 * 2 ** 20,
      },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
    // a command that ends without reading closes it first
    stdin?.on('error', () => {}).end(input)
  })
}
