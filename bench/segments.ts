/**
 * Eight typical segments of a list: `Segment.Count` over the JSON wire, the exact count, and the same question as one statement over one flat
 * table of the same people, with attributes in a JSON column as listmonk has them. Exact counts and the flat table must agree.
 *
 *   node --import tsx bench/segments.ts [members = 1000000] [calls = 20]
 *
 * Each call follows a change of the segment, and kept counts are deleted: no call is answered with an earlier count. The service does not work
 * on jobs, so that no background count runs beside a call.
 */
import { judgedOf } from '../src/domain/segments/counting.ts'
import { compileStored } from '../src/domain/segments/trees.ts'
import type { Fragment } from '../src/store/connection/database.ts'
import { transaction } from '../src/store/connection/transaction.ts'
import { countPeople } from '../src/store/segments/people.ts'
import { startProduct } from './product.ts'
import { cities, makeSegmentWorld, tags, zone } from './segment-world.ts'
import { count, median, printTable, ratio } from './table.ts'

const [members = 1_000_000, calls = 20] = process.argv.slice(2).map(Number)
/** Trees of each segment with values of their own. */
const variants = 5

const product = await startProduct({ LETTERSHOP_ROLES: 'api' })
const { db, call } = product

interface Segment {
  readonly name: string
  /** @param n of the variant */
  readonly tree: (n: number) => object
  /** The condition on the flat table. */
  readonly flat: (n: number) => Fragment
}

try {
  const began = performance.now()
  const world = await makeSegmentWorld(product, members)
  console.log(`${count(members)} members filled in ${((performance.now() - began) / 1000).toFixed(0)} s\n`)
  const rows: string[][] = []
  for (const segment of segmentsOf(world.campaigns)) {
    rows.push(await measure(segment))
    console.log(rows.at(-1)!.join(' | '))
  }
  console.log()
  printTable([
    [
      ...['segment', 'people', 'Segment.Count p50 ms', 'p95 ms', 'answers', 'error of About, median', 'largest'],
      ...['exact count ms', 'flat table ms', 'exact of flat'],
    ],
    ...rows,
  ])

  async function measure({ name, tree, flat }: Segment): Promise<string[]> {
    const { ClientID, ListID } = world
    const SegmentID = await call<string>('Segment.SetTree', { ClientID, ListID, Title: name, Tree: tree(0) })
    const change = (n: number) => call('Segment.SetTree', { ClientID, SegmentID, Title: name, Tree: tree(n) })
    const people: number[] = []
    const times = { exact: [] as number[], flat: [] as number[], call: [] as number[] }
    for (let n = 0; n < variants; n++) {
      await change(n)
      const exact = await timed(times.exact, () => countExactly(SegmentID))
      const other = await timed(times.flat, () => countFlat(flat(n)))
      if (exact !== other || exact === 0) throw new Error(`${name}: ${exact} people, ${other} in the flat table`)
      people.push(exact)
    }
    const states: Record<string, number> = {}
    const errors: number[] = []
    for (let n = 0; n < calls; n++) {
      await change(n % variants)
      await db`delete from segment_sizes`
      const answer = await timed(times.call, () =>
        call<{ State: string; Count?: number }>('Segment.Count', { SegmentID }),
      )
      const exact = people[n % variants]!
      states[answer.State] = (states[answer.State] ?? 0) + 1
      if (answer.State === 'About') errors.push((100 * Math.abs(answer.Count! - exact)) / exact)
      if (answer.State === 'Exact' && answer.Count !== exact) throw new Error(`${name}: ${answer.Count} of ${exact}`)
    }
    const inOrder = times.call.toSorted((a, b) => a - b)
    const percent = (value: number | undefined) => (value === undefined ? '' : `${value.toFixed(1)} %`)
    return [
      ...[name, count(median(people))],
      ...[0.5, 0.95].map(part => inOrder[Math.ceil(calls * part) - 1]!.toFixed(1)),
      Object.entries(states)
        .map(([state, number]) => `${state} ${number}`)
        .join(', '),
      ...(errors.length > 0 ? [percent(median(errors)), percent(Math.max(...errors))] : ['', '']),
      ...[median(times.exact).toFixed(0), median(times.flat).toFixed(0)],
      ratio(median(times.exact), median(times.flat)),
    ]
  }

  async function countExactly(SegmentID: string): Promise<number> {
    const { clientId, listId } = world
    const [row] = await db<{ rules: unknown }[]>`
      select rules from segments where client_id = ${clientId} and public_id = ${SegmentID}`
    const compiled = await compileStored(db, clientId, { listId, rules: row!.rules })
    const judged = await judgedOf(db, clientId, listId, compiled)
    return (await transaction(db, sql => countPeople(sql, judged), 'long')).people
  }
} finally {
  await product.end('SIGTERM')
}

async function countFlat(condition: Fragment): Promise<number> {
  const [row] = await transaction(
    db,
    sql => sql<{ people: number }[]>`
      select count(*)::integer as people from flat where status = 'enabled' and ${condition}`,
    'long',
  )
  return row!.people
}

async function timed<Value>(times: number[], run: () => Promise<Value>): Promise<Value> {
  const began = performance.now()
  const value = await run()
  times.push(performance.now() - began)
  return value
}

function segmentsOf(campaigns: readonly string[]): readonly Segment[] {
  const all = (...Leaves: readonly object[]) => ({ Match: 'All', Leaves })
  const today = db`(now() at time zone ${zone})::date`
  const since = (key: string, days: number) => db`(attribs ->> ${key}::text)::date > ${today} - ${days}::integer`
  const within = (Subject: string, Days: number) => ({ Subject, Operator: 'AtLeast', Times: 1, Days })
  const isTrue = (key: string) => db`(attribs ->> ${key}::text)::boolean`
  return [
    {
      name: 'a text field is a value',
      tree: n => all({ Subject: 'Field', Key: '[City]', Operator: 'Is', Values: [`City ${n % cities}`] }),
      flat: n => db`attribs ->> 'city' = ${`City ${n % cities}`}`,
    },
    {
      name: 'a number field is in a range',
      tree: n =>
        all({ Subject: 'Field', Key: '[Orders]', Operator: 'Between', Values: [String(20 + n), String(60 + n)] }),
      flat: n => db`(attribs ->> 'orders')::numeric between ${20 + n} and ${60 + n}`,
    },
    {
      name: 'birthday in the next 7 to 11 days',
      tree: n => all({ Subject: 'Field', Key: '[Birthday]', Operator: 'EveryYearInNextDays', Days: 7 + n }),
      flat: n => db`
        substr(attribs ->> 'birthday', 6) = any(array(select to_char(${today} + d, 'MM-DD') from generate_series(0, ${6 + n}::integer) d))`,
    },
    {
      name: 'joined in the last 30 to 34 days',
      tree: n => all({ Subject: 'JoinedDate', Operator: 'InLastDays', Days: 30 + n }),
      flat: n => db`created_at >= (${today} - ${29 + n}::integer)::timestamp at time zone ${zone}`,
    },
    {
      name: 'has a tag',
      tree: n => all({ Subject: 'Tag', Operator: 'Is', Values: [`Tag ${1 + (n % tags)}`] }),
      flat: n => db`attribs ->> 'tag' = ${`Tag ${1 + (n % tags)}`}`,
    },
    {
      name: 'opened or clicked in the last 90 to 94 days',
      tree: n => ({ Match: 'Any', Leaves: [within('Opened', 90 + n), within('Clicked', 90 + n)] }),
      flat: n => db`(${since('opened_on', 90 + n)} or ${since('clicked_on', 90 + n)})`,
    },
    {
      name: 'did not open a campaign',
      tree: n => all({ Subject: 'Opened', Operator: 'AtMost', Times: 0, CampaignID: campaigns[n % 2]! }),
      flat: n => db`${isTrue(`measured_${n % 2}`)} and not ${isTrue(`opened_${n % 2}`)}`,
    },
    {
      name: 'got a campaign; none of: clicked in the last 90 to 94 days',
      tree: n => ({
        ...all({ Subject: 'Sent', Operator: 'AtLeast', Times: 1, CampaignID: campaigns[n % 2]! }),
        Groups: [{ Match: 'None', Leaves: [within('Clicked', 90 + n)] }],
      }),
      flat: n => db`
        ${isTrue(`got_${n % 2}`)} and ${since('measured_on', 90 + n)} and (${since('clicked_on', 90 + n)}) is not true`,
    },
  ]
}
