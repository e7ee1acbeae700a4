/**
 * A team's day over HTTP: the owner invites, people accept, one sets up a second factor, two roles meet each other's limits, a key
 * is rotated while a program uses it, and a person leaves. The audit log has all of it.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authenticatorOf } from './harness/authenticator.ts'
import { ask, type Browser, openBrowser, refuses } from './harness/console.ts'
import { startTestService, type TestService } from './harness/service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service?.stop())

const password = 'correct horse battery staple'

async function invited(owner: Browser, email: string, grants: readonly object[]): Promise<string> {
  const { Link } = await ask(owner, 'Person.Invite', { EmailAddress: email, Name: email, Grants: grants })
  return Link.slice(Link.indexOf('#') + 1)
}

async function accepted(token: string, email: string): Promise<Browser> {
  const browser = openBrowser(service.url)
  await ask(browser, 'Person.AcceptInvitation', { Token: token, EmailAddress: email, Password: password })
  await ask(browser, 'Session.SignIn', { EmailAddress: email, Password: password })
  return browser
}

test('a team’s day', async () => {
  const owner = openBrowser(service.url)
  const { siteUrl, username } = service.login
  await ask(owner, 'Session.SignIn', { SiteUrl: siteUrl, Username: username, Password: service.password })
  const client = { CompanyName: 'Tulips', ContactName: 'Tom', EmailAddress: 'tom@tulips.example' }
  const ClientID = await ask(owner, 'Client.Create', { ...client, Country: 'Germany', Timezone: 'Europe/Berlin' })
  const ListID = await ask(owner, 'List.Create', { ClientID, Title: 'News', ConfirmOptIn: false })
  await ask(owner, 'Subscriber.Add', { ListID, Email: 'ada@reader.example', Name: 'Ada' })

  // the owner invites an author and an approver of one client; a stranger with the link cannot use it
  const [anna, ben] = ['anna@agency.example', 'ben@agency.example']
  const annasToken = await invited(owner, anna, [{ ClientID, Role: 'Author' }])
  const bensToken = await invited(owner, ben, [{ ClientID, Role: 'Approver' }])
  const stolen = { Token: annasToken, EmailAddress: 'eve@agency.example', Password: password }
  await refuses(openBrowser(service.url), 'Person.AcceptInvitation', stolen, 'InvalidInvitation')
  const author = await accepted(annasToken, anna)
  const approver = await accepted(bensToken, ben)
  await refuses(author, 'Person.AcceptInvitation', { ...stolen, EmailAddress: anna }, 'InvitationEnded')

  // the approver sets up a second factor, and signs in with it on another machine; a code works once
  const { Secret } = await ask(approver, 'Factor.Begin', { Password: password })
  const nextCode = authenticatorOf(Secret)
  const used = await nextCode()
  const recovery = await ask(approver, 'Factor.Confirm', { Password: password, Code: used })
  assert.equal(recovery.length, 10)
  const elsewhere = openBrowser(service.url)
  const signIn = { EmailAddress: ben, Password: password }
  await refuses(elsewhere, 'Session.SignIn', signIn, 'CodeRequired')
  await refuses(elsewhere, 'Session.SignIn', { ...signIn, Code: used }, 'InvalidCode')
  await ask(elsewhere, 'Session.SignIn', { ...signIn, Code: await nextCode() })

  // two roles meet each other's limits
  const [campaign] = await service.db<{ id: string }[]>`
    with made as (
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html)
      select id, 'March', 'News', 'Tulips', 'news@tulips.example', 'news@tulips.example', 'http://tulips.example/',
        '<html><body><p>News</p><p><a href="[unsubscribe]">Leave</a></p></body></html>'
      from clients where public_id = ${ClientID}
      returning id, client_id, public_id
    ), listed as (
      insert into campaign_lists (client_id, campaign_id, list_id)
      select m.client_id, m.id, l.id from made m join lists l on l.client_id = m.client_id
    )
    select public_id as id from made`
  const send = { CampaignID: campaign!.id, ConfirmationEmail: ben, SendDate: 'Immediately' }
  await ask(author, 'Campaign.Check', { CampaignID: campaign!.id })
  await refuses(author, 'Campaign.Send', send, 'AccessDenied')
  await refuses(approver, 'Subscriber.Add', { ListID, Email: 'bob@reader.example', Name: 'Bob' }, 'AccessDenied')
  await refuses(author, 'Person.List', { Cursor: '', Limit: 0 }, 'AccessDenied')
  await ask(approver, 'Campaign.Send', send)

  // a program works with a key that is rotated under it
  const key = { Label: 'Sign-up form', Scopes: ['WriteAudience'], ClientIDs: [ClientID] }
  const { KeyID, Secret: first } = await ask(owner, 'Key.Create', key)
  const program = (ApiKey: string) =>
    openBrowser(service.url).call('Subscribers.GetIsSubscribed', { ApiKey, ListID, Email: 'ada@reader.example' })
  assert.equal((await program(first)).value, 'True')
  const { Secret: second } = await ask(owner, 'Key.Rotate', { KeyID, OverlapHours: 24 })
  for (const secret of [first, second]) assert.equal((await program(secret)).value, 'True')
  await ask(owner, 'Key.EndOverlap', { KeyID })
  assert.equal((await program(first)).status, 401)
  assert.equal((await program(second)).value, 'True')

  // the author leaves: the session ends in the middle of work, and the link of old does not come back to life
  const { People } = await ask(owner, 'Person.List', { Cursor: '', Limit: 0 })
  const { PersonID } = People.find((person: { EmailAddress: string }) => person.EmailAddress === anna)
  await ask(owner, 'Person.Remove', { PersonID })
  await refuses(author, 'Session.Get', {}, 'SessionEnded')
  await refuses(openBrowser(service.url), 'Session.SignIn', { EmailAddress: anna, Password: password }, 'InvalidLogin')
  await refuses(owner, 'Person.Remove', { PersonID: People[0].PersonID }, 'LastOwner')

  // the audit log has it, for the owner all, and no secret
  const filters = { ClientID: '', ActorID: '', Operation: '', Outcome: '', From: '', Until: '', Cursor: '', Limit: 0 }
  const { Entries } = await ask(owner, 'Audit.List', filters)
  const logged = Entries.map(
    (entry: Record<string, string>) => `${entry.ActorName} ${entry.Operation} ${entry.Outcome}`,
  )
  for (const line of [
    'admin Person.Invite Succeeded',
    `${anna} Person.AcceptInvitation Succeeded`,
    `${ben} Factor.Confirm Succeeded`,
    `${anna} Campaign.Send Refused`,
    `${ben} Campaign.Send Succeeded`,
    'admin Key.Rotate Succeeded',
    'admin Person.Remove Succeeded',
  ])
    assert.ok(logged.includes(line), `${line} is missing among\n${logged.join('\n')}`)
  const text = JSON.stringify(Entries)
  for (const secret of [first, second, password, annasToken, Secret, ...recovery]) assert.ok(!text.includes(secret))
  await refuses(approver, 'Audit.List', filters, 'AccessDenied')
})
