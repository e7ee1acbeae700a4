import { setTimeout as sleep } from 'node:timers/promises'
import { memberRows } from '../src/store/exports/rows.ts'
import { forgetPeak, peakMegabytes } from './processes.ts'
import { makeList, startProduct } from './product.ts'
import { count, median, printTable, ratio } from './table.ts'

const [rows = 300_000, rounds = 3] = process.argv.slice(2).map(Number)
const ways = [
  ['Csv', false],
  ['Excel', false],
  ['Csv', true],
  ['JsonLines', false],
  ['Xlsx', false],
] as const

const product = await startProduct()
try {
  const { db, call } = product
  const { ClientID, ListID } = await makeList(product)
  await call('List.CreateCustomField', { ListID, FieldName: 'City', DataType: 'Text', Options: '' })
  const [list] = await db<{ clientId: number; listId: number }[]>`select client_id, id as list_id from lists`
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
    select ${list!.clientId}, ${list!.listId}, 'reader' || n || '@example.com', 'reader' || n || '@example.com',
      case when n % 5 = 0 then 'Müller, "Mia" ' || n else 'Reader ' || n end, 'Active', now(), now() - n * interval '1 minute',
      jsonb_build_object('City', (array['Ulm', 'Köln', 'Bremen, Mitte'])[1 + n % 3])
    from generate_series(1, ${rows}::integer) n`
  await db`vacuum analyze subscribers`
  const pid = product.child.pid!
  const plain: number[] = []
  const taken = ways.map((): number[] => [])
  const sizes: number[] = []
  const memory: number[] = []
  const downloads: number[] = []
  for (let round = 0; round < rounds; round++) {
    plain.push(await plainCopy())
    for (const [index, [Format, Gzip]] of ways.entries()) {
      forgetPeak(pid)
      const begun = performance.now()
      const named = { ClientID, ExportID: await call<string>('Export.Create', { ...ofList(), Format, Gzip }) }
      for (;;) {
        const now = await call<{ State: string; Bytes: number; Problem: string }>('Export.Get', named)
        if (now.State === 'Failed') throw new Error(now.Problem)
        if (now.State === 'Done') {
          sizes[index] = now.Bytes
          break
        }
        await sleep(10)
      }
      taken[index]!.push((performance.now() - begun) / 1000)
      memory.push(peakMegabytes(pid))
      if (index === 0) downloads.push(await download(named))
      await call('Export.Delete', named)
    }
  }
  const line = (name: string, seconds: readonly number[], bytes?: number) => [
    name,
    median(seconds).toFixed(2),
    count(rows / median(seconds)),
    ratio(median(seconds), median(plain)),
    bytes === undefined ? '' : (bytes / 1_048_576).toFixed(1),
  ]
  printTable([
    [`${count(rows)} people`, 'seconds', 'rows a second', '× plain COPY', 'MB'],
    line('plain COPY TO of the same', plain),
    ...ways.map(([format, gzip], index) => line(`${format}${gzip ? ', gzip' : ''}`, taken[index]!, sizes[index])),
    line('download of Csv', downloads),
  ])
  console.log(`Most memory of the service: ${Math.max(...memory).toFixed(0)} MB\n`)

  function ofList() {
    return { ClientID, Kind: 'Subscribers', ListID, Segment: '', State: '', CampaignID: '', ImportID: '' }
  }

  /** @returns seconds */
  async function plainCopy(): Promise<number> {
    const begun = performance.now()
    const states = ['Active', 'Unconfirmed', 'Unsubscribed', 'Bounced'] as const
    const members = { ...list!, timeZone: 'Europe/Berlin', states, tree: null, fields: ['City'] }
    let bytes = 0
    for await (const piece of db.copyOut(memberRows(db, members), 'format csv')) bytes += piece.length
    if (bytes === 0) throw new Error('nothing was copied')
    return (performance.now() - begun) / 1000
  }

  async function download(named: { ClientID: string; ExportID: string }): Promise<number> {
    const { URL: url } = await call<{ URL: string }>('Export.GetLink', named)
    const begun = performance.now()
    const response = await fetch(url)
    let bytes = 0
    for await (const piece of response.body!) bytes += piece.length
    if (bytes !== sizes[0]) throw new Error(`${bytes} octets came`)
    return (performance.now() - begun) / 1000
  }
} finally {
  await product.end('SIGTERM')
}
