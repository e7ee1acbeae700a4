/**
 * Saving a draft of 100 KB over HTTP on the embedded PostgreSQL, beside a bare insert of the same bytes, one after the other; and
 * the audience of a campaign to a million subscribers, all or without a hundred thousand, frozen at once and in ranges.
 *
 *   node --import tsx bench/drafts.ts [saves] [subscribers]
 */
import { randomBytes } from 'node:crypto'
import { usualFreezeSize } from '../src/delivery/planning/freezing.ts'
import { beginFreezing, findNextFreeze, freezeAudience, freezeRange } from '../src/store/campaigns/freezing.ts'
import { startProduct } from './product.ts'
import { count, printTable } from './table.ts'

const [saves = 300, subscribers = 1_000_000] = process.argv.slice(2).map(Number)
const bytes = 100_000

// nothing is sent meanwhile
const product = await startProduct({ LETTERSHOP_ROLES: 'api' })
const { db } = product
try {
  const [client] = await db<{ id: number; publicId: string }[]>`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
    select id, 'Bench', 'x', 'x@x.example', 'Germany', 'Europe/Berlin', 'Berlin' from accounts order by id limit 1
    returning id, public_id`
  await saving(client!.publicId)
  await planning(client!.id)
} finally {
  await product.end()
}

/** Half of it repeats, as markup does, and half does not. */
function page(): string {
  const rows = Array.from(
    { length: bytes / 200 },
    () =>
      `<tr><td style="padding:8px 16px;font-family:sans-serif;color:#333333">${randomBytes(50).toString('hex')}</td></tr>`,
  )
  return `<html><body><table>${rows.join('\n')}</table></body></html>`.slice(0, bytes)
}

async function saving(ClientID: string) {
  await db`create table bare (id bigint generated always as identity primary key, html text not null)`
  const { CampaignID } = await product.call<{ CampaignID: string }>('Campaign.CreateDraft', { ClientID, Name: 'Bench' })
  const content = (Html: string) => ({ Kind: 'Html', Html, Text: '', HtmlUrl: '', TextUrl: '' })
  const times = { saves: [] as number[], subjects: [] as number[], inserts: [] as number[] }
  let Revision = 1
  const timed = async (list: number[], run: () => Promise<unknown>) => {
    const begun = performance.now()
    await run()
    list.push(performance.now() - begun)
  }
  const save = async (change: object) => {
    const saved = await product.call<{ Revision: number }>('Campaign.UpdateDraft', { CampaignID, Revision, ...change })
    Revision = saved.Revision
  }
  for (let n = 0; n < saves; n++) {
    const html = page()
    await timed(times.saves, () => save({ Content: content(html) }))
    await timed(times.subjects, () => save({ Subject: `Subject ${n}` }))
    await timed(times.inserts, () => Promise.resolve(db`insert into bare (html) values (${html})`))
  }
  printTable([
    ['what', 'p50 ms', 'p99 ms'],
    ['Campaign.UpdateDraft, new content of 100 KB', ...percentiles(times.saves)],
    ['Campaign.UpdateDraft, new subject', ...percentiles(times.subjects)],
    ['bare insert of the same 100 KB', ...percentiles(times.inserts)],
  ])
}

function percentiles(values: readonly number[]): readonly string[] {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1)
  return [at(0.5), at(0.99)]
}

async function planning(clientId: number) {
  const [all, barred] = await Promise.all(['All', 'Barred'].map(list))
  await fill(all!, subscribers, 1)
  await fill(barred!, subscribers / 10, 10)
  await db`vacuum analyze subscribers`
  const sources = [{ listId: all!, tree: null }]
  const rows = [['what', 'recipients', 'at once, s', 'in ranges of 100,000, s', 'longest range, s']]
  for (const [what, exclusions] of [
    ['no exclusion', []],
    [`a list of ${count(subscribers / 10)} excluded`, [{ listId: barred!, tree: null }]],
  ] as const) {
    const audience = { sources, exclusions }
    const atOnce = await begun(`${what}, at once`)
    const start = performance.now()
    const recipients = await db.begin(sql => freezeAudience(sql, atOnce, audience, new Date()), 'long')
    const once = (performance.now() - start) / 1000
    const ranged = await begun(`${what}, in ranges`)
    const startOfRanges = performance.now()
    await db.begin(sql => beginFreezing(sql, ranged, audience))
    let longest = 0
    for (let frozen = 0, isMore = true; isMore; frozen++) {
      const startOfRange = performance.now()
      await db.begin(sql => freezeRange(sql, ranged, new Date(), usualFreezeSize, async () => undefined), 'long')
      longest = Math.max(longest, (performance.now() - startOfRange) / 1000)
      isMore = (await findNextFreeze(db, new Date(Date.now() + 60_000))) !== undefined
      if (frozen > subscribers) throw new Error('the freeze has no end')
    }
    const inRanges = (performance.now() - startOfRanges) / 1000
    rows.push([what, count(recipients), once.toFixed(1), inRanges.toFixed(1), longest.toFixed(1)])
  }
  printTable(rows)

  async function begun(name: string) {
    const [campaign] = await db<{ id: number }[]>`
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at)
      values (${clientId}, ${name}, 's', 'f', 'f@x.example', 'f@x.example', '', '', 'sending', now())
      returning id`
    return { clientId, campaignId: campaign!.id }
  }

  async function list(title: string): Promise<number> {
    const [made] = await db<{ id: number }[]>`
      insert into lists (client_id, title, confirm_opt_in) values (${clientId}, ${title}, false) returning id`
    return made!.id
  }
  async function fill(listId: number, most: number, every: number) {
    const step = 100_000
    for (let from = 0; from < most; from += step)
      await db`
        insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
        select ${clientId}, ${listId}, 'person' || n * ${every}::int || '@x.example', 'person' || n * ${every}::int || '@x.example',
          'Active', now(), now()
        from generate_series(${from + 1}::int, ${Math.min(most, from + step)}::int) n`
  }
}
