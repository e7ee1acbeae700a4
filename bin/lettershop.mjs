#!/usr/bin/env node
// Runs src/main.ts as it stands where Node strips types, from 22.18 on. Node 20, and the package from npm, within which Node
// strips none, run what build/program.mjs makes of it; the package holds that already.
import { existsSync } from 'node:fs'

const builder = new URL('../build/program.mjs', import.meta.url)
if (existsSync(builder) && process.features.typescript) await import('../src/main.ts')
else {
  if (existsSync(builder)) await (await import(builder.href)).buildProgram()
  await import(new URL('../dist/main.js', import.meta.url).href)
}
