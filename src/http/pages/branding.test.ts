import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { seedSent } from '../../../test/harness/campaign.ts'
import { png } from '../../../test/harness/images.ts'
import { keepLogo } from '../../../test/harness/logo.ts'
import { form, usePublicPages } from '../../../test/harness/public-pages.ts'
import { publicSite } from '../../../test/harness/public-site.ts'
import { seed, testKeys } from '../../../test/harness/seed.ts'
import { friendSeal } from '../../domain/campaigns/mails/declining.ts'
import { type BrandingSettings, saveBranding } from '../../store/accounts/branding.ts'

const pages = usePublicPages()
const { ask, ofRecipient, ofMember } = pages

const settings: BrandingSettings = {
  logoUrl: 'https://bloom.example/logo.png',
  primaryColor: '#9a3412',
  backgroundColor: '#fff7ed',
  footerText: 'Footer <b>&amp;',
  postalAddress: 'Canal 1\nAmsterdam',
  imprintUrl: 'https://bloom.example/imprint?a=1&b="',
  fromName: '',
  fromEmail: '',
  logoImageId: null,
  headingFont: '',
  textFont: '',
  colors: [],
  socialLinks: [],
  wordings: [
    { page: 'Confirm', language: 'en', title: 'Almost <there>', text: '[list] from [CLIENT], <b>really</b>?' },
    { page: 'Confirmed', language: 'en', title: '', text: 'Thanks.' },
    { page: 'Unsubscribe', language: 'en', title: 'Going?', text: '' },
    { page: 'Unsubscribed', language: 'en', title: '', text: 'Farewell from [client].' },
  ],
}

async function branded(change: Partial<BrandingSettings> = {}, hasLogo = true) {
  const { db } = pages
  const world = await seed(db)
  const sent = await seedSent(db, world)
  const { clientId } = world.client
  const logoImageId = hasLogo ? await keepLogo(db, clientId) : null
  await saveBranding(db, clientId, { ...settings, logoImageId, ...change })
  return { sent, world, client: world.client }
}

/** What the policy of an answer allows, checked against the style sheets that are there. */
function assertPolicy(headers: Record<string, string | string[] | undefined>, text: string) {
  const policy = String(headers['content-security-policy'])
  const hashes = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(
    ([, css]) => `'sha256-${createHash('sha256').update(css!).digest('base64')}'`,
  )
  assert.ok(policy.includes(`style-src ${hashes.join(' ')};`), policy)
  assert.ok(policy.startsWith("default-src 'none';"))
  assert.doesNotMatch(policy, /unsafe|script|nonce/)
  return hashes.length
}

test('every page of a client has its colours, logo and footer, allowed by hash and nothing else', async () => {
  const { sent, client } = await branded()
  const logo = `${createHash('sha256').update(png).digest('hex')}\\.png`
  const friends = friendSeal(testKeys, pages.tokens)
  const friend = { clientId: client.clientId, email: 'bea@x.example', address: 'bea@x.example' }
  const asked = [
    ['GET', `/confirm/${ofMember(1, sent)}`, undefined, 200],
    ['GET', `/u/${ofRecipient(1, sent)}`, undefined, 200],
    ['POST', `/u/${ofRecipient(1, sent)}`, 'from=page', 200],
    ['POST', `/u/${ofRecipient(1, sent)}`, 'from=undo', 200],
    ['GET', `/p/${ofRecipient(1, sent)}`, undefined, 200],
    ['GET', `/f/${ofRecipient(1, sent)}`, undefined, 200],
    ['POST', `/f/${ofRecipient(1, sent)}`, 'from=forward&friends=&name=&message=', 400],
    ['GET', `/n/${friends.seal(friend)}`, undefined, 200],
    ['POST', `/n/${friends.seal(friend)}`, 'from=page', 200],
    ['GET', `/w/${ofRecipient(3, sent)}`, undefined, 404],
  ] as const
  for (const [method, path, body, status] of asked) {
    const seen = await ask(method, path, body === undefined ? {} : form(body))
    assert.equal(seen.status, status, path)
    assert.equal(assertPolicy(seen.headers, seen.text), 2, path)
    assert.match(seen.text, /--accent: #9a3412;/)
    assert.match(String(seen.headers['content-security-policy']), /img-src 'self' data:;/)
    assert.match(
      seen.text,
      new RegExp(
        `<img class="logo" src="\\.\\./files/client/${client.clientPublicId}/${logo}\\?w=300&amp;x=2" alt="Client `,
      ),
    )
    assert.ok(seen.text.includes('<p>Footer &lt;b&gt;&amp;amp;</p>'), 'escaped')
    assert.ok(seen.text.includes('<a href="https://bloom.example/imprint?a=1&amp;b=&quot;">Imprint</a>'))
  }
  // deeper below the base, where the logo's relative address would not hold
  const click = await ask('GET', `/c/99/${ofRecipient(1, sent)}`)
  assert.equal(click.status, 404)
  assert.match(click.text, /--accent: #9a3412;/)
  assert.doesNotMatch(click.text, /<img/)
})

test('own words stand in their language alone, with the names and the address; a title alone keeps our text', async () => {
  const { sent } = await branded()
  const { db } = pages
  await pages.setState(sent, 1, 'Unconfirmed')
  const [row] = await db`
    select l.title, c.company_name, s.email
    from subscribers s
    join lists l on l.id = s.list_id
    join clients c on c.id = s.client_id
    where s.id = ${sent.recipients[0]!.subscriberId}`
  const { title, companyName, email } = row!
  const path = `/confirm/${ofMember(1, sent)}`
  const { text } = await ask('GET', path)
  assert.match(text, /<h1>Almost &lt;there&gt;<\/h1>/)
  assert.ok(bare(text).includes(`${title} from ${companyName}, &lt;b&gt;really&lt;/b&gt;?`))
  assert.ok(text.includes(`<p class="about">${email}</p>`))
  const german = await ask('GET', path, { headers: { 'accept-language': 'de' } })
  assert.doesNotMatch(german.text, /Almost/)
  assert.match(german.text, /Impressum/)
  assert.match((await ask('POST', path, form('from=page'))).text, /Thanks\./)
  const leaving = await ask('GET', `/u/${ofRecipient(2, sent)}`)
  assert.match(leaving.text, /<h1>Going\?<\/h1>\n<p class="words">Do you want to stop/)
  assert.match((await ask('POST', `/u/${ofRecipient(2, sent)}`, form('from=page'))).text, /Farewell from/)
})

test('one client’s branding is on no page of another', async () => {
  await branded()
  const { text, headers } = await ask('GET', `/u/${ofRecipient(1)}`)
  assert.equal(assertPolicy(headers, text), 1)
  assert.doesNotMatch(text, /<img|<footer|9a3412/)
  assert.match(String(headers['content-security-policy']), /img-src data:;/)
})

test('a link that does not work has our look, and names no client', async () => {
  await branded()
  const { status, text, headers } = await ask('GET', '/u/tampered')
  assert.equal(status, 404)
  assert.equal(assertPolicy(headers, text), 1)
  assert.doesNotMatch(text, /<img|<footer/)
})

test('branding of text alone keeps both colour schemes', async () => {
  const { sent } = await branded({ logoUrl: '', primaryColor: '', backgroundColor: '' }, false)
  const { text, headers } = await ask('GET', `/u/${ofRecipient(1, sent)}`)
  assert.equal(assertPolicy(headers, text), 1)
  assert.match(text, /<footer>/)
})

test('the logo is an image of the client: where content has an origin of its own, pages show it from there', async () => {
  const { sent } = await branded()
  const site = await publicSite(pages.db, async () => undefined, 'https://content.example')
  try {
    const answer = await fetch(`${site.url}/u/${site.tokens.sign('recipient', sent.campaignId, 2)}`)
    const [, src] = /<img class="logo" src="([^"]+)"/.exec(await answer.text()) ?? []
    assert.match(src ?? '', /^https:\/\/content\.example\/files\/client\//)
    assert.match(answer.headers.get('content-security-policy') ?? '', /img-src https:\/\/content\.example data:;/)
    const { pathname, search } = new URL(src!.replace('&amp;', '&'))
    const image = await fetch(site.url + pathname + search)
    assert.deepEqual(Buffer.from(await image.arrayBuffer()), png)
    assert.equal(image.headers.get('content-type'), 'image/png')
  } finally {
    await site.stop()
  }
})

/** Without the elements around names. */
function bare(text: string): string {
  return text.replace(/<\/?(?:bdi|strong|b|span)\b[^>]*>/g, '')
}
