/** TypeScript's compiler on files of a test's own. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

export interface Compiled {
  /** What the compiler complains of, a line for each: `uses.ts(3,7): error TS2741: …` */
  readonly errors: readonly string[]
  /** Where the files are; what `outDir` made stays until the callback ends. */
  readonly folder: string
}

/**
 * Compiles files in a folder of their own, as the project of a stranger who installed openapi-fetch.
 * @param files by path; each is compiled
 * @param options beside `strict`, as tsconfig.json has them; nothing is written unless they give an `outDir`
 * @param look is given the result before the folder is removed
 */
export async function compile<Value>(
  files: Readonly<Record<string, string>>,
  options: object,
  look: (compiled: Compiled) => Value | Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'lettershop-compile-'))
  try {
    const tsconfig = {
      compilerOptions: { strict: true, noEmit: !('outDir' in options), types: [], skipLibCheck: true, ...options },
      files: Object.keys(files),
    }
    const all = { ...files, 'tsconfig.json': JSON.stringify(tsconfig), 'package.json': '{"type":"module"}' }
    for (const [path, text] of Object.entries(all)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    await symlink(modules, join(folder, 'node_modules'))
    const printed = await new Promise<string>((resolve, reject) =>
      execFile(
        process.execPath,
        [join(modules, 'typescript/bin/tsc'), '--pretty', 'false', '-p', folder],
        { cwd: folder, maxBuffer: 1 << 26 },
        (error, stdout, stderr) => (stderr === '' ? resolve(stdout) : reject(error ?? new Error(stderr))),
      ),
    )
    return await look({ errors: printed.split('\n').filter(line => /: error TS/.test(line)), folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Options of the a project for browsers. */
export const forBrowsers = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
}
