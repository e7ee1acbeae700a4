#!/usr/bin/env node
/** What the package from npm holds beside the tree's files: npm runs it as `prepack`. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildProgram } from './program.mjs'
import { compiledPackages } from './third-party.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })

run('console/build.mjs', '--quiet')
await buildProgram()
// of the client, which programs in TypeScript import
const declarations = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', 'dist/types']
run('node_modules/typescript/bin/tsc', '-p', 'src/client', ...declarations)
const running = sbom('--omit', 'dev')
const compiled = compiledVersions()
const everything = sbom()
running.components.push(
  ...everything.components.filter(({ name, version }) => compiled.has(`${name}@${version}`)).map(required),
)
running.dependencies.push(...everything.dependencies.filter(({ ref }) => compiled.has(ref)))
writeFileSync(join(root, 'sbom.cdx.json'), `${JSON.stringify(running, null, 2)}\n`)

function sbom(...options) {
  const args = ['sbom', ...options, '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  return JSON.parse(execFileSync('npm', args, { cwd: root, maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] }))
}

/** `name@version` of what npm does not know to be part of the program. */
function compiledVersions() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return new Set(
    [...compiledPackages(packages)].map(path => `${path.replace(/^.*node_modules\//, '')}@${packages[path].version}`),
  )
}

function required(component) {
  const properties = component.properties.filter(({ name }) => name !== 'cdx:npm:package:development')
  return { ...component, scope: 'required', properties }
}
