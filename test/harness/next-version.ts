/** A next version of the program: this one with further migrations, as plain JavaScript outside the tree. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readKnownSchema } from '../../src/store/migrate.ts'
import type { Command } from './machines.ts'
import { root } from './markdown.ts'

export interface NextVersion {
  /** Starts it: `[node, file, command]`. */
  command(name: string): Command
  remove(): Promise<void>
}

/** @param migrations what each further one does */
export async function makeNextVersion(migrations: readonly string[]): Promise<NextVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'lettershop-next-'))
  const tree = join(folder, 'tree')
  const bundles = join(folder, 'bundles')
  await mkdir(bundles)
  for (const part of ['src', 'bin', 'build', 'package.json', 'console/dist', 'test/harness'])
    await cp(join(root, part), join(tree, part), { recursive: true }).catch(error => {
      if (part !== 'console/dist') throw error // it may not be built
    })
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  const numbered = join(tree, 'src/store/migrations')
  const newest = await readKnownSchema()
  for (const [index, sql] of migrations.entries())
    await writeFile(join(numbered, `${String(newest + 1 + index).padStart(6, '0')}.sql`), sql)
  const main = join(tree, 'bin/lettershop.mjs')
  // a module of the copy, whose paths are those of the copy
  const script = `
    const { bundle } = await import(${JSON.stringify(join(tree, 'test/harness/bundle.mjs'))})
    const place = await bundle([${JSON.stringify(main)}], ${JSON.stringify(bundles)})
    process.stdout.write(place(${JSON.stringify(main)}))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return {
    command: name => [process.execPath, stdout, name],
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
