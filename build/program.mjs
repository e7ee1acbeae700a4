#!/usr/bin/env node
/**
 * Compiles the program into `dist`: for the package, where Node strips no types, and for Node 20, which strips none anywhere. npm runs
 * it as `prepare`, and `bin/lettershop.mjs` where a source is newer than the build. All modules stand in one folder, so that each finds
 * the tree's other files in the same way; packages stay where they are.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { relocate, startedCode } from './code.mjs'
import { buildInto } from './place.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const place = join(root, 'dist')
const source = join(root, 'src')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Written last. */
const stamp = join(place, 'build.json')

/** Of a module that is loaded by its name: flat, because `import.meta` of all modules is the same folder. */
const nameOf = file =>
  relative(source, file)
    .replace(/\.\w+$/, '')
    .replaceAll(/[/\\]/g, '-')

/** Builds where a source is newer than what was built. @throws Error when esbuild is not installed and nothing is built */
export async function buildProgram() {
  if (isCurrent()) return
  const { build } = await import('esbuild').catch(cause => {
    throw new Error('The program is not compiled, and esbuild is not installed here: npm ci', { cause })
  })
  await buildInto(place, async folder => {
    await build({
      entryPoints: [join(source, 'main.ts'), join(source, 'client/client.ts'), ...startedCode(root, ['src'])]
        .filter(file => file.startsWith(source))
        .map(file => ({ in: file, out: nameOf(file) })),
      outdir: folder,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      // of packages that have modules of both kinds; `require` has no meaning in the result
      mainFields: ['module', 'main'],
      conditions: [],
      target: 'node20.19',
      // Node keeps the text in memory, twice as much of it where a comment has a letter that Latin-1 lacks
      minifyWhitespace: true,
      lineLimit: 160,
      sourcemap: true,
      sourcesContent: false,
      logLevel: 'warning',
      plugins: [{ name: 'program', setup: setUp }],
    })
    await writeFile(join(folder, 'build.json'), `${JSON.stringify({ files: sources().length })}\n`)
  })
}

/**
 * Packages of which the program needs little: that is compiled into it, and they are not installed with it (`devDependencies`). They bring
 * 30 MB, most of it the same modules in several forms.
 */
export const compiledIn = ['libphonenumber-js', '@opentelemetry/sdk-trace', 'altcha-lib']

/** Their own dependencies come along, other packages are imported when the program runs. */
function isCompiledIn({ path, importer }) {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(path)[0]
  return compiledIn.includes(name) || (importer.includes('/node_modules/') && !isInstalled(name))
}

function isInstalled(name) {
  return isBuiltin(name) || Object.hasOwn(manifest.dependencies, name)
}

function setUp(build) {
  build.onResolve({ filter: /^[^./]/ }, found =>
    found.kind === 'entry-point' || isCompiledIn(found) ? undefined : { path: found.path, external: true },
  )
  build.onLoad({ filter: /\.(?:ts|mjs)$/ }, async ({ path }) => {
    if (path.includes('/node_modules/')) return undefined
    const url = file => `new URL(${JSON.stringify(`../${relative(root, file)}`)}, import.meta.url)`
    const started = file => join(dirname(path), file)
    const contents = relocate(await readFile(path, 'utf8'), {
      url: `${url(path)}.href`,
      folder: `fileURLToPathOfBuild(${url(dirname(path))})`,
      startedUrl: file => `new URL(${JSON.stringify(`./${nameOf(started(file))}.js`)}, import.meta.url)`,
      startedPath: file => `fileURLToPathOfBuild(${url(started(file))})`,
    })
    const imports = contents.includes('fileURLToPathOfBuild')
      ? `import { fileURLToPath as fileURLToPathOfBuild } from 'node:url';`
      : ''
    return { contents: inLatin1(`${imports}${contents}`), loader: path.endsWith('.ts') ? 'ts' : 'js' }
  })
}

/**
 * Writes letters that Latin-1 lacks as escapes. esbuild does so in strings, but not in tagged templates; ours read what the escapes mean,
 * never their raw text.
 */
function inLatin1(text) {
  return text.replace(/[^\x00-\xff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function sources() {
  return readdirSync(source, { recursive: true })
    .filter(name => /\.(?:ts|mjs)$/.test(name) && !name.endsWith('.test.ts'))
    .map(name => join(source, name))
}

function isCurrent() {
  const built = statSync(stamp, { throwIfNoEntry: false })
  return built !== undefined && sources().every(file => statSync(file).mtimeMs < built.mtimeMs)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildProgram()
