/**
 * What a caller may do: one closed list of rights, and each row of the contract names one of them (design §9). AccessLevel bits, roles
 * and the scopes of keys are three tables into the list. See docs/people-and-keys.md#rights-and-roles.
 */

export const rights = [
  /** Sees that the client is there: its lists, fields, settings. Every grant has it. */
  'View',
  'ReadReports',
  'ReadAudience',
  'ChangeAudience',
  'Import',
  /** Prepares campaigns: drafts, checks, test mails; reads templates. */
  'Draft',
  /** Makes campaigns and templates of own pages. */
  'ImportHtml',
  /** Writes comments on campaigns. */
  'Comment',
  'Approve',
  'Send',
  /** Reads the event log and how webhooks do; has events sent to webhooks, together with Settings. */
  'Events',
  /** Creates, changes and deletes clients. */
  'Clients',
  'Billing',
  /** Sending domains, webhooks, limits, holds, suppression, returned mail. */
  'Settings',
  'People',
  'Keys',
  'Audit',
] as const

export type Right = (typeof rights)[number]

/** A set of rights: bit n is the right n of the list. Never stored; the names of the rights are stored. */
export type RightSet = number

const bitOf = Object.fromEntries(rights.map((right, n) => [right, 1 << n])) as Readonly<Record<Right, number>>

export function rightSet(names: Iterable<Right>): RightSet {
  let set = 0
  for (const name of names) set |= bitOf[name]
  return set
}

export function includesRight(set: RightSet, right: Right): boolean {
  return (set & bitOf[right]) !== 0
}

/** @returns the rights of a set, in the order of the list */
export function rightsIn(set: RightSet): readonly Right[] {
  return rights.filter(right => includesRight(set, right))
}

export const allRights: RightSet = rightSet(rights)

/** The bits of AccessLevel: what the historical service let a client's login do (reference/wire.md §6). */
export const accessLevels = {
  reports: 1,
  subscribers: 2,
  campaigns: 4,
  designTests: 8,
  importSubscribers: 16,
  importHtml: 32,
} as const

const { reports, subscribers, campaigns, importSubscribers, importHtml } = accessLevels

/** The bits of AccessLevel that a client's login needs for a right, all of them; without an entry no login of a client has it. */
const accessLevelOf: Partial<Readonly<Record<Right, number>>> = {
  View: 0,
  ReadReports: reports,
  ReadAudience: subscribers,
  ChangeAudience: subscribers,
  Import: importSubscribers,
  Draft: campaigns,
  ImportHtml: importHtml,
  Comment: campaigns,
  Approve: campaigns,
  Send: campaigns,
  Events: reports | subscribers,
  Audit: reports | subscribers,
}

/** The bits of AccessLevel that give a right; undefined where none do. */
export function accessLevelFor(right: Right): number | undefined {
  return accessLevelOf[right]
}

const setOfLevel = Array.from({ length: 64 }, (_, level) =>
  rightSet(
    rights.filter(right => {
      const needed = accessLevelOf[right]
      return needed !== undefined && (level & needed) === needed
    }),
  ),
)

/** All that a client's login can have. */
export const everyClientLevel = 63

/** What a client's login with this AccessLevel may do. @param level 0 to 63 */
export function rightsOfLevel(level: number): RightSet {
  return setOfLevel[level & 63]!
}

/** What the people of an agency and of its clients may do: a role is given on an account or on one client. */
export const roles = {
  Owner: rights,
  Manager: rights.filter(right => right !== 'People' && right !== 'Billing'),
  Designer: ['View', 'Draft', 'ImportHtml', 'Comment'],
  Author: ['View', 'ReadReports', 'ReadAudience', 'Draft', 'Comment'],
  Approver: ['View', 'ReadReports', 'ReadAudience', 'Draft', 'Comment', 'Approve', 'Send'],
  Analyst: ['View', 'ReadReports'],
  Client: ['View', 'ReadReports', 'Comment', 'Approve', 'Audit'],
} as const satisfies Readonly<Record<string, readonly Right[]>>

export type Role = keyof typeof roles
export const roleNames = Object.keys(roles) as readonly Role[]

const setOfRole = Object.fromEntries(roleNames.map(role => [role, rightSet(roles[role])])) as Readonly<
  Record<Role, RightSet>
>

export function rightsOfRole(role: Role): RightSet {
  return setOfRole[role]
}

/** The role that has exactly these rights; undefined (*Custom*) where none does. */
export function roleOf(set: RightSet): Role | undefined {
  return roleNames.find(role => setOfRole[role] === set)
}

/** The role of a grant. Custom: the rights of an AccessLevel that are those of no role. */
export type GrantedRole = Role | 'Custom'

/** A role, and the AccessLevel it was given by, if it was given by one: the rights of Custom follow from it. */
export interface RoleAndLevel {
  readonly role: GrantedRole
  readonly accessLevel: number | null
}

/** AccessLevel of people has more bits than that of logins (reference/rest.md §2.2): all of them are everything, what others mean is not known. */
export const everyAccessLevel = 1023

/** AccessLevel 0, of a login whose access was withdrawn, is no right at all. */
export function rightsOfGrant({ role, accessLevel }: RoleAndLevel): RightSet {
  if (role !== 'Custom') return setOfRole[role]
  return accessLevel ? rightsOfLevel(accessLevel) : 0
}

/** What an AccessLevel is as a grant: the role with its rights, else Custom. @param level 0 to 1023 */
export function grantOfLevel(level: number) {
  const role = level === everyAccessLevel ? 'Owner' : (roleOf(rightsOfLevel(level)) ?? 'Custom')
  return { role, accessLevel: level } as const satisfies RoleAndLevel
}

/** The AccessLevel of a grant: as it was given, else the bits all of whose rights the role has. */
export function levelOfGrant({ role, accessLevel }: RoleAndLevel): number {
  if (accessLevel !== null) return accessLevel
  const set = rightsOfGrant({ role, accessLevel })
  if (set === allRights) return everyAccessLevel
  const has = (bit: number) => {
    const given = rights.filter(right => accessLevelOf[right] === bit)
    return given.length > 0 && given.every(right => includesRight(set, right))
  }
  return Object.values(accessLevels).reduce((level, bit) => (has(bit) ? level | bit : level), 0)
}

/** What a key can be made for: each scope is a list of the rights that it gives. */
export const scopes = {
  ReadAudience: ['View', 'ReadAudience'],
  WriteAudience: ['View', 'ReadAudience', 'ChangeAudience', 'Import'],
  Reports: ['View', 'ReadReports'],
  Draft: ['View', 'Draft', 'ImportHtml', 'Comment'],
  Send: ['View', 'Draft', 'Send'],
  Events: ['View', 'Events'],
  Clients: ['View', 'Clients'],
  Billing: ['View', 'Billing'],
  Settings: ['View', 'Settings'],
  People: ['View', 'People'],
  Audit: ['View', 'Audit'],
} as const satisfies Readonly<Record<string, readonly Right[]>>

export type Scope = keyof typeof scopes
export const scopeNames = Object.keys(scopes) as readonly Scope[]

export function rightsOfScopes(names: Iterable<Scope>): RightSet {
  let set = 0
  for (const name of names) set |= rightSet(scopes[name])
  return set
}
