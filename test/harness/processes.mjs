/**
 * Which test files share a process. Loading the program takes a process half a second of CPU, more than the tests of most units, and code that
 * ran before runs faster, so in a run of many files those of a folder run one after another in one process. Each file is a
 * suite there, and its hooks are its own. Most tests of the whole program have a process each, and so have those of `delivery`, which start
 * and stop what a process has one of: threads, a watch of the disk. Units of delivery share one. A few files that are run by name
 * have one each, too.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

/** Files of a process: with more of them the last process of a run works alone while the other core has nothing to do. */
const mostUnits = 12
/** Of files whose tests take long. */
const mostOfTheWhole = 3

/** Folders of test/ whose files start a service each, and leave nothing of it behind. */
const servicesOnly = new Set(['bad-input', 'browser', 'console', 'rest'])

/**
 * @param {readonly string[]} files absolute paths of the sources
 * @param {object} where
 * @param {string} where.root the tree
 * @param {string} where.folder of the bundles (bundle.mjs), where the modules that load several files are put as well
 * @param {(file: string) => string} where.place where the bundle of a file is
 * @returns {readonly { module: string, isHeavy: boolean, isLast?: boolean }[]} the modules that Node's test runner is to run; heavy ones
 *   start programs or browsers, last ones judge what the others recorded
 */
export function processesOf(files, { root, folder, place }) {
  const heavy = heavyIn(root)
  const single = file => ({ module: place(file), isHeavy: heavy(file), isLast: isLast(relative(root, file)) })
  if (files.length <= mostUnits) return files.map(single)
  const alone = []
  const groups = new Map()
  for (const file of files) {
    const group = groupOf(relative(root, file).split(sep))
    if (group === undefined) alone.push(file)
    else groups.set(group, [...(groups.get(group) ?? []), file])
  }
  const shared = [...groups].flatMap(([group, members]) => {
    mkdirSync(join(folder, group, '..'), { recursive: true })
    return inParts(members, group.startsWith('first') ? mostOfTheWhole : mostUnits).map((part, n) => {
      const module = join(folder, `${group}-${n + 1}.test.mjs`)
      writeFileSync(module, suites(part.map(file => [relative(root, file), place(file)])))
      return { module, isHeavy: part.some(heavy) }
    })
  })
  // those of the whole first: they take longest
  return [...alone.map(single), ...shared].sort((one, other) => (one.module < other.module ? -1 : 1))
}

/** Folders of src/delivery/ whose tests start no sender. */
const deliveryUnits = new Set(['compose', 'range', 'relays', 'smtp'])

/**
 * Where the files of a folder are loaded together, as bundle.mjs orders the run.
 * @returns undefined for a file that has a process of its own
 */
function groupOf([top, folder, ...names]) {
  if (top === 'test') return servicesOnly.has(folder) && names.length > 0 ? `first/groups/${folder}` : undefined
  if (top !== 'src') return undefined
  return folder === 'delivery' && !deliveryUnits.has(names[0]) ? undefined : `then/groups/${folder}`
}

/** Files of test/last/ run when all others have ended. */
function isLast(path) {
  return path.startsWith(join('test', 'last') + sep)
}

/** Parts of about the same size. */
function inParts(members, most) {
  const parts = Math.ceil(members.length / most)
  const size = Math.ceil(members.length / parts)
  return Array.from({ length: parts }, (_, n) => members.slice(n * size, (n + 1) * size))
}

function suites(files) {
  return `import { describe } from 'node:test'
for (const [name, module] of ${JSON.stringify(files)}) describe(name, async () => { await import(module) })
`
}

/** Files that start programs or browsers, themselves or through their imports from the tests. */
const starting = /'(?:playwright-core|node:child_process)'/
const imports = /from '(\.[^']+)'/g

/** @returns {(file: string) => boolean} */
function heavyIn(root) {
  const known = new Map()
  const isHeavy = file => {
    if (known.has(file)) return known.get(file)
    known.set(file, false) // for imports in a circle
    const text = readFileSync(file, 'utf8')
    const found =
      starting.test(text) ||
      Array.from(text.matchAll(imports), ([, path]) => resolve(dirname(file), path))
        .filter(path => path.startsWith(join(root, 'test')) && !path.endsWith('.json'))
        .some(isHeavy)
    known.set(file, found)
    return found
  }
  return isHeavy
}
