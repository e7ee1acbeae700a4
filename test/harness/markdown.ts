/** Markdown as far as tests of our own documents need it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export interface Fence {
  /** Everything after the three backticks: `sh run`. */
  readonly info: string
  readonly text: string
  /** Of the opening backticks, from 1. */
  readonly line: number
}

/** The fenced blocks, in order. */
export function fencesOf(markdown: string): readonly Fence[] {
  return [...markdown.matchAll(/^```([^\n`]*)\n([\s\S]*?)^```$/gm)].map(({ 1: info, 2: text, index }) => ({
    info: info!.trim(),
    text: text!,
    line: markdown.slice(0, index).split('\n').length,
  }))
}

/** Without fenced blocks, where nothing is a link or a heading. */
export function proseOf(markdown: string): string {
  return markdown.replace(/^```[^\n`]*\n[\s\S]*?^```$/gm, '')
}

/** Every Markdown file of the repository by its path from the root. */
export function markdownFiles(): ReadonlyMap<string, string> {
  const folders = ['docs', 'src', 'test', 'bench', 'demo'].map(name => join(root, name))
  const found = folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
  )
  const pages = readdirSync(root)
    .map(name => join(root, name))
    .concat(found)
    .filter(path => path.endsWith('.md'))
  return new Map(pages.sort().map(path => [relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')]))
}
