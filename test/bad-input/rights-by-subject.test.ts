/**
 * What others hold is touched only by who has all of it: every operation with the right People or Keys, and those that change logins and
 * the second factor of others, by every scope and role, on subjects that have more, as much, less, or work elsewhere.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { allOperations, type OperationName } from '../../src/contract/operations.ts'
import { Refusal, type RefusalName } from '../../src/contract/refusals.ts'
import {
  type Right,
  type Role,
  rightsIn,
  rightsOfLevel,
  roleNames,
  roles,
  type Scope,
  scopeNames,
  scopes,
} from '../../src/contract/rights.ts'
import { attemptLimit } from '../../src/domain/accounts/logins.ts'
import { createLog } from '../../src/lib/log.ts'
import { clients } from '../../src/operations/clients.ts'
import { keyOperations } from '../../src/operations/keys.ts'
import { account, personHandlers } from '../../src/operations/people.ts'
import { type From, traces } from '../harness/caller.ts'
import { effort, mayTake, someOf } from '../harness/effort.ts'
import { operationsTest } from '../harness/operations.ts'
import { seedKey, seedPerson } from '../harness/people.ts'

const handlers = { ...personHandlers(attemptLimit()), ...account, ...keyOperations, ...clients }
const { db, world, other, call, refused } = await operationsTest(handlers, () => ({ log: createLog('silent') }))
const { accountId } = world
const [second] = await db<{ id: number; publicId: string }[]>`
  insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
  values (${accountId}, 'Second', 'Sam', 'sam@second.example', 'Germany', 'Europe/Berlin', 'Berlin') returning id, public_id`

/** Where rights are held: null is the whole account. A and B are clients of it. */
type Place = 'A' | 'B' | null
const idOf = (place: Place) => (place === null ? null : place === 'A' ? world.client.clientId : second!.id)
const publicIdOf = (place: Place) =>
  place === null ? '' : place === 'A' ? world.client.clientPublicId : second!.publicId

/** Who calls: with one set of rights in one place. */
interface Calling {
  readonly name: string
  readonly at: Place
  readonly rights: ReadonlySet<Right>
  /** A client's login: attempts on logins change its own access. */
  readonly isLogin?: true
  readonly credential: () => Promise<{ readonly ApiKey?: string; readonly origin?: From }>
}

const everything = new Set(roles.Owner)
const once = <Value>(make: () => Promise<Value>) => {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}

function byKey(given: readonly Scope[], at: Place): Calling {
  return {
    name: `a key with ${given.length === scopeNames.length ? 'every scope' : given.join(' and ')}`,
    at,
    rights: new Set(given.flatMap(scope => scopes[scope] as readonly Right[])),
    credential: once(async () => ({
      ApiKey: (await seedKey(db, accountId, given, at === null ? null : [idOf(at)!])).secret,
    })),
  }
}

function byRole(role: Role, at: Place): Calling {
  const session = once(async () => (await seedPerson(db, accountId, role, idOf(at))).session)
  return {
    name: role,
    at,
    rights: new Set<Right>(roles[role]),
    credential: async () => ({ origin: { session: await session() } }),
  }
}

const places = [null, 'A'] as const
const callers: readonly Calling[] = [
  ...places.flatMap(at => [
    ...scopeNames.flatMap(scope => [byKey([scope], at), ...(scope === 'People' ? [] : [byKey(['People', scope], at)])]),
    byKey(['Billing', 'People', 'Reports'], at),
    byKey(['Settings', 'People'], at),
    byKey(scopeNames, at),
    ...roleNames.map(role => byRole(role, at)),
  ]),
  {
    name: 'the historical key of the account',
    at: null,
    rights: everything,
    credential: async () => ({ ApiKey: world.accountKey }),
  },
  {
    name: "the historical key of a client's login",
    at: 'A',
    isLogin: true,
    rights: new Set(rightsIn(rightsOfLevel(63))),
    credential: async () => ({ ApiKey: world.clientKey }),
  },
]

/** What a subject holds. */
interface Held {
  readonly at: Place
  readonly rights: readonly Right[]
}

interface Subject {
  readonly name: string
  readonly held: readonly Held[]
  readonly isForeign?: true
}

interface Grants extends Subject {
  readonly grants: readonly { readonly at: Place; readonly role: Role }[]
}

const withGrants = (...grants: readonly (readonly [Role, Place])[]): Grants => ({
  name: grants.map(([role, at]) => `${role} ${at ?? 'of the account'}`).join(' and '),
  grants: grants.map(([role, at]) => ({ role, at })),
  held: grants.map(([role, at]) => ({ at, rights: roles[role] })),
})

const people: readonly Grants[] = [
  ...roleNames.flatMap(role => ([null, 'A', 'B'] as const).map(at => withGrants([role, at]))),
  withGrants(['Analyst', 'A'], ['Owner', 'B']),
  withGrants(['Analyst', 'A'], ['Owner', null]),
  withGrants(['Analyst', 'A'], ['Analyst', 'B']),
  { ...withGrants(['Owner', null]), name: 'Owner of another account', isForeign: true },
]

interface KeySubject extends Subject {
  readonly scopes: readonly Scope[]
  readonly on: readonly Exclude<Place, null>[] | null
}

const withScopes = (given: readonly Scope[], on: KeySubject['on']): KeySubject => ({
  name: `a key with ${given.join(' and ')} ${on === null ? 'of the account' : on.join(' and ')}`,
  scopes: given,
  on,
  held: (on ?? [null]).map(at => ({ at, rights: given.flatMap(scope => scopes[scope] as readonly Right[]) })),
})

const keys: readonly KeySubject[] = [
  ...scopeNames.flatMap(scope => [null, ['A'], ['B']].map(on => withScopes([scope], on as KeySubject['on']))),
  withScopes(scopeNames, null),
  withScopes(['Reports'], ['A', 'B']),
  { ...withScopes(['Reports'], null), name: 'a key of another account', isForeign: true },
]

interface Login extends Subject {
  readonly level: number
}

const logins: readonly Login[] = [0, 1, 3, 7, 63].map(level => ({
  name: `a login with AccessLevel ${level}`,
  level,
  held: [{ at: 'A' as const, rights: level === 0 ? [] : rightsIn(rightsOfLevel(level)) }],
}))

const owners: readonly Subject[] = [{ name: 'the account', held: [{ at: null, rights: roles.Owner }] }]
const newcomer: readonly Subject[] = [{ name: 'a newcomer', held: [] }]

type Outcome = 'done' | RefusalName

/** One way to call an operation about a subject. */
interface Attempt<Of extends Subject = Subject> {
  readonly what: string
  readonly subjects: readonly Of[]
  /** Stores the subject; yields the parameters. */
  readonly params: (subject: Of) => Promise<object> | object
  /** The rights that it also gives. */
  readonly gives?: readonly Held[]
  /** Why the caller does not reach the subject; undefined if it does. */
  readonly unknown: (calling: Calling, subject: Of) => Outcome | undefined
  /** Nothing is changed. */
  readonly reads?: true
}
const attempt = <Of extends Subject>(given: Attempt<Of>) => given as unknown as Attempt // subjects and what reads them fit each other

const isWithin = ({ at }: Calling, place: Place) => at === null || at === place
const isSeen = (calling: Calling, { held, isForeign }: Subject) =>
  !isForeign && held.some(({ at }) => isWithin(calling, at))
const isSeenWhole = (calling: Calling, { held, isForeign }: Subject) =>
  !isForeign && held.every(({ at }) => isWithin(calling, at))

const unknownPerson = (calling: Calling, subject: Subject) => (isSeen(calling, subject) ? undefined : 'UnknownPerson')
const unknownInvitation = (calling: Calling, subject: Subject) =>
  isSeenWhole(calling, subject) ? undefined : 'UnknownInvitation'
const unknownKey = (calling: Calling, subject: Subject) => (isSeenWhole(calling, subject) ? undefined : 'UnknownKey')
const notOnAccount = ({ at }: Calling) => (at === null ? undefined : 'AccessDenied')
const none = () => undefined

/** A team is named by its place, which is judged before the person. */
const ofTeam =
  (isThere: typeof isSeen): Attempt<Grants>['unknown'] =>
  (calling, subject) => {
    const { at } = subject.grants[0]!
    if (!isWithin(calling, at)) return at === null ? 'AccessDenied' : 'InvalidClientId'
    return isThere(calling, subject) ? undefined : 'UnknownPerson'
  }
/** Only who sees all grants changes the name. */
const nameOf: Attempt<Grants>['unknown'] = (calling, subject) =>
  ofTeam(isSeen)(calling, subject) ?? (isSeenWhole(calling, subject) ? undefined : 'AccessDenied')

let made = 0
const addressNow = () => `subject${made}@people.example`

async function person({ grants, isForeign }: Grants) {
  const email = `subject${++made}@people.example`
  const [row] = await db<{ id: number; publicId: string }[]>`
    insert into people (email, address, name, time_zone) values (${email}, ${email}, 'Sam', 'UTC') returning id, public_id`
  const account = isForeign ? other.accountId : accountId
  for (const { at, role } of grants)
    await db`insert into grants (person_id, account_id, client_id, role) values (${row!.id}, ${account}, ${idOf(at)}, ${role})`
  return { EmailAddress: email, PersonID: row!.publicId, ClientID: publicIdOf(grants[0]!.at) }
}

async function invitation({ grants, isForeign }: Grants) {
  const email = `subject${++made}@people.example`
  const stored = grants.map(({ at, role }) => ({ clientId: idOf(at), role, accessLevel: null }))
  const [row] = await db<{ publicId: string }[]>`
    insert into invitations (account_id, email, address, name, language, grants, token_hash, invited_by, expires_at)
    values (${isForeign ? other.accountId : accountId}, ${email}, ${email}, 'Sam', 'en', ${db.json(stored)}, ${randomBytes(32)}, 'Carla',
      now() + interval '7 days')
    returning public_id`
  return { EmailAddress: email, InvitationID: row!.publicId, ClientID: publicIdOf(grants[0]!.at) }
}

async function key({ scopes, on, isForeign }: KeySubject) {
  const clientIds = on === null ? null : on.map(at => idOf(at)!)
  const { publicId } = await seedKey(db, isForeign ? other.accountId : accountId, scopes, clientIds)
  await db`
    update api_keys set label = 'Subject', old_hash = sha256(secret_hash), old_ends_at = now() + interval '1 hour'
    where public_id = ${publicId}::uuid`
  return { KeyID: publicId }
}

async function rotatableKey(subject: KeySubject) {
  const given = await key(subject)
  await db`update api_keys set old_hash = null, old_ends_at = null where public_id = ${given.KeyID}::uuid`
  return given
}

async function login({ level }: Login) {
  await db`update clients set access_level = ${level} where id = ${world.client.clientId}`
  await db`update logins set username = 'client login' where client_id = ${world.client.clientId}`
  return { ClientID: publicIdOf('A'), BillingType: 'UserPaysOnClientsBehalf', Username: 'client login' }
}

const analyst = [{ at: 'A', rights: roles.Analyst }] as const
/** Analyst by its AccessLevel, which no subject is yet. */
const byLevel = { AccessLevel: 1 }
const analystOfA = [{ ClientID: publicIdOf('A'), Role: 'Analyst', ...byLevel }]
/** Where it has none yet, and a caller for A reaches. */
const without = (place: Place) => people.filter(({ grants }) => !grants.some(({ at }) => at === place))
const inTeamOf = (place: Place) => people.filter(({ grants }) => grants[0]!.at === place)

/** Everything that an operation does to what others hold. An operation without a line here fails the test. */
const attempts: Partial<Record<OperationName, readonly Attempt[]>> = {
  'Person.List': [attempt({ what: 'reads', reads: true, subjects: people, params: person, unknown: none })],
  'Person.Get': [attempt({ what: 'reads', reads: true, subjects: people, params: person, unknown: unknownPerson })],
  'Person.GetTeam': [attempt({ what: 'reads', reads: true, subjects: inTeamOf('A'), params: person, unknown: none })],
  'Person.ListInvitations': [
    attempt({ what: 'reads', reads: true, subjects: people, params: invitation, unknown: none }),
  ],
  'Key.List': [attempt({ what: 'reads', reads: true, subjects: keys, params: key, unknown: none })],
  'Key.Get': [attempt({ what: 'reads', reads: true, subjects: keys, params: key, unknown: unknownKey })],
  'Person.Invite': [
    ...roleNames.map(role =>
      attempt({
        what: `invites a newcomer as ${role}`,
        subjects: newcomer,
        params: () => ({
          EmailAddress: `new${++made}@people.example`,
          Grants: [{ ClientID: publicIdOf('A'), Role: role, AccessLevel: 0 }],
        }),
        gives: [{ at: 'A', rights: roles[role] }],
        unknown: none,
      }),
    ),
    attempt({
      what: 'replaces an invitation',
      subjects: people,
      params: async subject => ({ ...(await invitation(subject)), Grants: analystOfA }),
      gives: analyst,
      unknown: (calling, subject) => (isSeenWhole(calling, subject) ? undefined : 'done'),
    }),
  ],
  'Person.RevokeInvitation': [
    attempt({ what: 'ends an invitation', subjects: people, params: invitation, unknown: unknownInvitation }),
  ],
  'Person.SetGrants': [
    attempt({
      what: 'takes all grants',
      subjects: people,
      params: async subject => ({ ...(await person(subject)), Grants: [] }),
      unknown: unknownPerson,
    }),
    attempt({
      what: 'gives others',
      subjects: people,
      params: async subject => ({ ...(await person(subject)), Grants: analystOfA }),
      gives: analyst,
      unknown: unknownPerson,
    }),
  ],
  'Person.Remove': [attempt({ what: 'removes', subjects: people, params: person, unknown: unknownPerson })],
  'Person.AddToTeam': [
    attempt({
      what: 'adds a newcomer',
      subjects: newcomer,
      params: () => ({ EmailAddress: `new${++made}@people.example`, ClientID: publicIdOf('A'), ...byLevel }),
      gives: analyst,
      unknown: none,
    }),
    attempt({
      what: 'adds a person to a further team',
      subjects: without('A'),
      params: async subject => ({ ...(await person(subject)), ClientID: publicIdOf('A'), ...byLevel }),
      gives: analyst,
      unknown: (calling, subject) => (isSeen(calling, subject) ? undefined : 'done'),
    }),
    attempt({
      what: 'mails an invitation again',
      subjects: without('A'),
      params: async subject => ({ ...(await invitation(subject)), ClientID: publicIdOf('A'), ...byLevel }),
      gives: analyst,
      unknown: (calling, subject) => (isSeenWhole(calling, subject) ? undefined : 'done'),
    }),
  ],
  'Person.ChangeInTeam': [
    attempt({
      what: 'renames a person',
      subjects: people,
      params: async subject => ({ ...(await person(subject)), Name: 'Sally' }),
      unknown: nameOf,
    }),
    attempt({
      what: 'gives a person another level',
      subjects: inTeamOf('A'),
      params: async subject => ({ ...(await person(subject)), ...byLevel }),
      gives: analyst,
      unknown: ofTeam(isSeen),
    }),
    attempt({
      what: 'has an invitation go to another address',
      subjects: people,
      params: async subject => ({ ...(await invitation(subject)), NewEmailAddress: `new${++made}@people.example` }),
      unknown: ofTeam(isSeenWhole),
    }),
    attempt({
      what: 'gives an invitation another level',
      subjects: inTeamOf('A'),
      params: async subject => ({ ...(await invitation(subject)), ...byLevel }),
      gives: analyst,
      unknown: ofTeam(isSeenWhole),
    }),
    attempt({
      what: 'has a weak invitation take the place of another',
      subjects: people,
      params: async subject => {
        await invitation(subject)
        const NewEmailAddress = addressNow()
        return { ...(await invitation(withGrants(['Analyst', 'A']))), NewEmailAddress }
      },
      gives: analyst,
      unknown: (calling, subject) => (isSeenWhole(calling, subject) ? undefined : 'done'),
    }),
  ],
  'Person.RemoveFromTeam': [
    attempt({ what: 'takes a person out', subjects: people, params: person, unknown: ofTeam(isSeen) }),
    attempt({ what: 'takes an invitation back', subjects: people, params: invitation, unknown: ofTeam(isSeenWhole) }),
  ],
  'Person.SetPrimaryContact': [
    attempt({ what: 'chooses a person', subjects: people, params: person, unknown: ofTeam(isSeen) }),
    attempt({
      what: 'chooses another in place of a person',
      subjects: inTeamOf('A'),
      params: async subject => {
        await person(subject)
        await db`
          update grants set is_primary = true
          where client_id = ${idOf('A')} and person_id = (select id from people where address = ${addressNow()})`
        return person(withGrants(['Analyst', 'A']))
      },
      gives: analyst,
      unknown: none,
    }),
  ],
  'Key.Create': scopeNames.map(scope =>
    attempt({
      what: `makes a key with ${scope}`,
      subjects: newcomer,
      params: () => ({ Label: 'New', Scopes: [scope], ClientIDs: [publicIdOf('A')] }),
      gives: [{ at: 'A', rights: scopes[scope] }],
      unknown: none,
    }),
  ),
  'Key.Rotate': [attempt({ what: 'learns a secret', subjects: keys, params: rotatableKey, unknown: unknownKey })],
  'Key.EndOverlap': [attempt({ what: 'ends a secret', subjects: keys, params: key, unknown: unknownKey })],
  'Key.Revoke': [attempt({ what: 'ends a key', subjects: keys, params: key, unknown: unknownKey })],
  'Client.RotateApiKey': [attempt({ what: "learns a login's key", subjects: logins, params: login, unknown: none })],
  'Client.UpdateAccessAndBilling': [
    attempt({
      what: 'sets a password',
      subjects: logins,
      params: async subject => ({ ...(await login(subject)), ...byLevel, Password: 'red kettle' }),
      gives: [{ at: 'A', rights: ['People', ...roles.Analyst] }],
      unknown: none,
    }),
    attempt({
      what: 'withdraws access',
      subjects: logins.filter(({ level }) => level > 0),
      params: async subject => ({ ...(await login(subject)), AccessLevel: 0 }),
      gives: [{ at: 'A', rights: ['People'] }],
      unknown: none,
    }),
  ],
  'Client.SetAccess': [
    attempt({
      what: 'gives another name',
      subjects: logins,
      params: async subject => ({ ...(await login(subject)), ...byLevel, Username: 'mallory' }),
      gives: [{ at: 'A', rights: ['People', ...roles.Analyst] }],
      unknown: none,
    }),
  ],
  'Account.Update': [
    attempt({
      what: 'changes since when a second factor is needed',
      subjects: owners,
      params: () => ({ Name: 'Agency', Timezone: 'Europe/Berlin', FactorRequiredFrom: '2090-01-01 00:00:00' }),
      unknown: notOnAccount,
    }),
  ],
}

type Relation = 'without the right' | 'unknown' | 'stronger' | 'equal' | 'weaker'

interface Case {
  readonly calling: Calling
  readonly subject: Subject
  readonly relation: Relation
  readonly outcome: Outcome
}

/** What must happen, judged by the tables of rights alone. */
function judge(name: OperationName, { unknown, gives = [], reads }: Attempt, calling: Calling, subject: Subject): Case {
  const { access } = allOperations.find(operation => operation.name === name)!
  const right = 'right' in access ? access.right! : 'View'
  const as = (relation: Relation, outcome: Outcome): Case => ({ calling, subject, relation, outcome })
  if (!calling.rights.has(right) || (access.to === 'account' && calling.at !== null))
    return as('without the right', 'AccessDenied')
  const lacks = (held: readonly Held[]) =>
    held.some(({ at, rights }) => !isWithin(calling, at) || rights.some(one => !calling.rights.has(one)))
  const why = unknown(calling, subject)
  if (why !== undefined && why !== 'done') return as('unknown', why)
  if (lacks(gives)) return as('stronger', 'AccessDenied')
  if (why !== undefined) return as('unknown', 'done')
  if (reads) return as('weaker', 'done')
  const within = subject.held.filter(({ at }) => isWithin(calling, at))
  const ofAccount = subject.held.filter(({ at }) => at === null).flatMap(({ rights }) => rights)
  const held = within.map(({ at, rights }) => ({ at, rights: [...rights, ...ofAccount] }))
  if (lacks(held)) return as('stronger', 'AccessDenied')
  const isEqual = held.length > 0 && held.every(({ rights }) => new Set(rights).size === calling.rights.size)
  return as(isEqual ? 'equal' : 'weaker', 'done')
}

/** In an order in which neighbours differ in everything. */
const mixed = <Item>(items: readonly Item[]): readonly Item[] => items.map((_, n) => items[(n * 7919) % items.length]!)

before(async () => {
  // so that an Owner can be removed
  await seedPerson(db, accountId, 'Owner')
  await db`update logins set password_hash = 'none' where client_id = ${world.client.clientId}`
})

/** What an attempt may leave behind. */
async function reset() {
  await db`delete from graphile_worker._private_jobs`
  await db`delete from occurrences`
  await db`delete from invitations`
  await db`delete from grants where person_id in (select id from people where address like 'subject%')`
  await db`delete from people where address like 'subject%'`
  await db`delete from api_keys where label in ('Subject', 'New')`
  await db`update accounts set factor_required_from = null`
}

const mails = async () => (await db`select 1 from graphile_worker._private_jobs`).length

async function check(name: OperationName, { params, reads }: Attempt, { calling, subject, outcome }: Case) {
  const { ApiKey, origin } = await calling.credential()
  await reset()
  const given = { ...(await params(subject)), ...(ApiKey !== undefined && { ApiKey }) }
  const before = reads || outcome === 'done' ? await traces(db) : {}
  if (outcome !== 'done') {
    await refused(name, given, outcome, origin)
    assert.equal(await mails(), 0, 'no mail')
    return
  }
  await call(name, given, origin).catch(error => {
    assert.ok(error instanceof Refusal, String(error))
    assert.fail(`${error.refusal}: ${error.detail}`)
  })
  const after = await traces(db)
  if (reads) assert.deepEqual(after, before)
  else assert.notDeepEqual(after, before)
}

const needed = allOperations.flatMap(({ name, access }) =>
  'right' in access && (access.right === 'People' || access.right === 'Keys') ? [name as OperationName] : [],
)

test('every operation with the right People or Keys has attempts here', () => {
  assert.deepEqual(
    needed.filter(name => !attempts[name]),
    [],
  )
})

let turns = 0
for (const [name, list] of Object.entries(attempts) as [OperationName, readonly Attempt[]][])
  describe(name, () => {
    const asked = new Set<Relation>()
    for (const one of list) {
      const asking = name.startsWith('Client.') ? callers.filter(({ isLogin }) => !isLogin) : callers
      const cases = asking.flatMap(calling => one.subjects.map(subject => judge(name, one, calling, subject)))
      const relations = [...new Set(cases.map(({ relation }) => relation))]
      for (const relation of relations) asked.add(relation)
      test(`${one.what}: ${relations.join(', ')}`, async () => {
        mayTake(effort(360_000, 3_600_000))
        const turn = turns++
        for (const relation of relations) {
          const mine = mixed(cases.filter(found => found.relation === relation))
          for (const found of someOf(mine, 2, turn)) {
            const { calling, subject } = found
            const sentence = `${calling.name} ${calling.at ?? 'of the account'}, ${subject.name} (${relation})`
            await check(name, one, found).catch(error => {
              throw new Error(`${sentence}: ${(error as Error).message}`, { cause: error })
            })
          }
        }
      })
    }
    test('is asked without the right, and about what has more', () => {
      assert.ok(asked.has('without the right'))
      // who has the right Keys has all that a login can have
      const hasNone = list.every(({ reads }) => reads) || name === 'Client.RotateApiKey'
      assert.equal(asked.has('stronger'), !hasNone)
    })
  })
