/** The built console: what `console/build.mjs` left in `console/dist`, read once at the start and kept in memory. */
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

export interface ConsoleBuild {
  /** The page, split at each place for the nonce of an answer. */
  readonly page: readonly string[]
  /** By path, `/console/main-4f0c.js`. Names hold a hash of the content, so what is at a path never changes. */
  readonly files: ReadonlyMap<string, BuiltFile>
  /** First segments of the paths that are screens of the console. */
  readonly screens: ReadonlySet<string>
}

export interface BuiltFile {
  readonly mediaType: string
  readonly bytes: Compressed | { readonly plain: Buffer }
}

/** Content is kept as browsers take it: with the plain form it would be three times as much. */
export interface Compressed {
  readonly br: Buffer
  readonly gzip: Buffer
}

/** The content as it is, for a caller that takes no compression. */
export async function plainBytes({ bytes }: BuiltFile): Promise<Buffer> {
  return 'plain' in bytes ? bytes.plain : unpack(bytes.gzip)
}
const unpack = promisify<Buffer, Buffer>(gunzip)

/** Where `console/build.mjs` leaves the console. */
export const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url))

/** Marks the places for the nonce in the page; `console/vite.config.ts` writes it there. */
const noncePlace = 'nonce-of-this-answer'

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Milliseconds and number of waits for a newer build that another process puts in place while this one reads. */
const waitMs = 200
const mostWaits = 10

/** @returns undefined where the console was not built */
export async function readConsoleBuild(folder = consoleFolder): Promise<ConsoleBuild | undefined> {
  for (let waits = 0; ; waits++) {
    try {
      const build = await readOnce(folder)
      // between two builds the folder is empty for a moment
      if (build || waits > 0) return build
    } catch (error) {
      if (!isMissing(error) || waits === mostWaits) throw error
    }
    await pause(waitMs)
  }
}

async function readOnce(folder: string): Promise<ConsoleBuild | undefined> {
  const page = await ifThere(readFile(join(folder, 'index.html'), 'utf8'))
  if (page === undefined) return undefined
  const { screens }: { screens: readonly string[] } = JSON.parse(await readFile(join(folder, 'build.json'), 'utf8'))
  const names = new Set(await readdir(join(folder, 'console')))
  const files = new Map<string, BuiltFile>()
  for (const name of names)
    if (extname(name) in mediaTypes) files.set(`/console/${name}`, readBuiltFile(join(folder, 'console'), name, names))
  return { page: page.split(noncePlace), files, screens: new Set(screens) }
}

/** Synchronously: reading hundreds of small files takes 20 ms so, and five times as long through the thread pool. */
function readBuiltFile(folder: string, name: string, names: ReadonlySet<string>): BuiltFile {
  const read = (suffix = '') => readFileSync(join(folder, `${name}${suffix}`))
  const isCompressed = names.has(`${name}.br`) && names.has(`${name}.gz`)
  return {
    mediaType: mediaTypes[extname(name)]!,
    bytes: isCompressed ? { br: read('.br'), gzip: read('.gz') } : { plain: read() },
  }
}

async function ifThere<Value>(read: Promise<Value>): Promise<Value | undefined> {
  try {
    return await read
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT' // fs rejects with nothing else
}
