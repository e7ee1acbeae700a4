#!/usr/bin/env node
// Runs src/main.ts as it stands: Node 22.18 and later strip types themselves, older ones do it through tsx.
if (!process.features.typescript) {
  const { register } = await import('tsx/esm/api')
  register()
}
await import('../src/main.ts')
