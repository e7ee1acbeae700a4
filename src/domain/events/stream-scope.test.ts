import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Right, rightSet } from '../../contract/rights.ts'
import type { Principal } from '../access/principal.ts'
import { scopeOf, type Topic } from './stream-scope.ts'

const grant = (clientId: number | null, ...rights: Right[]) => ({ clientId, rights: rightSet(rights) })
const principal = (...grants: Principal['grants'][number][]): Principal => ({
  kind: 'person',
  id: 1,
  loginId: 0,
  username: 'eva',
  accountId: 9,
  grants,
})

const letters: readonly (readonly [topic: Topic, letter: string])[] = [
  ['events', 'e'],
  ['counters', 'c'],
  ['editing', 'd'],
]

/** `1e` is events of client 1, `2c` counters of client 2, `1d` who edits drafts of client 1; client 3 has no grant of its own. */
function readable(given: Principal, only: readonly number[] | null = null): string {
  const scope = scopeOf(given, only)
  if (!scope) return 'nothing'
  const scopesOf = (clientId: number) =>
    letters
      .filter(([topic]) => (scope.clientIds?.has(clientId) ?? true) && scope.mayRead(clientId, topic))
      .map(([, letter]) => `${clientId}${letter}`)
  return [...(scope.clientIds === null ? ['all'] : []), ...[1, 2, 3].flatMap(scopesOf)].join(' ')
}

test('a topic is read of the clients on which its right is granted', () => {
  const cases: readonly [given: Principal, only: readonly number[] | null, expected: string][] = [
    [principal(grant(null, 'Events', 'ReadReports')), null, 'all 1e 1c 2e 2c 3e 3c'],
    [principal(grant(null, 'Events', 'ReadReports')), [2], '2e 2c'],
    [principal(grant(null, 'View')), null, 'nothing'],
    [principal(grant(null, 'View'), grant(1, 'Events')), null, '1e'],
    [principal(grant(null, 'ReadReports'), grant(1, 'Events')), null, 'all 1e 1c 2c 3c'],
    [principal(grant(1, 'Events'), grant(2, 'ReadReports')), null, '1e 2c'],
    [principal(grant(1, 'Events'), grant(2, 'ReadReports')), [2], '2c'],
    [principal(grant(1, 'Events'), grant(2, 'View')), [2], 'nothing'],
    [principal(grant(null, 'Draft'), grant(2, 'Events')), null, 'all 1d 2e 2d 3d'],
    [principal(grant(1, 'Draft'), grant(2, 'View')), null, '1d'],
    [principal(), null, 'nothing'],
  ]
  for (const [given, only, expected] of cases) assert.equal(readable(given, only), expected)
})

test('scopes have the same name where the same is read', () => {
  const name = (...grants: Parameters<typeof principal>) => scopeOf(principal(...grants), null)?.name
  assert.equal(name(grant(1, 'Events'), grant(2, 'Events')), name(grant(2, 'Events', 'View'), grant(1, 'Events')))
  assert.notEqual(name(grant(1, 'Events')), name(grant(1, 'ReadReports')))
  assert.notEqual(name(grant(1, 'Events')), name(grant(null, 'Events')))
})
