import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { operationsTest } from '../../test/harness/operations.ts'
import { seedKey } from '../../test/harness/people.ts'
import { testKeys } from '../../test/harness/seed.ts'
import type { ParamsOf } from '../contract/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Role } from '../contract/rights.ts'
import { tokenHash } from '../domain/access/authentication.ts'
import { keyHash } from '../domain/access/keys.ts'
import { attemptLimit } from '../domain/accounts/logins.ts'
import { hashPassword } from '../domain/accounts/passwords.ts'
import { decryptToken } from '../domain/people/mailed-tokens.ts'
import { account, personHandlers } from './people.ts'
import { userHandlers } from './users.ts'

const parts = { log: { info() {} } as never }
const handlers = { ...personHandlers(attemptLimit()), ...account, ...userHandlers(attemptLimit()) }
const { db, world, other, call, refused } = await operationsTest(handlers, () => parts)
const { clientPublicId, clientId } = world.client
const [second] = await db`
  insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label, access_level)
  values (${world.accountId}, 'Second', 'Sam', 'sam@second.example', 'Germany', 'Europe/Berlin', 'Berlin', 1)
  returning id, public_id`
const secondClient = second!.publicId as string
const password = 'blue kettle'
const passwordHash = await hashPassword(password)

interface Someone {
  readonly id: number
  readonly PersonID: string
  readonly email: string
  /** An origin with a session of theirs. */
  session(): Promise<{ session: string }>
}

type Given = ParamsOf<'Person.Invite'>['Grants']

let made = 0
/** A person with a role on the account, or on clients. */
async function person(
  role: string,
  on: readonly (number | null)[] = [null],
  accountId = world.accountId,
): Promise<Someone> {
  const email = `p${++made}@agency.example`
  const [row] = await db`
    insert into people (email, address, name, time_zone, password_hash)
    values (${email}, ${email}, ${`Person ${made}`}, 'Europe/Berlin', ${passwordHash}) returning id, public_id`
  const id = row!.id as number
  for (const client of on) {
    await db`insert into grants (person_id, account_id, client_id, role) values (${id}, ${accountId}, ${client}, ${role})`
  }
  return { id, PersonID: row!.publicId as string, email, session: () => sessionOf(id, accountId) }
}

async function sessionOf(personId: number, accountId = world.accountId) {
  const session = randomBytes(32).toString('base64url')
  await db`
    insert into sessions (token_hash, person_id, account_id, epoch, expires_at, remote, agent)
    select ${tokenHash(session)}, id, ${accountId}, epoch, now() + interval '1 day', '192.0.2.7', '' from people where id = ${personId}`
  return { session }
}

const owner = await person('Owner')
const byOwner = await owner.session()

async function grantsOf(id: number) {
  const rows = await db`select client_id, role from grants where person_id = ${id} order by client_id nulls first`
  return rows.map(row => [row.clientId, row.role])
}

/** Lists that were answered: nothing here is streamed. */
const rowsOf = <Row>(list: unknown) => list as readonly Row[]
const tokenOf = (link: string | null | undefined) => link!.slice(link!.indexOf('#') + 1)
const everywhere = (role: Role) => [{ ClientID: '', Role: role, AccessLevel: 0 }]
const invite = (EmailAddress: string, Grants = everywhere('Analyst') as Given, by = byOwner) =>
  call('Person.Invite', { EmailAddress, Grants }, by)
const accept = (EmailAddress: string, Token: string, more: Partial<ParamsOf<'Person.AcceptInvitation'>> = {}) =>
  call('Person.AcceptInvitation', { EmailAddress, Token, Name: 'Ada', Password: password, ...more })
const isRefused = (made: Promise<unknown>, refusal: string, detail?: RegExp) =>
  assert.rejects(made, error => {
    assert.ok(error instanceof Refusal, String(error))
    assert.equal(error.refusal, refusal)
    if (detail) assert.match(error.message, detail)
    return true
  })

describe('an invitation', () => {
  test('makes a person with its grants, once', async () => {
    const sent = await invite('Ada@agency.example')
    assert.match(sent.Link!, /^http:\/\/mails\.test\/accept-invitation#[\w-]{43}$/)
    const [row] = await db`select to_jsonb(i)::text as row from invitations i where public_id = ${sent.InvitationID!}`
    assert.ok(!row!.row.includes(tokenOf(sent.Link)), 'only the hash of the token is stored')
    await accept('ADA@agency.example', tokenOf(sent.Link), { Timezone: 'Europe/Paris', Language: 'fr-CA' })
    const [ada] = await db`select * from people where address = 'ada@agency.example'`
    assert.deepEqual(
      [ada!.email, ada!.name, ada!.language, ada!.timeZone],
      ['Ada@agency.example', 'Ada', 'fr', 'Europe/Paris'],
    )
    assert.deepEqual(await grantsOf(ada!.id as number), [[null, 'Analyst']])
    await isRefused(accept('ada@agency.example', tokenOf(sent.Link)), 'InvitationEnded', /accepted already/)
    assert.deepEqual(
      [...(await db`select 1 from sessions where person_id = ${ada!.id as number}`)],
      [],
      'no one is signed in',
    )
  })

  test('says to who has its link of whom it is, and whether that person has a password here', async () => {
    const { Link } = await call(
      'Person.Invite',
      { EmailAddress: 'Eva@agency.example', Name: 'Eva Moss', Grants: everywhere('Analyst') },
      byOwner,
    )
    const shown = () => call('Person.GetInvitation', { Token: tokenOf(Link) })
    const { AccountName, ...rest } = await shown()
    assert.ok(AccountName)
    assert.deepEqual(rest, { EmailAddress: 'Eva@agency.example', Name: 'Eva Moss', Language: 'en', Known: false })
    const other = await invite('eva@agency.example', [
      { ClientID: world.client.clientPublicId, Role: 'Author', AccessLevel: 0 },
    ])
    await isRefused(shown(), 'InvitationEnded', /revoked/)
    await accept('eva@agency.example', tokenOf(other.Link))
    await isRefused(call('Person.GetInvitation', { Token: tokenOf(other.Link) }), 'InvitationEnded', /accepted already/)
    await isRefused(call('Person.GetInvitation', { Token: 'x'.repeat(43) }), 'InvalidInvitation')
  })

  test('accepted twice at the same moment makes one person', async () => {
    const { Link } = await invite('twice@agency.example')
    const both = await Promise.allSettled([1, 2].map(() => accept('twice@agency.example', tokenOf(Link))))
    assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal((await db`select 1 from people where address = 'twice@agency.example'`).length, 1)
  })

  test('is worth nothing for another address, forged, expired or revoked, and says why to its own', async () => {
    const sent = await invite('bob@agency.example')
    const token = tokenOf(sent.Link)
    const forged = [
      randomBytes(32).toString('base64url'),
      '',
      null,
      `${token}x`,
      token.slice(1),
      token.toLowerCase(),
      "' or 1=1",
    ]
    for (const Token of forged) {
      await refused(
        'Person.AcceptInvitation',
        { EmailAddress: 'bob@agency.example', Token, Name: 'B', Password: password },
        'InvalidInvitation',
      )
    }
    for (const EmailAddress of ['eve@agency.example', '', null, 'bob@agency.example\r\nBcc: eve@agency.example']) {
      await refused(
        'Person.AcceptInvitation',
        { EmailAddress, Token: token, Name: 'E', Password: password },
        'InvalidInvitation',
      )
    }
    await db`update invitations set expires_at = now() where public_id = ${sent.InvitationID!}`
    await isRefused(accept('bob@agency.example', token), 'InvitationEnded', /expired/)
    const next = await invite('bob@agency.example')
    await call('Person.RevokeInvitation', { InvitationID: next.InvitationID }, byOwner)
    await isRefused(accept('bob@agency.example', tokenOf(next.Link)), 'InvitationEnded', /revoked/)
    await refused('Person.RevokeInvitation', { InvitationID: next.InvitationID }, 'UnknownInvitation', byOwner)
    assert.equal((await db`select 1 from people where address = 'bob@agency.example'`).length, 0)
  })

  test('is replaced by the next one of the same address', async () => {
    const first = await invite('again@agency.example')
    await invite('again@agency.example')
    await isRefused(accept('again@agency.example', tokenOf(first.Link)), 'InvitationEnded', /revoked/)
  })

  test('gives a person who exists the grants only after the present password, and changes nothing else', async () => {
    const member = await person('Analyst', [null], other.accountId)
    const { Link } = await invite(member.email, [{ ClientID: clientPublicId, Role: 'Author', AccessLevel: 0 }])
    const [before] = await db`select name, password_hash, epoch from people where id = ${member.id}`
    await refused(
      'Person.AcceptInvitation',
      { EmailAddress: member.email, Token: tokenOf(Link), Name: 'Other', Password: 'chosen anew' },
      'InvalidLogin',
    )
    await accept(member.email, tokenOf(Link), { Name: 'Other' })
    assert.deepEqual(await grantsOf(member.id), [
      [null, 'Analyst'],
      [clientId, 'Author'],
    ])
    assert.deepEqual([...(await db`select name, password_hash, epoch from people where id = ${member.id}`)], [before])
  })

  test('asks a person who has a second factor for its code, and nothing is given without', async () => {
    const member = await person('Analyst', [null], other.accountId)
    await db`update people set totp_secret = 'x', totp_since = now() where id = ${member.id}`
    const { Link } = await invite(member.email)
    const acceptance = { EmailAddress: member.email, Token: tokenOf(Link), Password: password }
    await refused('Person.AcceptInvitation', acceptance, 'CodeRequired')
    assert.equal((await grantsOf(member.id)).length, 1)
  })

  test('of a member, of oneself, without grants, or to no address is refused', async () => {
    const member = await person('Analyst')
    const ask = (EmailAddress: string, Grants: ParamsOf<'Person.Invite'>['Grants'] = everywhere('Analyst')) =>
      [{ EmailAddress, Grants }] as const
    await refused('Person.Invite', ...ask(member.email), 'AlreadyMember', byOwner)
    await refused('Person.Invite', ...ask(owner.email.toUpperCase()), 'AlreadyMember', byOwner)
    await refused('Person.Invite', ...ask('new@agency.example', []), 'GrantsRequired', byOwner)
    await refused('Person.Invite', ...ask('no address'), 'InvalidEmail', byOwner)
    await refused(
      'Person.Invite',
      ...ask('new@agency.example', [{ ClientID: other.client.clientPublicId, Role: 'Analyst', AccessLevel: 0 }]),
      'InvalidClientId',
      byOwner,
    )
    await refused(
      'Person.Invite',
      ...ask('new@agency.example', [...everywhere('Analyst'), ...everywhere('Author')]),
      'InvalidParameter',
      byOwner,
    )
    for (const Name of ['Ada\r\nBcc: all@reader.example', 'Ada\u2028', '\0']) {
      await refused(
        'Person.Invite',
        { EmailAddress: 'new@agency.example', Name, Grants: everywhere('Analyst') },
        'InvalidCharacters',
        byOwner,
      )
    }
    await refused(
      'Person.Invite',
      { EmailAddress: 'new@agency.example', Language: 'xx', Grants: everywhere('Analyst') },
      'InvalidLanguage',
      byOwner,
    )
  })

  test('to one address is sent three times within an hour', async () => {
    for (let n = 0; n < 3; n++) await invite('often@agency.example')
    await refused(
      'Person.Invite',
      { EmailAddress: 'often@agency.example', Grants: everywhere('Analyst') },
      'TooManyInvitations',
      byOwner,
    )
  })

  test('ends when its client is deleted before it is accepted', async () => {
    const [gone] = await db`
      insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
      values (${world.accountId}, 'Gone', 'G', 'gone@gone.example', 'Germany', 'Europe/Berlin', 'Berlin') returning id, public_id`
    const { Link } = await invite('late@agency.example', [
      { ClientID: gone!.publicId as string, Role: 'Analyst', AccessLevel: 0 },
    ])
    await db`update clients set deleted_at = now() where id = ${gone!.id as number}`
    await isRefused(accept('late@agency.example', tokenOf(Link)), 'InvitationEnded', /clients/)
    assert.equal((await db`select 1 from people where address = 'late@agency.example'`).length, 0)
  })

  test('lies in its job encrypted, and for no other invitation', async () => {
    const { Link, InvitationID } = await invite('job@agency.example')
    const [row] = await db`select id from invitations where public_id = ${InvitationID!}`
    const [job] = await db`
      select payload from graphile_worker._private_jobs where (payload->>'invitationId')::bigint = ${row!.id as number}`
    const { token } = job!.payload as { token: string }
    assert.ok(!JSON.stringify(job!.payload).includes(tokenOf(Link)))
    assert.equal(decryptToken(testKeys, token, row!.id as number), tokenOf(Link))
    assert.throws(() => decryptToken(testKeys, token, (row!.id as number) + 1))
  })
})

describe('who looks after people', () => {
  test('of a client gives and sees what is on that client, and nothing else', async () => {
    const clientOwner = await person('Owner', [clientId])
    const by = await clientOwner.session()
    const elsewhere = await person('Analyst', [second!.id as number])
    const here = await person('Author', [clientId, second!.id as number])
    const seen = await call('Person.List', {}, by)
    const ids = [...rowsOf<{ PersonID: string; Grants: unknown[]; Username: string }>(seen.People)].map(
      ({ PersonID }) => PersonID,
    )
    assert.ok(ids.includes(here.PersonID) && ids.includes(clientOwner.PersonID))
    assert.ok(!ids.includes(elsewhere.PersonID) && !ids.includes(owner.PersonID))
    const shown = await call('Person.Get', { PersonID: here.PersonID }, by)
    assert.deepEqual(
      [...rowsOf<{ ClientID: string }>(shown.Grants)].map(({ ClientID }) => ClientID),
      [clientPublicId],
    )
    await refused('Person.Get', { PersonID: elsewhere.PersonID }, 'UnknownPerson', by)
    await refused('Person.SetGrants', { PersonID: elsewhere.PersonID, Grants: [] }, 'UnknownPerson', by)
    await refused('Person.SetGrants', { PersonID: owner.PersonID, Grants: [] }, 'UnknownPerson', by)
    await refused('Person.SetGrants', { PersonID: here.PersonID, Grants: everywhere('Analyst') }, 'AccessDenied', by)
    await refused(
      'Person.SetGrants',
      { PersonID: here.PersonID, Grants: [{ ClientID: secondClient, Role: 'Analyst', AccessLevel: 0 }] },
      'InvalidClientId',
      by,
    )
    await refused(
      'Person.Invite',
      { EmailAddress: 'x@agency.example', Grants: everywhere('Analyst') },
      'AccessDenied',
      by,
    )
    const sent = await invite(
      'theirs@agency.example',
      [{ ClientID: clientPublicId, Role: 'Owner', AccessLevel: 0 }],
      by,
    )
    const whole = await invite('ours@agency.example')
    const listed = await call('Person.ListInvitations', {}, by)
    assert.deepEqual(
      rowsOf<{ InvitationID: string }>(listed.Invitations).map(({ InvitationID }) => InvitationID),
      [sent.InvitationID],
    )
    await refused('Person.RevokeInvitation', { InvitationID: whole.InvitationID }, 'UnknownInvitation', by)
    await call('Person.Remove', { PersonID: here.PersonID }, by)
    assert.deepEqual(await grantsOf(here.id), [[second!.id, 'Author']])
  })

  test('cannot give rights that they lack: a key with scopes', async () => {
    const { secret } = await seedKey(db, world.accountId, ['People', 'Reports'])
    const member = await person('Analyst')
    await refused(
      'Person.SetGrants',
      { ApiKey: secret, PersonID: member.PersonID, Grants: everywhere('Owner') },
      'AccessDenied',
    )
    await refused(
      'Person.Invite',
      { ApiKey: secret, EmailAddress: 'x@agency.example', Grants: everywhere('Author') },
      'AccessDenied',
    )
    await call('Person.SetGrants', {
      ApiKey: secret,
      PersonID: member.PersonID,
      Grants: [{ ClientID: clientPublicId, Role: 'Analyst', AccessLevel: 0 }],
    })
    assert.deepEqual(await grantsOf(member.id), [[clientId, 'Analyst']])
    await isRefused(call('Person.GetMe', { ApiKey: secret }), 'AccessDenied')
    await isRefused(
      call('Person.ChangePassword', { ApiKey: secret, Password: 'a', NewPassword: password }),
      'AccessDenied',
    )
  })

  test('of another account, or without the right, finds no person', async () => {
    const manager = await person('Manager')
    await refused('Person.List', {}, 'AccessDenied', await manager.session())
    await refused(
      'Person.SetGrants',
      { PersonID: manager.PersonID, Grants: everywhere('Owner') },
      'AccessDenied',
      await manager.session(),
    )
    await refused('Person.Get', { ApiKey: other.accountKey, PersonID: manager.PersonID }, 'UnknownPerson')
    await refused('Person.Remove', { ApiKey: other.accountKey, PersonID: manager.PersonID }, 'UnknownPerson')
    await refused('Person.List', { ApiKey: world.clientKey }, 'AccessDenied')
    await refused('Person.SetGrants', { PersonID: manager.PersonID }, 'GrantsRequired', byOwner)
    for (const PersonID of ['', null, 'x', manager.PersonID.slice(1)]) {
      await refused('Person.Get', { PersonID }, 'UnknownPerson', byOwner)
    }
  })
})

describe('a person who is removed', () => {
  test('loses sessions, keys and open invitations at once', async () => {
    const leaving = await person('Owner')
    const session = await leaving.session()
    const sent = await invite('friend@agency.example', everywhere('Analyst'), session)
    await db`
      insert into api_keys (account_id, label, scopes, secret_hash, created_by, person_id)
      values (${world.accountId}, 'Mine', '{Reports}', ${keyHash('mine')}, 'P', ${leaving.id})`
    assert.equal((await call('Person.GetMe', {}, session)).EmailAddress, leaving.email)
    await call('Person.Remove', { PersonID: leaving.PersonID }, byOwner)
    await isRefused(call('Person.GetMe', {}, session), 'SessionEnded')
    assert.deepEqual(await grantsOf(leaving.id), [])
    const [key] = await db`select revoked_at from api_keys where person_id = ${leaving.id}`
    assert.ok(key!.revokedAt)
    await isRefused(accept('friend@agency.example', tokenOf(sent.Link)), 'InvitationEnded')
    await refused('Person.Get', { PersonID: leaving.PersonID }, 'UnknownPerson', byOwner)
    const { Link } = await invite(leaving.email)
    await accept(leaving.email, tokenOf(Link))
    const people = await db`select removed_at is null as here from people where address = ${leaving.email} order by id`
    assert.deepEqual(
      people.map(({ here }) => here),
      [false, true],
      'who comes back is a new person',
    )
  })

  test('from one account stays in another, and its sessions end', async () => {
    const both = await person('Analyst')
    await db`insert into grants (person_id, account_id, role) values (${both.id}, ${other.accountId}, 'Author')`
    const session = await both.session()
    await call('Person.Remove', { PersonID: both.PersonID }, byOwner)
    await isRefused(call('Person.GetMe', {}, session), 'SessionEnded')
    const [row] = await db`select removed_at from people where id = ${both.id}`
    assert.equal(row!.removedAt, null)
    assert.equal((await grantsOf(both.id)).length, 1)
  })
})

describe('grants', () => {
  test('that only grow end nothing; one right less ends sessions and keys', async () => {
    const member = await person('Analyst')
    const session = await member.session()
    await call(
      'Person.SetGrants',
      { PersonID: member.PersonID, Grants: [{ ClientID: null, Role: 'Approver', AccessLevel: 0 }] },
      byOwner,
    )
    const me = await call('Person.GetMe', {}, session)
    assert.deepEqual(
      rowsOf<{ Role: string; Rights: string[] }>(me.Grants).map(({ Role }) => Role),
      ['Approver'],
    )
    await call(
      'Person.SetGrants',
      { PersonID: member.PersonID, Grants: [{ ClientID: null, Role: 'Author', AccessLevel: 0 }] },
      byOwner,
    )
    await isRefused(call('Person.GetMe', {}, session), 'SessionEnded')
  })

  test('cannot leave an account without an Owner, two at once neither', async () => {
    const [mine] =
      await db`insert into accounts (name, site_url) values ('Small', 'http://small.example/') returning id`
    const accountId = mine!.id as number
    const [one, two] = [await person('Owner', [null], accountId), await person('Owner', [null], accountId)]
    const [byOne, byTwo] = [await one.session(), await two.session()]
    const left = await Promise.allSettled([
      call('Person.Remove', { PersonID: two.PersonID }, byOne),
      call('Person.SetGrants', { PersonID: one.PersonID, Grants: everywhere('Author') }, byTwo),
    ])
    assert.equal(left.filter(({ status }) => status === 'fulfilled').length, 1)
    const owners = await db`select person_id from grants where account_id = ${accountId} and role = 'Owner'`
    assert.equal(owners.length, 1)
    const last = owners[0]!.personId === one.id ? one : two
    for (const Grants of [[], everywhere('Author')]) {
      await refused('Person.SetGrants', { PersonID: last.PersonID, Grants }, 'LastOwner', await last.session())
    }
    await refused('Person.Remove', { PersonID: last.PersonID }, 'LastOwner', await last.session())
  })
})

describe('the first user, who has a login', () => {
  async function user() {
    const [row] = await db`
      insert into logins (account_id, username, password_hash) values (${world.accountId}, ${`user${++made}`}, ${passwordHash}) returning id, username`
    const loginId = row!.id as number
    const key = testKeys.apiKey(loginId, 1)
    await db`update logins set key_hash = ${keyHash(key)} where id = ${loginId}`
    const [person] = await db`
      insert into people (name, login_id, time_zone) values (${row!.username as string}, ${loginId}, 'Etc/UTC') returning id, public_id`
    await db`insert into grants (person_id, account_id, role) values (${person!.id as number}, ${world.accountId}, 'Owner')`
    return { key, id: person!.id as number, PersonID: person!.publicId as string, username: row!.username as string }
  }

  test('removed or demoted ends its key; demoted it needs an address, and goes on with the same password', async () => {
    const [account] = await db`select site_url from accounts where id = ${world.accountId}`
    const signIn = (Username: string) =>
      call('User.GetApiKey', { SiteUrl: account!.siteUrl as string, Username, Password: password })
    const removed = await user()
    assert.equal(await signIn(removed.username), removed.key)
    await call('Person.Remove', { PersonID: removed.PersonID }, byOwner)
    await isRefused(call('User.GetClients', { ApiKey: removed.key }), 'InvalidApiKey')
    await isRefused(signIn(removed.username), 'InvalidLogin')

    const demoted = await user()
    const Grants = everywhere('Analyst')
    await refused('Person.SetGrants', { PersonID: demoted.PersonID, Grants }, 'AddressRequired', byOwner)
    assert.equal((await call('User.GetClients', { ApiKey: demoted.key })).length, 2)
    const session = await sessionOf(demoted.id)
    const EmailAddress = `${demoted.username}@agency.example`
    await refused('Person.SetPreferences', { EmailAddress, Password: 'wrong' }, 'InvalidLogin', session)
    await refused('Person.SetPreferences', { EmailAddress: owner.email, Password: password }, 'EmailTaken', session)
    await call('Person.SetPreferences', { EmailAddress, Password: password }, session)
    await call('Person.SetGrants', { PersonID: demoted.PersonID, Grants }, byOwner)
    await isRefused(call('User.GetClients', { ApiKey: demoted.key }), 'InvalidApiKey')
    await isRefused(signIn(demoted.username), 'InvalidLogin')
    await call(
      'Person.ChangePassword',
      { Password: password, NewPassword: 'green kettle' },
      await sessionOf(demoted.id),
    )
    const [row] = await db`select login_id, password_hash is not null as own from people where id = ${demoted.id}`
    assert.deepEqual({ ...row }, { loginId: null, own: true })
  })
})

describe('passwords', () => {
  test('changed with the present one end other sessions and not the own', async () => {
    const member = await person('Analyst')
    const [mine, others] = [await member.session(), await member.session()]
    await refused('Person.ChangePassword', { Password: 'wrong', NewPassword: 'green kettle' }, 'InvalidLogin', mine)
    await refused('Person.ChangePassword', { Password: password, NewPassword: 'short' }, 'InvalidPassword', mine)
    await refused('Person.ChangePassword', { Password: password, NewPassword: 'password1' }, 'UnsafePassword', mine)
    await call('Person.ChangePassword', { Password: password, NewPassword: 'green kettle' }, mine)
    assert.equal((await call('Person.GetMe', {}, mine)).EmailAddress, member.email)
    await isRefused(call('Person.GetMe', {}, others), 'SessionEnded')
    await refused('Person.ChangePassword', { Password: password, NewPassword: 'red kettle' }, 'InvalidLogin', mine)
  })

  test('of a client login are changed by it, and its sessions end', async () => {
    const [login] = await db<{ id: number; epoch: number }[]>`
      update logins set password_hash = ${passwordHash} where client_id = ${clientId} returning id, epoch`
    const session = randomBytes(32).toString('base64url')
    await db`
      insert into sessions (token_hash, login_id, account_id, epoch, expires_at, remote, agent)
      values (${tokenHash(session)}, ${login!.id}, ${world.accountId}, ${login!.epoch}, now() + interval '1 day', '192.0.2.7', '')`
    const mine = { session }
    await call('Person.ChangePassword', { Password: password, NewPassword: 'green kettle' }, mine)
    const [after] = await db`select epoch from logins where id = ${login!.id}`
    assert.equal(after!.epoch, login!.epoch + 1)
    await isRefused(call('Person.GetMe', {}, mine), 'PersonRequired')
    await isRefused(call('Person.SetPreferences', { Name: 'C' }, mine), 'PersonRequired')
    // for who is signed in, not for keys
    for (const ApiKey of [world.clientKey, world.accountKey])
      await isRefused(call('Person.ChangePassword', { ApiKey, Password: password, NewPassword: 'x' }), 'AccessDenied')
  })

  test('reset with a mailed token: once, within the hour, ending all sessions and no second factor', async () => {
    const member = await person('Analyst')
    await db`update people set totp_secret = 'x', totp_since = now() where id = ${member.id}`
    const session = await member.session()
    const tokens = Array.from({ length: 3 }, () => randomBytes(32).toString('base64url'))
    for (const token of tokens) {
      await db`insert into password_resets (token_hash, person_id, expires_at) values (${tokenHash(token)}, ${member.id}, now() + interval '1 hour')`
    }
    const [one, two, late] = tokens as [string, string, string]
    await db`update password_resets set expires_at = now() where token_hash = ${tokenHash(late)}`
    const reset = (Token: string | null, Password = 'green kettle') => ({ Token, Password })
    for (const token of [late, randomBytes(32).toString('base64url'), '', null]) {
      await refused('Person.ResetPassword', reset(token), 'InvalidReset')
    }
    await refused('Person.ResetPassword', reset(one, 'short'), 'InvalidPassword')
    await refused('Person.ResetPassword', reset(one, member.email), 'UnsafePassword')
    await call('Person.ResetPassword', reset(one))
    await isRefused(call('Person.GetMe', {}, session), 'SessionEnded')
    for (const token of [one, two]) await refused('Person.ResetPassword', reset(token), 'InvalidReset')
    const [row] = await db`select totp_since from people where id = ${member.id}`
    assert.ok(row!.totpSince, 'the second factor stays')
    await call('Person.ChangePassword', { Password: 'green kettle', NewPassword: password }, await member.session())
  })

  test('asked for anew answer alike whether there is such a person, with the same limits', async () => {
    const member = await person('Analyst')
    for (const EmailAddress of [member.email, 'unknown@nowhere.example']) {
      const remote = { remote: `198.51.100.${++made}` }
      const count = async () =>
        (await db`select 1 from graphile_worker.jobs where task_identifier = 'passwordResetMail'`).length
      const before = await count()
      for (let n = 0; n < 3; n++)
        assert.equal(await call('Person.RequestPasswordReset', { EmailAddress }, remote), undefined)
      assert.equal((await count()) - before, 3)
      await refused(
        'Person.RequestPasswordReset',
        { EmailAddress: EmailAddress.toUpperCase() },
        'TooManyRequests',
        remote,
      )
    }
    await refused('Person.RequestPasswordReset', { EmailAddress: 'no address' }, 'InvalidEmail')
    const asked = Array.from({ length: 30 }, (_, n) =>
      call('Person.RequestPasswordReset', { EmailAddress: `n${n}@nowhere.example` }, { remote: '203.0.113.9' }),
    )
    const outcomes = await Promise.allSettled(asked)
    assert.equal(
      outcomes.filter(({ status }) => status === 'fulfilled').length,
      20,
      'of one network, also at the same moment',
    )
  })
})

describe('lists', () => {
  test('of people go on by cursor through people and then logins of clients, each once', async () => {
    const seen: string[] = []
    let Cursor: string | null | undefined = ''
    do {
      const page: { People?: unknown; NextCursor?: string | null } = await call(
        'Person.List',
        { Cursor, Limit: 3 },
        byOwner,
      )
      const rows = page.People as { Kind: string; PersonID: string; Username: string; Grants: { Role: string }[] }[]
      assert.ok(rows.length <= 3)
      seen.push(...rows.map(({ Kind, PersonID, Username }) => `${Kind} ${PersonID || Username}`))
      Cursor = page.NextCursor
    } while (Cursor)
    assert.equal(new Set(seen).size, seen.length)
    const kinds = seen.map(one => one.split(' ')[0])
    assert.deepEqual(kinds, [...kinds].sort().reverse(), 'people first')
    const [members] =
      await db`select count(distinct person_id)::integer as count from grants where account_id = ${world.accountId}`
    assert.equal(kinds.filter(kind => kind === 'Person').length, members!.count)
    for (const bad of [
      'x',
      Buffer.from('["person"]').toString('base64url'),
      Buffer.from('["login","1"]').toString('base64url'),
    ]) {
      await refused('Person.List', { Cursor: bad }, 'InvalidParameter', byOwner)
    }
  })

  test('show the login of a client by the role that its AccessLevel is, else as Custom', async () => {
    for (const [level, role] of [
      [1, 'Analyst'],
      [63, 'Custom'],
    ] as const) {
      await db`update clients set access_level = ${level} where id = ${clientId}`
      const { People } = await call('Person.List', {}, byOwner)
      const login = rowsOf<{ Kind: string; Grants: { ClientID: string; Role: string; Rights: string[] }[] }>(
        People,
      ).find(({ Kind }) => Kind === 'Login')
      assert.equal(login!.Grants[0]!.Role, role)
      assert.equal(login!.Grants[0]!.ClientID, clientPublicId)
    }
  })
})

describe('preferences and the account', () => {
  test('what is left out stays', async () => {
    const member = await person('Analyst')
    const session = await member.session()
    await call(
      'Person.SetPreferences',
      { Name: 'Ada Moss', Language: 'de-AT', Notifications: ['Held', 'Held', 'ImportDone'] },
      session,
    )
    await call('Person.SetPreferences', { Timezone: 'Asia/Tokyo' }, session)
    const me = await call('Person.GetMe', {}, session)
    assert.deepEqual(
      [me.Name, me.Language, me.Timezone, me.Notifications, me.EmailAddress],
      ['Ada Moss', 'de', 'Asia/Tokyo', ['Held', 'ImportDone'], member.email],
    )
    await refused('Person.SetPreferences', { Language: 'xx' }, 'InvalidLanguage', session)
    await refused('Person.SetPreferences', { Timezone: 'Mars' }, 'InvalidTimezone', session)
    await refused('Person.SetPreferences', { Name: 'A\r\nB' }, 'InvalidCharacters', session)
    await refused('Person.SetPreferences', { EmailAddress: 'else@agency.example' }, 'InvalidLogin', session)
  })

  test('a Manager changes the account, but not since when a second factor is needed', async () => {
    const manager = await (await person('Manager')).session()
    await call('Account.Update', { Name: 'New name', Timezone: 'Europe/Berlin' }, manager)
    const account = await call('Account.Get', {}, manager)
    assert.deepEqual([account.Name, account.Timezone, account.FactorRequiredFrom], ['New name', 'Europe/Berlin', ''])
    const change = { Name: 'Newer', Timezone: 'Europe/Berlin', FactorRequiredFrom: '2027-01-01 00:00:00' }
    await refused('Account.Update', change, 'AccessDenied', manager)
    await call('Account.Update', change, byOwner)
    await call('Account.Update', { ...change, Name: 'Newest' }, manager)
    assert.equal((await call('Account.Get', {}, manager)).FactorRequiredFrom, '2027-01-01 00:00:00')
    await refused('Account.Update', { ...change, FactorRequiredFrom: 'soon' }, 'InvalidDate', byOwner)
    await refused('Account.Update', { ...change, Name: ' ' }, 'NameRequired', byOwner)
    await refused('Account.Get', {}, 'AccessDenied', await (await person('Analyst')).session())
  })
})
