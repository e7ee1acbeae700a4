/** A team comes together over HTTP, with the mails as they leave: invited, accepted, password forgotten, removed. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import PostalMime, { type Email } from 'postal-mime'
import { languages } from '../src/domain/texts/texts.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { seen, until } from './harness/until.ts'

let service: TestService
before(async () => {
  service = await startTestService({
    LETTERSHOP_MAIL_FROM: 'team@agency.example',
    LETTERSHOP_ROLES: 'api,jobs',
  })
})
after(() => service?.stop())

// biome-ignore lint/suspicious/noExplicitAny: answers are read by the names of their fields
async function call(operation: string, params: object): Promise<any> {
  const { status, value } = await service.call(operation, params)
  assert.equal(status, 200, `${operation}: ${JSON.stringify(value)}`)
  return value
}

async function refusal(operation: string, params: object): Promise<string> {
  const { status, value } = await service.call(operation, params)
  assert.notEqual(status, 200, operation)
  return (value as { message: string }).message
}

/** The mails to an address that have left, in the order they were written. */
async function mailsTo(address: string): Promise<readonly Email[]> {
  const outbox = join(service.dataFolder, 'outbox')
  const names = await readdir(outbox, { recursive: true }).catch(() => [] as string[])
  const mails = await Promise.all(
    names.filter(name => name.endsWith('.eml')).map(async name => PostalMime.parse(await readFile(join(outbox, name)))),
  )
  return mails
    .filter(({ to }) => to?.some(one => one.address === address))
    .sort((one, other) => (one.date ?? '').localeCompare(other.date ?? ''))
}

async function mailTo(address: string, subject: RegExp): Promise<Email> {
  const mails = await seen(
    `a mail to ${address}`,
    () => mailsTo(address),
    found => found.some(mail => subject.test(mail.subject ?? '')),
  )
  return mails.find(mail => subject.test(mail.subject ?? ''))!
}

/** The part behind the # of the link in a mail. */
function tokenIn(mail: Email, path: string): string {
  const begin = `${service.url}/${path}#`
  const at = mail.text!.indexOf(begin)
  assert.ok(at >= 0, mail.text)
  return mail.text!.slice(at + begin.length, at + begin.length + 43)
}

for (const { language, invitationMail, passwordResetMail } of languages) {
  test(`an invitation and a new password in ${language}: the mails say what they are about, and their links work once`, async () => {
    const EmailAddress = `ada-${language}@team.example`
    const Name = 'Ada <b> & "Co"'
    const sent = await call('Person.Invite', { EmailAddress, Name, Language: language, Grants: [{ Role: 'Analyst' }] })
    const mail = await mailTo(EmailAddress, /./)
    assert.equal(mail.subject, invitationMail.subject('admin', 'Lettershop'))
    assert.equal(mail.from?.address, 'team@agency.example')
    assert.equal(mail.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated')
    assert.equal(mail.headers.find(({ key }) => key === 'content-language')?.value, language)
    const Token = tokenIn(mail, 'accept-invitation')
    assert.equal(sent.Link, `${service.url}/accept-invitation#${Token}`, 'the link that is shown is that of the mail')
    assert.ok(mail.html?.includes(`href="${sent.Link}"`))
    assert.ok(mail.html?.includes('Ada &lt;b&gt; &amp;') && !mail.html.includes('<b> &'), 'a name is no markup')
    assert.ok(mail.text?.includes(Name), 'and the text has it unchanged')
    const acceptance = { Token, EmailAddress, Password: 'correct horse battery staple' }
    assert.equal(
      await refusal('Person.AcceptInvitation', { ...acceptance, EmailAddress: 'eve@team.example' }),
      'Invalid Invitation',
    )
    await call('Person.AcceptInvitation', acceptance)
    assert.equal(await refusal('Person.AcceptInvitation', acceptance), 'Invitation Has Ended')

    await call('Person.RequestPasswordReset', { EmailAddress })
    const reset = await mailTo(EmailAddress, new RegExp(passwordResetMail.subject))
    const change = { Token: tokenIn(reset, 'reset-password'), Password: 'another horse' }
    await call('Person.ResetPassword', change)
    assert.equal(await refusal('Person.ResetPassword', change), 'Invalid Password Reset')
  })
}

test('the first user is an Owner, whose login lists the team and takes a member out', async () => {
  await call('Person.Invite', { EmailAddress: 'sam@team.example', Name: 'Sam', Grants: [{ Role: 'Author' }] })
  const mail = await mailTo('sam@team.example', /./)
  await call('Person.AcceptInvitation', {
    Token: tokenIn(mail, 'accept-invitation'),
    EmailAddress: 'sam@team.example',
    Password: 'correct horse battery staple',
  })
  const { People } = await call('Person.List', { Limit: 0 })
  const [first] = People
  assert.deepEqual([first.Username, first.EmailAddress, first.Grants[0].Role], [service.login.username, '', 'Owner'])
  const sam = People.find((person: { EmailAddress: string }) => person.EmailAddress === 'sam@team.example')
  assert.deepEqual(sam.Grants[0].Rights, ['View', 'ReadReports', 'ReadAudience', 'Draft', 'Comment'])
  await call('Person.Remove', { PersonID: sam.PersonID })
  assert.equal(await refusal('Person.Get', { PersonID: sam.PersonID }), 'Unknown Person')
  assert.equal(await refusal('Person.Remove', { PersonID: first.PersonID }), 'Last Owner')
})

test('no mail goes to an address that no person has, and no token is made for it', async () => {
  await call('Person.RequestPasswordReset', { EmailAddress: 'nobody@team.example' })
  // a job that comes after has run, so those before were looked at
  await call('Person.Invite', { EmailAddress: 'last@team.example', Grants: [{ Role: 'Author' }] })
  await mailTo('last@team.example', /./)
  await until(
    async () => (await service.db`select 1 from graphile_worker.jobs where task_identifier <> 'purge'`).length === 0,
    'all jobs have run',
  )
  assert.deepEqual(await mailsTo('nobody@team.example'), [])
  assert.equal((await service.db`select 1 from password_resets where used_at is null`).length, 0)
})

test('invitations of an account are limited, however many are asked for', async () => {
  const asked = Array.from({ length: 150 }, (_, n) =>
    service.call('Person.Invite', { EmailAddress: `crowd${n}@team.example`, Grants: [{ Role: 'Author' }] }),
  )
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  assert.ok(
    statuses.every(status => status === 200 || status === 429),
    String([...new Set(statuses)]),
  )
  const [row] = await service.db`select count(*)::integer as count from invitations`
  assert.equal(row!.count, 100)
})

test('the command line makes a further account, whose Owner accepts the printed link', async () => {
  const environment = {
    ...process.env,
    DATABASE_URL: service.databaseUrl,
    LETTERSHOP_DATA: service.dataFolder,
    LETTERSHOP_PUBLIC_URL: 'https://mail.agency.example',
  }
  const run = (...args: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>(resolve => {
      execFile(
        process.execPath,
        [join(import.meta.dirname, '../bin/lettershop.mjs'), 'account', ...args],
        { env: environment, timeout: 120_000 },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      )
    })
  const order = ['create', '--name', 'Second', '--site-url', 'https://second.example', '--owner', 'olga@second.example']
  const made = await run(...order)
  assert.equal(made.code, 0, made.stderr)
  const Token = made.stdout.trim().split('#')[1]!
  assert.ok(made.stdout.startsWith('https://mail.agency.example/accept-invitation#'))
  await call('Person.AcceptInvitation', {
    Token,
    EmailAddress: 'olga@second.example',
    Name: 'Olga',
    Password: 'correct horse',
  })
  const grants = await service.db`
    select g.role, a.site_url from grants g join accounts a on a.id = g.account_id join people p on p.id = g.person_id
    where p.address = 'olga@second.example'`
  assert.deepEqual([...grants], [{ role: 'Owner', siteUrl: 'http://second.example/' }])
  const again = await run(...order)
  assert.deepEqual([again.code, again.stderr], [1, 'Another account has the site URL http://second.example/.\n'])
  assert.equal((await run('create', '--name', 'Third')).code, 2)
  const wrong = await run('create', '--name', 'Third', '--site-url', 'https://third.example', '--owner', 'olga')
  assert.deepEqual([wrong.code, wrong.stdout], [1, ''])
  assert.match(wrong.stderr, /not an email address/)
  assert.equal((await service.db`select 1 from accounts`).length, 2)
})
