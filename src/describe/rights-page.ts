/** `docs/rights.md`, generated from the contract: who may call what, over which wire. */
import type { Operation } from '../contract/operations.ts'
import { accessLevelFor, type Right, rights, roleNames, roles, scopeNames, scopes } from '../contract/rights.ts'
import { groups } from './groups.ts'
import { tableRow as row } from './reference.ts'
import { isOnForms } from './wsdl.ts'

export function rightsPage(): string {
  return `# Rights

Generated from \`src/contract/rights.ts\` and the operations' rows; \`npm run bless\` rewrites this page.

Each operation needs one right. A role gives a person rights on an account or on one client, a scope gives them to a key, and
AccessLevel gives them to the login of a client. A role or a key on one client reaches operations about that client alone; operations of
the whole account need the right on the account. What each word means: [people-and-keys.md](people-and-keys.md).

## Roles, scopes and AccessLevel

| Right | ${roleNames.join(' | ')} | Scopes | AccessLevel |
|---|${roleNames.map(() => '---|').join('')}---|---|
${rights.map(rightRow).join('')}
The user of an account, whose key User.GetApiKey yields, has every right on it.

## Operations

*Where* is the account, the object that the call names, or *part* of the account: the right on one client is enough, and the answer keeps to the
clients where the caller has it. *Wires*: all is SOAP 1.1, SOAP 1.2, GET, POST and JSON. Sessions of the console work over JSON only.
Keys work over every wire that the operation is on.
${groups.map(({ name, operations }) => groupTable(name, operations)).join('')}`
}

function rightRow(right: Right): string {
  const marks = roleNames.map(role => mark((roles[role] as readonly Right[]).includes(right)))
  return row(right, ...marks, scopesWith(right), levelWith(right))
}

function groupTable(name: string, operations: readonly Operation[]): string {
  return `
### ${name}

| Operation | Right | Where | Roles | Scopes | AccessLevel | Wires |
|---|---|---|---|---|---|---|
${operations.map(operationRow).join('')}`
}

function operationRow(operation: Operation): string {
  const { name, access } = operation
  const wires = operation.jsonOnly ? 'JSON' : isOnForms(operation) ? 'all' : 'SOAP, JSON'
  if (access.to === 'anyone') return row(name, '–', '–', 'anyone', 'anyone', 'anyone', wires)
  if (access.to === 'key') return row(name, access.right, '–', 'all', 'all', 'any', wires)
  const { right } = access
  const level = access.to === 'account' ? '–' : levelWith(right)
  return row(name, right, access.to, rolesWith(right), scopesWith(right), level, wires)
}

function rolesWith(right: Right): string {
  return listed(
    roleNames.filter(role => (roles[role] as readonly Right[]).includes(right)),
    roleNames.length,
  )
}

function scopesWith(right: Right): string {
  return listed(
    scopeNames.filter(scope => (scopes[scope] as readonly Right[]).includes(right)),
    scopeNames.length,
  )
}

function levelWith(right: Right): string {
  const level = accessLevelFor(right)
  if (level === undefined) return '–'
  return level === 0 ? 'any' : String(level)
}

function listed(names: readonly string[], all: number): string {
  if (names.length === all) return 'all'
  return names.join(', ') || '–'
}

function mark(has: boolean): string {
  return has ? '✓' : ''
}
