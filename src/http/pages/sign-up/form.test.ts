/** The page of a form, plain HTML of other sites, and the defences that a page has. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { form as posted, usePublicPages } from '../../../../test/harness/public-pages.ts'
import { seedList } from '../../../../test/harness/seed.ts'
import {
  decideAll,
  type FormSettings,
  fillIn,
  forgetMails,
  formMailbox,
  linkIn,
  seedForm,
  solve,
  type TestForm,
  tokenOf,
} from '../../../../test/harness/sign-ups.ts'
import { createCustomField } from '../../../domain/lists/custom-fields.ts'
import { languages } from '../../../domain/texts/texts.ts'
import { workerScript } from './script.ts'

const pages = usePublicPages()
const formOf = (settings: Partial<FormSettings> = {}) => seedForm(pages.db, pages.world, settings)
const send = (form: TestForm, body: string, headers: Record<string, string> = {}) =>
  pages.ask('POST', form.path, { ...posted(body), headers: { ...posted(body).headers, ...headers } })

async function counted({ formId }: TestForm): Promise<Readonly<Record<string, number>>> {
  const rows = await pages.db<
    { kind: string; count: number }[]
  >`select kind, count from form_counts where form_id = ${formId}`
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

/** Counts are written behind the answer. */
async function eventually(form: TestForm, kind: string): Promise<void> {
  for (let tries = 0; (await counted(form))[kind] === undefined; tries++) {
    assert.ok(tries < 200, `${kind} is counted`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

const waiting = async ({ formId }: TestForm) =>
  (await pages.db`select 1 from form_sign_ups where form_id = ${formId}`).length

test('the page asks in the language of its reader or its own, weighs at most 20 KB with its scripts, and may run these alone', async () => {
  const wording = 'You may see which of your mails I open.'
  const form = await formOf({ Language: null, Consents: [{ Purpose: 'Measuring', Name: '', Wording: wording }] })
  const worker = await pages.ask('GET', '/form/proof.js')
  for (const { language, signUp } of languages) {
    const { status, text, headers, body } = await pages.ask('GET', form.path, {
      headers: { 'accept-language': language },
    })
    assert.equal(status, 200)
    assert.ok(text.includes(`<html lang="${language}"`) && text.includes(`>${signUp.button}</button>`))
    assert.ok(body.length + worker.body.length <= 20_000, `${body.length} + ${worker.body.length} octets`)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'; script-src 'sha256-[^ ']+'; worker-src 'self'; /)
    assert.doesNotMatch(policy, /unsafe|\*|https?:/)
    assert.match(
      text,
      new RegExp(`<input type="checkbox" name="box" value="[0-9a-f]{64}"><span><bdi class="words">${wording}`),
    )
  }
  const own = await formOf({ Language: 'fr' })
  assert.match((await pages.ask('GET', own.path, { headers: { 'accept-language': 'de' } })).text, /<html lang="fr"/)
  assert.equal((await pages.ask('GET', `/form/${'0'.repeat(32)}`)).status, 404)
  await eventually(form, 'shown')
})

test('the worker of the page finds the number of a task', async () => {
  const { text } = await pages.ask('GET', (await formOf()).path)
  const task = JSON.parse(/data-task="([^"]*)"/.exec(text)![1]!.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
  const found: number[] = []
  const worker: { onmessage?: (event: { data: unknown }) => void } & Record<string, unknown> = {
    postMessage: (number: number) => found.push(number),
  }
  runInNewContext(workerScript, worker)
  worker.onmessage!({ data: task })
  const { number } = JSON.parse(Buffer.from(solve(task), 'base64').toString())
  assert.deepEqual(found, [number])
})

test('a token is signed, for one form, not too young, not too old, and used once', async () => {
  const form = await formOf()
  const other = await formOf()
  const values = { email: 'ann@tokens.example' }
  for (const [reason, token] of [
    ['Token', `${tokenOf(form).slice(0, -2)}AA`],
    ['Token', tokenOf(other)],
    // by a clock that is ahead, so that a slow machine does not make it old enough
    ['TooFast', tokenOf(form, 'first', -60)],
    ['TooOld', tokenOf(form, 'first', 24 * 3600 + 5)],
  ] as const) {
    const { status, text } = await send(form, await fillIn(form, values, token))
    assert.equal(status, 200)
    assert.match(text, /name="token"/, reason)
    assert.match(text, /value="ann@tokens\.example"/, 'what was given is kept')
    await eventually(form, `refused ${reason}`)
  }
  assert.equal(await waiting(form), 0)
  const body = await fillIn(form, values)
  const [first, second] = [await send(form, body), await send(form, body)]
  assert.equal(first.text, second.text)
  assert.match(first.text, /<h1>Thank you<\/h1>/)
  assert.equal(await waiting(form), 1)
  assert.equal((await counted(form))['refused Reused'], 1)
})

test('without a script one more button follows; a wrong proof is worth no more', async () => {
  const form = await formOf()
  const bare = { token: tokenOf(form), proof: '', website: '', email: 'ann@noscript.example' }
  const { text } = await send(form, new URLSearchParams(bare).toString())
  assert.match(text, /name="token"/)
  assert.equal(await waiting(form), 0)
  for (const proof of ['x', Buffer.from('{}').toString('base64'), 'A'.repeat(2000)])
    assert.match(
      (await send(form, new URLSearchParams({ ...bare, token: tokenOf(form), proof }).toString())).text,
      /name="token"/,
    )
  const again = new URLSearchParams({ ...bare, token: tokenOf(form, 'again') }).toString()
  assert.match((await send(form, again)).text, /<h1>Thank you<\/h1>/)
  assert.equal(await waiting(form), 1)
})

test('the field that people do not see makes a sign-up worth nothing, and the answer does not show it', async () => {
  const form = await formOf()
  const values = { email: 'bot@trap.example' }
  const trapped = await send(form, await fillIn(form, { ...values, website: 'https://bot.example' }))
  const taken = await send(form, await fillIn(form, values))
  assert.equal(trapped.text, taken.text)
  assert.equal(await waiting(form), 1)
  assert.equal((await counted(form))['refused Honeypot'], 1)
  const { text } = await pages.ask('GET', form.path)
  assert.doesNotMatch(text, /type="hidden" name="website"/)
  assert.match(text, /<p class="trap" aria-hidden="true">/)
})

test('plain HTML of another site leads to the page with what was entered and one button; boxes are ticked on our page alone', async () => {
  const form = await formOf({ Consents: [{ Purpose: 'Further', Name: 'Post', Wording: 'You may write me letters.' }] })
  const [hash = ''] = /[0-9a-f]{64}/.exec((await pages.ask('GET', form.path)).text)!
  const entered = new URLSearchParams({ email: 'ann@embed.example', name: 'Ann', box: hash }).toString()
  const { status, text } = await send(form, entered, { referer: 'https://bloom.example/contact?who=ann' })
  assert.equal(status, 200)
  assert.match(text, /value="ann@embed\.example"/)
  assert.match(text, /value="Ann"/)
  assert.doesNotMatch(text, /checked/)
  assert.match(text, /name="page" value="https:\/\/bloom\.example\/contact"/)
  assert.equal(await waiting(form), 0)
})

test('what can be put right is named, and the rest is kept', async () => {
  const { world, db } = pages
  await createCustomField(db, world.list, { fieldName: 'City', dataType: 'Text', options: [], visible: true })
  await createCustomField(db, world.list, { fieldName: 'Age', dataType: 'Number', options: [], visible: true })
  const form = await formOf({
    Name: 'Required',
    Fields: [
      { Key: '[City]', Label: 'Your <city>', Required: true },
      { Key: 'Age', Label: '', Required: false },
    ],
  })
  const { status, text } = await send(
    form,
    await fillIn(form, { email: 'no address', name: '', 'f.City': '', 'f.Age': 'ten' }),
  )
  assert.equal(status, 400)
  assert.match(text, /Please check the email address\./)
  assert.match(text, /Please enter your name/)
  assert.match(text, /Please check this field: <b><bdi>Your &lt;city&gt;/)
  assert.match(text, /Please check this field: <b><bdi>Age/)
  assert.equal(await waiting(form), 0)
  assert.match(
    (await send(form, await fillIn(form, { email: 'b@x.example', name: 'B', 'f.City': 'Ulm', 'f.Age': '10' }))).text,
    /Thank you/,
  )
})

test('the query fills in what the form allows, as text, and leads to no stranger', async () => {
  const form = await formOf({
    Name: 'Optional',
    Prefill: ['Email'],
    RedirectHosts: ['bloom.example'],
    SuccessPage: 'https://bloom.example/welcome',
  })
  const query = new URLSearchParams({
    email: '"><script>alert(1)</script>',
    name: 'Ann',
    next: 'https://evil.example/',
  })
  const { text } = await pages.ask('GET', `${form.path}?${query}`)
  assert.match(text, /value="&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;"/)
  assert.doesNotMatch(text, /value="Ann"|evil/)
  for (const [next, expected] of [
    ['https://evil.example/', 'https://bloom.example/welcome'],
    ['https://bloom.example.evil.example/', 'https://bloom.example/welcome'],
    ['https://bloom.example@evil.example/', 'https://bloom.example/welcome'],
    ['javascript:alert(1)', 'https://bloom.example/welcome'],
    ['//evil.example', 'https://bloom.example/welcome'],
    ['http://bloom.example/', 'https://bloom.example/welcome'],
    ['https://bloom.example/thanks', 'https://bloom.example/thanks'],
  ] as const) {
    await forgetMails(pages.db)
    await pages.db`delete from subscribers where address = 'ann@next.example'`
    await send(form, await fillIn(form, { email: 'ann@next.example', next }))
    await decideAll(pages.db)
    const mail = (await formMailbox(pages.db).read()).find(({ recipient }) => recipient === 'ann@next.example')
    const link = linkIn(mail!, 'join')
    assert.match(
      String((await pages.ask('GET', link)).headers['content-security-policy']),
      /form-action 'self' http: https:/,
    )
    const { status, headers } = await pages.ask('POST', link, posted('from=page'))
    assert.deepEqual([status, headers.location], [303, expected], next)
  }
})

test('a form whose list was deleted says that it is closed, and takes nothing for it', async () => {
  const { db, world } = pages
  const gone = await seedList(db, world.client, 'Gone')
  const form = await formOf({ Lists: [{ ListID: gone.listPublicId, Title: '', Description: '' }] })
  const body = await fillIn(form, { email: 'ann@gone.example' })
  await db`update lists set deleted_at = now() where id = ${gone.listId}`
  assert.equal((await pages.ask('GET', form.path)).status, 410)
  assert.equal((await send(form, body)).status, 410)
  assert.equal(await waiting(form), 0)

  const left = await formOf({
    Lists: [gone, world.list].map(({ listPublicId }) => ({ ListID: listPublicId, Title: '', Description: '' })),
  }).catch(error => error.refusal)
  assert.equal(left, 'InvalidListId')
})

test('a list that is deleted between sign-up and confirmation is not joined', async () => {
  const { db, world } = pages
  const list = await seedList(db, world.client, 'Soon gone')
  const form = await formOf({ Lists: [{ ListID: list.listPublicId, Title: '', Description: '' }] })
  await forgetMails(db)
  await send(form, await fillIn(form, { email: 'ann@soon.example' }))
  await decideAll(db)
  const mail = (await formMailbox(db).read()).find(({ recipient }) => recipient === 'ann@soon.example')
  await db`update lists set deleted_at = now() where id = ${list.listId}`
  for (const method of ['GET', 'POST']) assert.equal((await pages.ask(method, linkIn(mail!, 'join'))).status, 410)
  assert.equal((await db`select 1 from subscribers where list_id = ${list.listId}`).length, 0)
})

test('the JSON interface wants token, proof and type, and answers other origins only where the form names them', async () => {
  const form = await formOf({ AllowedOrigins: ['https://bloom.example'] })
  const api = (path: string, method: string, headers: Record<string, string> = {}, body?: object) =>
    pages.ask(method, `${form.path}/${path}`, { headers, ...(body && { body: JSON.stringify(body) }) })
  const json = { 'content-type': 'application/json' }
  const ours = { origin: 'https://bloom.example' }
  const allowed = await api('submit', 'OPTIONS', { ...ours, 'access-control-request-method': 'POST' })
  assert.deepEqual([allowed.status, allowed.headers['access-control-allow-origin']], [204, 'https://bloom.example'])
  const foreign = await api('submit', 'OPTIONS', { origin: 'https://evil.example' })
  assert.equal(foreign.headers['access-control-allow-origin'], undefined)
  assert.equal((await api('token', 'GET', { origin: 'https://evil.example' })).status, 403)
  const shown = await api('token', 'GET', ours)
  assert.equal(shown.headers['access-control-allow-origin'], 'https://bloom.example')
  const { Token, Task } = JSON.parse(shown.text)
  assert.equal(
    (await api('submit', 'POST', { ...ours, ...json }, { Token, Email: 'a@api.example', Proof: solve(Task) })).status,
    409,
  )
  const old = { Token: tokenOf(form), Email: 'a@api.example' }
  assert.equal((await api('submit', 'POST', { ...ours, ...json }, old)).status, 409, 'no proof')
  assert.equal((await api('submit', 'POST', { ...ours, 'content-type': 'text/plain' }, old)).status, 415)
  assert.equal((await api('submit', 'POST', json, { Token: 1 })).status, 400)
  assert.equal((await api('submit', 'POST', json, { Token: 'x', Email: 'a@api.example' })).status, 409)
  const Proof = new URLSearchParams(await fillIn(form, {}, old.Token)).get('proof')
  const taken = await api('submit', 'POST', { ...ours, ...json }, { ...old, Proof, Name: 'A' })
  assert.deepEqual([taken.status, JSON.parse(taken.text).Code], [202, 'Taken'])
  assert.equal(await waiting(form), 1)
})
