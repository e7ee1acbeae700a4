#!/usr/bin/env node
// Runs src/main.ts directly where Node strips types, from 22.18 on. Node 20, and the package from npm, within which Node
// strips none, run the program that build/program.mjs makes of it; the package holds that already. So does a checkout without the
// packages for development, some of which are compiled into the program.
import { existsSync } from 'node:fs'

const inTree = path => new URL(`../${path}`, import.meta.url)
const builder = inTree('build/program.mjs')
if (existsSync(builder) && process.features.typescript && existsSync(inTree('node_modules/esbuild')))
  await import('../src/main.ts')
else {
  if (existsSync(builder)) await (await import(builder.href)).buildProgram()
  await import(inTree('dist/main.js').href)
}
