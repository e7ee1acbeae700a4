/**
 * Saving a draft of 100 KB over HTTP on the embedded PostgreSQL, beside a bare insert of the same bytes, one after the other; and
 * the plan of a campaign to a million subscribers of whom a hundred thousand are excluded, beside one without exclusions.
 *
 *   node --import tsx bench/drafts.ts [saves] [subscribers]
 */
import { randomBytes } from 'node:crypto'
import { freezeAudience } from '../src/store/campaigns/freezing.ts'
import { startProduct } from './product.ts'
import { count, printTable } from './table.ts'

const [saves = 300, subscribers = 1_000_000] = process.argv.slice(2).map(Number)
const bytes = 100_000

const product = await startProduct()
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
  const sources = [{ listId: all!, conditions: [] }]
  const rows = [['what', 'recipients', 'seconds']]
  for (const [what, exclusions] of [
    ['no exclusion', []],
    [`a list of ${count(subscribers / 10)} excluded`, [{ listId: barred!, conditions: [] }]],
  ] as const) {
    const [campaign] = await db<{ id: number }[]>`
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html)
      values (${clientId}, ${what}, 's', 'f', 'f@x.example', 'f@x.example', '', '')
      returning id`
    const key = { clientId, campaignId: campaign!.id }
    const begun = performance.now()
    const recipients = await db.begin(sql => freezeAudience(sql, key, { sources, exclusions }, new Date()), 'long')
    rows.push([what, count(recipients), ((performance.now() - begun) / 1000).toFixed(1)])
  }
  printTable(rows)

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
