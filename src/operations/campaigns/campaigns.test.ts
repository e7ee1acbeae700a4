import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { seedSent } from '../../../test/harness/campaign.ts'
import { png } from '../../../test/harness/images.ts'
import { operationsTest } from '../../../test/harness/operations.ts'
import { seedList } from '../../../test/harness/seed.ts'
import { serveWeb } from '../../../test/harness/web.ts'
import type { ParamsOf } from '../../contract/operations.ts'
import type { RefusalName } from '../../contract/refusals.ts'
import { guardedFetch } from '../../lib/fetcher.ts'
import { saveBranding } from '../../store/accounts/branding.ts'
import { lists } from '../lists.ts'
import { campaigns } from './campaigns.ts'

const unsubscribe = '<unsubscribe>Unsubscribe</unsubscribe>'
const link = (href: string) => ({ body: `<a href="${href}">x</a>${unsubscribe}` })

const { db, world, other, call, refused } = await operationsTest({ ...campaigns, ...lists }, () => ({
  fetch: guardedFetch({ allowPrivate: true, userAgent: 'test' }),
}))
await db`
  insert into segments (client_id, list_id, name, rules)
  values (${world.client.clientId}, ${world.list.listId}, 'Berliners', '[]'), (${other.client.clientId}, ${other.list.listId}, 'Theirs', '[]')`
const web = await serveWeb({
  '/page': { body: `<html><body><img src="a.png"><a href="more">More</a>${unsubscribe}</body></html>` },
  '/a.png': { type: 'image/png', body: png },
  '/broken-image': { body: `<img src="gone.png">${unsubscribe}` },
  '/no-link': { body: '<html><body><p>News</p></BODY></html>' },
  '/fragment': { body: '<p>News</p>' },
  '/hidden-link': { body: `<p>News</p><!-- ${unsubscribe} -->` },
  '/text': { type: 'text/plain', body: 'News\r\n\r\nLeave: [unsubscribe]\r\n' },
  '/text-no-link': { type: 'text/plain; charset=iso-8859-1', body: Buffer.from('Grüße\r\n', 'latin1') },
  '/image': { type: 'image/png', body: png },
  '/script': { body: `<script>x()</script>${unsubscribe}` },
  '/flash': { body: `<embed src="x.swf">${unsubscribe}` },
  '/text-tag': { body: '<a href="[unsubscribe]">Leave</a>' },
  '/short': { body: '<unsubscribe>x</unsubscribe>' },
  '/in-link': { body: `<a href="/x">${unsubscribe}</a>` },
  '/unclosed-style': { body: '<p>News</p><style>p { color: red }' },
  '/unclosed-link': { body: '<p>News <a href="http://shop.example/">here' },
  '/links': {
    body: `<a href="http://shop.example/?e=[email]">x</a><a href="[Shop]">x</a><a href="https://[Shop,fallback=www].shop.example/x">x</a><a href="#top">x</a><a href="mailto:a@b.example">x</a><a href="tel:1">x</a><a name="top">x</a>${unsubscribe}`,
  },
  '/bad-link': link('http://[bad'),
  '/no-host': link('http://'),
  '/file-link': link('file:///c:/x'),
  '/long-link': link(`http://shop.example/${'x'.repeat(1_981)}`),
  '/longest-link': link(`http://shop.example/${'x'.repeat(1_980)}`),
})
after(() => web.close())

let drafts = 0
const given = (params: Partial<ParamsOf<'Campaign.Create'>> = {}): ParamsOf<'Campaign.Create'> => ({
  ApiKey: world.accountKey,
  ClientID: world.client.clientPublicId,
  CampaignName: `Draft ${++drafts}`,
  CampaignSubject: 'News for [firstname,fallback=you]',
  FromName: 'Carla',
  FromEmail: 'carla@client.example',
  ReplyTo: 'reply@client.example',
  HtmlUrl: `${web.url}/page`,
  TextUrl: `${web.url}/text`,
  SubscriberListIDs: [world.list.listPublicId],
  ListSegments: null,
  ...params,
})
async function draft(params: Partial<ParamsOf<'Campaign.Create'>> = {}) {
  const campaignId = await call('Campaign.Create', given(params))
  const [row] = await db`select * from campaigns where public_id = ${campaignId}`
  return row!
}

test('a draft has its own copy of both pages and their images', async () => {
  const row = await draft({ FromEmail: ' carla@client.example ' })
  const { name, subject, fromName, fromEmail, replyTo, state, htmlUrl, dueAt } = row
  assert.deepEqual(
    { name, subject, fromName, fromEmail, replyTo, state, htmlUrl, dueAt },
    {
      name: `Draft ${drafts}`,
      subject: 'News for [firstname,fallback=you]',
      fromName: 'Carla',
      fromEmail: 'carla@client.example',
      replyTo: 'reply@client.example',
      state: 'draft',
      htmlUrl: `${web.url}/page`,
      dueAt: null,
    },
  )
  const [file] = await db`select path, media_type, bytes from assets where owner = 'campaign' and owner_id = ${row.id}`
  assert.equal(
    row.html,
    `<html><body><img src="kept:${file!.path}"><a href="${web.url}/more">More</a>${unsubscribe}</body></html>`,
  )
  assert.deepEqual([file!.mediaType, file!.bytes], ['image/png', png])
  assert.equal(row.text, 'News\n\nLeave: [unsubscribe]\n')
})

test('a missing way out is added, in HTML and in text', async () => {
  const sentence = 'If you no longer wish to receive these emails, you can '
  const exit = `<p style="font-family:sans-serif;font-size:12px;color:#1b1b1f">${sentence}<unsubscribe style="color:#1b1b1f;text-decoration:underline">unsubscribe here</unsubscribe>.</p>\n`
  const cases = {
    '/no-link': `<html><body><p>News</p>${exit}</BODY></html>`,
    '/fragment': `<p>News</p>${exit}`,
    '/hidden-link': `<p>News</p><!-- ${unsubscribe} -->${exit}`,
  }
  for (const [path, html] of Object.entries(cases)) {
    const row = await draft({ HtmlUrl: web.url + path, TextUrl: `${web.url}/text-no-link` })
    assert.equal(row.html, html)
    assert.equal(row.text, `Grüße\n\n${sentence}unsubscribe here: [unsubscribe]\n`)
  }
})

test('a missing way out comes with the footer of the client, escaped; pages that have one stay as they are', async () => {
  const settings = {
    ...{
      logoUrl: '',
      primaryColor: '',
      backgroundColor: '',
      fromName: '',
      fromEmail: '',
      wordings: [],
      headingFont: '',
      textFont: '',
      colors: [],
      socialLinks: [],
      logoImageId: null,
    },
    ...{ footerText: 'Tulips & <b>', postalAddress: 'Canal 1\nAmsterdam', imprintUrl: 'https://x.example/imprint' },
  }
  await saveBranding(db, world.client.clientId, settings)
  try {
    const row = await draft({ HtmlUrl: `${web.url}/no-link`, TextUrl: `${web.url}/text-no-link` })
    const small = '<p style="font-family:sans-serif;font-size:12px;color:#1b1b1f">'
    const lines = [
      'Tulips &amp; &lt;b&gt;',
      'Canal 1<br>Amsterdam',
      '<a href="https://x.example/imprint" style="color:#1b1b1f">Imprint</a>',
    ]
    assert.ok(row.html.includes(lines.map(line => `${small}${line}</p>\n`).join('') + small), row.html)
    assert.equal(row.html.match(/<unsubscribe[ >]/g)?.length, 1)
    assert.match(
      row.text,
      /^Grüße\n\nTulips & <b>\n\nCanal 1\nAmsterdam\n\nImprint: https:\/\/x\.example\/imprint\n\nIf you no longer/,
    )
    assert.doesNotMatch((await draft()).html, /Tulips/)
  } finally {
    await db`delete from client_brandings where client_id = ${world.client.clientId}`
  }
})

test('without a TextUrl the text is left to be made from the HTML', async () => {
  assert.equal((await draft({ TextUrl: '' })).text, null)
  assert.equal((await draft({ TextUrl: null })).text, null)
})

test('an image that is not there stays at its address', async () => {
  assert.equal(
    (await draft({ HtmlUrl: `${web.url}/broken-image` })).html,
    `<img src="${web.url}/gone.png">${unsubscribe}`,
  )
})

test('links with merge tags, fragments and addresses pass, and so does the longest', async () => {
  assert.match(
    (await draft({ HtmlUrl: `${web.url}/links` })).html,
    /href="https:\/\/\[Shop,fallback=www\]\.shop\.example\/x"/,
  )
  await draft({ HtmlUrl: `${web.url}/longest-link` })
})

test('lists and segments are recorded once each, blank ones left out', async () => {
  const second = await seedList(db, world.client, 'Second')
  const CampaignID = await call(
    'Campaign.Create',
    given({
      SubscriberListIDs: [second.listPublicId, second.listPublicId.toUpperCase(), '', null],
      ListSegments: [{ ListID: world.list.listPublicId, Name: 'Berliners' }, { ListID: null, Name: '' }, null],
    }),
  )
  const sources = await db`
    select list_id, segment from campaign_lists cl join campaigns c on c.id = cl.campaign_id
    where c.public_id = ${CampaignID} order by list_id`
  assert.deepEqual(
    [...sources],
    [
      { listId: world.list.listId, segment: 'Berliners' },
      { listId: second.listId, segment: '' },
    ],
  )
  assert.deepEqual(await call('Campaign.GetLists', { ApiKey: world.clientKey, CampaignID }), [
    { ListID: world.list.listPublicId, Name: world.list.title },
    { ListID: second.listPublicId, Name: 'Second' },
  ])
  await call(
    'Campaign.Create',
    given({ SubscriberListIDs: null, ListSegments: [{ ListID: world.list.listPublicId, Name: 'Berliners' }] }),
  )
})

const refusals = (): readonly (readonly [params: Partial<ParamsOf<'Campaign.Create'>>, refusal: RefusalName])[] => {
  const html = (path: string) => ({ HtmlUrl: web.url + path })
  const text = (path: string) => ({ TextUrl: web.url + path })
  const segment = (ListID: string | null, Name: string | null) => ({ ListSegments: [{ ListID, Name }] })
  return [
    [{ CampaignName: null }, 'CampaignNameRequired'],
    [{ CampaignName: ' ' }, 'CampaignNameRequired'],
    [{ CampaignName: 'a\r\nb' }, 'InvalidCharacters'],
    [{ CampaignName: 'x'.repeat(251) }, 'ValueTooLong'],
    [{ CampaignSubject: '' }, 'CampaignSubjectRequired'],
    [{ CampaignSubject: 'News\r\nBcc: all@people.example' }, 'InvalidCharacters'],
    [{ FromName: null }, 'FromNameRequired'],
    [{ FromName: 'Carla\nX-Evil: 1' }, 'InvalidCharacters'],
    [{ FromEmail: null }, 'InvalidFromEmail'],
    [{ FromEmail: 'carla' }, 'InvalidFromEmail'],
    [{ FromEmail: 'carla@client.example\r\nBcc: x@y.example' }, 'InvalidFromEmail'],
    [{ FromEmail: 'Carla <carla@client.example>' }, 'InvalidFromEmail'],
    [{ ReplyTo: '' }, 'ReplyToRequired'],
    [{ ReplyTo: 'carla@' }, 'InvalidReplyTo'],
    [{ HtmlUrl: null }, 'HtmlUrlRequired'],
    [{ HtmlUrl: 'page.html' }, 'InvalidHtmlContent'],
    [{ HtmlUrl: 'http://169.254.169.254/' }, 'InvalidHtmlContent'],
    [html('/not-there'), 'InvalidHtmlContent'],
    [html('/image'), 'InvalidHtmlContent'],
    [html('/text'), 'InvalidHtmlContent'],
    [html('/script'), 'InvalidHtmlContent'],
    [html('/flash'), 'InvalidHtmlContent'],
    [html('/unclosed-style'), 'InvalidHtmlContent'],
    [html('/unclosed-link'), 'InvalidHtmlContent'],
    [{ TextUrl: 'text.txt' }, 'InvalidTextUrl'],
    [text('/not-there'), 'InvalidTextUrl'],
    [text('/image'), 'InvalidTextUrl'],
    [{ ...html('/not-there'), ...text('/not-there') }, 'InvalidHtmlContent'],
    [{ SubscriberListIDs: ['x'] }, 'InvalidListIds'],
    [{ SubscriberListIDs: ['0'.repeat(32)] }, 'InvalidListIds'],
    [{ SubscriberListIDs: [world.list.listPublicId, other.list.listPublicId] }, 'InvalidListIds'],
    [segment(world.list.listPublicId, 'Unknown'), 'InvalidSegments'],
    [segment(world.list.listPublicId, null), 'InvalidSegments'],
    [segment(null, 'Berliners'), 'InvalidSegments'],
    [segment(other.list.listPublicId, 'Theirs'), 'InvalidSegments'],
    [{ SubscriberListIDs: null }, 'ListsRequired'],
    [{ SubscriberListIDs: [''], ListSegments: [null] }, 'ListsRequired'],
    [{ SubscriberListIDs: Array(501).fill(world.list.listPublicId) }, 'ValueTooLong'],
    [html('/bad-link'), 'ProblemsImportingLinks'],
    [html('/no-host'), 'ProblemsImportingLinks'],
    [html('/file-link'), 'ProblemsImportingLinks'],
    [html('/long-link'), 'LinkTooLong'],
    [html('/text-tag'), 'TextUnsubscribeInHtml'],
    [html('/short'), 'UnsubscribeTagTooShort'],
    [html('/in-link'), 'UnsubscribeTagInLink'],
  ]
}

test('what is wrong with a draft is refused and leaves nothing', async () => {
  for (const [params, refusal] of refusals()) await refused('Campaign.Create', given(params), refusal)
})

test('what can be refused without fetching is', async () => {
  const before = web.asked.length
  await refused('Campaign.Create', given({ SubscriberListIDs: ['x'] }), 'InvalidListIds')
  await draft({ CampaignName: 'Taken' })
  const after = web.asked.length
  await refused('Campaign.Create', given({ CampaignName: 'TAKEN ' }), 'DuplicateCampaignName')
  assert.ok(after > before)
  assert.equal(web.asked.length, after)
})

test('a name is free again once its campaign is deleted or under way, and free for other clients', async () => {
  const first = await draft({ CampaignName: 'Weekly' })
  await call('Campaign.Delete', { ApiKey: world.accountKey, CampaignID: first.publicId })
  const second = await draft({ CampaignName: 'Weekly' })
  await db`update campaigns set state = 'sending' where id = ${second.id}`
  await draft({ CampaignName: 'Weekly' })
  await draft({
    CampaignName: 'Weekly',
    ApiKey: other.accountKey,
    ClientID: other.client.clientPublicId,
    SubscriberListIDs: [other.list.listPublicId],
  })
})

test('of two drafts of one name made at once, one is made', async () => {
  const made = await Promise.allSettled(
    [1, 2, 3].map(() => call('Campaign.Create', given({ CampaignName: 'At once' }))),
  )
  assert.deepEqual(made.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
})

test('a deleted list is no list, and a list in a draft cannot be deleted', async () => {
  const list = await seedList(db, world.client, 'Short-lived')
  const { publicId: CampaignID } = await draft({ SubscriberListIDs: [list.listPublicId] })
  await refused('List.Delete', { ApiKey: world.accountKey, ListID: list.listPublicId }, 'ListInDraft')
  await call('Campaign.Delete', { ApiKey: world.accountKey, CampaignID })
  await call('List.Delete', { ApiKey: world.accountKey, ListID: list.listPublicId })
  await refused('Campaign.Create', given({ SubscriberListIDs: [list.listPublicId] }), 'InvalidListIds')
})

test('the lists of a sent campaign keep their place when deleted, not their name', async () => {
  const sent = await seedSent(db, world)
  const list = await seedList(db, world.client, 'To be deleted')
  await db`
    insert into campaign_lists (client_id, campaign_id, list_id, segment)
    values (${world.client.clientId}, ${sent.campaignId}, ${list.listId}, ''), (${world.client.clientId}, ${sent.campaignId}, ${list.listId}, 'Some')`
  await call('List.Delete', { ApiKey: world.accountKey, ListID: list.listPublicId })
  assert.deepEqual(await call('Campaign.GetLists', { ApiKey: world.accountKey, CampaignID: sent.campaignPublicId }), [
    { ListID: list.listPublicId, Name: '' },
  ])
})

const stateAfterDelete = {
  draft: 'draft',
  scheduled: 'draft',
  sending: 'cancelled',
  paused: 'cancelled',
  cancelled: 'cancelled',
  sent: 'sent',
} as const
for (const [state, then] of Object.entries(stateAfterDelete)) {
  test(`a deleted ${state} campaign is ${then} and unknown at once`, async () => {
    const { publicId: CampaignID, id } = await draft()
    await db`update campaigns set state = ${state}, due_at = now() where id = ${id}`
    await call('Campaign.Delete', { ApiKey: world.clientKey, CampaignID })
    const [row] =
      await db`select state, deleted_at is not null as deleted, due_at is null as undue from campaigns where id = ${id}`
    assert.deepEqual(row, { state: then, deleted: true, undue: state === 'scheduled' })
    for (const name of ['Campaign.Delete', 'Campaign.GetLists'] as const) {
      await refused(name, { ApiKey: world.accountKey, CampaignID }, 'InvalidCampaignId')
    }
  })
}

test('another account’s campaign and client are unknown', async () => {
  const { publicId: CampaignID } = await draft()
  for (const name of ['Campaign.Delete', 'Campaign.GetLists'] as const) {
    await refused(name, { ApiKey: other.accountKey, CampaignID }, 'InvalidCampaignId')
  }
  await refused('Campaign.Create', given({ ApiKey: other.accountKey }), 'InvalidClientId')
})
