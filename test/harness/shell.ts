/** A shell that runs what documents show. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'

export interface Printed {
  /** To standard output. */
  readonly text: string
  /** The exit code of the last command. */
  readonly code: number
}

/** One shell for all examples: what an example names, later ones use. */
export class Shell {
  readonly #child
  readonly #lines
  #errors = ''

  constructor(cwd: string, env: Readonly<Record<string, string>>) {
    this.#child = spawn('sh', [], { cwd, env: { ...process.env, ...env }, stdio: 'pipe' })
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
    this.#child.stderr.on('data', (text: Buffer) => {
      this.#errors += text
    })
  }

  async run(command: string): Promise<Printed> {
    const end = `end ${randomBytes(8).toString('hex')}`
    this.#child.stdin.write(`${command}\nprintf '\\n%s %s\\n' '${end}' $?\n`)
    const printed: string[] = []
    for (;;) {
      const { done, value } = await this.#lines.next()
      assert.ok(!done, `the shell ended: ${printed.join('\n')}\n${this.#errors}`)
      if (value.startsWith(end)) return { text: printed.join('\n'), code: Number(value.slice(end.length)) }
      printed.push(value)
    }
  }

  /** What was printed to standard error so far. */
  get errors(): string {
    return this.#errors
  }

  end(): void {
    this.#child.stdin.end()
  }
}
