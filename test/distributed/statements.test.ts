/** Citus itself, of the statements that the checker of statements has as examples. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client, type DatabaseError } from 'pg'
import { citusDatabase, needsCitus } from '../harness/citus.ts'
import type { TestDatabase } from '../harness/database.ts'
import { readCases } from '../harness/distributable-cases.ts'
import { takenOtherwise } from '../harness/refusals.ts'

describe('statements in a distributed database', needsCitus(), () => {
  let database: TestDatabase
  let client: Client
  before(async () => {
    database = await citusDatabase('distributed')
    client = new Client({ connectionString: database.url })
    await client.connect()
  })
  after(async () => {
    await client?.end()
    await database?.drop()
  })

  test('Citus takes and refuses what the checker does', async () => {
    const wrong: string[] = []
    for (const { text, class: expected } of readCases()) {
      const refusal = await refusalBy(client, text)
      if ((refusal === undefined) !== (expected === undefined || takenOtherwise.has(expected)))
        wrong.push(`${refusal ?? 'taken'}, not ${expected}: ${text}`)
    }
    assert.deepEqual(wrong, [])
  })
})

/** Feature not supported, an internal error, and a syntax error in what Citus sends to a node; keys and other rows are no matter here. */
const refusalCodes = ['0A000', 'XX000', '42601']

async function refusalBy(client: Client, text: string): Promise<string | undefined> {
  await client.query('begin')
  try {
    await client.query(text)
    return undefined
  } catch (error) {
    const { code, message } = error as DatabaseError // the driver's
    return refusalCodes.includes(code!) && !message.includes('violates') ? message : undefined
  } finally {
    await client.query('rollback')
  }
}
