import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type State, memberStates as states } from '../../store/lists/statistics.ts'
import { decideCopy } from './copying.ts'

const person = (state: State) => ({ state, name: 'Ann', mobileNumber: null, fields: { City: 'Ulm', Size: '4' } })
const rule = { fields: { City: 'Town' }, mustConfirm: false }

/** What a member becomes on the other list; undefined where nothing happens. Rows: the list it comes from. */
const table: Record<State, Record<'none' | State, State | undefined>> = {
  Active: {
    none: 'Active',
    Active: 'Active',
    Unconfirmed: 'Unconfirmed',
    Unsubscribed: 'Unsubscribed',
    Bounced: 'Bounced',
    Deleted: undefined,
  },
  Unconfirmed: {
    none: 'Unconfirmed',
    Active: 'Unconfirmed',
    Unconfirmed: 'Unconfirmed',
    Unsubscribed: 'Unsubscribed',
    Bounced: 'Bounced',
    Deleted: undefined,
  },
  Unsubscribed: {
    none: 'Unsubscribed',
    Active: 'Unsubscribed',
    Unconfirmed: 'Unsubscribed',
    Unsubscribed: 'Unsubscribed',
    Bounced: 'Unsubscribed',
    Deleted: undefined,
  },
  Bounced: {
    none: 'Bounced',
    Active: 'Bounced',
    Unconfirmed: 'Bounced',
    Unsubscribed: 'Unsubscribed',
    Bounced: 'Bounced',
    Deleted: undefined,
  },
  Deleted: {
    none: undefined,
    Active: undefined,
    Unconfirmed: undefined,
    Unsubscribed: undefined,
    Bounced: undefined,
    Deleted: undefined,
  },
}

for (const from of states)
  for (const to of ['none', ...states] as const)
    test(`who is ${from} here and ${to === 'none' ? 'unknown' : to} there becomes ${table[from][to] ?? 'nothing else'}`, () => {
      const target = to === 'none' ? undefined : { ...person(to), cause: 'deleted' }
      const decision = decideCopy(person(from), target, false, rule)
      assert.equal(decision.is === 'left' ? undefined : decision.state, table[from][to])
    })

test('values go by the names of the fields, and those that are there stay', () => {
  const added = decideCopy(person('Active'), undefined, false, rule)
  assert.deepEqual(added, { is: 'added', state: 'Active', name: 'Ann', fields: { Town: 'Ulm' } })
  const target = { ...person('Active'), name: '', fields: { Town: 'Kiel', Own: 'x' }, cause: undefined }
  const changed = decideCopy(person('Active'), target, false, rule)
  assert.deepEqual(changed, {
    is: 'changed',
    state: 'Active',
    name: 'Ann',
    mobileNumber: null,
    fields: { Town: 'Kiel', Own: 'x' },
  })
})

test('a suppressed address gets no membership that would be mailed', () => {
  assert.equal(decideCopy(person('Active'), undefined, true, rule).is, 'left')
  assert.equal(decideCopy(person('Active'), { ...person('Deleted'), cause: 'moved' }, true, rule).is, 'left')
  assert.equal(decideCopy(person('Bounced'), undefined, true, rule).is, 'added')
})

test('a list that asks to confirm does not take over who never confirmed', () => {
  const decision = decideCopy(person('Active'), undefined, false, { ...rule, mustConfirm: true })
  assert.equal(decision.is === 'added' && decision.state, 'Unconfirmed')
})

test('who was moved away, or taken back by an undoing, may come back; who was deleted stays so', () => {
  for (const [cause, is] of [
    ['moved', 'changed'],
    ['change undone', 'changed'],
    ['import undone', 'changed'],
    ['deleted', 'left'],
    [undefined, 'left'],
  ] as const)
    assert.equal(decideCopy(person('Active'), { ...person('Deleted'), cause }, false, rule).is, is, cause)
})
