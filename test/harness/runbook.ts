/** The commands of docs/running.md, for the tests that run them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fencesOf, root } from './markdown.ts'

export const runbook = readFileSync(join(root, 'docs/running.md'), 'utf8')

export interface Block {
  /** `sh run`, or `sh by=<file>`. */
  readonly info: string
  readonly text: string
  /** Its output, where the page shows that. */
  readonly answer: string | undefined
}

/** The blocks of commands of a section, in order. */
export function blocksOf(section: string): readonly Block[] {
  const [, text] = new RegExp(`^## ${section}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(runbook) ?? []
  assert.ok(text, `a section ${section}`)
  const fences = fencesOf(text)
  return fences.flatMap(({ info, text: command }, n) => {
    if (!info.startsWith('sh')) return []
    const next = fences[n + 1]
    return [{ info, text: command, answer: next?.info === 'text answer' ? next.text : undefined }]
  })
}

/** The commands of a block, without what only makes a place for them, and without comments. */
export function commandsOf({ text }: Block): readonly string[] {
  return text
    .split('\n')
    .flatMap(line => line.replace(/(?:^|\s)#.*$/, '').split('&&'))
    .map(command => command.trim())
    .filter(command => command !== '' && !/^(?:mkdir|cd) /.test(command))
}

/**
 * The words of a command that another test than the runbook's runs, or does in its own way: the block names that test's file with `by=`,
 * and runbook.test.ts sees that the file asks here for each command of the block.
 * @param beginning of the command, as the page has it
 */
export function runbookCommand(section: string, beginning: string): readonly string[] {
  const found = blocksOf(section)
    .filter(({ info }) => info.startsWith('sh by='))
    .flatMap(commandsOf)
    .filter(command => command.startsWith(beginning))
  assert.equal(found.length, 1, `one command ${beginning} under ${section}`)
  return [...found[0]!.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(([word, double, single]) => double ?? single ?? word)
}

/** Of a command `npx lettershop …`: what follows. */
export function runbookArguments(section: string, beginning: string): readonly string[] {
  const [npx, program, ...words] = runbookCommand(section, beginning)
  assert.deepEqual([npx, program], ['npx', 'lettershop'])
  return words
}
