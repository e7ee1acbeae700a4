/**
 * Which tests are near a change: those whose imports reach a changed file. Its own tests come first, then those of its folder, then the others in
 * order of how many imports lie between.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Unit tests of a run: with the list about the whole they end within a minute on two quiet cores. */
const mostUnits = 40

const modules = /\.(?:ts|tsx|mjs)$/
/** Static and dynamic imports, and code that is started as a program or thread. */
const imports = /(?:from|import|new URL)\s*\(?\s*'(\.[^']+)'/g

/**
 * @param {string} root the tree
 * @param {readonly string[]} changed paths from the root
 * @returns {{ near: readonly string[], leftOut: readonly string[] }} test files by their paths from the root; the nearest first
 */
export function choose(root, changed) {
  const files = ['src', 'test', 'bench', 'demo', 'examples', 'console'].flatMap(folder => filesOf(root, folder))
  const importers = importersOf(root, files)
  const distances = distancesFrom(changed, importers)
  const foldersOf = paths => new Set(paths.map(path => dirname(path)))
  const folders = foldersOf(changed)
  /** Of statements, documents and pictures, which no import names. */
  const unnamed = foldersOf(changed.filter(path => !modules.test(path)))
  const own = new Set(changed.map(path => path.replace(modules, '.test.ts')))
  const isTest = file => file.endsWith('.test.ts')
  const rank = file => (own.has(file) ? -1 : folders.has(dirname(file)) ? 0 : (distances.get(file) ?? 0) + 1)
  const reached = files
    .filter(file => isTest(file) && (distances.has(file) || unnamed.has(dirname(file))))
    .sort((one, other) => rank(one) - rank(other) || one.localeCompare(other))
  const isUnit = file => file.startsWith('src/') || changed.includes(file)
  const near = reached.filter(isUnit).slice(0, mostUnits)
  const chosen = new Set(near)
  return { near, leftOut: reached.filter(file => !chosen.has(file)) }
}

function filesOf(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => modules.test(name) && !/(?:^|\/)(?:node_modules|dist)/.test(name))
    .map(name => join(folder, name))
}

/** By file, those that import it. */
function importersOf(root, files) {
  const importers = new Map()
  for (const file of files) {
    for (const [, target] of readFileSync(join(root, file), 'utf8').matchAll(imports)) {
      const path = relative(root, resolve(root, dirname(file), target))
      importers.set(path, [...(importers.get(path) ?? []), file])
    }
  }
  return importers
}

/** How many imports lie between a file and the nearest changed one. */
function distancesFrom(changed, importers) {
  const distances = new Map(changed.map(path => [path, 0]))
  for (const [path, distance] of distances) {
    for (const importer of importers.get(path) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1)
    }
  }
  return distances
}
