#!/usr/bin/env node
/**
 * Builds the console into `console/dist`: `npm run build`, which npm also runs as `prepare`, and `lettershop start` where the build
 * is not the one of these sources. It ends with a sentence and exit code 0 where nothing can or need be built: Vite is missing
 * (`npm ci --omit=dev`), the sources are (a package carries the built files only), or the build is current.
 *
 * The build is made beside its place and renamed into it, so a process that starts meanwhile finds a whole one.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { buildInto } from '../build/place.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'console')
const place = join(folder, 'dist')

/** What the build is made of, besides the files of the folder itself. */
const inputs = [
  'package-lock.json',
  'CHANGELOG.md',
  'src/client/client.ts',
  'src/client/paths.ts',
  'src/lib/file-name.ts',
  'src/lib/zone-name.ts',
]

// synchronously up to the build: each start of the service in a checkout comes here, and reading hundreds of files through the thread pool
// takes five times as long
const sources = sourceFiles()
if (sources.length === 0) end('The console comes built with this package.')
const inputHash = hashOf([...sources, ...inputs.map(name => join(root, name))])
if (builtFrom() === inputHash) end('The console is built.')
const vite = await import('vite').catch(() => undefined)
if (!vite) end('The console is not built: Vite is a development dependency and not installed here.')
await build()
end('The console has been built.')

async function build() {
  await buildInto(place, async made => {
    await vite.build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'error', build: { outDir: made } })
    await compress(join(made, 'console'))
    const screens = JSON.parse(await readFile(join(folder, 'screens.json'), 'utf8'))
    await writeFile(join(made, 'build.json'), `${JSON.stringify({ inputs: inputHash, screens })}\n`)
  })
}

/** Once and well, so that no process has to: each file gets a twin for Brotli and one for gzip. */
async function compress(assets) {
  const brotli = promisify(zlib.brotliCompress)
  const gzip = promisify(zlib.gzip)
  for (const name of await readdir(assets)) {
    // fonts are compressed already
    if (extname(name) === '.woff2') continue
    const path = join(assets, name)
    const bytes = await readFile(path)
    const params = { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await writeFile(`${path}.br`, await brotli(bytes, { params }))
    await writeFile(`${path}.gz`, await gzip(bytes, { level: 9 }))
  }
}

function sourceFiles() {
  if (!existsSync(join(folder, 'index.html'))) return []
  // not what another process is building at this moment
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('dist'))
  return entries
    .flatMap(entry => {
      const path = join(folder, entry.name)
      if (!entry.isDirectory()) return [path]
      const names = readdirSync(path, { recursive: true })
      return names.filter(name => extname(name) !== '').map(name => join(path, name))
    })
    .sort()
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

function builtFrom() {
  try {
    return JSON.parse(readFileSync(join(place, 'build.json'), 'utf8')).inputs
  } catch {
    return undefined // there is no build, or another process is replacing it
  }
}

function end(sentence) {
  if (!process.argv.includes('--quiet')) console.error(sentence)
  process.exit(0)
}
