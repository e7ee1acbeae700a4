/** The simulation notices what is done wrong: each promise of the ledger is broken once, on purpose. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { type Defects, simulate } from './simulate.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

const cases: readonly ({
  readonly name: string
  /** A statement's text, and what is put instead. */
  readonly find?: string
  readonly put?: string
  readonly notices: RegExp
  /** It shows in few seeds: those before the first are left out, to spare time. */
  readonly from?: number
} & Omit<Defects, 'statement'>)[] = [
  {
    name: 'a journal that does not say who is handed over',
    journal: 'forgets who',
    notices: /was handed over again/,
  },
  {
    name: 'a fence that lets owners of old leases write',
    find: 'and token = ',
    put: 'and 0 < ',
    notices: /seed/,
    from: 471,
  },
  {
    name: 'a mark that stays behind',
    find: 'set handed = greatest(l.handed, case when exists (select from sending) then',
    put: 'set handed = greatest(l.handed, case when false then',
    notices: /seed/,
  },
  {
    name: 'open hand-overs of the dead that are planned again',
    find: "          else 'unknown'\n        end as kind",
    put: '          else null\n        end as kind',
    notices: /was handed over again/,
  },
  {
    name: 'unknowns in a campaign that would rather repeat',
    find: "when m.at_least_once then 'deferred'\n",
    put: "when m.at_least_once then 'unknown'\n",
    notices: /is unknown after/,
  },
  {
    name: 'suppressions that are not looked at again',
    find: "when x.address is not null then 'suppressed'",
    put: "when false then 'suppressed'",
    notices: /after the exclusion/,
  },
  {
    name: 'opt-outs that are not looked at again',
    find: "when s.state = 'Unsubscribed' then 'unsubscribed since'\n          when s.state = 'Bounced' then 'bounced since'\n          when s.state <> 'Active' then 'not active any more'",
    put: '',
    notices: /seed/,
  },
  {
    name: 'a halt that is not looked for',
    find: " and m.state = 'sending' and m.deleted_at is null\n      join clients c",
    put: ' and m.deleted_at is null\n      join clients c',
    notices: /after the halt/,
  },
  {
    name: 'counters that forget outcomes',
    find: 'handing_over = t.handing_over + c.marked - c.settled,\n        accepted = t.accepted + c.accepted,',
    put: 'handing_over = t.handing_over + c.marked - c.settled + c.accepted,\n        accepted = t.accepted,',
    notices: /accepted|handingOver/,
  },
  {
    name: 'an SMTP client that takes a connection lost after the data for nothing sent',
    client: 'lost is unavailable',
    notices: /the relay has taken it/,
  },
  {
    name: 'an SMTP client that tells the answer to one message of the next',
    client: 'answers move on',
    notices: /was not accepted, but|the relay has taken it|nothing of it went out/,
  },
  {
    name: 'an SMTP client that takes half an answer for a whole one',
    client: 'half is whole',
    notices: /was not accepted, but|the relay has taken it|nothing of it went out/,
  },
  {
    name: 'an SMTP client that sends again what the relay may have',
    client: 'unknown is sent again',
    notices: /was taken twice|the relay has taken it/,
  },
  {
    name: 'a commit that was answered with a rollback and counts as done',
    database: 'a rollback is a commit',
    notices: /seed/,
  },
  {
    name: 'a journal that counts as written what a full disk did not take',
    journal: 'trusts the disk',
    notices: /goes out 1 times, and the journal of .* says 0/,
  },
  {
    name: 'a fail-over that nobody sees',
    database: 'servers look alike',
    // a second copy, or people whom the ledger still plans though the campaign has ended
    notices: /was handed over again|planned/,
  },
  {
    name: 'holds that are not asked for with each group',
    from: 100,
    find: 'where not exists (select from holds h where',
    put: 'where true or not exists (select from holds h where',
    notices: /after sending was held/,
  },
  {
    name: 'heartbeat files that were put back and are taken for the newest',
    trustsFiles: true,
    notices: /somebody saw that|before the restored database was released/,
  },
  {
    name: 'hand-overs that are recorded when they enter the queue of a relay',
    recordsEarly: true,
    from: 60,
    notices: /is open in the journal of .* and nothing of it went out/,
  },
]

for (const { name, find, put = '', notices, from = 1, ...others } of cases) {
  test(`it is noticed within 1,000 seeds: ${name}`, async () => {
    const statement = find === undefined ? undefined : { find, put, applied: 0 }
    const defects: Defects = { ...others, ...(statement && { statement }) }
    const noticed = await firstFailure(defects, from)
    if (statement) assert.ok(statement.applied > 0, 'the statement is still written as the test knows it')
    assert.match(noticed, notices)
    if (process.env.VERBOSE) console.error(name, noticed.slice(0, 150))
  })
}

async function firstFailure(defects: Defects, from: number): Promise<string> {
  for (let seed = from; seed <= 1000; seed++) {
    try {
      await simulate(database.db, seed, defects)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
    // what earlier seeds left would be read again and again
    if (seed % 20 === 0) await database.db`vacuum analyze campaigns, campaign_totals, leases, clients, audience, log`
    if (defects.statement && seed === from + 20 && defects.statement.applied === 0) break
  }
  return 'nothing was noticed'
}
