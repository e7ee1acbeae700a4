import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translateError } from './failures.ts'
import { isUniqueViolation } from './violations.ts'

/** As Citus 13 answers. */
const failed = (code: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { code, ...more })
const restored = (error: Error) => translateError(error) as Error & { code: string; constraint?: string }

test('a violation in a shard has the name of the index without the number of the shard', () => {
  const error = restored(
    failed('23505', 'duplicate key value violates unique constraint "lists_title_102257"', {
      detail: 'Key (client_id, lower(title))=(1, news) already exists.',
    }),
  )
  assert.ok(isUniqueViolation(error, 'lists_title'))
  assert.ok(!isUniqueViolation(error, 'lists_title_102257'))
})

test('a violation that comes as an internal error is recognised, in any language', () => {
  const messages = [
    [
      'duplicate key value violates unique constraint "lists_title_1022571"',
      'Key (client_id, title)=(1, a) already exists.',
    ],
    [
      'doppelter Schlüsselwert verletzt Unique-Constraint »lists_title_102257«',
      'Schlüssel »(client_id, title)=(1, a)« existiert bereits.',
    ],
    [
      'la valeur d’une clé dupliquée rompt la contrainte unique « lists_title_102257 »',
      'La clé « (client_id)=(1) » existe déjà.',
    ],
  ] as const
  for (const [message, detail] of messages)
    assert.ok(isUniqueViolation(restored(failed('XX000', message, { detail })), 'lists_title'), message)
})

test('other failures of a worker get their codes back', () => {
  const cases = [
    [
      'insert or update on table "lists_102015" violates foreign key constraint "lists_client_id_fkey_102015"',
      '23503',
      'lists_client_id_fkey',
    ],
    ['new row for relation "lists_102015" violates check constraint "lists_law_check"', '23514', 'lists_law_check'],
    ['deadlock detected', '40P01', undefined],
  ] as const
  for (const [message, code, constraint] of cases) {
    const error = restored(failed('XX000', message))
    assert.equal(error.code, code)
    if (constraint) assert.equal(error.constraint, constraint)
  }
  const away = restored(failed('XX000', 'server closed the connection unexpectedly'))
  assert.equal(away.name, 'Unavailable')
})

test('an error of a database that is not distributed stays as it is', () => {
  const violation = failed('23505', 'duplicate key value violates unique constraint "log_from_100100_key"', {
    constraint: 'log_from_100100_key',
  })
  assert.equal(restored(violation).constraint, 'log_from_100100_key')
  const internal = restored(failed('XX000', 'cache lookup failed for relation 102008'))
  assert.equal(internal.code, 'XX000')
  assert.equal(internal.constraint, undefined)
})
