/**
 * `npm run demo [-- --keep]`: the main job end to end against a throw-away data folder. A real service in a process of its own, pages
 * it fetches, an SMTP sink it delivers to, and people who open, click and opt out. With --keep all of it goes on running behind the
 * console until Ctrl-C.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Presets, SingleBar } from 'cli-progress'
import { startProgram } from '../test/harness/program.ts'
import { servePages } from './pages.ts'
import { people, type Reader } from './readers.ts'
import { startSink } from './sink.ts'

const keeps = process.argv.includes('--keep')
const recipients = Number(process.env.DEMO_RECIPIENTS ?? 1000)

const folder = await mkdtemp(join(tmpdir(), 'lettershop-demo-'))
const pages = await servePages()
const sink = await startSink()
const service = await startProgram({
  LETTERSHOP_DATA: folder,
  LETTERSHOP_FETCH_PRIVATE: 'true',
  LETTERSHOP_TRANSPORT: `smtp://127.0.0.1:${sink.port}`,
})
const stopped = new Promise<void>(resolve => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, resolve)
})
try {
  await Promise.race([mainJob(), stopped])
  if (keeps) await keep()
} finally {
  await service.end()
  await sink.stop()
  await pages.stop()
  await rm(folder, { recursive: true, force: true })
}
// what of the job was under way at Ctrl-C has no one left to talk to
process.exit()

async function mainJob() {
  const { call } = service
  say('Lettershop', service.url)

  const ClientID = await call<string>('Client.Create', {
    CompanyName: 'Blossom & Co.',
    ContactName: 'Rosa Blossom',
    EmailAddress: 'rosa@blossom.example',
    Country: 'Germany',
    Timezone: '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
  })
  say('client', `Blossom & Co., ${ClientID}`)

  const ListID = await call<string>('List.Create', {
    ClientID,
    Title: 'Garden letter',
    UnsubscribePage: '',
    ConfirmOptIn: false,
    ConfirmationSuccessPage: '',
  })
  await call('List.CreateCustomField', { ListID, FieldName: 'Home town', DataType: 'Text', Options: '' })
  await call('List.CreateCustomField', {
    ListID,
    FieldName: 'Favourite',
    DataType: 'MultiSelectOne',
    Options: 'Roses||Herbs',
  })
  say('list', `Garden letter, with Home town and Favourite, ${ListID}`)

  const adding = bar('subscribers')
  adding.start(recipients, 0)
  await inParallel(
    16,
    Array.from({ length: recipients }, (_, n) => n),
    async n => {
      await call('Subscriber.AddWithCustomFields', {
        ListID,
        Email: `reader${n}@example.com`,
        Name: `${people[n % people.length]} Reader`,
        CustomFields: [
          { Key: 'Hometown', Value: n % 3 === 0 ? 'Köln' : 'Leipzig' },
          { Key: 'Favourite', Value: n % 2 === 0 ? 'Roses' : 'Herbs' },
        ],
      })
      adding.increment()
    },
  )
  adding.stop()

  const TemplateID = await call<string>('Template.Create', {
    ClientID,
    TemplateName: 'Garden letter',
    HTMLPageURL: `${pages.url}/template.html`,
    ZipFileURL: '',
    ScreenshotURL: '',
  })
  say('template', TemplateID)

  const CampaignID = await call<string>('Campaign.Create', {
    ClientID,
    CampaignName: 'Spring issue',
    CampaignSubject: 'Spring is here, [firstname,fallback=dear reader]',
    FromName: 'Rosa Blossom',
    FromEmail: 'rosa@blossom.example',
    ReplyTo: 'rosa@blossom.example',
    HtmlUrl: `${pages.url}/letter.html`,
    TextUrl: '',
    SubscriberListIDs: [ListID],
    ListSegments: [],
  })
  say('campaign', CampaignID)
  await call('Campaign.Send', { CampaignID, ConfirmationEmail: 'rosa@blossom.example', SendDate: 'Immediately' })

  const delivering = bar('delivered')
  delivering.start(recipients, 0)
  await sink.until(recipients, count => delivering.update(Math.min(count, recipients)))
  delivering.stop()

  const readers: Reader[] = sink.readers()
  const opening = bar('reading')
  opening.start(60, 0)
  for (const reader of readers.slice(0, 40)) await reader.open().then(() => opening.increment())
  for (const reader of readers.slice(0, 15)) await reader.click().then(() => opening.increment())
  for (const reader of readers.slice(0, 5)) await reader.optOut().then(() => opening.increment())
  opening.stop()

  const summary = await call<Record<string, number>>('Campaign.GetSummary', { CampaignID })
  process.stdout.write('\nCampaign.GetSummary\n')
  for (const [name, count] of Object.entries(summary)) process.stdout.write(`  ${name.padEnd(14)}${count}\n`)
  const left = await call<{ EmailAddress: string }[]>('Campaign.GetUnsubscribes', { CampaignID })
  process.stdout.write(`  opted out: ${left.map(one => one.EmailAddress).join(', ')}\n`)
}

/** Prints how to look at it in the console, and waits for Ctrl-C. */
async function keep() {
  const printed = (label: string) => service.banner.find(line => line.startsWith(`${label}:`))?.slice(11) ?? ''
  process.stdout.write('\n')
  say('Console', printed('Console'))
  say('User name', printed('User name'))
  say('Password', printed('Password').split(' ')[0]!)
  say('to end it', 'Ctrl-C; nothing of it stays')
  await stopped
}

function bar(name: string): SingleBar {
  return new SingleBar(
    {
      format: `${name.padEnd(12)} {bar} {value}/{total} in {duration_formatted}`,
      noTTYOutput: true,
      notTTYSchedule: 2_000,
    },
    Presets.shades_classic,
  )
}

async function inParallel<Item>(most: number, items: readonly Item[], work: (item: Item) => Promise<void>) {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}

function say(what: string, is: string) {
  process.stdout.write(`${what.padEnd(12)} ${is}\n`)
}
