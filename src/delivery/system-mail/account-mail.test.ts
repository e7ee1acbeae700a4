import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import PostalMime from 'postal-mime'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { testMailLinks } from '../../../test/harness/mail-links.ts'
import { seed, testKeys } from '../../../test/harness/seed.ts'
import { tokenHash } from '../../domain/access/authentication.ts'
import { encryptToken, newToken } from '../../domain/people/mailed-tokens.ts'
import { type MailLinks, mailLinks } from '../../domain/tokens/mail-links.ts'
import { createLog } from '../../lib/log.ts'
import type { Outcome } from '../outcome.ts'
import type { Message } from '../transport.ts'
import { accountMailJobs, senderAt } from './account-mail.ts'
import { noticeSender } from './notices.ts'

let it: TestDatabase
before(async () => {
  it = await freshDatabase()
})
after(() => it.drop())

function jobs(outcome: Outcome['kind'] = 'accepted', links: MailLinks = testMailLinks) {
  const sent: Message[] = []
  const transport = {
    concurrency: 1,
    async send(message: Message) {
      sent.push(message)
      return { kind: outcome, code: 250, answer: 'so' } as Outcome
    },
    async close() {},
  }
  const send = noticeSender({ transport, log: createLog('silent') })
  return { sent, ...accountMailJobs({ db: it.db, keys: testKeys, mailLinks: links, from: null, send }) }
}

async function invitation(): Promise<{ invitationId: number; token: string; secret: string }> {
  const { accountId } = await seed(it.db)
  const { token, hash } = newToken()
  const [row] = await it.db<{ id: number }[]>`
    insert into invitations (account_id, email, address, name, language, grants, token_hash, invited_by, expires_at)
    values (${accountId}, 'Ada@x.example', 'ada@x.example', 'Ada', 'de', '[]', ${hash}, 'Carla', now() + interval '7 days')
    returning id`
  return { invitationId: row!.id, token: encryptToken(testKeys, token, row!.id), secret: token }
}

test('an open invitation is mailed with its link; one that was revoked, used or expired is not', async () => {
  const { secret, ...payload } = await invitation()
  const open = jobs()
  await open.invitationMail(payload)
  const mail = await PostalMime.parse(open.sent[0]!.data)
  assert.ok(mail.text?.includes(`http://mails.test/accept-invitation#${secret}`))
  assert.equal(open.sent[0]!.to, 'Ada@x.example')
  for (const change of [
    'revoked_at = now()',
    'accepted_at = now(), revoked_at = null',
    'accepted_at = null, expires_at = now()',
  ]) {
    await it.db.unsafe(`update invitations set ${change} where id = ${payload.invitationId}`)
    const ended = jobs()
    await ended.invitationMail(payload)
    assert.deepEqual(ended.sent, [])
  }
})

test('a link for a new password goes to the address of the person; each mail has a token of its own', async () => {
  await it.db`insert into people (email, address, name, time_zone) values ('Bea@x.example', 'bea@x.example', 'Bea', 'UTC')`
  const { sent, passwordResetMail } = jobs()
  for (const address of ['bea@x.example', 'bea@x.example', 'unknown@x.example']) await passwordResetMail({ address })
  assert.deepEqual(
    sent.map(({ to }) => to),
    ['Bea@x.example', 'Bea@x.example'],
  )
  const mails = await Promise.all(sent.map(({ data }) => PostalMime.parse(data)))
  const tokens = mails.map(({ text }) => /reset-password#([\w-]{43})/.exec(text ?? '')![1]!)
  assert.notEqual(tokens[0], tokens[1])
  const stored = await it.db`select token_hash from password_resets order by created_at`
  assert.deepEqual(
    stored.map(row => row.tokenHash),
    tokens.map(tokenHash),
  )
  await it.db`update people set removed_at = now() where address = 'bea@x.example'`
  await passwordResetMail({ address: 'bea@x.example' })
  assert.equal(sent.length, 2)
})

test('a mail that was not taken, or whose link leads nowhere, is tried again later', async () => {
  const { secret: _, ...payload } = await invitation()
  await assert.rejects(jobs('deferred').invitationMail(payload), /not taken yet/)
  const nowhere = jobs(
    'accepted',
    mailLinks(null, true, () => 'http://127.0.0.1:8080'),
  )
  await assert.rejects(nowhere.invitationMail(payload), /LETTERSHOP_PUBLIC_URL/)
  assert.deepEqual(nowhere.sent, [])
})

test('mail comes from the host of the links, or from a domain that never exists', () => {
  assert.equal(senderAt('https://mail.agency.example'), 'lettershop@mail.agency.example')
  for (const base of ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])
    assert.equal(senderAt(base), 'lettershop@lettershop.invalid')
})
