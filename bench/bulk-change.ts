import { setTimeout as sleep } from 'node:timers/promises'
import { forgetPeak, peakMegabytes } from './processes.ts'
import { makeList, startProduct } from './product.ts'
import { count, printTable } from './table.ts'

const [rows = 1_000_000] = process.argv.slice(2).map(Number)
const product = await startProduct()
try {
  const { db, call } = product
  const { ClientID, ListID } = await makeList(product)
  const ToListID = await call<string>('List.Create', {
    ClientID,
    Title: 'Another',
    UnsubscribePage: '',
    ConfirmOptIn: false,
    ConfirmationSuccessPage: '',
  })
  await call('List.CreateCustomField', { ListID, FieldName: 'City', DataType: 'Text', Options: '' })
  const [list] = await db<{ clientId: number; id: number }[]>`
    select client_id, id from lists where public_id = ${ListID}`
  await db`
    with made as (
      insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
      select ${list!.clientId}, ${list!.id}, 'reader' || n || '@example.com', 'reader' || n || '@example.com', 'Reader ' || n,
        'Active', now(), now(), jsonb_build_object('City', 'Ulm')
      from generate_series(1, ${rows}::integer) n
      returning client_id, list_id, id, state_at
    )
    insert into subscriber_history (client_id, list_id, subscriber_id, at, from_state, to_state, cause)
    select client_id, list_id, id, state_at, null, 'Active', 'placed' from made`
  await db`update list_totals set active = ${rows} where list_id = ${list!.id}`
  await db`vacuum analyze`
  const pid = product.child.pid!
  const lines: string[][] = []
  for (const [label, params] of [
    ['set a field', { Action: 'SetField', Key: 'City', Values: ['Bonn'] }],
    ['copy', { Action: 'Copy', ToListID, CreateFields: true }],
    ['unsubscribe', { Action: 'Unsubscribe' }],
  ] as const) {
    const ask = { ListID, Domain: 'example.com', CreateFields: false, ...params }
    const begunCount = performance.now()
    const { Subscribers } = await call<{ Subscribers: number }>('BulkChange.Count', {
      ListID,
      Action: params.Action,
      Domain: 'example.com',
    })
    const counted = performance.now() - begunCount
    forgetPeak(pid)
    const named = { ClientID, ChangeID: await call<string>('BulkChange.Create', { ...ask, Subscribers }) }
    const done = await follow(named, 'Done', call)
    await call('BulkChange.Undo', named)
    const undone = await follow(named, 'Undone', call)
    const peak = peakMegabytes(pid)
    lines.push([
      label,
      count(Subscribers),
      `${Math.round(counted)} ms`,
      `${done.seconds.toFixed(1)} s`,
      `${undone.seconds.toFixed(1)} s`,
      `${Math.round(Math.max(done.slowest, undone.slowest))} ms`,
      `${Math.round(peak)} MB`,
    ])
    console.log(lines.at(-1)!.join(' | '))
  }
  printTable([
    ['action', 'subscribers', 'counting by domain', 'done in', 'undone in', 'slowest add meanwhile', 'peak of memory'],
    ...lines,
  ])

  /** Waits for the end, and adds a subscriber to the same list ten times a second meanwhile. */
  async function follow(named: object, progress: string, call: typeof product.call) {
    const begun = performance.now()
    let slowest = 0
    for (let n = 0; ; n++) {
      const now = await call<{ Progress: string; Problem: string }>('BulkChange.Get', named)
      if (now.Progress === 'Failed') throw new Error(now.Problem)
      if (now.Progress === progress) return { seconds: (performance.now() - begun) / 1000, slowest }
      const asked = performance.now()
      await call('Subscriber.Add', { ListID, Email: `added${n}@other.example`, Name: 'Added' })
      slowest = Math.max(slowest, performance.now() - asked)
      await sleep(100)
    }
  }
} finally {
  await product.end('SIGTERM')
}
