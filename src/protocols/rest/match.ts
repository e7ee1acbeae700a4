/** Finds the call of a method and a path: words in any case, with or without `.json`. */
import type { RestCall } from '../../contract/rest/row.ts'
import { latest, type Version, versions } from '../../contract/rest/versions.ts'
import { decodePath } from '../form.ts'

/** A parsed path of this wire. */
export interface RestPath {
  /** Undefined for an unknown version. */
  readonly version: Version | undefined
  /** Decoded, without the extension. */
  readonly segments: readonly string[]
  /** In lower case; empty if the path has no extension. */
  readonly extension: string
  /** True if the path is not of a version 3.x: the answer is 404, without authentication (reference/rest.md §1.1). */
  readonly isOutside: boolean
}

export interface Match {
  readonly call: RestCall
  /** Values by the names in the row's path. */
  readonly path: Readonly<Record<string, string>>
}

const prefix = /^\/api\/(v\d[^/]*)(?:\/|$)/i
/** The interface serves OAuth on the same host (reference/rest.md §1.1); its rows begin with a slash. */
const oauth = /^\/(?=oauth(?:\/|$))/i

/** @returns undefined for paths of other wires */
export function readPath(path: string): RestPath | undefined {
  const isOauth = oauth.test(path)
  const [start, name] = isOauth ? ['', latest.name] : (prefix.exec(path) ?? [])
  if (start === undefined || name === undefined) return undefined
  const raw = path.slice(start.length).split('/')
  if (raw.at(-1) === '') raw.pop()
  const last = raw.pop() ?? ''
  // only known extensions count, because keys and addresses contain dots too
  const [, stem = last, extension = ''] = /^(.*)\.(json|xml)$/i.exec(last) ?? []
  const segments = (last === '' ? [] : [...raw, stem]).map(decodePath)
  const isOutside = isOauth || !/^v3(?:\.|$)/i.test(name)
  return { version: versionOf(name.toLowerCase()), segments, extension: extension.toLowerCase(), isOutside }
}

function versionOf(name: string): Version | undefined {
  // some clients write `v3.0` for the first version
  const known: Readonly<Record<string, Version | undefined>> = { ...versions, 'v3.0': versions.v3 }
  return Object.hasOwn(known, name) ? known[name] : undefined
}

/** A node of the tree of paths. */
interface Node {
  readonly words: Map<string, Node>
  /** The node after a segment with any value. */
  any: Node | undefined
  /** Calls that end here, by method. */
  readonly calls: Map<string, { readonly call: RestCall; readonly names: readonly string[] }[]>
}

function node(): Node {
  return { words: new Map(), any: undefined, calls: new Map() }
}

/** @returns a function that finds a call; words precede names if both fit */
export function matcher(calls: readonly RestCall[]): (method: string, path: RestPath) => Match | undefined {
  const root = node()
  for (const call of calls) add(root, call)
  return (method, { version, segments }) => {
    if (version === undefined) return undefined
    return find(root, segments, [], (found, values) => {
      const fitting = found.calls.get(method)?.find(({ call }) => call.when(version))
      if (!fitting) return undefined
      return { call: fitting.call, path: Object.fromEntries(fitting.names.map((name, at) => [name, values[at]!])) } // a value for each name
    })
  }
}

function add(root: Node, call: RestCall): void {
  const names: string[] = []
  let at = root
  for (const segment of call.path.split('/')) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (name === undefined) {
      const next = at.words.get(segment.toLowerCase()) ?? node()
      at.words.set(segment.toLowerCase(), next)
      at = next
    } else {
      names.push(name)
      at.any ??= node()
      at = at.any
    }
  }
  at.calls.set(call.method, [...(at.calls.get(call.method) ?? []), { call, names }])
}

/** The depth is limited by the longest path of the table. */
function find(
  at: Node,
  segments: readonly string[],
  values: readonly string[],
  take: (node: Node, values: readonly string[]) => Match | undefined,
): Match | undefined {
  const [segment, ...rest] = segments
  if (segment === undefined) return take(at, values)
  const word = at.words.get(segment.toLowerCase())
  const byWord = word && find(word, rest, values, take)
  if (byWord) return byWord
  return at.any && find(at.any, rest, [...values, segment], take)
}
