/**
 * Places of the bundles that tests run as, as places of their sources. Node would do it in each process (`--enable-source-maps`), which
 * then reads the maps of all it loads. Only the reporter needs them, and only for what failed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** As in the line of a trace: a path or a file's address, line and column, both from 1. */
const place = /((?:file:\/\/)?[^\s():]+\.[cm]js):(\d+):(\d+)/g

const maps = new Map()

/** @param {string} text any, with traces in it or without; places of modules that have no map stay as they are */
export function withSources(text) {
  return text.replace(place, (written, module, line, column) => {
    const found = sourceOf(module, Number(line), Number(column))
    return found ? `${found.file}:${found.line}:${found.column}` : written
  })
}

/**
 * @param {string} module a path or an address
 * @returns {{ file: string, line: number, column: number } | undefined} undefined where it has no map
 */
export function sourceOf(module, line, column) {
  const path = module.startsWith('file:') ? fileURLToPath(module) : resolve(module)
  if (!maps.has(path)) maps.set(path, mapOf(path))
  const { fileName, lineNumber, columnNumber } = maps.get(path)?.findOrigin(line, column) ?? {}
  return fileName ? { file: resolve(dirname(path), fileName), line: lineNumber, column: columnNumber } : undefined
}

function mapOf(path) {
  const file = `${path}.map`
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}
