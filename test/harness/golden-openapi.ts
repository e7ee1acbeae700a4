/**
 * An OpenAPI document on record in files that can be reviewed: one for each group of operations, with its paths and the
 * components that only they use, and one with everything else and with the order of all names. Together they are the document to the byte.
 */
import assert from 'node:assert/strict'
import { readdirSync, rmSync } from 'node:fs'
import { golden } from './golden.ts'

type Named = Readonly<Record<string, unknown>>
/** By kind (`schemas`, `examples` …). */
type Components = Readonly<Record<string, Named>>
interface Document {
  readonly paths: Named
  readonly components: Components
}
/** What only a group has, or in `shared` what several groups use. */
interface Part {
  readonly paths: Named
  readonly components: Components
}

/** Compares a document with the files of this folder of test/golden, or writes them with BLESS=1. */
export function goldenOpenapi(folder: string, written: object): void {
  const document = written as Document // an OpenAPI document with components
  const { groups, shared } = split(document)
  const names = { paths: Object.keys(document.paths), components: mapKinds(document.components, Object.keys) }
  const common = { ...document, paths: names.paths, components: shared.components, names: names.components }
  const parts: Readonly<Record<string, object>> = { ...Object.fromEntries(groups), shared: common }
  assert.equal(
    JSON.stringify({ ...document, ...joined([...groups.values(), shared], names) }),
    JSON.stringify(document),
    'the files together are not the document',
  )
  for (const [name, part] of Object.entries(parts))
    golden(`${folder}/${name}.json`, `${JSON.stringify(part, null, 1)}\n`)
  assertNoOthers(new URL(`../golden/${folder}/`, import.meta.url), Object.keys(parts))
}

function split({ paths, components }: Document): { readonly groups: ReadonlyMap<string, Part>; readonly shared: Part } {
  const pathsOf = new Map<string, Record<string, unknown>>()
  for (const [path, item] of Object.entries(paths)) {
    const group = groupOf(item)
    pathsOf.set(group, { ...pathsOf.get(group), [path]: item })
  }
  const users = new Map<string, string[]>()
  for (const [group, own] of pathsOf) {
    for (const place of placesIn(own, components)) users.set(place, [...(users.get(place) ?? []), group])
  }
  /** Components whose users are this one group; without a group, those of several or of none. */
  const componentsOf = (group?: string) =>
    mapKinds(components, (named, kind) =>
      Object.fromEntries(
        Object.entries(named).filter(([name]) => {
          const [user, ...others] = users.get(`${kind}/${name}`) ?? []
          return (others.length > 0 ? undefined : user) === group
        }),
      ),
    )
  return {
    groups: new Map([...pathsOf].map(([group, own]) => [group, { paths: own, components: componentsOf(group) }])),
    shared: { paths: {}, components: componentsOf() },
  }
}

/** The tag of a path's operations, as a name of a file. */
function groupOf(item: unknown): string {
  const [operation] = Object.values(item as Record<string, { readonly tags?: readonly string[] }>) // an OpenAPI path item
  return (operation?.tags?.[0] ?? 'Others').replaceAll(/\W+/g, '-')
}

/** Components that a value refers to, by itself or through other components. */
function placesIn(value: unknown, components: Components): ReadonlySet<string> {
  const found = new Set<string>()
  const look = (text: string) => {
    for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/([^"/]+)"/g)) found.add(`${kind}/${name}`)
  }
  look(JSON.stringify(value))
  // a set goes on to what is added meanwhile
  for (const place of found) {
    const [kind, name] = place.split('/') as [string, string] // as written above
    look(JSON.stringify(components[kind]?.[name] ?? null))
  }
  return found
}

function joined(
  parts: readonly Part[],
  names: { readonly paths: readonly string[]; readonly components: Readonly<Record<string, readonly string[]>> },
): Part {
  const inOrder = (order: readonly string[], all: readonly (Named | undefined)[]) => {
    const merged: Named = Object.assign({}, ...all)
    return Object.fromEntries(order.map(name => [name, merged[name]]))
  }
  return {
    paths: inOrder(
      names.paths,
      parts.map(({ paths }) => paths),
    ),
    components: mapKinds(names.components, (order, kind) =>
      inOrder(
        order,
        parts.map(({ components }) => components[kind]),
      ),
    ),
  }
}

function mapKinds<From, To>(
  kinds: Readonly<Record<string, From>>,
  map: (value: From, kind: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(kinds).map(([kind, value]) => [kind, map(value, kind)]))
}

/** A group that is gone leaves no file behind. */
function assertNoOthers(folder: URL, names: readonly string[]): void {
  const others = readdirSync(folder).filter(file => !names.includes(file.replace(/\.json$/, '')))
  if (process.env.BLESS === '1') for (const file of others) rmSync(new URL(file, folder))
  else assert.deepEqual(others, [])
}
