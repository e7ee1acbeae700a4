#!/usr/bin/env node
/** What the package from npm holds beside the tree's files: npm runs it as `prepack`. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildProgram } from './program.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (program, ...args) =>
  execFileSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })

run('../console/build.mjs', '--quiet')
await buildProgram()
// of the client, which TypeScript programs import
run(
  'typescript/bin/tsc',
  ...['-p', 'src/client', '--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', 'dist/types'],
)
writeFileSync(
  join(root, 'sbom.cdx.json'),
  execFileSync('npm', ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'], {
    cwd: root,
    maxBuffer: 2 ** 26,
    // without a lock of another npm's
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
)
