/**
 * What bad input is thrown at: a service that only answers calls, an account with two clients, another account, and one
 * of everything, deleted ones too. Nothing works in the background, so a table that changes was changed by a call.
 */
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import type { OperationName } from '../../src/contract/operations.ts'
import { tokenHash } from '../../src/domain/access/authentication.ts'
import { deleteSubscriber } from '../../src/domain/subscribers/deleting.ts'
import { newSecret } from '../../src/domain/webhooks/messages.ts'
import { encryptSecret } from '../../src/domain/webhooks/secrets.ts'
import { traces } from '../harness/caller.ts'
import type { Values } from '../harness/dial.ts'
import { gif, png } from '../harness/images.ts'
import { place } from '../harness/members.ts'
import { seed, seedList, testKeys, type World } from '../harness/seed.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'

/** Public identifiers of one client and what is its. */
export interface Ids {
  readonly ClientID: string
  readonly ListID: string
  readonly SegmentID: string
  readonly TemplateID: string
  readonly CampaignID: string
}
export type IdName = keyof Ids

export interface Target {
  readonly service: TestService
  readonly web: TestWeb
  /** The first client of the account, with all rights for its login. */
  readonly home: World
  readonly ids: Ids
  /** Of the other client of the same account, of the other account, of what was deleted, of a deleted client. */
  readonly others: {
    readonly neighbour: Ids
    readonly stranger: Ids
    readonly deleted: Ids
    readonly ofDeletedClient: Ids
  }
  /** An address that is an active member of the list. */
  readonly member: string
  stop(): Promise<void>
}

/** A mail that came back to the first client. */
export const mailId = 'e'.repeat(32)

/** A key of the first account. */
const keyId = '1123456789abcdef0123456789abcdef'

/** A webhook of the first client. */
const personId = randomUUID().replaceAll('-', '')
/** Of an invitation. */
const mailedToken = 'm'.repeat(43)
const webhookId = '0123456789abcdef0123456789abcdef'
const listWebhookId = 'fedcba9876543210fedcba9876543210'

/** An image of every client. */
const assetId = '7'.repeat(32)

/** A test group of every client. */
const testGroupId = '9'.repeat(32)
const blockId = '8'.repeat(32)

/** A saved sender of every client. */
const senderId = '8'.repeat(32)

/** A deleted list of the client. */
function deletedListOf(clientPublicId: string): string {
  return createHash('md5').update(clientPublicId).digest('hex')
}

export const unknownId = 'ffffffffffffffffffffffffffffffff'

const page =
  '<html><head><title>News</title></head><body><multiline>News</multiline><unsubscribe>Unsubscribe</unsubscribe></body></html>'

export async function startTarget(settings: Readonly<Record<string, string>> = {}): Promise<Target> {
  const service = await startTestService({
    LETTERSHOP_ROLES: 'api',
    // no server answers there
    LETTERSHOP_DNS_SERVERS: '127.0.0.1:9',
    // seeded keys are derived from the tests' secret
    LETTERSHOP_SECRET: 'an installation secret of the tests, 32 bytes or more',
    ...settings,
  })
  const web = await serveWeb({
    '/page': { body: page },
    '/text': { body: 'News', type: 'text/plain' },
    '/api/lists': { body: '{"data":{"results":[],"total":0,"per_page":100,"page":1}}', type: 'application/json' },
  })
  const { db } = service
  const home = await seed(db)
  const { address: member } = await place(db, home.list, 'Active')
  const removed = await place(db, home.list, 'Active', { address: 'removed@reader.example' })
  await deleteSubscriber(db, home.list, removed.address, { by: 'api' })
  const stranger = await seed(db)
  const neighbour = await clientOf(service, home.accountId)
  const goneClient = await clientOf(service, home.accountId)
  await db`update clients set deleted_at = now() where public_id = ${goneClient.ClientID}`
  const gone = await belongings(service, home.client.clientId)
  await db`update lists set deleted_at = now() where public_id = ${gone.ListID}`
  await db`update templates set deleted_at = now() where public_id = ${gone.TemplateID}`
  await db`update campaigns set deleted_at = now() where public_id = ${gone.CampaignID}`
  await db`
    insert into sending_domains (client_id, domain, selector, rsa_private, rsa_public, ed25519_private, ed25519_public)
    values (${home.client.clientId}, 'client.example', 'ls00000000', '', 'AAAA', '', 'AAAA')`
  await db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${home.client.clientId}, 'suppressed@reader.example', 'suppressed@reader.example', 'manual', now())`
  await db`
    insert into account_suppressions (account_id, address, email, reason, at)
    values (${home.accountId}, 'suppressed@reader.example', 'suppressed@reader.example', 'manual', now())`
  await db`
    insert into mailbox (public_id, at, source, recipient, route, size, sha256, raw, state, due_at, client_id, kind, evidence)
    values (${mailId}, now(), 'smtp', 'b+x@bounce.example', 'bounce', 3, 'sum', 'raw', 'unrecognised', now(),
      ${home.client.clientId}, 'other', 'not understood')`
  await db`
    insert into webhooks (client_id, public_id, url, types, secret, published_to)
    values (${home.client.clientId}, ${webhookId}, ${`${web.url}/hook`}, '{}', ${encryptSecret(testKeys, webhookId, newSecret())}, 0)`
  await db`
    insert into webhooks (client_id, list_id, public_id, url, types, secret, published_to)
    values (${home.client.clientId}, (select max(id) from lists where client_id = ${home.client.clientId}), ${listWebhookId}, ${`${web.url}/hook`},
      '{subscriber.updated}', ${encryptSecret(testKeys, listWebhookId, newSecret())}, 0)`
  await db`
    with person as (
      insert into people (public_id, email, address, name, time_zone)
      values (${personId}, 'ann@agency.example', 'ann@agency.example', 'Ann', 'Europe/Berlin')
      returning id
    )
    insert into grants (person_id, account_id, role) select id, ${home.accountId}, 'Analyst' from person`
  await db`
    insert into invitations (account_id, email, address, name, language, grants, token_hash, invited_by, expires_at)
    values (${home.accountId}, 'bea@agency.example', 'bea@agency.example', 'Bea', 'en',
      ${db.json([{ clientId: null, role: 'Author' }])}, ${tokenHash(mailedToken)}, 'Carla', now() + interval '7 days')`
  await db`
    insert into api_keys (public_id, account_id, label, scopes, secret_hash, created_by)
    values (${keyId}, ${home.accountId}, 'Shop', '{Reports}', '\\x00', 'Carla')`
  const own = await belongings(service, home.client.clientId, home.list.listId)
  return {
    service,
    web,
    home,
    member,
    ids: { ClientID: home.client.clientPublicId, ...own, ListID: home.list.listPublicId },
    others: {
      neighbour,
      stranger: {
        ClientID: stranger.client.clientPublicId,
        ...(await belongings(service, stranger.client.clientId)),
        ListID: stranger.list.listPublicId,
      },
      deleted: { ClientID: goneClient.ClientID, ...gone },
      ofDeletedClient: goneClient,
    },
    async stop() {
      await web.close()
      await service.stop()
    },
  }
}

let clients = 0

async function clientOf(service: TestService, accountId: number): Promise<Ids> {
  const n = ++clients
  const [client] = await service.db`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
    values (${accountId}, ${`Neighbour ${n}`}, 'Nora', ${`nora${n}@neighbour.example`}, 'Germany', 'Europe/Berlin', 'Berlin')
    returning id, public_id`
  return { ClientID: client!.publicId as string, ...(await belongings(service, client!.id as number)) }
}

/** @param listId the list the draft goes to; without it a new one */
export async function belongings(
  { db }: TestService,
  clientId: number,
  listId?: number,
): Promise<Omit<Ids, 'ClientID'>> {
  const title = `List ${randomUUID()}`
  const list = await seedList(db, { accountId: 0, clientId, clientPublicId: '', timeZone: 'Europe/Berlin' }, title)
  const [template] = await db`
    insert into templates (client_id, name, page_url, html) values (${clientId}, 'Template', 'http://pages.example/', '<p>')
    returning public_id`
  const [campaign] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html)
    values (${clientId}, ${`Campaign ${title}`}, 'News', 'Carla', 'carla@client.example', 'carla@client.example',
      'http://pages.example/', '<p>')
    returning id, public_id`
  await db`insert into campaign_totals (client_id, campaign_id) values (${clientId}, ${campaign!.id as number})`
  await db`
    insert into campaign_lists (client_id, campaign_id, list_id)
    values (${clientId}, ${campaign!.id as number}, ${listId ?? list.listId})`
  await db`
    insert into test_groups (client_id, public_id, name, addresses)
    values (${clientId}, ${testGroupId}, 'Team', '{boss@client.example}')
    on conflict do nothing`
  await db`
    insert into blocks (client_id, public_id, name, section)
    values (${clientId}, ${blockId}, 'Hours', '{"version":1,"sections":[{"kind":"divider"}]}')
    on conflict do nothing`
  await db`
    insert into senders (client_id, public_id, from_name, from_email, reply_to)
    values (${clientId}, ${senderId}, 'Nora', 'nora@client.example', 'nora@client.example')
    on conflict do nothing`
  await db`
    insert into images (client_id, public_id, name, sha256, media_type, width, height, animated, size, bytes)
    values (${clientId}, ${assetId}, 'Logo', '\\x00', 'image/gif', 1, 1, false, ${gif.length}, ${gif})
    on conflict do nothing`
  const [client] = await db`select account_id, public_id from clients where id = ${clientId}`
  const deletedId = deletedListOf(client!.publicId as string)
  const [added] = await db`
    insert into lists (client_id, public_id, title, confirm_opt_in, deleted_at)
    values (${clientId}, ${deletedId}, 'Deleted', false, now())
    on conflict do nothing
    returning id`
  if (added) {
    await db`insert into list_totals (client_id, list_id) values (${clientId}, ${added.id as number})`
    await db`
      insert into deletions (account_id, client_id, kind, public_id, name, at, deleted_by)
      values (${client!.accountId as number}, ${clientId}, 'list', ${deletedId}, 'Deleted', now(), 'carla')`
  }
  const [segment] = await db`
    insert into segments (client_id, list_id, name, rules)
    values (${clientId}, ${listId ?? list.listId}, ${title}, ${db.json([{ field: 'name', operator: 'is set', value: '' }])})
    returning public_id`
  return {
    ListID: list.listPublicId,
    SegmentID: segment!.publicId as string,
    TemplateID: template!.publicId as string,
    CampaignID: campaign!.publicId as string,
  }
}

const namedTree = { Match: 'All', Leaves: [{ Subject: 'Name', Operator: 'IsKnown' }] }

/** Parameters with which every operation would succeed, the key apart. */
export function goodValues({ ids, member, service, web }: Target): { readonly [Name in OperationName]: Values } {
  const { ClientID, ListID, SegmentID, TemplateID, CampaignID } = ids
  const list = { ListID }
  const remoteAccount = {
    Source: 'Listmonk',
    Url: web.url,
    RemoteClientID: '',
    Username: 'reader',
    Secret: 'token',
  }
  const numbered = { Page: 1, PageSize: 10, Descending: false }
  const saved = {
    Name: 'Zoe',
    MobileNumber: '',
    CustomFields: [],
    TrackingConsent: 'Unchanged',
    MobileConsent: 'Unchanged',
  }
  const tested = { SharePercent: 20, HoldoutPercent: 0, DecidedBy: 'Clicks', UsualPercent: '2', HopedPercent: '3' }
  const firstPage = { Cursor: '', Limit: 0 }
  const bulkRule = { State: '', Segment: '', Search: '', Domain: '', NameBegins: '', JoinedSince: '', JoinedUntil: '' }
  const segment = { ...list, Name: 'Readers' }
  const client = { ClientID }
  const campaign = { CampaignID }
  const webhook = { ...client, WebhookID: webhookId }
  const listWebhook = { ...list, WebhookID: listWebhookId }
  const added = { ...list, Email: 'zoe@reader.example', Name: 'Zoe' }
  const since = { ...list, Date: '2020-01-01 00:00:00' }
  const settings = { Title: 'Spring', UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' }
  const basics = {
    CompanyName: 'Bloom',
    ContactName: 'Carla',
    EmailAddress: 'bloom@client.example',
    Country: 'Germany',
    Timezone: 'Europe/Berlin',
  }
  // without content, which needs a right besides
  const drafted = {
    Name: 'Drafted',
    Subject: 'News',
    FromName: 'Carla',
    FromEmail: 'carla@client.example',
    ReplyTo: 'boss@client.example',
    Preheader: 'What is new',
    Audience: { ListIDs: [ListID], Segments: [], ExcludedListIDs: [], ExcludedSegments: [] },
    Tracking: { Opens: true, Clicks: false },
    Utm: { None: false, Source: 'newsletter', Medium: '', Campaign: '', Term: '', Content: '' },
    InlineCss: true,
  }
  const signUp = {
    Title: 'Sign-up',
    Paused: false,
    Lists: [{ ListID, Title: '', Description: '' }],
    Name: 'Optional',
    Fields: [],
    Consents: [],
    Tags: [],
    PrimaryColor: '',
    BackgroundColor: '',
    Language: 'en',
    Heading: '',
    Introduction: '',
    ButtonText: '',
    SuccessText: '',
    SuccessPage: '',
    RedirectHosts: [],
    AllowedOrigins: [],
    Prefill: [],
    ConfirmOptIn: true,
  }
  const feed = {
    Title: 'Blog to mail',
    Paused: false,
    URL: 'https://bloom.example/feed/',
    Audience: { ListIDs: [ListID], Segments: [], ExcludedListIDs: [], ExcludedSegments: [] },
    Subject: '',
    FromName: 'Bloom',
    FromEmail: 'news@bloom.example',
    ReplyTo: '',
    TemplateID: '',
    Language: 'en',
    Every: 'Weekly',
    Weekday: 5,
    MonthDay: 1,
    Hour: 8,
    MinItems: 1,
    MaxItems: 10,
    Action: 'Draft',
    MostRecipients: 0,
  }
  const page = '<p><singleline>Hello</singleline></p><p><unsubscribe>Leave us</unsubscribe></p>'
  const unfiltered = { ListIDs: [], States: [], Tag: '' }
  const pages = { TemplateName: 'Spring', HTMLPageURL: `${web.url}/page`, ZipFileURL: '', ScreenshotURL: '' }
  return {
    'User.GetApiKey': {
      SiteUrl: service.login.siteUrl,
      Username: service.login.username,
      Password: service.password,
    },
    'Subscriber.List': {
      ...list,
      State: '',
      Search: '',
      JoinedSince: '',
      JoinedUntil: '',
      Order: 'Newest',
      Fields: [],
      ...firstPage,
    },
    'Subscriber.GetContact': { ...client, Email: member, ...firstPage },
    'Subscriber.GetProof': { ...client, Email: member },
    'Subscriber.Search': { ...client, By: 'Address', Search: 'a', ...unfiltered, ...firstPage },
    'Subscriber.CountFound': { ...client, Search: 'a', ...unfiltered },
    'Suppression.Add': { ...client, ListID: '', EmailAddress: 'barred@reader.example' },
    'Suppression.Remove': { ...client, ListID: '', EmailAddress: 'suppressed@reader.example', Deliberately: true },
    'Suppression.Import': { ...client, ListID: '', Entries: 'barred@reader.example\n@barred.example', Reason: '' },
    'Suppression.List': { ...client, Scope: '', ListID: '', Reason: '', Search: '', ...firstPage },
    'Suppression.AddToAccount': { EmailAddress: 'barred@reader.example' },
    'Suppression.RemoveFromAccount': { EmailAddress: 'suppressed@reader.example', Deliberately: true },
    'Suppression.ImportToAccount': { Entries: 'barred@reader.example\n@barred.example', Reason: '' },
    'Suppression.ListOfAccount': { Reason: '', Search: '', ...firstPage },
    'Campaign.List': { ...client, State: '', Search: '', ...firstPage },
    'Campaign.GetDomains': campaign,
    'Campaign.GetReport': campaign,
    'Campaign.GetFollowUps': campaign,
    'Campaign.GetJudgedAudience': campaign,
    'Campaign.GetMailPrograms': campaign,
    'Campaign.GetClickMap': campaign,
    'Campaign.FindRecipients': { ...campaign, Search: 'a' },
    'Campaign.GetRecipientHistory': { ...campaign, Number: 1 },
    'List.GetGrowth': { ...list, From: '', Until: '' },
    'Client.GetOverview': client,
    'Account.GetOverview': firstPage,
    'Subscriber.AddWithCustomFields': { ...added, CustomFields: [] },
    'Subscriber.AddAndResubscribeWithCustomFields': { ...added, CustomFields: [] },
    'Subscriber.Add': added,
    'Subscriber.AddAndResubscribe': added,
    'Subscriber.Unsubscribe': { ...list, Email: member },
    'Subscriber.AddWithMobileNumber': { ...added, MobileNumber: '+4915112345678' },
    'Subscriber.AddAndResubscribeWithMobileNumber': { ...added, MobileNumber: '+4915112345678' },
    'Subscribers.GetActive': since,
    'Subscribers.GetUnsubscribed': since,
    'Subscribers.GetBounced': since,
    'Subscribers.GetSingleSubscriber': { ...list, EmailAddress: member },
    'Subscribers.GetIsSubscribed': { ...list, Email: member },
    'List.Create': { ...client, ...settings },
    'List.Update': { ...list, ...settings },
    'List.GetDetail': list,
    'List.Delete': list,
    'List.GetCustomFields': list,
    'List.DeleteCustomField': { ...list, Key: '[City]' },
    'List.CreateCustomField': { ...list, FieldName: 'Town', DataType: 'Text', Options: '' },
    'List.GetStats': list,
    'Client.GetCampaigns': client,
    'Client.GetLists': client,
    'Client.GetSegments': client,
    'Client.GetSuppressionList': client,
    'Client.GetTemplates': client,
    'Client.Create': basics,
    'Client.UpdateBasics': { ...client, ...basics },
    'Client.UpdateAccessAndBilling': {
      ...client,
      AccessLevel: 63,
      Username: 'carla-bloom',
      Password: 'correct horse battery staple',
      BillingType: 'ClientPaysAtStandardRate',
      Currency: 'EUR',
      DeliveryFee: '',
      CostPerRecipient: '',
      DesignAndSpamTestFee: '',
    },
    'Client.GetDetail': client,
    'Client.Delete': client,
    'Campaign.GetSubscriberClicks': campaign,
    'Campaign.GetOpens': campaign,
    'Campaign.GetBounces': campaign,
    'Campaign.GetUnsubscribes': campaign,
    'Campaign.GetSummary': campaign,
    'Campaign.GetLists': campaign,
    'User.RotateApiKey': { OverlapHours: 1 },
    'Client.RotateApiKey': { ...client, OverlapHours: 1 },
    'User.GetClients': {},
    'User.GetSystemDate': {},
    'User.GetTimezones': {},
    'User.GetCountries': {},
    'User.ListTimezones': {},
    'User.ListCountries': {},
    'Campaign.Create': {
      ...client,
      CampaignName: 'Spring',
      CampaignSubject: 'News',
      FromName: 'Carla',
      FromEmail: 'carla@client.example',
      ReplyTo: 'carla@client.example',
      HtmlUrl: `${web.url}/page`,
      TextUrl: `${web.url}/text`,
      SubscriberListIDs: [ListID],
      ListSegments: [],
    },
    'Campaign.Send': { ...campaign, ConfirmationEmail: 'carla@client.example', SendDate: 'Immediately' },
    'Campaign.SendConfirmed': {
      ...campaign,
      ConfirmationEmail: 'carla@client.example',
      SendDate: 'Immediately',
      Recipients: 1,
    },
    'Campaign.Delete': campaign,
    'Template.Create': { ...client, ...pages },
    'Template.GetDetail': { TemplateID },
    'Template.Update': { TemplateID, ...pages },
    'Template.Delete': { TemplateID },
    'Template.Copy': { TemplateID, ToClientID: ClientID, Name: 'Copied' },
    'Template.GetRegions': { TemplateID },
    'Template.FillRegions': { TemplateID, Regions: [] },
    'Template.ListStarters': {},
    'Template.CreateFromStarter': { ...client, Starter: 'letter', Name: 'Letter' },
    'Template.CreateFromContent': { ...client, Name: 'Written', Html: page },
    'Template.SaveContent': { TemplateID, Revision: 0, Name: 'Written', Html: page },
    'Content.CompileSections': { ...client, Sections: '{"version":1,"sections":[]}', Marked: true },
    'Content.GetSectionKinds': client,
    'Block.Create': { ...client, Name: 'Button', Sections: '{"version":1,"sections":[{"kind":"button"}]}' },
    'Block.List': { ...client, Cursor: '', Limit: 0 },
    'Block.Update': {
      ...client,
      BlockID: blockId,
      Name: 'Line',
      Sections: '{"version":1,"sections":[{"kind":"divider"}]}',
    },
    'Block.Delete': { ...client, BlockID: blockId },
    'Content.ListStarters': { ...client, Language: 'de' },
    'Content.PreviewStarter': { ...client, Starter: 'welcome', Language: 'de' },
    'Content.TakeStarter': { ...client, Starter: 'welcome', Language: 'de' },
    'Content.OpenCanvas': client,
    'Content.CompileMjml': { ...client, Mjml: '<mjml><mj-body></mj-body></mjml>' },
    'Segment.Create': { ...segment, Rules: [{ Field: 'Email', Operator: 'Contains', Value: '@reader.example' }] },
    'Segment.Delete': segment,
    'Segment.GetRules': segment,
    'Segment.GetCount': segment,
    'Campaign.GetProgress': campaign,
    'Campaign.GetRecipients': { ...campaign, State: '', After: 0, Limit: 0 },
    'Campaign.GetHistory': campaign,
    'Campaign.SendTest': { ...campaign, Recipients: ['boss@client.example'], PersonalizeAs: '' },
    'Campaign.SendVariantTest': { ...campaign, Recipients: ['boss@client.example'], PersonalizeAs: '', Variant: 'A' },
    'Campaign.SendTestToGroup': { ...campaign, TestGroupID: testGroupId, PersonalizeAs: '', Variant: '' },
    'Campaign.SetAtLeastOnce': { ...campaign, AtLeastOnce: true },
    'Campaign.Unschedule': campaign,
    'Campaign.Pause': campaign,
    'Campaign.Resume': campaign,
    'Campaign.Cancel': campaign,
    'Campaign.RetryFailed': campaign,
    'Campaign.SettleUnknown': { ...campaign, Number: 0, As: 'Accepted' },
    'Domain.Create': { ...client, Domain: 'more.example' },
    'Domain.Verify': { ...client, Domain: 'client.example' },
    'Domain.List': client,
    'Domain.Delete': { ...client, Domain: 'client.example' },
    'Campaign.GetEngagement': campaign,
    'Campaign.GetLinks': campaign,
    'Campaign.GetTimeline': campaign,
    'Campaign.Reclassify': campaign,
    'Campaign.Check': campaign,
    'Campaign.CountAudience': campaign,
    'Campaign.CountBranches': campaign,
    'Campaign.GetTiming': campaign,
    'Campaign.GetTimetable': { ...campaign, SendDate: '' },
    'Campaign.Preview': { ...campaign, PersonalizeAs: '', Variant: '' },
    'Template.Preview': { TemplateID },
    'Campaign.AcknowledgeWarnings': { ...campaign, Codes: ['BrokenLink'] },
    'Client.SetDailyLimit': { ...client, DailyLimit: 100 },
    'Client.SetOptions': { ...client, SendOnlyReady: false },
    'Client.GetOptions': client,
    'Client.GetFrequencyCap': client,
    'Client.ReadDate': { ...client, Date: '2027-01-01 09:00:00' },
    'Client.GetRetention': client,
    'Client.GetProcessingRegister': client,
    'Client.SetRetention': { ...client, Kind: 'RawHits', Days: 90 },
    'Client.PreviewRetention': { ...client, Kind: 'RawHits', Days: 90 },
    'Client.SetStopSeconds': { ...client, StopSeconds: 60 },
    'Client.SetFrequencyCap': { ...client, Mails: 3, Days: 7 },
    'Client.SetSendConfirmation': { ...client, ConfirmAbove: 20_000 },
    'Client.SetBranding': {
      ...client,
      LogoUrl: '',
      LogoAssetID: assetId,
      PrimaryColor: '#1f4fa3',
      BackgroundColor: '#ffffff',
      FooterText: 'Fresh tulips since 1871',
      PostalAddress: 'Canal 1\nAmsterdam',
      ImprintUrl: 'https://bloom.example/imprint',
      ConfirmationFromName: 'Bloom',
      ConfirmationFromEmail: 'hello@bloom.example',
      Wordings: [{ Page: 'Confirm', Language: 'en', Title: 'Almost there', Text: 'Join [list] of [client]?' }],
    },
    'Client.GetBranding': client,
    'Client.GetDailyLimit': client,
    'Campaign.GetBounceDetails': { ...campaign, After: 0, Limit: 0 },
    'Campaign.GetBounceSummary': campaign,
    'Campaign.GetComplaints': { ...campaign, After: 0, Limit: 0 },
    'Client.GetHold': client,
    'Client.ReleaseHold': client,
    'Event.List': { ...client, Since: 0, Limit: 0 },
    'Event.Find': {
      ...client,
      Types: ['subscriber.subscribed'],
      EmailAddress: '',
      SubjectID: '',
      From: '',
      Until: '',
      Cursor: '',
      Limit: 0,
    },
    'Webhook.Create': { ...client, URL: `${web.url}/hook`, Events: ['subscriber.subscribed'] },
    'Webhook.List': client,
    'Webhook.Delete': webhook,
    'Webhook.Test': webhook,
    'Webhook.Replay': { ...webhook, Since: 0 },
    'Webhook.Pause': webhook,
    'Webhook.Resume': webhook,
    'Webhook.RotateSecret': webhook,
    'Webhook.GetAttempts': webhook,
    'List.CreateWebhook': { ...list, URL: `${web.url}/hook`, Events: ['Subscribe'] },
    'List.GetWebhooks': list,
    'List.TestWebhook': listWebhook,
    'List.PauseWebhook': listWebhook,
    'List.ResumeWebhook': listWebhook,
    'List.DeleteWebhook': listWebhook,
    'Mailbox.List': { ...client, State: '', After: 0, Limit: 0 },
    'Mailbox.GetMessage': { ...client, MailID: mailId },
    'Mailbox.ReadAgain': client,
    'List.SetOptions': { ...list, UnsubscribeScope: 'List', Tracking: 'Always', Language: 'en' },
    'List.GetOptions': list,
    'List.SetConsentRules': { ...list, Law: 'FR' },
    'List.GetConsentRules': list,
    'Subscriber.GetHistory': { ...list, Email: member },
    'Subscriber.Save': { ...list, EmailAddress: 'saved@reader.example', ...saved, Resubscribe: false },
    'Subscriber.Change': { ...list, EmailAddress: member, NewEmailAddress: '', ...saved, Resubscribe: false },
    'Subscriber.GetMember': { ...list, EmailAddress: member },
    'Subscriber.GetMails': { ...list, EmailAddress: member },
    'Subscriber.FindLists': { ...client, EmailAddress: member },
    'Subscribers.Save': {
      ...list,
      Subscribers: [{ EmailAddress: 'saved@reader.example', ...saved }],
      Resubscribe: false,
    },
    'Subscribers.Page': { ...list, State: 'Active', ChangedAfter: '', ...numbered, Order: 'EmailAddress' },
    'Suppression.Page': { ...client, ...numbered, Order: 'EmailAddress' },
    'List.CreateWithScope': { ...client, ...settings, UnsubscribeScope: 'Client' },
    'List.UpdateWithScope': {
      ...list,
      ...settings,
      UnsubscribeScope: 'Client',
      SuppressUnsubscribed: false,
      RemoveSuppressed: false,
    },
    'List.GetSettings': list,
    'List.GetFields': list,
    'List.AddCustomField': { ...list, FieldName: 'Street', VisibleInPreferences: true, DataType: 'Text', Options: [] },
    'List.ChangeCustomField': { ...list, Key: '[City]', FieldName: 'Town', VisibleInPreferences: true },
    'List.SetCustomFieldOptions': { ...list, Key: '[Colours]', KeepExisting: true, Options: ['Mauve'] },
    'Client.CreateCompany': basics,
    'Client.ChangeBasics': { ...client, ...basics },
    'Client.SetAccess': { ...client, AccessLevel: 0, Username: '', Password: '' },
    'Client.SetMarkups': {
      ...client,
      ClientPays: false,
      Currency: '',
      MarkupPercentage: '',
      MarkupOnDelivery: '',
      MarkupPerRecipient: '',
    },
    'Client.GetProfile': client,
    'Client.ListSegments': client,
    'List.ListSegments': list,
    'Segment.Add': { ...list, Title: 'Added', Rules: [{ Field: 'Name', Operator: 'IsSet', Value: '' }] },
    'Segment.Replace': { SegmentID, Title: 'Replaced', Rules: [{ Field: 'Name', Operator: 'IsSet', Value: '' }] },
    'Segment.AddRules': { SegmentID, Rules: [{ Field: 'Email', Operator: 'Contains', Value: 'x' }] },
    'Segment.ClearRules': { SegmentID },
    'Segment.Remove': { SegmentID },
    'Segment.Read': { SegmentID },
    'Segment.PageMembers': { SegmentID, ChangedAfter: '', ...numbered, Order: 'EmailAddress' },
    'Segment.SetTree': { ...client, ListID, Title: 'Tree', Tree: namedTree },
    'SegmentTemplate.List': client,
    'SegmentTemplate.Create': { ...client, Title: 'Template', Tree: namedTree },
    'SegmentTemplate.Rename': { TemplateID: '0'.repeat(32), Title: 'Renamed' },
    'SegmentTemplate.Delete': { TemplateID: '0'.repeat(32) },
    'SegmentTemplate.Use': { ...client, TemplateID: 'active-in-90-days', ListID: '', Title: 'Used', Key: '' },
    'Segment.GetTree': { SegmentID },
    'Segment.Count': { SegmentID },
    'Segment.CountTree': { ...client, ListID, Tree: namedTree },
    'Segment.Sample': { SegmentID },
    'Segment.SampleTree': { ...client, ListID, Tree: namedTree },
    'Segment.Explain': { SegmentID, Email: member },
    'Segment.ListAll': client,
    'Campaign.GetAudience': campaign,
    'Campaign.CreateFromPages': {
      ...client,
      Name: 'From pages',
      Subject: 'News',
      FromName: 'Carla',
      FromEmail: 'carla@client.example',
      ReplyTo: 'boss@client.example',
      HtmlUrl: `${web.url}/page`,
      TextUrl: '',
      ListIDs: [ListID],
      SegmentIDs: [SegmentID],
      InlineCss: true,
    },
    'Campaign.CreateFromTemplate': {
      ...client,
      Name: 'From a template',
      Subject: 'News',
      FromName: 'Carla',
      FromEmail: 'carla@client.example',
      ReplyTo: 'boss@client.example',
      TemplateID,
      TemplateContent: { Singlelines: [], Multilines: [], Images: [], Repeaters: [] },
      ListIDs: [ListID],
      SegmentIDs: [SegmentID],
      InlineCss: true,
    },
    'Campaign.PageEvents': { ...campaign, Kind: 'Recipient', Since: '', ...numbered, Order: 'List' },
    'Campaign.Page': { ...client, Kind: 'Sent', Tags: [], SentFrom: '', SentUntil: '', ...numbered },
    'Campaign.SetTags': { ...campaign, Tags: ['spring'] },
    'Client.GetTags': client,
    'Subscriber.UpdateEmail': { ...client, ListID: '', Email: member, NewEmail: 'new@reader.example' },
    'Subscriber.SetPause': { ...client, Email: member, Until: '' },
    'List.SetPreferencePage': { ...list, Description: 'On Fridays', ShownTo: 'Everyone', Fields: [] },
    'List.GetPreferencePage': list,
    'List.SetArchive': {
      ...list,
      Shown: true,
      Title: 'Letters from Bloom',
      Description: 'On Fridays',
      Since: '2026-03-01',
      SearchEngines: false,
      FormID: '',
    },
    'List.GetArchive': list,
    'Campaign.SetArchived': { ...campaign, Choice: 'Hidden' },
    'Campaign.GetArchived': campaign,
    'Client.GetLeavePage': client,
    'Campaign.GetLeaveReasons': campaign,
    'Subscriber.Delete': { ...list, Email: member },
    'Subscriber.Restore': { ...list, Email: 'removed@reader.example' },
    'Subscriber.SetTrackingConsent': { ...list, Email: member, Consent: 'Granted' },
    'Subscriber.GetTrackingConsent': { ...list, Email: member },
    'Subscriber.SetConsent': {
      ...list,
      Email: member,
      Purpose: 'Measuring',
      Consent: 'Granted',
      Wording: 'You may see what I open.',
      Source: 'https://reader.example/sign-up',
      GivenDate: '',
      AllLists: false,
    },
    'Subscriber.GetConsents': { ...list, Email: member },
    'Subscriber.SetBasis': { ...list, Email: member, Basis: 'Implied', EndsOn: '2030-01-01', Note: 'Order 4711' },
    'Campaign.GetForwards': campaign,
    'Client.AddSuppression': { ...client, EmailAddress: 'barred@reader.example' },
    'Client.RemoveSuppression': { ...client, EmailAddress: 'suppressed@reader.example', Deliberately: true },
    'Campaign.FindScannerOptOuts': campaign,
    'Campaign.CreateDraft': { ...client, ...drafted, Name: 'A new draft' },
    'Campaign.GetDraft': campaign,
    'Campaign.UpdateDraft': { ...campaign, Revision: 1, ...drafted },
    'Campaign.LocateFindings': { ...campaign, Findings: [{ Code: 'ForeignTags', Detail: 'Brevo: {{ mirror }}' }] },
    'Campaign.RepairFinding': { ...campaign, Revision: 1, Code: 'ForeignTags', Detail: '' },
    'Campaign.Duplicate': { ...campaign, Name: 'The same again' },
    'Campaign.Resend': { ...campaign, Subject: 'Once more', Name: '', AfterHours: 48 },
    'Campaign.CatchUp': { ...campaign, Name: '' },
    'Campaign.SetTiming': {
      ...campaign,
      ...{ AllowedFrom: '', AllowedUntil: '', AllowedDays: [], SpreadHours: 0, TimeZoneField: '', PastZones: 'Refuse' },
    },
    'Campaign.SetVariants': {
      ...campaign,
      ...tested,
      Others: [{ Subject: 'Another', FromName: '', ContentOf: '' }],
      WaitMinutes: 240,
      Otherwise: 'A',
    },
    'Campaign.PlanTest': { ...campaign, ...tested, Variants: 2 },
    'Campaign.GetVariants': campaign,
    'Campaign.ChooseVariant': { ...campaign, Variant: 'B' },
    'Campaign.ListRevisions': { ...campaign, ...firstPage },
    'Campaign.GetRevision': { ...campaign, Revision: 1 },
    'Campaign.RestoreRevision': { ...campaign, Revision: 1, BasedOn: 1 },
    'Template.ListRevisions': { TemplateID, ...firstPage },
    'Template.GetRevision': { TemplateID, Revision: 1 },
    'Template.RestoreRevision': { TemplateID, Revision: 1, BasedOn: 1 },
    'Sender.Save': { ...client, FromName: 'Carla', FromEmail: 'carla@client.example', ReplyTo: 'boss@client.example' },
    'Sender.List': { ...client, ...firstPage },
    'Sender.GetLast': client,
    'Sender.Delete': { ...client, SenderID: senderId },
    'Client.GetUtmTags': client,
    'Client.SetUtmTags': { ...client, Tags: { Source: 'newsletter', Medium: 'email' } },
    'Client.SetApproval': { ...client, Required: false, ByAnother: true },
    'Campaign.RequestApproval': { ...campaign, Revision: 1, Comment: 'Please look' },
    'Campaign.WithdrawApprovalRequest': campaign,
    'Campaign.Approve': { ...campaign, Revision: 1, Comment: 'Fine' },
    'Campaign.Reject': { ...campaign, Revision: 1, Comment: 'The price is wrong' },
    'Campaign.SetEditing': { ...campaign, Editing: true },
    'Template.SetEditing': { TemplateID, Editing: true },
    'Campaign.GetApproval': campaign,
    'Campaign.ListApprovals': { ...campaign, ...firstPage },
    'Campaign.AddComment': { ...campaign, Text: 'Tulips first?', Revision: 0, Place: 'Title' },
    'Campaign.ListComments': { ...campaign, ...firstPage },
    'Campaign.ResolveComment': { ...campaign, CommentID: unknownId, Resolved: true },
    'Campaign.DeleteComment': { ...campaign, CommentID: unknownId },
    'Export.Create': {
      ...client,
      Kind: 'Suppressions',
      ListID: '',
      Segment: '',
      State: '',
      CampaignID: '',
      ImportID: '',
      Undoing: '',
      Scope: '',
      Email: '',
      Format: 'Csv',
      Gzip: false,
    },
    'Tag.Create': { ...client, Name: 'VIP', Color: 'Green' },
    'Tag.List': client,
    'Tag.GetUses': { ...client, TagID: unknownId },
    'Tag.Rename': { ...client, TagID: unknownId, Name: 'Guest', Color: '' },
    'Tag.Delete': { ...client, TagID: unknownId },
    'Subscriber.SetTags': { ...client, Email: member, Add: ['New'], Remove: [], Replace: false, CreateMissing: true },
    'Campaign.SetLinkTags': { ...campaign, Link: 'https://shop.example/', Tags: ['New'], CreateMissing: false },
    'Campaign.GetLinkTags': campaign,
    'BulkChange.Count': { ...list, Action: 'Unsubscribe', ...bulkRule },
    'BulkChange.Create': {
      ...list,
      Action: 'Unsubscribe',
      ...bulkRule,
      Subscribers: 1000,
      Key: '',
      Values: [],
      ToListID: '',
      CreateFields: false,
    },
    'Erasure.Create': { ...client, Email: member },
    'Erasure.Get': { ...client, ErasureID: unknownId },
    'Erasure.List': { ...client, ...firstPage },
    'Feed.Create': { ...client, ...feed },
    'Feed.Get': { ...client, FeedID: unknownId },
    'Feed.List': { ...client, ...firstPage },
    'Feed.Update': { ...client, FeedID: unknownId, ...feed },
    'Feed.Delete': { ...client, FeedID: unknownId },
    'Feed.Preview': { ...client, FeedID: unknownId },
    'Series.Create': { ...list, Name: 'Welcome', Trigger: 'Joined', Steps: [] },
    'Series.Get': { ...client, SeriesID: unknownId },
    'Series.List': { ...client, ...firstPage },
    'Series.Update': { ...client, SeriesID: unknownId, Name: 'Welcome', Trigger: 'Joined', Steps: [] },
    'Series.EditStep': { ...client, SeriesID: unknownId, StepID: 1 },
    'Series.Start': { ...client, SeriesID: unknownId },
    'Series.Pause': { ...client, SeriesID: unknownId },
    'Series.Delete': { ...client, SeriesID: unknownId },
    'Series.Enrol': { ...client, SeriesID: unknownId, EmailAddresses: ['ann@reader.example'] },
    'Series.CountExisting': { ...client, SeriesID: unknownId },
    'Series.GetPeople': { ...client, SeriesID: unknownId, ...firstPage },
    'Series.GetReport': { ...client, SeriesID: unknownId },
    'Form.Create': { ...client, ...signUp },
    'Form.Get': { ...client, FormID: unknownId },
    'Form.List': { ...client, ...firstPage },
    'Form.Update': { ...client, FormID: unknownId, ...signUp },
    'Form.Delete': { ...client, FormID: unknownId },
    'Form.Preview': { ...client, ...signUp },
    'Form.GetEmbed': { ...client, FormID: unknownId },
    'Form.GetStatistics': { ...client, FormID: unknownId, Days: 30 },
    'Form.ReleaseHeld': { ...client, FormID: unknownId },
    'Form.DropHeld': { ...client, FormID: unknownId },
    'BulkChange.Get': { ...client, ChangeID: unknownId },
    'BulkChange.List': { ...client, ListID: '', ...firstPage },
    'BulkChange.Cancel': { ...client, ChangeID: unknownId },
    'BulkChange.Undo': { ...client, ChangeID: unknownId },
    'Export.Get': { ...client, ExportID: unknownId },
    'Export.List': { ...client, ...firstPage },
    'Export.GetLink': { ...client, ExportID: unknownId },
    'Export.Delete': { ...client, ExportID: unknownId },
    'Import.Create': {
      ...list,
      UploadID: unknownId,
      ConsentSource: 'The sign-up page',
      ConsentDate: '2025-05-01',
      ConsentWording: 'Yes, please',
    },
    'Import.GetRemoteLists': { ...client, ...remoteAccount },
    'Import.CreateFromApi': {
      ...list,
      ...remoteAccount,
      RemoteListID: '3',
      ConsentSource: 'The sign-up page',
      ConsentDate: '2025-05-01',
      ConsentWording: 'Yes, please',
    },
    'Import.CountUnconfirmed': { ...client, ImportID: unknownId },
    'Import.AskUnconfirmed': { ...client, ImportID: unknownId, Recipients: 1 },
    'Import.List': { ...client, ListID: '', ...firstPage },
    'Import.GetVerdicts': { ...client, ImportID: unknownId, Verdict: '', Undoing: '', ...firstPage },
    'Import.SetMapping': {
      ...client,
      ImportID: unknownId,
      Columns: [{ Part: 1, Column: 1, Target: 'Email', Key: '' }],
      PartStates: [],
      Words: [],
      Values: 'Overwrite',
      Duplicates: 'Last',
      EmptyCells: 'Leave',
      DefaultState: 'Active',
      Dates: 'auto',
    },
    'Import.Get': { ...client, ImportID: unknownId },
    'Import.GetMapping': { ...client, ImportID: unknownId },
    'Import.Judge': { ...client, ImportID: unknownId },
    'Import.Commit': { ...client, ImportID: unknownId },
    'Import.Cancel': { ...client, ImportID: unknownId },
    'Import.Undo': { ...client, ImportID: unknownId },
    'ReportMail.Get': client,
    'ReportMail.Set': { ...client, Monthly: true, AfterCampaigns: false, DaysAfter: 3, Language: 'de', Addresses: [] },
    'ReportMail.ListSent': { ...client, ...firstPage },
    'ReportMail.Revoke': { ...client, SentReportID: unknownId },
    'Client.GetResults': { ...client, From: '', Until: '' },
    'Campaign.Compare': { ...campaign, OtherCampaignID: campaign.CampaignID },
    'Report.Share': { ...campaign, Label: 'Board', ExpiresDate: '', Language: 'de' },
    'Report.ListLinks': { ...campaign, ...firstPage },
    'Report.Revoke': { ...campaign, ReportLinkID: unknownId },
    'Asset.Upload': { ...client, UploadID: '', Content: png.toString('base64'), Name: 'dot.png' },
    'Asset.List': { ...client, Cursor: '', Limit: 0 },
    'Asset.Crop': { ...client, AssetID: assetId, X: 0, Y: 0, Width: 1, Height: 1 },
    'Asset.Delete': { ...client, AssetID: assetId },
    'Outbox.List': { ...client, CampaignID: '', ...firstPage },
    'Outbox.GetMail': { ...campaign, Mail: '1' },
    'Sample.Create': {},
    'Sample.Remove': {},
    'Hold.List': firstPage,
    'Setup.GetVersion': {},
    'System.GetState': {},
    'TestGroup.Create': { ...client, Name: 'Readers', Addresses: ['boss@client.example'] },
    'TestGroup.List': { ...client, Cursor: '', Limit: 0 },
    'TestGroup.Update': { ...client, TestGroupID: testGroupId, Name: 'All', Addresses: ['boss@client.example'] },
    'TestGroup.Delete': { ...client, TestGroupID: testGroupId },
    'Relay.Test': { Relay: '', FromEmail: '' },
    'Setup.GetStatus': {},
    'Deleted.List': { ...client, Kinds: ['List'], Cursor: '', Limit: 0 },
    'Deleted.Restore': { Kind: 'List', ID: deletedListOf(ClientID) },
    'Campaign.RepairOptOuts': { ...campaign, EmailAddresses: [member] },
    'Person.Invite': { EmailAddress: 'ada@agency.example', Name: 'Ada', Language: 'en', Grants: [{ Role: 'Analyst' }] },
    'Person.ListInvitations': { Cursor: '', Limit: 0 },
    'Person.RevokeInvitation': { InvitationID: unknownId },
    'Person.GetInvitation': { Token: mailedToken },
    'Person.AcceptInvitation': {
      Token: mailedToken,
      EmailAddress: 'bea@agency.example',
      Name: 'Bea',
      Password: 'correct horse battery staple',
      Code: '',
      Language: 'en',
      Timezone: 'Europe/Berlin',
    },
    'Person.List': { Cursor: '', Limit: 0 },
    'Person.Get': { PersonID: personId },
    'Person.SetGrants': { PersonID: personId, Grants: [{ Role: 'Author' }] },
    'Person.GetTeam': { ...client },
    'Person.AddToTeam': { ...client, EmailAddress: 'una@agency.example', Name: 'Una', AccessLevel: 23 },
    'Person.ChangeInTeam': {
      ...client,
      EmailAddress: 'ada@agency.example',
      NewEmailAddress: '',
      Name: 'Ada',
      AccessLevel: 1,
    },
    'Person.RemoveFromTeam': { ...client, EmailAddress: 'ada@agency.example' },
    'Person.SetPrimaryContact': { ...client, EmailAddress: 'ada@agency.example' },
    'Person.Remove': { PersonID: personId },
    'Person.RequestPasswordReset': { EmailAddress: 'ada@agency.example' },
    'Person.ResetPassword': { Token: mailedToken, Password: 'correct horse battery staple' },
    'Person.ChangePassword': { Password: 'none', NewPassword: 'correct horse battery staple' },
    'Person.GetMe': {},
    'Person.SetPreferences': {
      Name: 'Ada',
      EmailAddress: 'ada@agency.example',
      Password: 'none',
      Language: 'en',
      Timezone: 'Europe/Berlin',
      Notifications: ['Held'],
    },
    'Account.Get': {},
    'Account.Update': { Name: 'Agency', Timezone: 'Europe/Berlin', FactorRequiredFrom: '' },
    'Key.Create': {
      Label: 'Shop',
      Scopes: ['Reports'],
      ClientIDs: [ClientID],
      ExpiresDate: '',
      Networks: ['192.0.2.0/24'],
    },
    'Key.List': { Cursor: '', Limit: 0 },
    'Key.Get': { KeyID: keyId },
    'Key.Rotate': { KeyID: keyId, OverlapHours: 0 },
    'Key.EndOverlap': { KeyID: keyId },
    'Key.Revoke': { KeyID: keyId },
    'Audit.List': {
      ...{ ClientID: '', ActorID: '', Operation: '', Outcome: '', From: '', Until: '', Cursor: '', Limit: 0 },
      ...{ SubjectID: '', FoldReads: false, Fold: '' },
    },
    'Audit.ListActors': {},
    'Session.SignIn': {
      EmailAddress: '',
      SiteUrl: service.login.siteUrl,
      Username: service.login.username,
      Password: service.password,
      Code: '',
      Device: '',
    },
    'Session.SignOut': {},
    'Session.Get': {},
    'Session.List': {},
    'Session.End': { SessionID: unknownId },
    'Session.EndAll': { KeepThis: true },
    'Session.SelectAccount': { AccountID: unknownId },
    'Factor.Begin': { Password: service.password },
    'Factor.Confirm': { Password: service.password, Code: '123456' },
    'Factor.Disable': { Password: service.password, Code: '123456' },
    'Factor.NewCodes': { Password: service.password, Code: '123456' },
  }
}

/** Runs something that must change nothing: every table is the same afterwards, and no page was asked for. */
export async function leavesNoTrace({ service, web }: Target, act: () => Promise<void>): Promise<void> {
  const before = await traces(service.db)
  const asked = web.asked.length
  await act()
  assert.deepEqual(await traces(service.db), before, 'a table has changed')
  assert.deepEqual(web.asked.slice(asked), [], 'a page was asked for')
}
