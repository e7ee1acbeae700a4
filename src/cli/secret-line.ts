/** Secrets that a person types, or that are piped in: never arguments, which every user of the machine can see. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** One line of standard input; a terminal does not show what is typed. */
export function askSecret(question: string): Promise<string> {
  const terminal = process.stdin.isTTY === true
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal })
  if (terminal) process.stderr.write(question)
  return new Promise(resolve => {
    lines.once('line', line => {
      resolve(line)
      lines.close()
    })
    lines.once('close', () => {
      if (terminal) process.stderr.write('\n')
      resolve('')
    })
    lines.once('SIGINT', () => {
      process.stderr.write('\n')
      process.exit(130)
    })
  })
}
