/**
 * The program as tests run it: the modules of `program.cjs`, beside which bundle.mjs puts a copy of this file. V8 compiles several megabytes
 * for each process otherwise: where `program.cache` is there, it has the code of an earlier process.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { constants, Script } from 'node:vm'

const file = join(import.meta.dirname, 'program.cjs')
const cache = join(import.meta.dirname, 'program.cache')

const script = new Script(readFileSync(file, 'latin1'), {
  filename: file,
  cachedData: existsSync(cache) ? readFileSync(cache) : undefined,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
})
const module = { exports: {} }
script.runInThisContext()(module.exports, createRequire(file), module, pathToFileURL(file).href)
const loaders = module.exports

/** @param {string} key a module's path from the root, or a package's name */
export function programOfTests(key) {
  return loaders[key]()
}

/** Keeps the compiled code of what most processes load: the modules of `src`. */
export function writeCache() {
  for (const key of Object.keys(loaders)) if (key.startsWith('src/')) programOfTests(key)
  writeFileSync(`${cache}.new`, script.createCachedData())
  renameSync(`${cache}.new`, cache)
}
