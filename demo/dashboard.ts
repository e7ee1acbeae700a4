/**
 * `node --import tsx demo/dashboard.ts [PICTURE.webp]`: the dashboard as a picture of a real run. Prometheus (Debian's) scrapes a real
 * service while it sends a campaign to an SMTP sink that defers and refuses, and people read, click and leave; the
 * panels' own queries are then asked of Prometheus and drawn. Grafana is not needed.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeList, startProduct } from '../bench/product.ts'
import { launchBrowser } from '../test/harness/browser.ts'
import { freePort } from '../test/harness/cluster.ts'
import { writePicture } from '../test/harness/console-page.ts'
import { startSink } from '../test/harness/sink.ts'
import { until } from '../test/harness/until.ts'
import { dashboardPage, type Panel, type Series } from './dashboard-page.ts'
import { servePages } from './pages.ts'
import { readerOf } from './readers.ts'

const recipients = 1_800
const root = join(import.meta.dirname, '..')
const picture = process.argv[2] ?? join(root, 'docs/screens/dashboard.webp')
const began = Date.now()

const folder = await mkdtemp(join(tmpdir(), 'lettershop-dashboard-'))
const pages = await servePages()
const sink = await startSink({
  reply(to, attempt) {
    const n = Number(/\d+/.exec(to)?.[0])
    if (n % 50 === 1) return { at: 'recipient', code: 550, text: '5.1.1 there is no such user' }
    return n % 6 === 2 && attempt === 1 ? { at: 'recipient', code: 450, text: '4.7.1 greylisted' } : 'accept'
  },
})
const service = await startProduct({
  LETTERSHOP_FETCH_PRIVATE: 'true',
  LETTERSHOP_TRANSPORT: `${sink.url}?rate=30&connections=6`,
})
const port = await freePort()
await writeFile(
  join(folder, 'prometheus.yml'),
  `global: { scrape_interval: 1s }
scrape_configs: [{ job_name: lettershop, static_configs: [{ targets: ['127.0.0.1:${service.port}'] }] }]\n`,
)
const prometheus = spawn(
  'prometheus',
  [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ],
  { stdio: ['ignore', 'ignore', 'inherit'] },
)
const ended = new Promise(resolve => prometheus.once('exit', resolve))
try {
  await until(() => fetch(`http://127.0.0.1:${port}/-/ready`).then(({ ok }) => ok, Boolean), 'Prometheus is ready')
  await sendAndRead()
  await draw()
} finally {
  prometheus.kill()
  await ended
  await service.end()
  await sink.close()
  await pages.stop()
  await rm(folder, { recursive: true, force: true })
}

async function sendAndRead(): Promise<void> {
  const { call, db } = service
  const { ClientID, ListID } = await makeList(service)
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    select l.client_id, l.id, 'reader' || n || '@example.com', 'reader' || n || '@example.com', 'Reader', 'Active', now(), now()
    from lists l, generate_series(1, ${recipients}::integer) n where l.public_id = ${ListID}`
  const sender = { FromName: 'Rosa Blossom', FromEmail: 'rosa@blossom.example', ReplyTo: 'rosa@blossom.example' }
  const CampaignID = await call<string>('Campaign.Create', {
    ...{ ClientID, ...sender, CampaignName: 'Spring issue', CampaignSubject: 'Spring is here' },
    ...{ HtmlUrl: `${pages.url}/letter.html`, TextUrl: '', SubscriberListIDs: [ListID], ListSegments: [] },
  })
  await call('Campaign.Send', { CampaignID, ConfirmationEmail: sender.FromEmail, SendDate: 'Immediately' })
  const state = async () => (await call<{ State: string }>('Campaign.GetProgress', { CampaignID })).State
  let isSent = false
  for (let n = 0; !isSent; n++) {
    const letter = sink.messages[n]
    // people read for as long as the campaign is being sent, and programs call
    if (letter && n % 3 === 0) await readerOf(letter.raw).open()
    if (letter && n % 9 === 0) await readerOf(letter.raw).click()
    if (letter && n % 60 === 0) await readerOf(letter.raw).optOut()
    if (!letter) n--
    await call('Client.GetLists', { ClientID })
    isSent = (await state()) === 'Sent'
    if (n % 20 === 0) await call('List.GetDetail', { ListID: '0'.repeat(32) }).catch(() => {})
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

async function draw(): Promise<void> {
  const { title, panels } = JSON.parse(await readFile(join(root, 'deploy/grafana/lettershop.json'), 'utf8')) as {
    readonly title: string
    readonly panels: readonly Panel[]
  }
  const drawn: [Panel, Series[]][] = []
  for (const panel of panels) {
    const series = await Promise.all(panel.targets.map(target => ask(target.expr, target.legendFormat ?? '')))
    drawn.push([panel, series.flat()])
    if (series.flat().length === 0) console.log(`no data: ${panel.title}`)
  }
  const browser = await launchBrowser()
  const height = Math.max(...panels.map(({ gridPos }) => gridPos.y + gridPos.h)) * 30 + 60
  const page = await browser.newPage({ viewport: { width: 24 * 66, height } })
  await page.setContent(dashboardPage(title, drawn))
  await writePicture(page, picture)
  await browser.close()
  console.log(`${picture}: ${Math.round((Date.now() - began) / 1_000)} s, ${sink.messages.length} mails`)
}

/** What a panel asks, over the whole run. */
async function ask(query: string, legend: string): Promise<Series[]> {
  const step = Math.max(1, Math.round((Date.now() - began) / 250_000))
  const params = new URLSearchParams({
    // as Grafana fills it in for a scrape every few seconds
    query: query.replaceAll('$__rate_interval', '20s'),
    ...{ start: String(began / 1_000), end: String(Date.now() / 1_000), step: String(step) },
  })
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query_range?${params}`)
  const { data } = (await answer.json()) as {
    readonly data: {
      readonly result: readonly {
        readonly metric: Record<string, string>
        readonly values: readonly (readonly [number, string])[]
      }[]
    }
  }
  return data.result.map(({ metric, values }) => ({
    name: legend.replace(/\{\{\s*(\w+)\s*\}\}/g, (_all, label: string) => metric[label] ?? ''),
    points: values.map(([at, value]) => [at, Number(value)] as const).filter(([, value]) => Number.isFinite(value)),
  }))
}
