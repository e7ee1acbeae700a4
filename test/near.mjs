#!/usr/bin/env node
/**
 * `npm run test:near [base]`: what a change is likely to break, within a minute. Unit tests whose imports reach a file that was
 * changed since `base` (by default since the last commit, or in it), siblings first; then a fixed list about the whole. Property
 * tests try a tenth (test/harness/effort.ts), and a PostgreSQL stays between runs (test/harness/warm-server.mjs). It prints what
 * it leaves out: `npm test` has everything.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { choose } from './harness/nearness.mjs'
import { warmServer } from './harness/warm-server.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Rules about the tree, the contract, the documents, a call on each wire, and one start of the program. */
const always = [
  'test/floors.test.ts',
  'test/owners.test.ts',
  'test/patterns.test.ts',
  'test/contract.test.ts',
  'test/docs.test.ts',
  'test/wires/first-call.test.ts',
  'test/first-start.test.ts',
]

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

function changedSince(base) {
  const untracked = git('ls-files', '--others', '--exclude-standard')
  if (base !== undefined) return [...git('diff', '--name-only', base), ...untracked]
  const now = [...git('diff', '--name-only', 'HEAD'), ...untracked]
  return now.length > 0 ? now : git('diff', '--name-only', 'HEAD~1', 'HEAD')
}

const [base, ...flags] = process.argv.slice(2)
const changed = changedSince(base)
const { near, leftOut } = choose(root, changed)
const files = [...new Set([...near, ...always])]
console.log(`${changed.length} changed files, ${near.length} test files near them, ${always.length} about the whole`)

const url = process.env.DATABASE_URL ?? (await warmServer(root))
const { status } = spawnSync(process.execPath, [join(root, 'test/run.mjs'), ...files, ...flags], {
  cwd: root,
  env: { ...process.env, DATABASE_URL: url, TEST_NEAR: '1' },
  stdio: 'inherit',
})

const folders = new Map()
for (const file of leftOut) {
  const folder = relative(root, join(root, file, '..'))
  folders.set(folder, (folders.get(folder) ?? 0) + 1)
}
console.log(`Left out: ${leftOut.length} test files that reach the change (npm test runs them):`)
for (const [folder, count] of [...folders].sort()) console.log(`  ${folder}: ${count}`)
process.exit(status ?? 1)
