/** Sessions of the console over real HTTP: cookies, other origins, the other wires, second factors, policies. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { refusals } from '../src/contract/refusals.ts'
import { authenticatorOf } from './harness/authenticator.ts'
import {
  addPerson,
  type Browser,
  openBrowser,
  personPassword,
  personPasswordHash,
  signedIn,
} from './harness/console.ts'
import { assertRefused, call, request, send } from './harness/dial.ts'
import { seed, type World } from './harness/seed.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { exchangeBytes, openLine } from './harness/socket.ts'
import { until } from './harness/until.ts'

let service: TestService
let world: World
before(async () => {
  service = await startTestService({
    LETTERSHOP_ROLES: 'api',
    LETTERSHOP_SECRET: 'an installation secret of the tests, 32 bytes or more',
  })
  world = await seed(service.db)
})
after(() => service?.stop())

const member = (role = 'Owner', clientId: number | null = null) =>
  addPerson(service.db, { accountId: world.accountId, clientId, role })
const code = (name: keyof typeof refusals) => refusals[name][0]

async function expect(asked: ReturnType<Browser['call']>, name: keyof typeof refusals) {
  const { value, status, setCookies } = await asked
  assert.equal(value.code, code(name), JSON.stringify(value))
  assert.equal(status, refusals[name][2])
  assert.deepEqual(setCookies, [])
  return value.detail as string
}

/** Sets up a second factor. */
async function withFactor(browser: Browser) {
  const { Secret, Uri } = (await browser.call('Factor.Begin', { Password: personPassword })).value
  assert.ok(Uri.startsWith('otpauth://totp/'))
  const nextCode = authenticatorOf(Secret)
  const confirmed = await browser.call('Factor.Confirm', { Password: personPassword, Code: await nextCode() })
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.value))
  return { nextCode, recovery: confirmed.value as string[] }
}

describe('signing in and out', () => {
  test('a person signs in, reads who they are, works with their rights, and signs out', async () => {
    const person = await member('Analyst', world.client.clientId)
    const browser = openBrowser(service.url)
    const { status, value, setCookies } = await browser.call(
      'Session.SignIn',
      { EmailAddress: person.email, Password: personPassword, Device: 'Kitchen laptop' },
      { 'User-Agent': 'Mozilla/5.0 Firefox/133.0' },
    )
    assert.equal(status, 200)
    assert.equal(setCookies.length, 2)
    assert.match(setCookies[0]!, /^lettershop=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/)
    assert.match(setCookies[1]!, /^lettershop-device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/)
    assert.equal(value.Kind, 'Person')
    assert.equal(value.EmailAddress, person.email)
    assert.equal(value.Timezone, 'Europe/Berlin')
    assert.equal(value.SecondFactor, 'None')
    assert.equal(value.SecondFactorMissing, false)
    assert.deepEqual(value.Grants, [
      {
        ClientID: world.client.clientPublicId,
        ClientName: value.Grants[0].ClientName,
        Role: 'Analyst',
        AccessLevel: 1,
        Rights: ['View', 'ReadReports'],
      },
    ])
    assert.deepEqual((await browser.call('Session.Get')).value, value)
    assert.equal(JSON.stringify(value).includes(personPassword), false)

    const [entry, ...others] = (await browser.call('Session.List')).value
    assert.deepEqual(
      [entry.Current, entry.Device, entry.NetworkAddress, others],
      [true, 'Kitchen laptop', '127.0.0.1', []],
    )

    const { ClientID, ListID } = { ClientID: world.client.clientPublicId, ListID: world.list.listPublicId }
    assert.equal((await browser.call('Client.GetDetail', { ClientID })).status, 200)
    await expect(browser.call('List.Delete', { ListID }), 'AccessDenied')

    const token = browser.cookies.get('lettershop')!
    const out = await browser.call('Session.SignOut')
    assert.deepEqual([out.status, out.setCookies], [200, ['lettershop=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict']])
    await expect(browser.call('Session.Get', {}, { Cookie: `lettershop=${token}` }), 'SessionEnded')
    await expect(browser.call('Session.Get'), 'InvalidApiKey')
  })

  test('a session ends itself, another one, all, or all but itself, and never one of another person', async () => {
    const [one, other] = [await member(), await member()]
    const [first, second, third, stranger] = [
      await signedIn(service.url, one),
      await signedIn(service.url, one),
      await signedIn(service.url, one),
      await signedIn(service.url, other),
    ]
    const { SessionID: foreign } = (await stranger.call('Session.Get')).value
    const { SessionID: secondId } = (await second.call('Session.Get')).value
    for (const SessionID of [foreign, 'f'.repeat(32), '', "' or 1=1"])
      await expect(first.call('Session.End', { SessionID }), 'UnknownSession')
    assert.equal((await first.call('Session.End', { SessionID: secondId })).status, 200)
    await expect(second.call('Session.Get'), 'SessionEnded')
    await expect(first.call('Session.End', { SessionID: secondId }), 'UnknownSession')
    assert.equal((await first.call('Session.EndAll', { KeepThis: true })).status, 200)
    await expect(third.call('Session.Get'), 'SessionEnded')
    assert.equal((await first.call('Session.Get')).status, 200)
    assert.equal((await first.call('Session.EndAll', { KeepThis: false })).status, 200)
    assert.equal(first.cookies.has('lettershop'), false)
    assert.equal((await stranger.call('Session.Get')).status, 200)
  })

  test('the login of a client signs in with its site and has its AccessLevel', async () => {
    const other = await seed(service.db, { accessLevel: 1 })
    const [login] = await service.db`
      update logins l set password_hash = ${personPasswordHash} from accounts a
      where a.id = l.account_id and l.client_id = ${other.client.clientId} returning l.username, a.site_url`
    const browser = openBrowser(service.url)
    const { status, value } = await browser.call('Session.SignIn', {
      SiteUrl: login!.siteUrl,
      Username: login!.username,
      Password: personPassword,
    })
    assert.equal(status, 200)
    for (const SiteUrl of [undefined, '', ' ']) {
      const siteless = { SiteUrl, Username: login!.username, Password: personPassword }
      // the installation has several accounts
      await expect(openBrowser(service.url).call('Session.SignIn', siteless), 'InvalidLogin')
    }
    assert.deepEqual([value.Kind, value.PersonID, value.Grants[0].Role], ['Login', undefined, 'Analyst'])
    await expect(browser.call('Client.Delete', { ClientID: other.client.clientPublicId }), 'AccessDenied')
    await expect(browser.call('Factor.Begin', { Password: personPassword }), 'AccessDenied')
    await expect(browser.call('User.RotateApiKey', { OverlapHours: 0 }), 'AccessDenied')
    assert.equal((await call(service.url, 'json', 'User.GetClients', { ApiKey: other.clientKey })).status, 200)
    // what a new password of the login does
    await service.db`update logins set epoch = epoch + 1 where client_id = ${other.client.clientId}`
    await expect(browser.call('Session.Get'), 'SessionEnded')
  })

  test('a person with grants in two accounts works in one at a time, and in none that is not theirs', async () => {
    const [other, third] = [await seed(service.db), await seed(service.db)]
    const person = await member()
    await service.db`
      insert into grants (person_id, account_id, client_id, role) values (${person.id}, ${other.accountId}, ${other.client.clientId}, 'Analyst')`
    const browser = await signedIn(service.url, person)
    const { Accounts } = (await browser.call('Session.Get')).value
    assert.equal(Accounts.length, 2)
    const away = Accounts.find(({ Selected }: { Selected: boolean }) => !Selected)
    await expect(browser.call('Client.GetDetail', { ClientID: other.client.clientPublicId }), 'InvalidClientId')
    const moved = (await browser.call('Session.SelectAccount', { AccountID: away.AccountID })).value
    assert.deepEqual([moved.AccountID, moved.Grants.length, moved.Grants[0].Role], [away.AccountID, 1, 'Analyst'])
    assert.equal((await browser.call('Client.GetDetail', { ClientID: other.client.clientPublicId })).status, 200)
    await expect(browser.call('Client.GetDetail', { ClientID: world.client.clientPublicId }), 'InvalidClientId')
    const [foreign] = await service.db`select public_id from accounts where id = ${third.accountId}`
    for (const AccountID of [foreign!.publicId, '', 'x', 'f'.repeat(32)])
      await expect(browser.call('Session.SelectAccount', { AccountID }), 'UnknownAccount')
  })

  test('grants that are withdrawn, a person who is removed and a new epoch count from the next call on', async () => {
    const person = await member()
    const browser = await signedIn(service.url, person)
    const ask = () => browser.call('Client.GetDetail', { ClientID: world.client.clientPublicId })
    assert.equal((await ask()).status, 200)
    await service.db`delete from grants where person_id = ${person.id}`
    await expect(ask(), 'InvalidClientId')
    await service.db`update people set removed_at = now() where id = ${person.id}`
    await expect(ask(), 'SessionEnded')
    await service.db`update people set removed_at = null, epoch = epoch + 1 where id = ${person.id}`
    await expect(ask(), 'SessionEnded')
  })

  test('the last use is written at most once a minute, behind the call', async () => {
    const person = await member()
    const browser = await signedIn(service.url, person)
    const lastUse = async () => {
      const [row] =
        await service.db`select last_used_at, xmin::text as version from sessions where person_id = ${person.id}`
      return row!
    }
    const { version } = await lastUse()
    await Promise.all([browser.call('Session.Get'), browser.call('Session.Get')])
    assert.equal((await lastUse()).version, version)
    await service.db`update sessions set last_used_at = now() - interval '2 hours' where person_id = ${person.id}`
    const asked = new Date()
    await browser.call('Session.Get')
    await until(async () => (await lastUse()).lastUsedAt >= asked, 'the use is written down')
  })
})

describe('where a session counts', () => {
  let browser: Browser
  let cookie: string
  before(async () => {
    browser = await signedIn(service.url, await member())
    cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  })

  const foreign: readonly (readonly [
    what: string,
    headers: Readonly<Record<string, string | undefined>>,
    name: keyof typeof refusals,
  ])[] = [
    ['another origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, 'InvalidApiKey'],
    ['a neighbour on another port', { 'Sec-Fetch-Site': 'same-site' }, 'InvalidApiKey'],
    ['a program without the headers of a browser', { 'Sec-Fetch-Site': undefined }, 'InvalidApiKey'],
    [
      'another Origin, from a browser that knows no Sec-Fetch-Site',
      { 'Sec-Fetch-Site': undefined, Origin: 'http://127.0.0.1:1' },
      'InvalidApiKey',
    ],
    ['a sandboxed frame', { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }, 'InvalidApiKey'],
    ['a body of no type', { 'Content-Type': undefined }, 'InvalidApiKey'],
    ['text/plain', { 'Content-Type': 'text/plain' }, 'UnsupportedMediaType'],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'UnsupportedMediaType'],
    ['multipart', { 'Content-Type': 'multipart/form-data; boundary=x' }, 'UnsupportedMediaType'],
  ]
  for (const [what, headers, name] of foreign)
    test(`a call of ${what} is refused with a sentence, and does nothing`, async () => {
      const detail = await expect(browser.call('Session.EndAll', { KeepThis: false }, headers), name)
      assert.ok(detail.length > 20)
      assert.equal((await browser.call('Session.Get')).status, 200)
    })

  for (const [what, headers] of foreign)
    test(`a sign-in from ${what} sets no cookie`, async () => {
      const reply = await openBrowser(service.url).call(
        'Session.SignIn',
        { EmailAddress: 'x@y.example', Password: 'p' },
        headers,
      )
      assert.ok([code('CookieNotAccepted'), code('UnsupportedMediaType')].includes(reply.value.code))
      assert.deepEqual(reply.setCookies, [])
    })

  test('a page without Sec-Fetch-Site counts by its Origin', async () => {
    const origin = { 'Sec-Fetch-Site': undefined, Origin: service.url }
    assert.equal((await browser.call('Session.Get', {}, origin)).status, 200)
  })

  test('forms, images and frames of other sites, byte for byte, reach nothing', async () => {
    const { host } = new URL(service.url)
    const body = '{"KeepThis":false}'
    const head = (method: string, path: string, more: string) =>
      `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nConnection: close\r\n${more}\r\n`
    const posted = (type: string, more: string) =>
      head('POST', '/api/json/Session.EndAll', `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n${more}`) +
      body
    const cross = 'Sec-Fetch-Site: cross-site\r\n'
    const requests: readonly (readonly [bytes: string, status: number])[] = [
      [
        posted(
          'text/plain',
          `${cross}Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\nOrigin: https://evil.example\r\n`,
        ),
        415,
      ],
      [posted('text/plain', ''), 415],
      [posted('application/json', `${cross}Sec-Fetch-Mode: cors\r\nOrigin: https://evil.example\r\n`), 401],
      [posted('application/json', `${cross}Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n`), 401],
      [posted('application/json', 'Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site\r\n'), 401],
      [posted('application/json', 'Origin: null\r\n'), 401],
      [head('GET', '/api/json/Session.SignOut', `${cross}Sec-Fetch-Dest: iframe\r\n`), 405],
      [
        head(
          'OPTIONS',
          '/api/json/Session.EndAll',
          'Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n',
        ),
        405,
      ],
    ]
    for (const [bytes, status] of requests) {
      const answer = await exchangeBytes(service.url, bytes)
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), bytes)
      assert.doesNotMatch(answer, /set-cookie|access-control-allow/i)
    }
    assert.equal((await browser.call('Session.Get')).status, 200)
  })

  test('two session cookies are none', async () => {
    const token = browser.cookies.get('lettershop')!
    const detail = await expect(
      browser.call('Session.Get', {}, { Cookie: `lettershop=x; lettershop=${token}` }),
      'InvalidApiKey',
    )
    assert.match(detail, /two of them/)
  })

  test('a key beside the cookie counts alone, right or wrong', async () => {
    const ask = (key: string) => browser.call('User.GetClients', {}, { Authorization: `Bearer ${key}` })
    assert.equal((await ask(world.clientKey)).value.length, 1)
    await expect(ask('f'.repeat(32)), 'InvalidApiKey')
    await expect(browser.call('Session.Get', { ApiKey: world.accountKey }), 'AccessDenied')
  })

  test('forged, cut and foreign tokens are no sessions', async () => {
    const token = browser.cookies.get('lettershop')!
    const hashed = createHash('sha256').update(token).digest('hex')
    for (const forged of [
      `${token}x`,
      token.slice(1),
      token.toLowerCase(),
      hashed,
      'x'.repeat(43),
      'x'.repeat(5000),
      '%00',
    ])
      await expect(browser.call('Session.Get', {}, { Cookie: `lettershop=${forged}` }), 'SessionEnded')
    await expect(browser.call('Session.Get', {}, { Cookie: `__Host-lettershop=${token}` }), 'InvalidApiKey')
  })

  for (const wire of ['soap11', 'soap12', 'get', 'post'] as const)
    test(`a cookie is ignored on ${wire}`, async () => {
      const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', Origin: service.url }
      for (const ApiKey of ['', undefined]) {
        const asked = request(wire, 'User.GetClients', { ApiKey })
        const reply = await send(service.url, { ...asked, headers: { ...asked.headers, ...headers } })
        if (ApiKey === undefined && (wire === 'get' || wire === 'post'))
          assert.match(reply.text, /Missing parameter: ApiKey/)
        else assertRefused(wire, 'User.GetClients', reply, 'InvalidApiKey')
      }
    })

  test('the live stream is read with a session and its header, never by a bare GET with a cookie', async () => {
    const { host } = new URL(service.url)
    const open = async (more: string) => {
      const line = await openLine(service.url)
      line.write(`GET /api/events/stream HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n${more}\r\n`)
      const answer = await line.until(/^HTTP\/1\.1 \d+ .*\r\n\r\n/s)
      line.close()
      return Number(answer.slice(9, 12))
    }
    const header = 'X-Lettershop-Stream: 1\r\n'
    assert.equal(await open(`${header}Sec-Fetch-Site: same-origin\r\n`), 200)
    assert.equal(await open('Sec-Fetch-Site: same-origin\r\n'), 401)
    assert.equal(await open(`${header}Sec-Fetch-Site: cross-site\r\n`), 401)
    assert.equal(await open(header), 401)
  })

  test('a large body is read for a session as for a key, and not for a forged one', async () => {
    const EmailAddresses = Array.from({ length: 9000 }, (_, n) => `someone.with.a.long.name${n}@reader.example`)
    const large = { CampaignID: 'f'.repeat(32), EmailAddresses }
    await expect(browser.call('Campaign.RepairOptOuts', large), 'InvalidCampaignId')
    const refused = await browser
      .call('Campaign.RepairOptOuts', large, { Cookie: `lettershop=${'x'.repeat(43)}` })
      .catch(() => undefined) // the connection may be cut while the body is still being sent
    if (refused) assert.equal(refused.value.code, code('InvalidApiKey'))
  })
})

describe('second factors', () => {
  test('a sign-in asks for a code, and a recovery code is good once', async () => {
    const person = await member()
    const { nextCode, recovery } = await withFactor(await signedIn(service.url, person))
    const browser = openBrowser(service.url)
    const given = { EmailAddress: person.email, Password: personPassword }
    await expect(browser.call('Session.SignIn', given), 'CodeRequired')
    await expect(browser.call('Session.SignIn', { ...given, Code: '000000x' }), 'InvalidCode')
    const used = await nextCode()
    await expect(browser.call('Session.SignIn', { ...given, Password: 'wrong', Code: used }), 'InvalidLogin')
    assert.equal((await browser.call('Session.SignIn', { ...given, Code: used })).status, 200)
    await expect(openBrowser(service.url).call('Session.SignIn', { ...given, Code: used }), 'InvalidCode')
    assert.equal((await browser.call('Session.SignIn', { ...given, Code: recovery[0] })).value.RecoveryCodesLeft, 9)
    await expect(browser.call('Session.SignIn', { ...given, Code: recovery[0] }), 'InvalidCode')
    await expect(browser.call('Factor.NewCodes', { Password: personPassword, Code: '' }), 'CodeRequired')
    await expect(browser.call('Factor.Disable', { Password: 'wrong', Code: recovery[1] }), 'InvalidLogin')
    await expect(browser.call('Factor.Disable', { Password: personPassword, Code: recovery[0] }), 'InvalidCode')
    assert.equal(
      (await browser.call('Factor.NewCodes', { Password: personPassword, Code: recovery[1] })).value.length,
      10,
    )
    assert.equal(
      (await browser.call('Factor.Disable', { Password: personPassword, Code: await nextCode() })).status,
      200,
    )
    assert.equal((await openBrowser(service.url).call('Session.SignIn', given)).status, 200)
  })

  test('a session without the password changes nothing about how its person signs in', async () => {
    const [person, plain] = [await member(), await member()]
    const browser = await signedIn(service.url, person)
    const { nextCode, recovery } = await withFactor(browser)
    const without = await signedIn(service.url, plain)
    const given = { EmailAddress: person.email, Password: personPassword }
    const stateOf = async ({ id }: { id: number }) => {
      const [row] = await service.db`
        select totp_secret, totp_since, password_hash, email,
          (select array_agg(code_hash order by code_hash) from recovery_codes where person_id = p.id) as codes
        from people p where id = ${id}`
      return row!
    }
    const before = [await stateOf(person), await stateOf(plain)]
    for (const Password of [undefined, '', 'wrong', recovery[0]]) {
      await expect(without.call('Factor.Begin', { Password }), 'InvalidLogin')
      await expect(without.call('Factor.Confirm', { Password, Code: '123456' }), 'InvalidLogin')
      await expect(browser.call('Factor.NewCodes', { Password, Code: recovery[1] }), 'InvalidLogin')
      await expect(browser.call('Factor.Disable', { Password, Code: recovery[1] }), 'InvalidLogin')
    }
    for (const Password of [undefined, 'wrong']) {
      await expect(without.call('Person.ChangePassword', { Password, NewPassword: 'green kettle' }), 'InvalidLogin')
      await expect(
        without.call('Person.SetPreferences', { Password, EmailAddress: 'eve@thief.example' }),
        'InvalidLogin',
      )
    }
    assert.deepEqual([await stateOf(person), await stateOf(plain)], before)
    assert.equal(
      (await openBrowser(service.url).call('Session.SignIn', { ...given, Code: await nextCode() })).status,
      200,
    )
  })

  test('wrong present passwords and wrong sign-ins are counted together', async () => {
    const person = await member()
    const browser = await signedIn(service.url, person)
    for (let n = 0; n < 5; n++) {
      await expect(browser.call('Factor.Begin', { Password: `wrong ${n}` }), 'InvalidLogin')
      await expect(browser.call('Person.ChangePassword', { Password: 'wrong', NewPassword: 'x' }), 'InvalidLogin')
    }
    const given = { EmailAddress: person.email, Password: personPassword }
    await expect(openBrowser(service.url).call('Session.SignIn', given), 'InvalidLogin')
    await expect(browser.call('Factor.Begin', { Password: personPassword }), 'InvalidLogin')
    // the session itself goes on, and so does the password of another person
    assert.equal((await browser.call('Session.Get')).status, 200)
    await signedIn(service.url, await member())
  })

  test('a password gives no API key if a second factor is set up, on any wire; the present key goes on', async () => {
    const other = await seed(service.db)
    const [login] = await service.db`
      update logins l set password_hash = ${personPasswordHash} from accounts a
      where a.id = l.account_id and l.client_id is null and l.account_id = ${other.accountId} returning l.id, l.username, a.site_url`
    const given = { SiteUrl: login!.siteUrl, Username: login!.username, Password: personPassword }
    assert.equal(JSON.parse((await call(service.url, 'json', 'User.GetApiKey', given)).text), other.accountKey)
    await service.db`
      insert into people (name, time_zone, login_id, totp_secret, totp_since) values ('U', 'UTC', ${login!.id}, 'x', now())`
    for (const wire of ['json', 'soap11', 'soap12', 'get', 'post'] as const) {
      assertRefused(wire, 'User.GetApiKey', await call(service.url, wire, 'User.GetApiKey', given), 'KeyNotGiven')
      const wrong = await call(service.url, wire, 'User.GetApiKey', { ...given, Password: 'wrong' })
      assertRefused(wire, 'User.GetApiKey', wrong, 'InvalidLogin')
    }
    const reply = await call(service.url, 'json', 'User.GetClients', { ApiKey: other.accountKey })
    assert.equal(reply.status, 200)
  })

  test('an account that requires a second factor lets people without one do nothing but set one up', async () => {
    const other = await seed(service.db)
    const person = await addPerson(service.db, { accountId: other.accountId })
    const browser = await signedIn(service.url, person)
    const require = (when: string) =>
      service.db.unsafe(`update accounts set factor_required_from = ${when} where id = ${other.accountId}`)
    const ask = () => browser.call('Client.GetDetail', { ClientID: other.client.clientPublicId })
    await require("now() + interval '1 hour'")
    assert.equal((await ask()).status, 200)
    await require("now() - interval '1 second'")
    assert.match(await expect(ask(), 'SecondFactorRequired'), /Factor\.Begin/)
    await expect(browser.call('User.GetTimezones'), 'SecondFactorRequired')
    const { value } = await (await signedIn(service.url, person)).call('Session.Get')
    assert.deepEqual([value.SecondFactorMissing, value.SecondFactor], [true, 'None'])
    const { nextCode } = await withFactor(browser)
    assert.equal((await ask()).status, 200)
    assert.equal(
      (await browser.call('Factor.Disable', { Password: personPassword, Code: await nextCode() })).status,
      200,
    )
    await expect(ask(), 'SecondFactorRequired')
    // keys that are there go on; a password gives none
    assert.equal((await call(service.url, 'json', 'User.GetClients', { ApiKey: other.accountKey })).status, 200)
    const [login] = await service.db`
      update logins l set password_hash = ${personPasswordHash} from accounts a
      where a.id = l.account_id and l.client_id = ${other.client.clientId} returning l.username, a.site_url`
    const given = { SiteUrl: login!.siteUrl, Username: login!.username, Password: personPassword }
    assertRefused('soap11', 'User.GetApiKey', await call(service.url, 'soap11', 'User.GetApiKey', given), 'KeyNotGiven')
    const client = openBrowser(service.url)
    assert.equal((await client.call('Session.SignIn', given)).value.SecondFactorMissing, true)
    await expect(client.call('User.GetClients'), 'SecondFactorRequired')
  })
})

/** A service behind a public URL, with the address it is really reached at. */
async function startBehind(publicUrl: string) {
  const port = await new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as AddressInfo // it listens on a port
      server.close(() => resolve(free))
    })
  })
  const started = await startTestService({
    LETTERSHOP_ROLES: 'api',
    LETTERSHOP_PUBLIC_URL: publicUrl,
    LETTERSHOP_PORT: `${port}`,
  })
  return { ...started, url: `http://127.0.0.1:${port}` }
}

test('over https the cookies carry the prefix and Secure, and the plain name does not count', async () => {
  const https = await startBehind('https://mail.example')
  try {
    const { accountId } = await seed(https.db)
    const browser = await signedIn(https.url, await addPerson(https.db, { accountId }))
    assert.deepEqual([...browser.cookies.keys()], ['__Host-lettershop', '__Host-lettershop-device'])
    assert.equal(
      (await browser.call('Session.Get', {}, { 'Sec-Fetch-Site': undefined, Origin: 'https://mail.example' })).status,
      200,
    )
    const token = browser.cookies.get('__Host-lettershop')!
    await expect(browser.call('Session.Get', {}, { Cookie: `lettershop=${token}` }), 'InvalidApiKey')
  } finally {
    await https.stop()
  }
})

test('on a public address without https there are no sessions, and the refusal says what to do', async () => {
  const plain = await startBehind('http://mail.example')
  try {
    const { accountId } = await seed(plain.db)
    const { email } = await addPerson(plain.db, { accountId })
    const signIn = openBrowser(plain.url).call('Session.SignIn', { EmailAddress: email, Password: personPassword })
    assert.match(await expect(signIn, 'CookieNotAccepted'), /https/)
  } finally {
    await plain.stop()
  }
})
