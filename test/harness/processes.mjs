/**
 * Which test files share a process. Loading the program takes a process a third of a second of CPU, more than the tests of most units, so
 * in a run of many files the unit tests of a folder run one after another in one process. Each file is a suite there, and its hooks
 * are its own. The tests of the whole program have a process each, and so have those of `delivery`, which start and stop what a process has
 * one of: threads, signers, a watch of the disk. A few files that are run by name have one each, too.
 */
import { writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Files of a process: with more of them the last process of a run works alone while the other core has nothing to do. */
const most = 12

/**
 * @param {readonly string[]} files absolute paths of the sources
 * @param {object} where
 * @param {string} where.root the tree
 * @param {string} where.folder for the modules that load several files
 * @param {(file: string) => string} where.place where the bundle of a file is
 * @returns {readonly string[]} the modules that Node's test runner is to run
 */
export function processesOf(files, { root, folder, place }) {
  if (files.length <= most) return files.map(place)
  const alone = []
  const byFolder = new Map()
  for (const file of files) {
    const [top, second] = relative(root, file).split(sep)
    if (top !== 'src' || second === 'delivery') alone.push(file)
    else byFolder.set(second, [...(byFolder.get(second) ?? []), file])
  }
  const shared = [...byFolder].flatMap(([name, members]) =>
    inParts(members).map((part, n) => {
      const module = join(folder, `${name}-${n + 1}.test.mjs`)
      writeFileSync(module, suites(part.map(file => [relative(root, file), place(file)])))
      return module
    }),
  )
  return [...alone.map(place), ...shared]
}

/** Parts of about the same size. */
function inParts(members) {
  const parts = Math.ceil(members.length / most)
  const size = Math.ceil(members.length / parts)
  return Array.from({ length: parts }, (_, n) => members.slice(n * size, (n + 1) * size))
}

function suites(files) {
  return `import { describe } from 'node:test'
for (const [name, module] of ${JSON.stringify(files)}) describe(name, async () => { await import(module) })
`
}
