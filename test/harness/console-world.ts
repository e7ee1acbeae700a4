/** An agency as the console shows it: people, clients with something to do, keys. */

import { addPerson, openBrowser, personPassword } from './console.ts'
import { buildConsole } from './console-page.ts'
import { seedAccount } from './console-world-account.ts'
import { type Audience, seedAudience } from './console-world-audience.ts'
import { type CampaignSeeds, seedCampaigns } from './console-world-campaigns.ts'
import { type ChangeSeeds, seedChanges } from './console-world-changes.ts'
import { type ContentWorld, contentWorld } from './console-world-content.ts'
import { type FormSeeds, seedForms } from './console-world-forms.ts'
import { type ImportSeeds, seedImports } from './console-world-imports.ts'
import { outboxWorld } from './console-world-outbox.ts'
import { type ReportWorld, seedReports } from './console-world-report.ts'
import { type ResultSeeds, seedResults } from './console-world-results.ts'
import { type SegmentSeeds, seedSegments } from './console-world-segments.ts'
import { type SeriesSeeds, seedSeries } from './console-world-series.ts'
import { seedSystem } from './console-world-system.ts'
import { startTestService, type TestService } from './service.ts'

export interface ConsoleWorld extends TestService, ContentWorld {
  /** The address of an Owner. */
  readonly carla: string
  /** That of another one, who reads German. */
  readonly jonas: string
  readonly clientIds: readonly string[]
  /** Of the first client. */
  readonly audience: Audience
  /** A draft of the first client. */
  readonly draftId: string
  readonly reports: ReportWorld
  readonly campaigns: CampaignSeeds
  readonly imports: ImportSeeds
  readonly changes: ChangeSeeds
  /** Needs the audience. */
  readonly segments: SegmentSeeds
  readonly forms: FormSeeds
  /** Needs the audience. */
  readonly series: SeriesSeeds
  /** Of the third client. */
  readonly results: ResultSeeds
}

const clients = [
  ['Blossom & Co.', 'Rosa Blossom', 'rosa@blossom.example', 'Europe/Berlin'],
  ['Fjord Outdoor', 'Nils Berg', 'nils@fjord.example', 'Europe/Oslo'],
  ['Kaffeerösterei Königsblau GmbH & Co. KG', 'Jule König', 'jule@koenigsblau.example', 'Europe/Berlin'],
  ['Museo del Mar', 'Inés Prado', 'ines@museo.example', 'Europe/Madrid'],
] as const

/** What the first client can have. */
type Seed =
  | 'account'
  | 'audience'
  | 'campaigns'
  | 'changes'
  | 'content'
  | 'forms'
  | 'imports'
  | 'outbox'
  | 'reports'
  | 'results'
  | 'segments'
  | 'series'

/** @param seeds all of them unless named; what comes of the others is undefined, whatever its type says */
export async function consoleWorld(
  settings: Readonly<Record<string, string>> = {},
  seeds?: readonly Seed[],
): Promise<ConsoleWorld> {
  async function seeded<Made>(seed: Seed, make: () => Promise<Made>): Promise<Made> {
    return seeds === undefined || seeds.includes(seed) ? make() : (undefined as never)
  }
  await buildConsole()
  const service = await startTestService({
    LETTERSHOP_ROLES: 'api,console,jobs',
    LETTERSHOP_MAIL_FROM: 'team@agency.example',
    ...settings,
  })
  const { db } = service
  const [account] = await db<{ id: number }[]>`update accounts set name = 'Agentur Morgenrot' returning id`
  const carla = await named(service, account!.id, 'Carla Weber', 'carla@morgenrot.example', 'en')
  const jonas = await named(service, account!.id, 'Jonas Brandt', 'jonas@morgenrot.example', 'de')
  const clientIds: string[] = []
  for (const [CompanyName, ContactName, EmailAddress, Timezone] of clients)
    clientIds.push(
      await made(
        service.call('Client.Create', { CompanyName, ContactName, EmailAddress, Country: 'Germany', Timezone }),
      ),
    )
  const [blossom = '', fjord = ''] = clientIds
  const list = await made(
    service.call('List.Create', {
      ClientID: blossom,
      Title: 'Garden letter',
      UnsubscribePage: '',
      ConfirmOptIn: false,
      ConfirmationSuccessPage: '',
    }),
  )
  await made(service.call('Subscriber.Add', { ListID: list, Email: 'ina@readers.example', Name: 'Ina Holm' }))
  const audience = await seeded('audience', () => seedAudience(service, blossom))
  const { CampaignID: draftId } = (await made(
    service.call('Campaign.CreateDraft', draft(blossom, list, 'Winter seeds')),
  )) as unknown as { CampaignID: string }
  const { CampaignID } = (await made(
    service.call('Campaign.CreateDraft', draft(blossom, list, 'Last bulbs')),
  )) as unknown as { CampaignID: string }
  const order = { CampaignID, ConfirmationEmail: 'carla@morgenrot.example', SendDate: '2030-03-01 09:30:00' }
  await made(service.call('Campaign.Send', order))
  await seeded('outbox', () => outboxWorld(service, CampaignID))
  await db`update clients set held_at = now() where public_id = ${clientIds[3] ?? ''}`
  await made(service.call('Domain.Create', { ClientID: fjord, Domain: 'fjord.example' }))
  const content = await seeded('content', () => contentWorld(service, blossom))
  const browser = openBrowser(service.url)
  await browser.call('Session.SignIn', {
    EmailAddress: carla,
    Password: personPassword,
    Device: 'Firefox, Windows',
  })
  await made(browser.call('Key.Create', { Label: 'Shop', Scopes: ['WriteAudience', 'Reports'], ClientIDs: [blossom] }))
  await made(browser.call('Key.Create', { Label: 'Nightly export', Scopes: ['ReadAudience', 'Events', 'Reports'] }))
  const reports = await seeded('reports', () => seedReports(db, blossom))
  const campaigns = await seeded('campaigns', () =>
    seedCampaigns(service, browser, blossom, { listId: list, zonedListId: audience.workshops }, CampaignID),
  )
  await seeded('account', () => seedAccount(db, browser.call, blossom))
  await seeded('account', () => seedSystem(db))
  const imports = await seeded('imports', () => seedImports(service, blossom, audience.workshops))
  const changes = await seeded('changes', () => seedChanges(browser.call, blossom, audience.workshops))
  const segments = await seeded('segments', () => seedSegments(service, blossom, audience))
  const forms = await seeded('forms', () =>
    seedForms(service, blossom, { workshops: audience.workshops, newsletter: list }),
  )
  const series = await seeded('series', () => seedSeries(service, blossom, audience.workshops))
  const results = await seeded('results', () => seedResults(service, clientIds[2] ?? ''))
  const all = { audience, results, reports, campaigns, imports, changes, forms, segments, series }
  return { ...service, ...content, ...all, carla, jonas, clientIds, draftId }
}

function draft(ClientID: string, listId: string, Name: string): object {
  const html = '<p>Dear reader, the shop is full of it.</p><p><unsubscribe>Unsubscribe</unsubscribe></p>'
  return {
    ...{ ClientID, Name, Subject: Name, FromName: 'Blossom', FromEmail: 'rosa@blossom.example' },
    ReplyTo: 'rosa@blossom.example',
    Audience: { ListIDs: [listId] },
    Content: { Kind: 'Html', Html: html, Text: 'Dear reader. Unsubscribe: [unsubscribe]' },
  }
}

async function named({ db }: TestService, accountId: number, name: string, email: string, language: string) {
  const { id } = await addPerson(db, { accountId })
  await db`
    update people set name = ${name}, email = ${email}, address = ${email}, language = ${language} where id = ${id}`
  return email
}

async function made(call: Promise<{ readonly status: number; readonly value: unknown }>): Promise<string> {
  const { status, value } = await call
  if (status !== 200) throw new Error(JSON.stringify(value))
  return value as string // the identifier of what was created
}
