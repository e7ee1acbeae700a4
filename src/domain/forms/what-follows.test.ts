/** What follows a sign-up for each state of the address: the table of docs/forms.md#what-follows-a-sign-up, by the pages and mails that people see. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { form as posted, type Seen, usePublicPages } from '../../../test/harness/public-pages.ts'
import { seedList } from '../../../test/harness/seed.ts'
import { decideAll, fillIn, forgetMails, formMailbox, linkIn, seedForm } from '../../../test/harness/sign-ups.ts'
import { statementsDuring } from '../../../test/harness/statements.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { hashedAddress } from '../../store/subscribers/address-hash.ts'
import { sha1Of } from '../../store/subscribers/suppression-keys.ts'
import { addToScope } from '../../store/subscribers/suppressions.ts'

const pages = usePublicPages()

type Where = 'account' | 'client' | 'list'

async function suppress(where: Where, address: string, reason: 'manual' | 'bounced' | 'complained' | 'unsubscribed') {
  const { client, list } = pages.world
  const scope = {
    account: { kind: 'account', accountId: client.accountId },
    client: { kind: 'client', clientId: client.clientId },
    list: { kind: 'list', clientId: client.clientId, listId: list.listId },
  } as const
  const row = { address, email: address, reason, evidence: { by: 'test' } }
  await transaction(pages.db, sql => addToScope(sql, scope[where], [row]))
}

async function member(address: string, state: string) {
  const { client, list } = pages.world
  await pages.db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    values (${client.clientId}, ${list.listId}, ${address}, ${address}, 'Before', ${state}, now(), now())`
}

interface Case {
  readonly state: string
  readonly given?: (address: string) => Promise<void>
  readonly mail: 'confirmation' | 'notice' | 'none'
  /** The state on the list after all that can be pressed was pressed. */
  readonly after: string | undefined
  readonly cause?: string
  /** Entries that are left. */
  readonly entries?: number
}

const cases: readonly Case[] = [
  { state: 'unknown', mail: 'confirmation', after: 'Active', cause: 'added' },
  { state: 'Active', given: a => member(a, 'Active'), mail: 'notice', after: 'Active' },
  {
    state: 'Unconfirmed',
    given: a => member(a, 'Unconfirmed'),
    mail: 'confirmation',
    after: 'Active',
    cause: 'confirmed',
  },
  {
    state: 'Unsubscribed',
    given: a => member(a, 'Unsubscribed'),
    mail: 'confirmation',
    after: 'Active',
    cause: 'resubscribed',
  },
  { state: 'Deleted', given: a => member(a, 'Deleted'), mail: 'confirmation', after: 'Active', cause: 'resubscribed' },
  { state: 'Bounced', given: a => member(a, 'Bounced'), mail: 'none', after: 'Bounced' },
  {
    state: 'opted-out',
    async given(address) {
      await member(address, 'Unsubscribed')
      await suppress('client', address, 'unsubscribed')
    },
    mail: 'confirmation',
    after: 'Active',
    cause: 'resubscribed',
  },
  {
    state: 'erased',
    given: address => suppress('client', hashedAddress(pages.db, address), 'manual'),
    mail: 'confirmation',
    after: 'Active',
    cause: 'added',
  },
  { state: 'by-hand', given: a => suppress('client', a, 'manual'), mail: 'none', after: undefined, entries: 1 },
  { state: 'by-bounce', given: a => suppress('client', a, 'bounced'), mail: 'none', after: undefined, entries: 1 },
  { state: 'complained', given: a => suppress('client', a, 'complained'), mail: 'none', after: undefined, entries: 1 },
  {
    state: 'by-account',
    given: a => suppress('account', a, 'unsubscribed'),
    mail: 'none',
    after: undefined,
    entries: 1,
  },
  { state: 'of-list', given: a => suppress('list', a, 'unsubscribed'), mail: 'none', after: undefined, entries: 1 },
  {
    state: 'by-domain',
    given: a => suppress('client', a.slice(a.indexOf('@')), 'manual'),
    mail: 'none',
    after: undefined,
    entries: 1,
  },
  {
    state: 'by-hash',
    given: a => suppress('client', `@sha1:${sha1Of(a)}`, 'manual'),
    mail: 'none',
    after: undefined,
    entries: 1,
  },
]

const answers = new Set<string>()
/** What was asked of the database before the answer, by its texts. */
const lookedUp = new Set<string>()

/** All that a browser gets, but the time and the number of the request. */
function seenOf({ status, headers: { date: _, 'x-request-id': __, ...headers }, text }: Seen): string {
  return JSON.stringify([status, headers, text])
}

for (const { state, given, mail: expected, after, cause, entries = 0 } of cases)
  test(`an address that is ${state}: ${expected === 'none' ? 'no mail' : `a ${expected}`}, then ${after ?? 'no membership'}`, async () => {
    const { db, world } = pages
    const form = await seedForm(db, world)
    const mailbox = formMailbox(db)
    const address = `${state}@${state}.example`.toLowerCase()
    await given?.(address)
    const stateOf = async () => {
      const [row] = await db`
        select state, name, id from subscribers where list_id = ${world.list.listId} and address = ${address}`
      return row as { state: string; name: string; id: number } | undefined
    }
    const before = await stateOf()

    const body = await fillIn(form, { email: address, name: 'New' })
    const sent = await statementsDuring(async () =>
      answers.add(seenOf(await pages.ask('POST', form.path, posted(body)))),
    )
    const texts = sent.map(({ text }) => text.replace(/\s+/g, ' ')).join('\n')
    lookedUp.add(texts)
    assert.match(texts, /insert into form_sign_ups/)
    assert.doesNotMatch(texts, /\b(subscribers|\w*suppressions|confirmation_stops|occurrences|\w*preference\w*)\b/)
    await decideAll(db)
    assert.deepEqual(await stateOf(), before, 'a submission changes no state')

    const mails = await mailbox.read()
    assert.equal(mails.length, expected === 'none' ? 0 : 1)
    const [mail] = mails
    if (expected === 'notice') assert.ok(!mail?.text?.includes('/join/'))
    if (mail && expected === 'confirmation') {
      const link = linkIn(mail, 'join')
      assert.equal((await pages.ask('GET', link)).status, 200)
      assert.deepEqual(await stateOf(), before, 'neither does a scanner that follows the link')
      for (let time = 0; time < 2; time++)
        assert.equal((await pages.ask('POST', link, posted('from=page'))).status, 200)
      const [history, ...more] = await db`
        select cause, evidence from subscriber_history
        where list_id = ${world.list.listId} and subscriber_id = ${(await stateOf())!.id}`
      assert.equal(history!.cause, cause)
      assert.deepEqual([history!.evidence.by, history!.evidence.formId], ['page', form.formId])
      assert.equal(more.length, 0, 'the second press does nothing')
      assert.equal((await stateOf())!.name, 'New')
    }
    assert.equal((await stateOf())?.state, after)
    const left = await db`
      select 1 from suppressions where address like ${`%${state}%`} or address like '@%'
      union all select 1 from account_suppressions union all select 1 from list_suppressions`
    assert.equal(left.length, entries)
    const lifted =
      await db`select to_reason from suppression_history where evidence ->> 'formId' = ${String(form.formId)}`
    assert.equal(lifted.length, state === 'opted-out' || state === 'erased' ? 1 : 0)
    await db`delete from suppressions`
    await db`delete from account_suppressions`
    await db`delete from list_suppressions`
    await forgetMails(db)
  })

test('the answer is the same to the byte, whatever is known of the address', () => {
  assert.equal(answers.size, 1)
})

test('the same statements come before the answer, whatever is known of the address, so that its time shows nothing', () => {
  assert.equal(lookedUp.size, 1, [...lookedUp].join('\n\n'))
})

test('of several lists the confirmation joins those that it can, and leaves the others as they are', async () => {
  const { db, world } = pages
  const second = await seedList(db, world.client, 'Second')
  const third = await seedList(db, world.client, 'Third')
  const lists = [world.list, second, third]
  const form = await seedForm(db, world, {
    Lists: lists.map(({ listPublicId, title }) => ({
      ListID: listPublicId,
      Title: `All about ${title}`,
      Description: '',
    })),
  })
  const address = 'several@lists.example'
  await member(address, 'Active')
  await db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
    values (${world.client.clientId}, ${third.listId}, ${address}, ${address}, 'Bounced', now(), now())`
  const body = `${await fillIn(form, { email: address })}${lists.map(({ listPublicId }) => `&list=${listPublicId}`).join('')}`
  await pages.ask('POST', form.path, posted(body))
  await decideAll(db)
  const [mail] = await formMailbox(db).read()
  await pages.ask('POST', linkIn(mail!, 'join'), posted('from=page'))
  const rows = await db`select list_id, state, name from subscribers where address = ${address} order by list_id`
  assert.deepEqual(
    rows.map(({ listId, state, name }) => [listId, state, name]),
    [
      [world.list.listId, 'Active', 'Before'],
      [second.listId, 'Active', ''],
      [third.listId, 'Bounced', ''],
    ],
  )
})
