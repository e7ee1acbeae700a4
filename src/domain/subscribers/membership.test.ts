import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join, type Move, move, type State, memberStates as states } from './membership.ts'

const refusals = {
  Unconfirmed: 'IsUnconfirmed',
  Unsubscribed: 'IsUnsubscribed',
  Bounced: 'IsBounced',
  Deleted: 'IsDeleted',
} as const

for (const confirmOptIn of [false, true]) {
  for (const resubscribe of [false, true]) {
    const operation = resubscribe ? 'AddAndResubscribe' : 'Add'
    const kind = confirmOptIn ? 'ConfirmOptIn' : 'single opt-in'
    for (const present of [undefined, ...states]) {
      const subject = present ? `a member that is ${present}` : 'a new address'
      test(`${operation} of ${subject} on a ${kind} list`, () => {
        const joined = join(present, { suppressed: false, resubscribe, confirmOptIn })
        const to = confirmOptIn ? 'Unconfirmed' : 'Active'
        if (present === undefined) assert.deepEqual(joined, { outcome: 'joined', to })
        else if (present === 'Active') assert.deepEqual(joined, { outcome: 'updated' })
        else if (resubscribe) assert.deepEqual(joined, { outcome: 'joined', to })
        else assert.deepEqual(joined, { outcome: 'refused', refusal: refusals[present] })
      })
      test(`${operation} of ${subject} on a ${kind} list is refused when the address is suppressed`, () => {
        assert.deepEqual(join(present, { suppressed: true, resubscribe, confirmOptIn }), {
          outcome: 'refused',
          refusal: 'InSuppressionList',
        })
      })
    }
  }
}

const table: Record<Move, Record<State, State | undefined>> = {
  unsubscribe: {
    Active: 'Unsubscribed',
    Unconfirmed: undefined,
    Unsubscribed: undefined,
    Bounced: undefined,
    Deleted: undefined,
  },
  optOut: {
    Active: 'Unsubscribed',
    Unconfirmed: 'Unsubscribed',
    Unsubscribed: undefined,
    Bounced: 'Unsubscribed',
    Deleted: 'Unsubscribed',
  },
  bounceHard: {
    Active: 'Bounced',
    Unconfirmed: 'Bounced',
    Unsubscribed: undefined,
    Bounced: undefined,
    Deleted: undefined,
  },
  confirm: {
    Active: undefined,
    Unconfirmed: 'Active',
    Unsubscribed: undefined,
    Bounced: undefined,
    Deleted: undefined,
  },
  remove: {
    Active: 'Deleted',
    Unconfirmed: 'Deleted',
    Unsubscribed: undefined,
    Bounced: undefined,
    Deleted: undefined,
  },
}
for (const [name, outcomes] of Object.entries(table) as [Move, Record<State, State | undefined>][]) {
  for (const present of states) {
    test(`${name} of a member that is ${present} ${outcomes[present] ? `makes it ${outcomes[present]}` : 'changes nothing'}`, () => {
      assert.equal(move(present, name), outcomes[present])
    })
  }
}
