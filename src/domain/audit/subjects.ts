/** What an entry or an event is about, by name: identifiers are read from its subject or its data, and their names all at once. */
import { isPublicId } from '../../lib/ids.ts'
import {
  type AccountObjectKind,
  type ClientObjectKind,
  clientObjectKinds,
  type NamedKind,
  type ObjectName,
  readNamesOfAccount,
  readNamesOfClient,
} from '../../store/accounts/subject-names.ts'
import type { Sql } from '../../store/connection/database.ts'
import { readPerClient } from '../../store/per-client.ts'

/** What an identifier names: a kind with names, or another. */
export type SubjectKind = NamedKind | 'Other'

/** `Unknown`: no object has this identifier now, or objects of its kind have no names. */
export type SubjectState = 'Present' | 'Deleted' | 'Unknown'

export interface Subject {
  readonly kind: SubjectKind
  readonly publicId: string
  readonly name: string
  readonly state: SubjectState
}

/** Parameters and members that name objects; the kind of others is in their name, such as `ListID`. */
const kindsOfNames: Readonly<Record<string, NamedKind>> = {
  ToListID: 'List',
  GoalSegmentID: 'Segment',
  AssetID: 'Image',
  LogoAssetID: 'Image',
  ToClientID: 'Client',
}

const accountKinds: readonly AccountObjectKind[] = ['Client', 'Person', 'Key', 'SegmentTemplate']
const namedKinds: ReadonlySet<string> = new Set([...clientObjectKinds, ...accountKinds])

/** @param operation of an entry; undefined for an event */
function kindOf(name: string, operation: string | undefined): SubjectKind {
  // templates of segments have the same parameter as templates of letters
  if (name === 'TemplateID' && operation?.startsWith('SegmentTemplate.')) return 'SegmentTemplate'
  const kind = kindsOfNames[name] ?? name.replace(/ID$/, '')
  return namedKinds.has(kind) ? (kind as NamedKind) : 'Other' // just found
}

export interface Mentioned {
  /** Whose objects may be named; null for an entry of the account. */
  readonly clientId: number | null
  readonly kind: SubjectKind
  readonly publicId: string
}

/** The identifiers of an entry's subject: `ClientID …, ListID …`. */
export function subjectsOfEntry({
  clientId,
  operation,
  subject,
}: {
  readonly clientId: number | null
  readonly operation: string
  readonly subject: string
}): readonly Mentioned[] {
  return [...subject.matchAll(/(\w*ID) ([0-9a-f]{32})/g)].map(([, name = '', publicId = '']) => ({
    clientId,
    kind: kindOf(name, operation),
    publicId,
  }))
}

/** The identifiers among the members of an event's data. */
export function subjectsOfEvent(clientId: number, data: Readonly<Record<string, unknown>>): readonly Mentioned[] {
  return Object.entries(data).flatMap(([name, value]) =>
    name.endsWith('ID') && typeof value === 'string' && isPublicId(value)
      ? [{ clientId, kind: kindOf(name, undefined), publicId: value.toLowerCase() }]
      : [],
  )
}

/**
 * Names of what is mentioned, in a statement for each client and one for the account. Only objects of the mentioning client are named: an
 * identifier in a refused call may be anybody's.
 * @param seen clients whose names the caller may read; null for all of the account
 */
export async function nameSubjects(
  sql: Sql,
  { accountId, seen }: { readonly accountId: number; readonly seen: readonly number[] | null },
  mentions: readonly (readonly Mentioned[])[],
): Promise<readonly (readonly Subject[])[]> {
  const all = mentions.flat()
  const ofClients = all.flatMap(({ clientId, kind, publicId }) =>
    clientId !== null && isClientKind(kind) ? [{ clientId, kind, publicId }] : [],
  )
  const ofAccount = all.flatMap(({ kind, publicId }) => (isAccountKind(kind) ? [{ kind, publicId }] : []))
  const [named, namedOfAccount] = await Promise.all([
    readPerClient(ofClients, async (clientId, own) => {
      const names = await readNamesOfClient(sql, clientId, byKind(own))
      return names.map(name => [`${clientId} ${name.kind} ${name.publicId}`, name] as const)
    }),
    readNamesOfAccount(sql, accountId, seen, byKind(ofAccount)),
  ])
  const names = new Map<string, ObjectName>([
    ...named,
    ...namedOfAccount.map(name => [`${name.kind} ${name.publicId}`, name] as const),
  ])
  return mentions.map(one =>
    one.map(({ clientId, kind, publicId }) => {
      const name = names.get(isAccountKind(kind) ? `${kind} ${publicId}` : `${clientId} ${kind} ${publicId}`)
      return {
        kind,
        publicId,
        name: name?.name ?? '',
        state: name === undefined ? ('Unknown' as const) : name.isDeleted ? ('Deleted' as const) : ('Present' as const),
      }
    }),
  )
}

function isClientKind(kind: SubjectKind): kind is ClientObjectKind {
  return (clientObjectKinds as readonly string[]).includes(kind)
}

function isAccountKind(kind: SubjectKind): kind is AccountObjectKind {
  return (accountKinds as readonly string[]).includes(kind)
}

function byKind<Kind extends NamedKind>(
  rows: readonly { readonly kind: Kind; readonly publicId: string }[],
): ReadonlyMap<Kind, readonly string[]> {
  const kinds = new Map<Kind, Set<string>>()
  for (const { kind, publicId } of rows) kinds.set(kind, (kinds.get(kind) ?? new Set()).add(publicId))
  return new Map([...kinds].map(([kind, publicIds]) => [kind, [...publicIds]]))
}
