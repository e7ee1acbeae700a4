/** Links of mails about sign-ups that are used twice, old, altered, or of someone else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { form as posted, usePublicPages } from '../../../../test/harness/public-pages.ts'
import { seed } from '../../../../test/harness/seed.ts'
import { decideAll, fillIn, formMailbox, linkIn, seedForm } from '../../../../test/harness/sign-ups.ts'
import { keyRing } from '../../../domain/access/keys.ts'
import { deleteOld, keptDays } from '../../../domain/forms/deciding.ts'
import { tokens as tokensOf } from '../../../domain/tokens/tokens.ts'

const pages = usePublicPages()

/** A sign-up of a new address, with the path of its link. */
async function signedUp(email: string) {
  const { db } = pages
  const form = await seedForm(db, pages.world)
  await pages.ask('POST', form.path, posted(await fillIn(form, { email })))
  await decideAll(db)
  const mail = (await formMailbox(db).read()).find(({ recipient }) => recipient === email)
  const [row] = await db<{ id: number }[]>`select id from form_sign_ups where form_id = ${form.formId}`
  return { link: linkIn(mail!, 'join'), signUpId: row!.id, form }
}

const press = (link: string) => pages.ask('POST', link, posted('from=page'))
const statusesOf = async (link: string) => [(await pages.ask('GET', link)).status, (await press(link)).status]
const memberships = async (email: string) =>
  pages.db<{ state: string; changes: number }[]>`
    select s.state, (select count(*)::integer from subscriber_history h where h.subscriber_id = s.id) as changes
    from subscribers s where s.address = ${email}`

test('a link that is used again says the same and changes nothing, also after the person has left', async () => {
  const { db } = pages
  const email = 'ann@again.example'
  const { link } = await signedUp(email)
  const all = await Promise.all(Array.from({ length: 5 }, () => press(link)))
  for (const { status, text } of all) assert.deepEqual([status, text], [200, all[0]!.text])
  assert.deepEqual(
    (await memberships(email)).map(row => ({ ...row })),
    [{ state: 'Active', changes: 1 }],
  )
  await db`update subscribers set state = 'Unsubscribed' where address = ${email}`
  assert.equal((await press(link)).status, 200)
  assert.equal((await memberships(email))[0]!.state, 'Unsubscribed')
})

test('a link that is altered, of another installation, of another client or of another kind is unknown', async () => {
  const { world, tokens } = pages
  const email = 'ann@foreign.example'
  const { link, signUpId } = await signedUp(email)
  const { clientId } = world.client
  const other = await seed(pages.db)
  const foreign = tokensOf(keyRing(Buffer.from('an installation secret of someone else, 32 bytes')))
  const last = link.at(-1) === 'A' ? 'B' : 'A'
  for (const [why, token] of [
    ['altered', link.slice('/join/'.length, -1) + last],
    ['of another installation', foreign.sign('sign-up', clientId, signUpId)],
    ['of another client', tokens.sign('sign-up', other.client.clientId, signUpId)],
    ['of another sign-up', tokens.sign('sign-up', clientId, signUpId + 1_000_000)],
    ['cut off', link.slice('/join/'.length, -3)],
    ['empty', ''],
    ['no token', '%00%FF'],
  ] as const)
    for (const page of ['join', 'stop'])
      assert.deepEqual(await statusesOf(`/${page}/${token}`), [404, 404], `${why}: ${page}`)
  assert.equal((await memberships(email)).length, 0)
  assert.equal((await pages.db`select 1 from confirmation_stops`).length, 0)
})

test('a link ends with its sign-up after 30 days, and with its form', async () => {
  const { db } = pages
  const old = await signedUp('ann@old.example')
  await db`update form_sign_ups set at = now() - make_interval(days => ${keptDays}, mins => 1) where id = ${old.signUpId}`
  await deleteOld(db)
  const gone = await signedUp('ann@gone.example')
  await db`delete from forms where id = ${gone.form.formId}`
  for (const { link } of [old, gone]) assert.deepEqual(await statusesOf(link), [404, 404])
  for (const email of ['ann@old.example', 'ann@gone.example']) assert.equal((await memberships(email)).length, 0)
})
