/** Modules of the tree that are made into others: by `program.mjs` for the package, by `test/harness/bundle.mjs` for the tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const startedByUrl = /new URL\(\s*'([^'$]+\.(?:ts|mjs))',\s*import\.meta\.url,?\s*\)/g
const startedByPath = /join\(\s*import\.meta\.dirname,\s*'([^'$]+\.(?:ts|mjs))',?\s*\)/g

const whereabouts = new RegExp(
  `${startedByUrl.source}|${startedByPath.source}|\\bimport\\.meta\\.(?:url|dirname)\\b`,
  'g',
)

/**
 * The modules that those of these folders start as programs and threads.
 * @param {string} root @param {readonly string[]} folders
 * @returns {Set<string>} absolute paths
 */
export function startedCode(root, folders) {
  const started = new Set()
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder), { recursive: true })) {
      if (!name.endsWith('.ts')) continue
      const path = join(root, folder, name)
      const text = readFileSync(path, 'utf8')
      for (const pattern of [startedByUrl, startedByPath])
        for (const [, file] of text.matchAll(pattern)) started.add(join(dirname(path), file))
    }
  return started
}

/**
 * A module's text with other expressions for its place and for the places of the modules that it starts.
 * @param {string} text
 * @param {{ url: string, folder: string, startedUrl(file: string): string, startedPath(file: string): string }} words expressions, and
 * what yields one for a path as the module names it
 */
export function relocate(text, { url, folder, startedUrl, startedPath }) {
  // in one pass: the replacement of a match may name import.meta itself
  return text.replace(whereabouts, (found, byUrl, byPath) => {
    if (byUrl) return startedUrl(byUrl)
    if (byPath) return startedPath(byPath)
    return found === 'import.meta.url' ? url : folder
  })
}
