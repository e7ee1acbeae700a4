#!/usr/bin/env node
/** What the package from npm holds beside the tree's files: npm runs it as `prepack`. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildProgram } from './program.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })

run('console/build.mjs', '--quiet')
await buildProgram()
// of the client, which programs in TypeScript import
const declarations = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', 'dist/types']
run('node_modules/typescript/bin/tsc', '-p', 'src/client', ...declarations)
const components = ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
writeFileSync(
  join(root, 'sbom.cdx.json'),
  execFileSync('npm', components, { cwd: root, maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] }),
)
